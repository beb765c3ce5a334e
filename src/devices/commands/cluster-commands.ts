/** Commands to a light that set no value but make it do something: identify itself, run a color loop, be on for a while, step, stop. */
import type { Order, Target } from "../../model/radio/orders.ts";
import type { Values } from "../../model/resource.ts";

export const IDENTIFY = 0x0003; // the cluster by which a device makes itself known
const ON_OFF = 0x0006;
const LEVEL = 0x0008;
const COLOR = 0x0300;
const COVERING = 0x0102;
const SELECT = 2; // seconds
const LSELECT = 15;
const USUAL_LOOP = 25; // seconds for a round of all hues
const ROUND = 254; // steps of hue
const MOST = 65_534;
const FULL_LEVEL = 254;

/** The effects of the identify cluster, by their names in `alert`. */
const EFFECTS: Readonly<Record<string, number>> = {
  blink: 0x00,
  breathe: 0x01,
  okay: 0x02,
  channelchange: 0x0b,
  finish: 0xfe,
  stop: 0xff,
};
/** Effects that end another. */
const ENDS: readonly string[] = ["finish", "stop"];

/** Something that a device may refuse, and that is then done in another way, or not promised any more. */
export type Skill = string;

/** The target of a command, and the abilities of that device or group. */
interface CommandContext {
  readonly target: Target;
  /** The target has this cluster. */
  has(cluster: number): boolean;
  /** The target has refused this before. */
  lacks(skill: Skill): boolean;
  readonly state: Values; // as it was before the command
  readonly isSiren: boolean;
}

/** An order, and the meaning of its refusal. */
export interface OrderStep {
  readonly order: Order;
  /** The order is a question; the next order follows from the answer. */
  readonly then?: (answer: Values) => Order | undefined;
  /** The members that the order is for, each with the properties of the device by which a refusal may name it. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** The skill that the device lacks when it refuses the member. */
  readonly skills: Readonly<Record<string, Skill>>;
}

interface ClusterCommands {
  readonly first: readonly OrderStep[]; // before values are set
  readonly last: readonly OrderStep[];
  readonly rest: Values; // members that are left to be set as values
  readonly offAfter?: number; // tenths of a second, where the device does not count them itself
}

type CommandRule = (
  context: CommandContext,
  values: Values,
) => { first?: OrderStep; last?: OrderStep; rest: Values; offAfter?: number } | undefined;

/** `ontime` in tenths of a second; `onoffcontrol` 1: only if the light is on. The light goes out by itself, and few report that. */
const timedOn: CommandRule = ({ target, has, lacks, state, isSiren }, { ontime, onoffcontrol, ...values }) => {
  if (ontime === undefined || isSiren || values.on !== true) return undefined;
  const { on, ...rest } = values;
  const tenths = Math.min(MOST, Number(ontime));
  if (!has(ON_OFF) || lacks("ontime")) {
    const isMeant = onoffcontrol !== 1 || state.on === true;
    return isMeant ? { rest: values, offAfter: tenths } : { rest };
  }
  const payload = { ctrlbits: onoffcontrol === 1 ? 1 : 0, ontime: tenths, offwaittime: 0 };
  const order = command(target, "genOnOff", "onWithTimedOff", payload);
  return { first: { order, members: { on: [] }, skills: { on: "ontime" } }, rest };
};

const colorloop: CommandRule = ({ target, has, lacks, state }, { effect, colorloopspeed, ...rest }) => {
  if (!has(COLOR)) return undefined;
  const isTurned = lacks("colorloop"); // then its hue is moved until it is stopped
  if (isTurned && (lacks("hueloop") || !("hue" in state))) return undefined;
  const step = (name: string, payload: Values): OrderStep => ({
    order: command(target, "lightingColorCtrl", name, payload),
    members: { effect: [] },
    skills: { effect: isTurned ? "hueloop" : "colorloop" },
  });
  const time = Number(colorloopspeed ?? USUAL_LOOP);
  if (effect === "colorloop") {
    const turn = { movemode: 1, rate: Math.max(1, Math.round(ROUND / time)) };
    const loop = { updateflags: 0b111, action: 2, direction: 1, time, starthue: 0 };
    return { last: isTurned ? step("moveHue", turn) : step("colorLoopSet", loop), rest };
  }
  if (effect !== "none" || state.effect !== "colorloop") return undefined;
  const end = { updateflags: 0b001, action: 0, direction: 0, time: 0, starthue: 0 };
  return { first: isTurned ? step("stopMoveStep", {}) : step("colorLoopSet", end), rest };
};

