/** How a resource looks in the status of a node: its value and when it came; a ring or a colour for what is not as it should be. */
import type { NodeStatus } from "node-red";
import type { Resource } from "../src/model/resource.ts";
import { nameOf, shortened } from "./facts.ts";
import type { Running } from "./running.ts";

export type SayStatus = (key: string, values?: Record<string, string>) => string;

/** "Hall: 21.4 °C · 14:03", on the wall clock of the gateway. */
export function statusOf(resource: Resource, text: string, running: Running, say: SayStatus): NodeStatus {
  const { config, state } = resource;
  const name = nameOf(resource);
  const line = (words: string) => `${name}: ${shortened(words, 40)}`;
  const isReachable = (state.reachable ?? config.reachable) !== false;
  if (!isReachable) return { fill: "red", shape: "ring", text: line(say("status.unreachable")) };
  if (text === "") return { fill: "grey", shape: "ring", text: line(say("status.unknown")) };
  const time = timeOf(running);
  const whole = `${line(text)}${time && ` · ${time}`}`;
  const isPending = Array.isArray(config.pending) && config.pending.length > 0;
  return isPending ? { fill: "yellow", shape: "ring", text: whole } : { fill: "green", shape: "dot", text: whole };
}

export function timeOf({ opened }: Running): string {
  return String(opened.gateway.store.get("/config")?.attr.localtime ?? "").slice(11, 16);
}
