/** A change in the words of people, as the status of an event node says it: what it became, and of what. */
import { idOf } from "../../src/model/addresses.ts";
import { type Definition, shown } from "../../src/model/definitions.ts";
import type { Devices } from "../../src/model/devices.ts";
import { toldOf } from "../../src/model/event-kinds.ts";
import type { Change, Resource, Values } from "../../src/model/resource.ts";
import { keyInWords } from "../../src/model/sensors/key-names.ts";
import { GESTURES } from "../shared/gestures.ts";
import { nameOf } from "./change-messages.ts";
import { inWords, type Wording } from "./value-words.ts";

type Meanings = ReturnType<Devices["buttons"]>;

/** "On, short press", "2,700 K, on", "disabled"; empty where only members changed that nobody is told. */
export function changeInWords(
  { resource, section, values }: Change,
  definition: Definition,
  wording: Wording,
  meanings: Meanings,
): string {
  if (!section) return "";
  const seen = shown(definition[section], values);
  if (resource.type === "Rule" && "lasttriggered" in seen) return wording.text("events.did-plain") ?? "";
  const words = toldOf(Object.keys(seen)).map((member) => {
    const value = seen[member];
    if (member === "buttonevent" && typeof value === "number") return pressInWords(value, meanings, wording);
    return inWords({ [member]: value }, definition, () => section, wording);
  });
  return words.filter((each) => each !== "").join(", ");
}

/** As the panels say it: "On, short press"; of a key that nobody has named "button 2, short press". */
function pressInWords(code: number, meanings: Meanings, { text }: Wording): string {
  const known = meanings?.[code];
  const { name = `button ${known?.button ?? Math.floor(code / 1000)}` } = known ?? {};
  const action = known?.action ?? Object.keys(GESTURES)[code % 1000];
  const gesture = text(`devices.word.gesture.${action}`);
  const key = keyInWords(name, text);
  return gesture === undefined ? key : filled(text("automation.key") ?? "{key}, {gesture}", { key, gesture });
}

/** What has no name of its own yet is said by what it is. */
export function nameInWords(resource: Resource, { text }: Wording): string {
  const { address, type, attr } = resource;
  const isNamed = typeof attr.name === "string" && attr.name !== "" && attr.name !== idOf(address);
  const kind = type === "Device" ? "devices.kind.other" : `devices.type.${type.replaceAll(/[ /]/g, "-")}`;
  return (isNamed ? undefined : text(kind)) ?? nameOf(resource);
}

function filled(text: string, holes: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}
