/** What follows from the commands to a lamp: what is answered, what is sent, and what is shown until the lamp reports. Pure. */
import { xyOfMired } from "../../model/color.ts";
import { ApiError } from "../../model/errors.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { heldGradient } from "./gradient.ts";
import { withinCt } from "./light-commands.ts";
import type { Granted, StatePlan } from "./state-plans.ts";

const HUES = 65_536;
const FULL = 254;
const DEFAULT_TRANSITION = 4;
const DEFAULT_LOOP_SPEED = 25;
const COLORS: readonly string[] = ["gradient", "xy", "ct", "ct_inc", "hue", "sat"];
const LEVELS: readonly string[] = ["bri", "bri_inc"];

/** One member of a command: what is answered, what the device is sent, and what the store shows. */
interface LampCommand extends Granted {
  readonly asked: string; // the member of the body that it comes from
  readonly sent: Values;
  readonly optimistic: Values;
}

/** The commands are checked already. */
export function plannedLamp(light: Resource, commands: Values, address: Address): StatePlan {
  const answer: (Granted | ApiError)[] = [];
  const [values, optimistic]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  const whole = withoutSteps(commands, light.state);
  for (const want of wantsOf(light, withoutOverruled(whole))) {
    const refusal = refusalOf(light, whole, want.asked, address);
    answer.push(refusal ?? { member: want.member, value: want.value });
    if (!refusal) Object.assign(values, want.sent);
    if (!refusal) Object.assign(optimistic, want.optimistic);
  }
  const shown = Object.entries(optimistic).filter(([member]) => Object.hasOwn(light.state, member));
  return {
    answer,
    values: { ...values, ...optionsOf(whole, values, DEFAULT_LOOP_SPEED) },
    optimistic: Object.fromEntries(shown),
  };
}

/** A lamp that is off takes no level and no color, unless its config says so; a lamp with a running color loop takes no color. */
function refusalOf({ state, config }: Resource, { on, effect }: Values, name: string, address: Address) {
  const at = `${address}/${name}`;
  const isColor = COLORS.includes(name);
  const staysOff = state.on === false && on !== true;
  const whileOff = LEVELS.includes(name) ? "bri/execute_if_off" : "color/execute_if_off";
  const needsOn = LEVELS.includes(name) || isColor || name === "effect";
  if (needsOn && staysOff && config[whileOff] !== true) return new ApiError("off", at, name);
  if (isColor && state.effect === "colorloop" && effect !== "none") return new ApiError("readOnly", at, name);
  return undefined;
}

/** A gradient goes before xy, xy before ct, ct before ct_inc, and that before hue and sat; a level before a step. A lamp that is switched off keeps its level. */
export function withoutOverruled(commands: Values): Values {
  const first = COLORS.find((name) => name in commands);
  const chosen = first === "hue" ? ["hue", "sat"] : [first];
  const isLost = (name: string) => {
    if (COLORS.includes(name)) return !chosen.includes(name);
    return LEVELS.includes(name) && (commands.on === false || (name === "bri_inc" && "bri" in commands));
  };
  return Object.fromEntries(Object.entries(commands).filter(([name]) => !isLost(name)));
}

/** Steps of hue and saturation become the hue and the saturation that they lead to, from those that are known. */
export function withoutSteps({ hue_inc, sat_inc, ...commands }: Values, from: Values): Values {
  const hue = (((Number(from.hue ?? 0) + Number(hue_inc)) % HUES) + HUES) % HUES;
  const sat = Math.min(FULL, Math.max(0, Number(from.sat ?? 0) + Number(sat_inc)));
  return {
    ...(hue_inc === undefined ? {} : { hue }),
    ...(sat_inc === undefined ? {} : { sat }),
    ...commands,
  };
}

