/**
 * The place of the house in the dialog of the gateway node: the fields that panels have, too. A place that a user set in a panel since
 * the last deploy stands in them, because it holds.
 */
import { isExamplePlace } from "../../src/model/time/example-place.ts";
import { fieldValue, isEnvironment } from "../editor.ts";
import { say } from "../gateway-dialog.ts";
import { loadPanels, type ShownPart, surroundings } from "../panels-loader.ts";

type Place = Readonly<Record<(typeof NAMES)[number], string>>;

/** Of `panels/automation/editor/place-inputs.tsx`. */
interface PlaceProps {
  readonly value: Place;
  readonly takesText: true;
  readonly onType: (place: Place) => void;
  readonly onTown: (town: string) => void;
}

interface TimesAnswer {
  readonly place?: Readonly<Record<(typeof NAMES)[number], unknown>>;
}

const NAMES = ["latitude", "longitude", "timezone"] as const;
const BY_SUN = "times?time=W127/sunset&zone=local"; // tells where from it is seen

const field = (name: string) => $(`#node-config-input-${name}`);

/** Ends when the dialog does, not with the dialog of a node below it. */
export function showPlace(base: string, id: string): () => void {
  const element = $("#zigbee-gateway-place")[0] as HTMLElement;
  let shown: ShownPart<PlaceProps> | undefined;
  let isGone = false;
  let town = "";
  const props = (): PlaceProps => ({ value: shownPlace(), takesText: true, onType: write, onTown: tellTown });
  const show = () => {
    const { latitude, longitude } = shownPlace();
    const isSet = latitude !== "" || longitude !== "";
    $("#zigbee-gateway-place-hint").text(isOfExample() ? say("place.example") : isSet ? "" : say("place.not-set"));
    $("#zigbee-gateway-where-set").text(`· ${isSet ? town || `${latitude}, ${longitude}` : say("place.none")}`);
    shown?.show(props());
  };
  const tellTown = (now: string) => {
    if (now === town) return;
    town = now;
    show();
  };
  const write = (place: Place) => {
    for (const name of NAMES) field(name).val(withPoint(place[name])).trigger("change");
    show();
  };
  const mount = async () => {
    const panels = await loadPanels();
    if (!isGone) shown = panels.mountPart(element, "place", { ...surroundings(), gatewayId: id }, props());
  };
  mount().catch(() => {}); // without the panels the saved place stays
  show();
  const saved = RED.nodes.node(id);
  if (saved && saved.changed !== true)
    $.getJSON(base + BY_SUN).done(({ place }: TimesAnswer) => {
      if (place && !isGone) take(place);
      show();
    });
  return () => {
    isGone = true;
    shown?.unmount();
  };
}

/** Takes the place that holds in the gateway; a name of the environment stays. */
function take(place: NonNullable<TimesAnswer["place"]>): void {
  if (NAMES.some((name) => isEnvironment(fieldValue(field(name))))) return;
  const isMoved = (["latitude", "longitude"] as const).some((name) => Number(fieldValue(field(name))) !== place[name]);
  const zone = fieldValue(field("timezone"));
  for (const name of NAMES)
    if (isMoved || (name === "timezone" && zone !== "")) field(name).val(String(place[name])).trigger("change");
}

function isOfExample(): boolean {
  return isExamplePlace({ latitude: fieldValue(field("latitude")), longitude: fieldValue(field("longitude")) });
}

function shownPlace(): Place {
  const of = (name: string) => fieldValue(field(name));
  const spot = isOfExample()
    ? { latitude: "", longitude: "" }
    : { latitude: of("latitude"), longitude: of("longitude") };
  return { ...spot, timezone: of("timezone") };
}

/** Flows have numbers with a point, people also write them with a comma. */
function withPoint(text: string): string {
  return /^\s*-?\d+,\d+\s*$/.test(text) ? text.trim().replace(",", ".") : text.trim();
}
