/** A schedule of the gateway, one that is there or one that this node declares: tells when it is time, and is moved by messages. */
import type { Node, NodeAPI, NodeStatus } from "node-red";
import { isObject, type Resource, type Values } from "../src/model/resource.ts";
import { nearDay } from "../src/model/time/near-days.ts";
import { hasEnd, isDone, locationOf, timingOf } from "../src/model/time/plans.ts";
import { clockText, EVERY_DAY, lackIn, parsePattern } from "../src/model/time/time-grammar.ts";
import { wallOf } from "../src/model/time/zones.ts";
import {
  type Declaration,
  type DeclaredResource,
  type DeclaringDef,
  declaredReference,
  declareResource,
  unlessRenamed,
} from "./flow-node/declaration.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, performFor } from "./flow-node/input.ts";
import { NodeError, notUnderstood, quoted } from "./flow-node/node-error.ts";
import { clockTime, dayOfYear, statusOfNothing, statusOfTrouble, timeOfDay } from "./flow-node/node-status.ts";
import {
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  type SavedReference,
  type Store,
} from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { actionIn } from "./messages/action-words.ts";
import { type ChangeEvent, dataOf } from "./messages/change-messages.ts";
import { patternOf } from "./messages/plain-times.ts";

interface ScheduleDef extends FlowNodeDef, SavedReference, DeclaringDef {
  readonly time?: string; //        a pattern
  readonly usualName?: string; //   the time in words: the label as long as the user gives no name
  readonly zone?: string; //        "utc", or as the gateway has it
  readonly begins?: string; //      "message": a time span runs from when a message restarts it
  readonly afterwards?: string; //  "kept" or "deleted"
  readonly payload?: string;
  readonly payloadType?: string; // "planned", or as typed inputs name it
  readonly inputs?: number | string;
}

const PLANNED = "planned";
const LONGEST_NAME = 32;

export default function (RED: NodeAPI): void {
  registerFlowNode<ScheduleDef>(RED, "zigbee-gateway-schedule", ({ node, def, say }) => {
    const isDeclared = typeof def.declares === "string" && def.declares !== "";
    const pick = isDeclared
      ? declaredReference(node, "/schedules", nameIn(def) || say("label.palette"))
      : referenceOf(def);
    const asks = Number(def.inputs) > 0;
    let made: DeclaredResource | undefined;
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      let trouble: NodeError | undefined;
      let midnight = Number.POSITIVE_INFINITY; // then today is another day
      const present = () => {
        if (!runtime.isLoaded) return;
        midnight = endOfDay(runtime);
        const schedule = resolve(store, pick);
        const lack = isDeclared ? lackIn(trimmed(def.time)) : undefined;
        if (lack) show({ fill: "red", shape: "dot", text: say(`status.no-${lack}`) });
        else if (trouble) show(statusOfTrouble(trouble.textNow));
        else if (schedule) show(statusOf(schedule, runtime, say));
        else if (!isDeclared) show(statusOfNothing(pick, runtime, say));
        else if (made?.hasEnded()) show({ fill: "grey", shape: "dot", text: say("status.ended") });
      };
      const onChange = (fact: ChangeEvent) => {
        const { resource, values } = fact.change;
        if (resource.address === "/config" && "timezone" in values) return present();
        if (runtime.now >= midnight) present();
        if (!refersTo(store, pick, resource)) return;
        present();
        const message = told(runtime, fact);
        if (!message) return;
        payloadOf(RED, node, def, message).then(
          (payload) => node.send(asks ? [null, { ...message, payload }] : { ...message, payload }),
          (error) => node.error(say("error.value", { reason: String(error) }), { ...message }),
        );
      };
      const onAttempt = (failure: NodeError | undefined) => {
        trouble = failure;
        present();
        if (failure) node.error(say("error.declared", { reason: failure.message }));
      };
      const onSubscribed = () => {
        if (def.payloadType === PLANNED && meetsLight(RED, node, asks ? 1 : 0)) node.warn(say("warning.light"));
        if (isDeclared)
          made = declareResource(RED, node, runtime, def, declarationOf(runtime, def, pick, say), onAttempt);
      };
      return { updateStatus: present, onChange, onSubscribed };
    };
    const onInput: InputHandler = async (runtime, message) => {
      const wishes = wishesIn(message, say);
      await (isToRun(message) ? made?.again() : made?.there());
      return answer(RED, node, runtime, pick, wishes);
    };
    return { subscribe, onInput };
  });
}

/** A time is nothing that a light could do: better said now than at sunset. */
function meetsLight(RED: NodeAPI, node: Node, output: number): boolean {
  const { wires = [] } = node as { readonly wires?: readonly (readonly string[])[] };
  const next = new Set(wires[output]);
  let isMet = false;
  RED.nodes.eachNode(({ id, type, ...light }) => {
    const { does = "", d } = light as { readonly does?: string; readonly d?: boolean };
    if (next.has(id) && type === "zigbee-gateway-light" && does === "" && d !== true) isMet = true;
  });
  return isMet;
}

