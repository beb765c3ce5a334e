/**
 * Parts of the panels that stand in the dialogs of the editor: each is a component that is shown in a place, with the live
 * house of one gateway around it. A dialog names it, and tells it anew what to show.
 */
import { type ComponentType, render } from "preact";
import { type AdminEndpoint, openApi } from "./api.ts";
import { PresetFields } from "./colors/preset-fields.tsx";
import { LiveContext } from "./hooks.ts";
import { keepKeys } from "./kept-focus.ts";
import { type LiveHouse, openHouse } from "./live-house.ts";
import { MemberTicks } from "./picking/member-ticks.tsx";
import { type Press, pressesIn } from "./picking/presses.ts";
import { ResourcePicker } from "./picking/resource-picker.tsx";
import { SceneTrial } from "./rooms/scenes.tsx";
import { shownLanguage, speakIn } from "./texts.ts";
import { lazy } from "./widgets/lazy.tsx";

const PARTS = {
  picker: ResourcePicker, // chooses a resource
  members: MemberTicks, //   which values of it
  scene: SceneTrial, //      the states of the lights in a scene, and a try of it
  preset: PresetFields, //   a brightness and a color of it
  // the editor of a rule, or the rule as a sentence
  rule: lazy(
    () => import("./automation/dialog-parts.tsx"),
    ({ RulePart }) => RulePart,
  ),
  // the editor of a time, or its next times
  schedule: lazy(
    () => import("./automation/dialog-parts.tsx"),
    ({ SchedulePart }) => SchedulePart,
  ),
  // the messages that an event node would have sent
  event: lazy(
    () => import("./events/event-preview.tsx"),
    ({ EventPreview }) => EventPreview,
  ),
  // where the house stands
  place: lazy(
    () => import("./automation/editor/place-inputs.tsx"),
    ({ PlaceInputs }) => PlaceInputs,
  ),
  // of the gateway
  backups: lazy(
    () => import("./gateway/backups.tsx"),
    ({ BackupsPart }) => BackupsPart,
  ),
  // lights close by
  touchlink: lazy(
    () => import("./pairing/touchlink.tsx"),
    ({ Touchlink }) => Touchlink,
  ),
  // opens the network, and lists the devices that join
  pairing: lazy(
    () => import("./pairing/pairing.tsx"),
    ({ LetIn }) => LetIn,
  ),
} as const;

type PartName = keyof typeof PARTS;
const WITHOUT_HOUSE: readonly PartName[] = ["backups", "place"]; // shown also while the house cannot be read
const ASKS_NOTHING: readonly PartName[] = ["place"]; // of the house, which there need not be
type PropsOf<Name extends PartName> = Parameters<(typeof PARTS)[Name]>[0];

interface PartOptions extends AdminEndpoint {
  readonly language: string;
  readonly gatewayId: string;
}

interface MountedPart<Props> {
  show(props: Props): void;
  unmount(): void;
}

let texts: { readonly language: string; readonly ready: Promise<void> } | undefined; // loaded once for all parts

async function speak(element: HTMLElement, base: string, language: string): Promise<void> {
  if (texts?.language !== language) texts = { language, ready: speakIn(element, base, language) };
  await texts.ready;
  element.lang = shownLanguage();
}

/** Until texts and the house are loaded, the element keeps its content. */
export function mountPart<Name extends PartName>(
  element: HTMLElement,
  name: Name,
  { language, gatewayId, ...door }: PartOptions,
  first: PropsOf<Name>,
): MountedPart<PropsOf<Name>> {
  const Part = PARTS[name] as ComponentType<PropsOf<Name>>;
  const { live, giveBack } = borrowHouse(door, gatewayId, !ASKS_NOTHING.includes(name));
  let props = first;
  let isReady = false;
  let isDrawn = false;
  const draw = () => {
    if (!isReady || !(live.house || WITHOUT_HOUSE.includes(name))) return;
    if (!isDrawn) element.replaceChildren();
    isDrawn = true;
    render(
      <LiveContext.Provider value={live}>
        <Part {...props} />
      </LiveContext.Provider>,
      element,
    );
  };
  const stop = live.on(() => {
    if (!isDrawn) draw(); // the components update themselves from then on
  });
  element.classList.add("zg", "zg-in-dialog");
  const stopKeys = keepKeys(element);
  void speak(element, door.base, language).then(() => {
    isReady = true;
    draw();
  });
  return {
    show: (next) => {
      props = next;
      draw();
    },
    unmount: () => {
      stop();
      stopKeys();
      giveBack();
      isReady = false;
      if (isDrawn) render(null, element);
    },
  };
}

/** Tells each press of the remotes of a gateway until it is stopped. */
export function hearPresses({ gatewayId, ...door }: PartOptions, hear: (press: Press) => void): () => void {
  const { live, giveBack } = borrowHouse(door, gatewayId);
  const stop = live.onChanges((news) => {
    for (const press of pressesIn(news, () => true)) hear(press);
  });
  return () => {
    stop();
    giveBack();
  };
}

// ---- one live house for all parts of a dialog

interface Shared {
  readonly live: LiveHouse;
  users: number;
}

const houses = new Map<string, Shared>(); // by the ids of the gateway nodes

interface Borrowed {
  readonly live: LiveHouse;
  /** May be called twice. */
  giveBack(): void;
}

function borrowHouse(door: AdminEndpoint, gatewayId: string, isAsked = true): Borrowed {
  const shared = houses.get(gatewayId) ?? { live: openHouse(openApi(door, gatewayId)), users: 0 };
  houses.set(gatewayId, shared);
  shared.users += 1;
  if (isAsked) shared.live.resume();
  let isBorrowed = true;
  return {
    live: shared.live,
    giveBack: () => {
      if (!isBorrowed) return;
      isBorrowed = false;
      shared.users -= 1;
      if (shared.users > 0) return;
      houses.delete(gatewayId);
      shared.live.stop();
    },
  };
}
