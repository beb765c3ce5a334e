/** How a resource looks in the status of a node: its value and when it came; a ring or a colour for what is not as it should be. */
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
}

const YEAR = { year: "numeric" } as const;
const MOST = 40;
const LONGEST_TROUBLE = 80;

/** "21.4 °C · 14:03": whose it is, the label of the node says. */
export function statusOf(
  resource: Resource,
  { text, at }: ShownValue,
  runtime: GatewayRuntime,
  say: Translate,
): NodeStatus {
  const { config, state, type } = resource;
  if (runtime.radioTrouble !== "" && !type.startsWith("CLIP")) return runtime.status; // all else may be long past
  if ((state.reachable ?? config.reachable) === false)
    return { fill: "red", shape: "ring", text: say("status.unreachable") };
  if (text === "") return { fill: "grey", shape: "ring", text: say("status.unknown") };
  const whole = `${shortened(text, MOST)}${at === undefined ? "" : ` · ${clockTime(at, runtime)}`}`;
  const isPending = Array.isArray(config.pending) && config.pending.length > 0;
  return isPending ? { fill: "yellow", shape: "ring", text: whole } : { fill: "green", shape: "dot", text: whole };
}

export function statusOfTrouble(text: string): NodeStatus {
  return { fill: "red", shape: "dot", text: shortened(withoutKeys(text), LONGEST_TROUBLE) };
}

export function statusOfNothing({ resourceName, address }: ResourceReference, say: Translate): NodeStatus {
  const name = resourceName || address;
  return { fill: "red", shape: "dot", text: name ? say("status.not-found", { name }) : say("status.none") };
}

/** On the wall clock of the gateway; of another day also which. */
export function clockTime(moment: number, { opened, now, language }: GatewayRuntime, withSeconds = false): string {
  const zone = String(opened.gateway.store.get("/config")?.attr.timezone ?? "UTC");
  const [then, today] = [localSeconds(moment, zone), localSeconds(now, zone)];
  const time = then.slice(11, withSeconds ? 19 : 16);
  if (then.slice(0, 10) === today.slice(0, 10)) return time;
  const isThisYear = then.slice(0, 4) === today.slice(0, 4);
  const style = { timeZone: "UTC", day: "numeric", month: "short", ...(isThisYear ? {} : YEAR) } as const;
  return `${new Date(`${then.slice(0, 10)}T00:00:00Z`).toLocaleDateString(language, style)} ${time}`;
}
