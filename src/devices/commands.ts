/** What a wish asks of a light that is no value of it but something to do: make yourself known, go round the colors, be on for a while. */
import type { Order, Target } from "../model/radio.ts";
import type { Values } from "../model/resource.ts";

export const IDENTIFY = 0x0003; // the cluster by which a device makes itself known
const ON_OFF = 0x0006;
const COLOR = 0x0300;
const SELECT = 2; // seconds
const LSELECT = 15;
const USUAL_LOOP = 25; // seconds for a round
const MOST = 65_534;

/** The effects of the identify cluster. */
const EFFECTS: Readonly<Record<string, number>> = {
  blink: 0x00,
  breathe: 0x01,
  okay: 0x02,
  channelchange: 0x0b,
  finish: 0xfe,
  stop: 0xff,
};

/** Whom it is for, and what that can. */
export interface Means {
  readonly target: Target;
  /** It has this cluster, as a number. */
  has(cluster: number): boolean;
  readonly state: Values; // as it was before the wish
  readonly isSiren: boolean;
}

export interface Done {
  readonly first: readonly Order[]; // before values are set
  readonly last: readonly Order[];
  readonly rest: Values; // what is left of the wish
}

type Doing = (means: Means, values: Values) => { first?: Order; last?: Order; rest: Values } | undefined;

/** `ontime` in tenths of a second; `onoffcontrol` 1: only if it is on. It goes out by itself, and few tell. */
const timedOn: Doing = ({ target, has, isSiren }, { ontime, onoffcontrol, ...values }) => {
  if (ontime === undefined || isSiren || values.on !== true || !has(ON_OFF)) return undefined;
  const { on, ...rest } = values;
  const payload = { ctrlbits: onoffcontrol === 1 ? 1 : 0, ontime: Math.min(MOST, Number(ontime)), offwaittime: 0 };
  return { first: { do: "command", target, cluster: "genOnOff", command: "onWithTimedOff", payload }, rest };
};

const colorloop: Doing = ({ target, has, state }, { effect, colorloopspeed, ...rest }) => {
  if (!has(COLOR)) return undefined;
  const loop = (payload: Values): Order => {
    return { do: "command", target, cluster: "lightingColorCtrl", command: "colorLoopSet", payload };
  };
  const time = Number(colorloopspeed ?? USUAL_LOOP);
  if (effect === "colorloop")
    return { last: loop({ updateflags: 0b111, action: 2, direction: 1, time, starthue: 0 }), rest };
  if (effect === "none" && state.effect === "colorloop")
    return { first: loop({ updateflags: 0b001, action: 0, direction: 0, time: 0, starthue: 0 }), rest };
  return undefined;
};

const alert: Doing = ({ target, has, isSiren }, { alert, ...rest }) => {
  if (typeof alert !== "string" || isSiren || !has(IDENTIFY)) return undefined;
  const say = (command: string, payload: Values) => ({
    last: { do: "command" as const, target, cluster: "genIdentify", command, payload },
    rest,
  });
  const effectid = Object.hasOwn(EFFECTS, alert) ? EFFECTS[alert] : undefined;
  if (effectid !== undefined) return say("triggerEffect", { effectid, effectvariant: 0 });
  const long = rest.ontime === undefined ? LSELECT : Math.ceil(Number(rest.ontime) / 10);
  const seconds: Readonly<Record<string, number>> = { none: 0, select: SELECT, lselect: long };
  const identifytime = Object.hasOwn(seconds, alert) ? seconds[alert] : undefined;
  return identifytime === undefined ? undefined : say("identify", { identifytime: Math.min(MOST, identifytime) });
};

const DOINGS: readonly Doing[] = [colorloop, alert, timedOn];

/** What has to be done by commands; the rest of the wish are values to be set. */
export function doings(means: Means, values: Values): Done {
  const first: Order[] = [];
  const last: Order[] = [];
  let rest = values;
  for (const doing of DOINGS) {
    const done = doing(means, rest);
    if (!done) continue;
    if (done.first) first.push(done.first);
    if (done.last) last.push(done.last);
    rest = done.rest;
  }
  return { first, last, rest };
}