const alert: CommandRule = ({ target, has, lacks, isSiren }, { alert, ...rest }) => {
  if (typeof alert !== "string" || isSiren || !has(IDENTIFY)) return undefined;
  const say = (skill: Skill, name: string, payload: Values) => ({
    last: { order: command(target, "genIdentify", name, payload), members: { alert: [] }, skills: { alert: skill } },
    rest,
  });
  const effectid = Object.hasOwn(EFFECTS, alert) ? EFFECTS[alert] : undefined;
  if (effectid !== undefined && !lacks("trigger"))
    return say("trigger", "triggerEffect", { effectid, effectvariant: 0 });
  if (lacks("identify")) return undefined;
  const long = rest.ontime === undefined ? LSELECT : Math.ceil(Number(rest.ontime) / 10);
  const seconds: Readonly<Record<string, number>> = { none: 0, select: SELECT, lselect: long };
  const instead = ENDS.includes(alert) ? 0 : SELECT;
  const identifytime = Object.hasOwn(seconds, alert) ? seconds[alert] : effectid === undefined ? undefined : instead;
  if (identifytime === undefined) return undefined;
  return say("identify", "identify", { identifytime: Math.min(MOST, identifytime) });
};

/** A light that knows no steps is asked for its level, and told the level to go to. A step of nothing leaves it where it is. */
const stepped: CommandRule = ({ target, has, lacks }, { bri_inc, ...rest }) => {
  if (bri_inc === undefined || !lacks("bri_inc") || !has(LEVEL)) return undefined;
  const ask = read(target, "genLevelCtrl", "currentLevel");
  const then = ({ currentLevel }: Values) => {
    if (typeof currentLevel !== "number") return undefined;
    const level = Math.min(FULL_LEVEL, Math.max(1, currentLevel + Number(bri_inc)));
    const transtime = bri_inc === 0 ? 0 : Number(rest.transitiontime ?? 0);
    return command(target, "genLevelCtrl", "moveToLevelWithOnOff", { level, transtime });
  };
  return ask && { last: { order: ask, then, members: { bri_inc: [] }, skills: {} }, rest };
};

const steppedColor: CommandRule = ({ target, has, lacks }, { ct_inc, ...rest }) => {
  if (ct_inc === undefined || !lacks("ct_inc") || !has(COLOR)) return undefined;
  const ask = read(target, "lightingColorCtrl", "colorTemperature");
  const then = ({ colorTemperature }: Values) => {
    if (typeof colorTemperature !== "number") return undefined;
    const colortemp = Math.min(MOST, Math.max(1, colorTemperature + Number(ct_inc)));
    const transtime = ct_inc === 0 ? 0 : Number(rest.transitiontime ?? 0);
    return command(target, "lightingColorCtrl", "moveToColorTemp", { colortemp, transtime });
  };
  return ask && { last: { order: ask, then, members: { ct_inc: [] }, skills: {} }, rest };
};

/** A motor that knows no stop is sent to the position where it is just now. */
const stopped: CommandRule = ({ target, has, lacks }, { stop, ...rest }) => {
  if (stop !== true || !lacks("stop") || !has(COVERING)) return undefined;
  const ask = read(target, "closuresWindowCovering", "currentPositionLiftPercentage");
  const then = ({ currentPositionLiftPercentage: at }: Values) =>
    typeof at === "number"
      ? command(target, "closuresWindowCovering", "goToLiftPercentage", { percentageliftvalue: at })
      : undefined;
  return ask && { last: { order: ask, then, members: { stop: [] }, skills: {} }, rest };
};

const RULES: readonly CommandRule[] = [colorloop, alert, timedOn, stepped, steppedColor, stopped];

/** The cluster commands that a command takes; the rest are values to be set. */
export function clusterCommands(context: CommandContext, values: Values): ClusterCommands {
  const first: OrderStep[] = [];
  const last: OrderStep[] = [];
  let rest = values;
  let offAfter: number | undefined;
  for (const rule of RULES) {
    const done = rule(context, rest);
    if (!done) continue;
    if (done.first) first.push(done.first);
    if (done.last) last.push(done.last);
    rest = done.rest;
    offAfter ??= done.offAfter;
  }
  return { first, last, rest, ...(offAfter !== undefined && { offAfter }) };
}

/** The skills that a device needs for these values, beyond being told them. */
export function skillsFor({ ontime, effect, alert }: Values): readonly Skill[] {
  return [
    ...(ontime === undefined ? [] : ["ontime"]),
    ...(effect === undefined ? [] : [effect === "colorloop" ? "colorloop" : `effect:${effect}`]),
    ...(alert === undefined ? [] : ["trigger", "identify"]),
  ];
}

function command(target: Target, cluster: string, name: string, payload: Values): Order {
  return { do: "command", target, cluster, command: name, payload };
}

/** Undefined: a group cannot be asked. */
function read(target: Target, cluster: string, attribute: string): Order | undefined {
  return "ieee" in target ? { do: "read", target, cluster, attributes: [attribute] } : undefined;
}