function nameIn(def: ScheduleDef): string {
  return (typedName(def) || trimmed(def.usualName)).slice(0, LONGEST_NAME);
}

function typedName({ declaredName, name }: ScheduleDef): string {
  return trimmed(declaredName) || trimmed(name);
}

function trimmed(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function declarationOf(
  runtime: GatewayRuntime,
  def: ScheduleDef,
  pick: ResourceReference,
  say: Translate,
): Declaration {
  const { opened } = runtime;
  const time = trimmed(def.time);
  const isUtc = def.zone === "utc" && !/sun(rise|set)|dawn|dusk/.test(time); // the sun goes by the days of the wall clock
  const waits = def.begins === "message" && /^(PT|R)/.test(time);
  const mayEnd = def.afterwards === "deleted";
  const { store } = opened.gateway;
  const name = pick.resourceName;
  const usual = () => (nameIn(def) ? name : (nameAfter(time, runtime, say) ?? name));
  const naming = () => (typedName(def) ? { name } : unlessRenamed(store, pick, { name: usual(), namedafter: [] }));
  return {
    pick,
    type: "Schedule",
    says: () => {
      const lack = lackIn(time);
      const isThere = resolve(store, pick) !== undefined; // then no day is news: it is not to fire any more
      if (lack && (lack !== "day" || !isThere)) throw new NodeError("invalid", () => say(`status.no-${lack}`));
      if (lacksPlace(store, time)) throw new NodeError("invalid", () => say("error.no-place"));
      return { ...naming(), autodelete: mayEnd, [isUtc ? "time" : "localtime"]: time };
    },
    once: waits ? { status: "disabled" } : {},
    wishes: (news, { attr }) => {
      if (!("time" in news || "localtime" in news)) return {};
      if (waits) return { status: "disabled" };
      const timing = timingOf(attr, store.get("/config")?.attr ?? {});
      const hasEnded = attr.status === "disabled" && timing !== undefined && hasEnd(timing.pattern);
      return hasEnded ? { status: "enabled" } : {};
    },
    mayEnd,
  };
}

/** Of one that was laid down and never opened: as its node is labelled. */
function nameAfter(time: string, { language }: GatewayRuntime, say: Translate): string | undefined {
  const pattern = parsePattern(time);
  if (typeof pattern !== "object" || pattern.kind !== "weekly" || pattern.days !== EVERY_DAY) return undefined;
  const clock = clockText(pattern.clock);
  return say("usual", { time: timeOfDay(`1970-01-01T${clock}`, language, !clock.endsWith(":00")) });
}

/** The gateway refuses it too, in the words of the API; here people read why. */
function lacksPlace(store: Store, time: string): boolean {
  const pattern = parsePattern(time);
  if (typeof pattern !== "object" || pattern.kind !== "sun") return false;
  return locationOf(true, store.get("/config")?.attr ?? {}).latitude === undefined;
}

function statusOf(schedule: Resource, runtime: GatewayRuntime, say: Translate): NodeStatus {
  const { status, due, lastfired } = schedule.attr;
  const config = runtime.opened.gateway.store.get("/config")?.attr ?? {};
  const timing = timingOf(schedule.attr, config);
  if (timing && isObject(lastfired) && isDone(schedule.attr, timing, runtime.now)) {
    const text = `${say("status.done")} · ${clockTime(Number(lastfired.at), runtime)}`;
    return { fill: "green", shape: "dot", text };
  }
  if (status === "disabled") return { fill: "grey", shape: "dot", text: say("status.disabled") };
  if (typeof due !== "number") return { fill: "grey", shape: "ring", text: say("status.never") };
  const minute = due - (due % MINUTE);
  const shown = timing?.pattern.kind === "sun" ? minute : due; // the sun is never to the second
  const time = whenInWords(shown, runtime.now, String(config.timezone ?? "UTC"), runtime.language, say);
  return { fill: "green", shape: "dot", text: say("status.next", { time }) };
}

/** That it was time; undefined where it was not. */
function told({ opened }: GatewayRuntime, { change, at, n }: ChangeEvent): Values | undefined {
  const { resource, section, values, before, cause, event } = change;
  const { lastfired } = values;
  if (event !== "changed" || section !== "attr" || !isObject(lastfired)) return undefined;
  const [planned, fired] = [Number(lastfired.planned), Number(lastfired.at)];
  const { due } = resource.attr;
  return structuredClone({
    topic: resource.address,
    scheduled: iso(planned),
    fired: iso(fired),
    lateBy: Math.max(0, fired - planned) / 1000,
    ...(Number(due) > planned ? { next: iso(Number(due)) } : {}),
    data: dataOf(resource, opened.gateway.store.definition(resource)),
    event: { event, section, values: { lastfired }, before: { lastfired: before.lastfired }, cause, at, n },
  });
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function payloadOf(RED: NodeAPI, node: Node, def: ScheduleDef, message: Values): Promise<unknown> {
  const { payload = "", payloadType = "" } = def;
  if (payloadType === PLANNED) return Promise.resolve(message.scheduled);
  return new Promise((resolve, reject) => {
    RED.util.evaluateNodeProperty(payload, payloadType, node, { ...message }, (error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
  });
}

/** The schedule as the API shows it, and its next times, after all that was wished of it. */
async function answer(
  RED: NodeAPI,
  node: Node,
  runtime: GatewayRuntime,
  pick: ResourceReference,
  wishes: readonly Values[],
) {
  const { store, perform } = runtime.opened.gateway;
  const { address } = requireResource(RED, store, pick);
  const warnings: string[] = [];
  for (const body of wishes)
    warnings.push(...(await performFor(runtime, { method: "PUT", address, body }, causeOf(node))));
  const schedule = requireResource(RED, store, pick);
  const seen = await perform({ method: "GET", address }, causeOf(node));
  const next = await perform({ method: "GET", address: `${address}/next` }, causeOf(node));
  const message: Values = structuredClone({
    topic: address,
    payload: { ...(isObject(seen.body) ? seen.body : {}), next: next.body },
    data: dataOf(schedule, store.definition(schedule)),
  });
  return warnings.length > 0 ? { ...message, warnings } : message;
}

// ---- the content of messages
/** The members that the node reads of a message; each may hold any value. */
interface ScheduleMessage {
  readonly action?: unknown;
  readonly payload?: unknown;
}

const ENABLED: Values = { status: "enabled" };
const DISABLED: Values = { status: "disabled" };

/** The bodies that are put, one after the other. */
const ACTIONS: Readonly<Record<string, readonly Values[]>> = {
  enable: [ENABLED],
  disable: [DISABLED],
  restart: [DISABLED, ENABLED], // a schedule that is enabled already would just go on
  next: [],
};
const WEEK = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MINUTE = 60_000;
const DAY = 86_400_000;
const ALMOST_A_WEEK = 6; // days; in seven the weekday is the same again

/** Throws a Failure where it wishes nothing that a schedule knows. */
export function wishesIn(message: ScheduleMessage, say: Translate): readonly Values[] {
  const action = actionIn(message, Object.keys(ACTIONS));
  if (action === undefined) return [timeIn(message.payload, say)];
  const wishes = typeof action === "string" && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!wishes) throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
  return wishes;
}

/** Is it to run, also when it has ended? */
function isToRun(message: ScheduleMessage): boolean {
  const action = actionIn(message, Object.keys(ACTIONS));
  return action === "enable" || action === "restart";
}

function timeIn(payload: unknown, say: Translate): Values {
  const plain = typeof payload === "string" ? patternOf(payload) : undefined;
  if (plain !== undefined) return { localtime: plain };
  if (!isObject(payload) || typeof payload.time !== "string") throw notUnderstood(payload, say);
  const { time: said, utc = false, ...others } = payload;
  const [member] = Object.keys(others);
  if (member !== undefined) throw new NodeError("invalid", say("error.member", { member: quoted(member) }));
  if (typeof utc !== "boolean") throw notUnderstood(payload, say);
  const time = patternOf(payload.time) ?? said; // the gateway says what is wrong with it
  return utc ? { time } : { localtime: time };
}

/** Almost: an hour beside it where the clock is set, and asked again then. */
function endOfDay({ opened, now }: GatewayRuntime): number {
  const zone = String(opened.gateway.store.get("/config")?.attr.timezone ?? "UTC");
  return now + DAY - (wallOf(now, zone) % DAY);
}

/** "today 7:00 AM", "tomorrow 7:00 AM" or "Mon 7:00 AM", on the wall clock; with seconds where they count, with the date where a weekday would not be clear. */
export function whenInWords(moment: number, now: number, zone: string, language: string, say: Translate): string {
  const [then, today] = [wallOf(moment, zone), wallOf(now, zone)];
  const text = new Date(then).toISOString();
  const time = timeOfDay(text, language, text.slice(17, 19) !== "00");
  const days = Math.floor(then / DAY) - Math.floor(today / DAY);
  const weekday = WEEK[new Date(then).getUTCDay()];
  const isSoon = days >= 0 && days <= ALMOST_A_WEEK;
  if (days === 0 || days === 1) return `${nearDay(days, language)} ${time}`;
  const day = isSoon ? say(`day.${weekday}.short`) : dayOfYear(text, new Date(today).toISOString(), language);
  return `${day} ${time}`;
}
