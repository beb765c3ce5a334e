/** Components of the panels in a dialog. They are loaded when the first is wanted, and end with the dialog. */
import { isChosen } from "./gateway-queries.ts";
import { loadPanels, type ShownPart, surroundings } from "./panels-loader.ts";
import type { Press } from "./remote-keys.ts";

interface Part<Props> {
  /** Shows these props, of this gateway; another gateway, and the component begins anew. */
  show(gateway: string, props: Props): void;
}

/** Of the part `members`. */
export interface MembersProps {
  readonly address: string; // "" of a resource that is not there yet
  readonly names: readonly string[];
  readonly rare: readonly string[]; // shown when the user asks for more
  readonly chosen: readonly string[];
  readonly label: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Of the dialog that is open. Dialogs take `part` from the kit: a copy of their own would end nothing. */
const running = new Set<() => void>();

/** Of the dialog that is closed. */
export function endParts(): void {
  for (const stop of running) stop();
  running.clear();
}

/** `panels/parts.tsx` has all components, with their props. `left` is called when the place is empty again. */
export function part<Props extends object>(place: HTMLElement, name: string, left = () => {}): Part<Props> {
  let gateway = "";
  let props: Props | undefined;
  let shown: ShownPart<Props> | undefined;
  let isGone = false;
  const leave = () => {
    shown?.unmount();
    shown = undefined;
  };
  const mount = async () => {
    const own = gateway;
    const panels = await loadPanels();
    if (isGone || shown || own !== gateway || !props) return;
    shown = panels.mountPart(place, name, { ...surroundings(), gatewayId: own }, props);
  };
  running.add(() => {
    isGone = true;
    leave();
  });
  return {
    show: (now, next) => {
      props = next;
      if (now === gateway) return shown?.show(next);
      leave();
      left();
      gateway = now;
      if (isChosen(now)) mount().catch(() => {}); // without the panels the dialog still says the saved choice
    },
  };
}

/** Tells the presses of all remotes of a gateway while the dialog is open; asked again, those of another one. */
export function pressHearer(hear: (press: Press) => void): (gateway: string) => void {
  let gateway = "";
  let stop = () => {};
  let isGone = false;
  running.add(() => {
    isGone = true;
    stop();
  });
  return (now) => {
    if (now === gateway) return;
    stop();
    stop = () => {};
    gateway = now;
    if (!isChosen(now)) return;
    loadPanels()
      .then((panels) => {
        if (!isGone && now === gateway) stop = panels.hearPresses({ ...surroundings(), gatewayId: now }, hear);
      })
      .catch(() => {}); // nothing is shown live then
  };
}