/** The color mode after these commands; undefined when they set no color. */
export function colormodeOf({ effect, ...colors }: Values): string | undefined {
  if (effect !== undefined && effect !== "none") return effect === "colorloop" ? "hs" : "effect";
  if ("gradient" in colors) return "gradient";
  if ("xy" in colors) return "xy";
  if ("ct" in colors || "ct_inc" in colors) return "ct";
  return "hue" in colors || "sat" in colors ? "hs" : undefined;
}

/** In the order of the answer: on first, off last. */
function wantsOf(light: Resource, commands: Values): readonly LampCommand[] {
  const { on, bri, effect, alert, speed, music_sync } = commands;
  return [
    ...(on === true ? [want("on", on)] : []),
    ...(bri === undefined ? [] : [want("bri", bri)]),
    ...(commands.bri_inc === undefined ? [] : [steppedLevel(light, commands)]),
    ...(effect === "none" ? [want("effect", effect)] : []),
    ...colorsOf(light, commands),
    ...(effect === undefined || effect === "none"
      ? []
      : [want("effect", effect, { colormode: colormodeOf({ effect }) })]),
    ...(music_sync === undefined ? [] : [want("music_sync", music_sync)]),
    ...(alert === undefined ? [] : [{ ...want("alert", alert), optimistic: {} }]), // an alert passes, and is not stored
    ...(speed === undefined ? [] : [want("speed", speed, { on: Number(speed) > 0 })]),
    ...(on === false ? [want("on", on)] : []),
  ];
}

function colorsOf(light: Resource, commands: Values): readonly LampCommand[] {
  const { ct, ct_inc } = commands;
  if (ct_inc !== undefined) {
    const mired = withinCt(light, Math.max(0, Number(light.state.ct ?? 0) + Number(ct_inc)));
    return [{ ...want("ct", mired, { colormode: "ct" }), asked: "ct_inc" }];
  }
  if (ct !== undefined && !Object.hasOwn(light.state, "ct")) {
    const xy = xyOfMired(Number(ct)); // a lamp without color temperatures is told the color of that temperature
    return [{ ...want("ct", ct), sent: { xy }, optimistic: { xy, colormode: "xy" } }];
  }
  const colormode = colormodeOf(commands);
  const names = COLORS.filter((name) => name in commands);
  return names.map((name) => {
    const held = name === "gradient" ? { gradient: heldGradient(commands.gradient) } : {};
    return want(name, commands[name], { ...held, colormode });
  });
}

/** A lamp whose level is not known is told the step itself, and so is a step of nothing, which stops it. */
function steppedLevel({ state }: Resource, { bri_inc, wrap }: Values): LampCommand {
  const by = Number(bri_inc);
  const bri = stepped(Number(state.bri ?? 0), by, wrap === true);
  const level = { ...want("bri", bri), asked: "bri_inc" };
  return by !== 0 && typeof state.bri === "number" ? level : { ...level, sent: { bri_inc: by }, optimistic: {} };
}

/** With `wrap` the level goes on from the other end. */
export function stepped(from: number, by: number, wrap: boolean): number {
  const to = from + by;
  if (wrap && by < 0 && to < 1) return to + 254;
  if (wrap && to > 254) return to - 254;
  return Math.min(254, Math.max(0, to));
}

/** Command options are only sent to a lamp that changes. */
export function optionsOf(commands: Values, values: Values, loopSpeed: number): Values {
  const { transitiontime, ontime, colorloopspeed } = commands;
  const moves = [...LEVELS, ...COLORS].some((name) => name in values);
  return {
    ...(transitiontime !== undefined || moves ? { transitiontime: transitiontime ?? DEFAULT_TRANSITION } : {}),
    ...(Number(ontime ?? 0) > 0 ? { ontime } : {}),
    ...(values.effect === "colorloop" ? { colorloopspeed: colorloopspeed ?? loopSpeed } : {}),
  };
}

function want(member: string, value: unknown, more: Values = {}): LampCommand {
  const plain = { [member]: value };
  return { asked: member, member, value, sent: plain, optimistic: { ...plain, ...more } };
}
