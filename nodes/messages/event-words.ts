/** A change in the words of people, as the status of an event node says it: the new values, and the name of the resource. */
import { idOf } from "../../src/model/addresses.ts";
import { type Definition, shown } from "../../src/model/definitions.ts";
import type { Devices } from "../../src/model/devices.ts";
import { toldOf } from "../../src/model/event-kinds.ts";
import { type Change, isObject, type Resource } from "../../src/model/resource.ts";
import { keyInWords } from "../../src/model/sensors/key-names.ts";
import { GESTURES } from "../shared/gestures.ts";
import { nameOf } from "./change-messages.ts";
import { filled, inWords, nameOf as memberNamed, type Wording } from "./value-words.ts";

type Meanings = ReturnType<Devices["buttons"]>;

/** The resources of long jobs, and the member that tells the progress of each. */
const STEPS: Readonly<Record<string, string>> = { Job: "status", Touchlink: "scanstate" };
const ENDED: readonly unknown[] = ["done", "failed", "cancelled"];

const TIMES: readonly string[] = ["localtime", "time"]; // of a schedule: a pattern for programs

/** "On, short press", "2,700 K, on", "disabled", "is done"; empty where nothing changed, or only members that clients do not get. */
export function changeInWords(change: Change, definition: Definition, wording: Wording, meanings: Meanings): string {
  const { event, resource, section, values } = change;
  if (event !== "deleted" && Object.hasOwn(STEPS, resource.type)) return stepInWords(change, wording);
  if (!section || event !== "changed") return "";
  const seen = shown(definition[section], values);
  if (resource.type === "Rule" && "lasttriggered" in seen) return wording.text("events.did-plain") ?? "";
  const words = toldOf(Object.keys(seen)).map((member) => {
    const value = seen[member];
    if (member === "buttonevent" && typeof value === "number") return pressInWords(value, meanings, wording);
    if (member === "pairing") return wording.text(`pairing.step.${value}`) ?? String(value);
    if (resource.type === "Schedule" && TIMES.includes(member))
      return filled(wording.text("events.member-changed") ?? "", { member: memberNamed(member, wording) });
    return inWords({ [member]: value }, definition, () => section, wording);
  });
  return [...new Set(words)].filter((each) => each !== "").join(", ");
}

/** As the panels say it: "is under way", "is done", "failed: the radio is down". */
function stepInWords({ resource: { type, attr, state } }: Change, { text }: Wording): string {
  const status = { ...attr, ...state }[STEPS[type] ?? ""];
  const how = ENDED.includes(status) ? status : status === "idle" ? "done" : "began";
  const { code, description = "" } = isObject(attr.error) ? attr.error : {};
  const reason = code === "restarted" ? text("network.fault.restarted") : description;
  return filled(text(`events.job.${how}`) ?? String(how), { reason });
}

/** As the panels say it: "On, short press"; of a key without a name "button 2, short press". */
function pressInWords(code: number, meanings: Meanings, { text }: Wording): string {
  const known = meanings?.[code];
  const { name = `button ${known?.button ?? Math.floor(code / 1000)}` } = known ?? {};
  const action = known?.action ?? Object.keys(GESTURES)[code % 1000];
  const gesture = text(`devices.word.gesture.${action}`);
  const key = keyInWords(name, text);
  return gesture === undefined ? key : filled(text("automation.key") ?? "{key}, {gesture}", { key, gesture });
}

/** A resource without a name of its own gets the word for its kind. */
export function nameInWords(resource: Resource, { text }: Wording): string {
  const { address, type, attr } = resource;
  if (Object.hasOwn(STEPS, type))
    return text(`jobs.does.${attr.does ?? "touchlink-scan"}`) ?? text("jobs.other") ?? address;
  const isNamed = typeof attr.name === "string" && attr.name !== "" && attr.name !== idOf(address);
  const kind = type === "Device" ? "devices.kind.other" : `devices.type.${type.replaceAll(/[ /]/g, "-")}`;
  return (isNamed ? undefined : text(kind)) ?? nameOf(resource);
}
