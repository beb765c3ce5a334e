/** How a resource looks in the status of a node: its value and when it came; a ring or a color for a value that is not as it should be. */
import type { NodeStatus } from "node-red";
import { withoutKeys } from "../../src/model/keys.ts";
import type { Resource } from "../../src/model/resource.ts";
import { localSeconds } from "../../src/model/time/times.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import { shortened } from "../messages/change-messages.ts";
import type { ResourceReference } from "./resource-reference.ts";

export interface ShownValue {
  readonly text: string; //               "" where nothing is known
  readonly at?: number | undefined; // when that came; milliseconds, UTC
  readonly isOff?: boolean; //         a light that is off looks so
  readonly isSent?: boolean; //        a command wants it so, and the device has not confirmed it yet
}

const YEAR = { year: "numeric" } as const;
const MOST = 40; // letters of a value

/** "21.4 °C · 2:03 PM": the label of the node names the resource. */
export function statusOf(
  resource: Resource,
  { text, at, isOff = false, isSent = false }: ShownValue,
  runtime: GatewayRuntime,
  say: Translate,
): NodeStatus {
  const { config, state, type } = resource;
  if (runtime.radioTrouble !== "" && !type.startsWith("CLIP")) return runtime.status; // all else may be long past
  if ((state.reachable ?? config.reachable) === false)
    return { fill: "red", shape: "ring", text: say("status.unreachable") };
  if (text === "") return { fill: "grey", shape: "ring", text: say("status.unknown") };
  const parts = [shortened(text, MOST), at !== undefined && clockTime(at, runtime), isSent && say("status.sent")];
  const whole = parts.filter(Boolean).join(" · ");
  const isPending = Array.isArray(config.pending) && config.pending.length > 0;
  if (isPending) return { fill: "yellow", shape: "ring", text: whole };
  if (isOff) return { fill: "grey", shape: "ring", text: whole };
  return { fill: "green", shape: isSent ? "ring" : "dot", text: whole };
}

export function statusOfTrouble(text: string): NodeStatus {
  return { fill: "red", shape: "dot", text: withoutKeys(text) };
}

/** Another stick has a network, and data, of its own: while the radio is down, the status calls no resource deleted. */
export function statusOfNothing(
  { resourceName, address }: ResourceReference,
  runtime: GatewayRuntime,
  say: Translate,
): NodeStatus {
  const name = resourceName || address;
  if (name && runtime.radioTrouble !== "") return runtime.status;
  return { fill: "red", shape: "dot", text: name ? say("status.not-found", { name }) : say("status.none") };
}

/** On the wall clock of the gateway; of another day also which. */
export function clockTime(moment: number, { opened, now, language }: GatewayRuntime, withSeconds = false): string {
  const zone = String(opened.gateway.store.get("/config")?.attr.timezone ?? "UTC");
  const [then, today] = [localSeconds(moment, zone), localSeconds(now, zone)];
  const time = timeOfDay(then, language, withSeconds);
  return then.slice(0, 10) === today.slice(0, 10) ? time : `${dayOfYear(then, today, language)} ${time}`;
}

/** The time of a wall clock, as people write it: "2026-11-23T14:03:00" → "2:03 PM", "14:03". */
export function timeOfDay(wall: string, language: string, withSeconds: boolean): string {
  return written(wall, language, { timeStyle: withSeconds ? "medium" : "short" });
}

/** "Nov 23"; with the year where that is not this one. */
export function dayOfYear(wall: string, today: string, language: string): string {
  const isThisYear = wall.slice(0, 4) === today.slice(0, 4);
  return written(wall, language, { day: "numeric", month: "short", ...(isThisYear ? {} : YEAR) });
}

const formats = new Map<string, Intl.DateTimeFormat>(); // dear to make, and an event node needs one for each change

/** With plain spaces, because readers of a status look for these. */
function written(wall: string, language: string, style: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(style)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(Date.parse(`${wall.slice(0, 19)}Z`)).replace(/\s/g, " ");
}
