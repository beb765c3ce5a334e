/** PUT to the state of a light (wire 4.4 and 4.5): the members of the body are checked and clamped, then shown and sent. */
import type { Call, Handler } from "../../core/call.ts";
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, bool, type Field, type Fields, list, num, object, text } from "../../model/fields.ts";
import { roundedXy, type Xy, xyOfMired } from "../../model/lights/color.ts";
import { type Address, isObject, type Outcome, type Resource, success, type Values } from "../../model/resource.ts";
import { demandEnabled, demandMembers, named, obstacleTo, showDesired } from "../handlers.ts";
import { GRADIENT, heldGradient, readGradient } from "./gradient.ts";
import { ALERTS, type Granted, plannedCover, plannedLock, plannedSiren, type StatePlan } from "./state-plans.ts";

type Planner = (light: Resource, body: Values, address: Address) => StatePlan;

/** Types other than lamps have members of their own; one that does not fit refuses the whole body. */
const PLANNERS: Readonly<Record<string, Planner>> = {
  "Window covering controller": plannedCover,
  "Window covering device": plannedCover,
  "Warning device": plannedSiren,
  "Door Lock": plannedLock,
};

const planLamp: Planner = (light, body, address) => {
  const { commands, errors } = checkedCommands(light, body, address);
  const plan = plannedLamp(light, commands, address);
  return { ...plan, answer: [...errors, ...plan.answer] };
};

export const setState: Handler = (call) => {
  const light = named(call);
  demandEnabled(call);
  if (light.state.reachable !== true) return attempt(call, light);
  return carryOut(call, light, planOf(light, toggled(call, light, demandMembers(call)), call.address));
};

/** Clients toggle groups alone. A rule or a schedule toggles a light, too: only when it comes is known whether the light is to be on. */
function toggled({ cause }: Call, { state }: Resource, body: Values): Values {
  const { toggle, ...others } = body;
  const isMeant = toggle === true && "on" in state && /^\/(rules|schedules)\//.test(cause.by);
  return isMeant ? { ...others, on: state.on !== true } : body;
}

export function isLamp({ type }: Resource): boolean {
  return !Object.hasOwn(PLANNERS, type);
}

/** The plan for a body to this light, be it a lamp, a covering, a siren or a lock. */
export function planOf(light: Resource, body: Values, address: Address): StatePlan {
  const planner = isLamp(light) ? planLamp : PLANNERS[light.type];
  return (planner ?? planLamp)(light, body, address);
}

/**
 * Clients are told that the light is not reachable. It may be again, so it is told once, and nothing of that is shown. A light that only
 * would refuse because it was off when it was last heard is told nothing, and asked how it is.
 */
function attempt(call: Call, light: Resource): readonly ApiError[] {
  const { body, address } = call;
  const { values, answer } = isObject(body)
    ? planOf(light, toggled(call, light, body), address)
    : { values: {}, answer: [] };
  const isTold =
    Object.keys(values).length > 0 || answer.some((item) => item instanceof ApiError && item.error === "off");
  if (isTold && obstacleTo(call, light) === undefined) send(call, light, values, {});
  return [new ApiError("unreachable", address)];
}

function carryOut(call: Call, light: Resource, { answer, values, optimistic }: StatePlan): readonly Outcome[] {
  const { address } = call;
  const grants = answer.some((item) => !(item instanceof ApiError));
  const isInTheWay = grants && obstacleTo(call, light) !== undefined;
  if (grants && !isInTheWay) {
    showDesired(call, "state", [{ resource: light, optimistic }]);
    send(call, light, values, optimistic);
  }
  return answer.map((item) => {
    if (item instanceof ApiError) return item;
    const at = `${address}/${item.member}`;
    return isInTheWay ? new ApiError("busyNow", at) : success(at, item.value);
  });
}

function send({ after, devices, cause }: Call, resource: Resource, values: Values, optimistic: Values): void {
  after(() => devices.send({ resource, section: "state", values, optimistic, cause }));
}

// ---- the members of a body, and the values for a lamp

const UINT16 = 65_535;

const TRIGGERS = ["blink", "breathe", "okay", "channelchange", "finish", "stop"] as const;

const isXy = (value: unknown) =>
  (value as readonly unknown[]).every((part) => typeof part === "number" && part >= 0 && part <= 1);

/** Devices take whole numbers; clients that calculate send others, too. */
export const LIGHT_COMMANDS: Fields = {
  on: bool(),
  bri: num({ min: 0, max: 255, about: "While the light is on, or together with `on`" }),
  bri_inc: num({ min: -255, max: 255, about: "Brighter or darker by so much; 0 ends a change that goes on" }),
  gradient: object({ members: GRADIENT, about: "Of a light strip; goes before all other colors" }),
  xy: list({ min: 2, max: 2, fits: isXy, each: num({ min: 0, max: 1 }), about: "Goes before `ct`, `hue` and `sat`" }),
  ct: num({ min: 0, max: UINT16, unit: "mired", about: "Goes before `hue` and `sat`; kept between ctmin and ctmax" }),
  ct_inc: num({ min: -UINT16, max: UINT16, unit: "mired" }),
  hue: num({ min: 0, max: UINT16, coerce: "number" }),
  sat: num({ min: 0, max: 255, coerce: "number" }),
  hue_inc: num({ min: -UINT16, max: UINT16, about: "Round the circle by so much" }),
  sat_inc: num({ min: -254, max: 254 }),
  effect: text({ about: "One of `capabilities.color.effects`" }),
  colorloopspeed: num({
    min: 1,
    max: UINT16,
    coerce: "number",
    unit: "s",
    about: "With effect `colorloop`; 25 by itself",
  }),
  music_sync: bool({ about: "Of a strip with a microphone, beside whatever color it has" }),
  alert: text({ oneOf: [...ALERTS, ...TRIGGERS], about: "One of `capabilities.alerts`" }),
  speed: num({ min: 0, max: 255, about: "Of a fan; more than 6 is 6" }),
  transitiontime: num({ min: 0, max: UINT16, unit: "0.1 s", about: "4 by itself" }),
  ontime: num({ min: 0, max: UINT16, unit: "0.1 s", about: "With `on` or `alert`: ends it after this" }),
  wrap: bool({ about: "With `bri_inc`: over the end and on from the other" }),
};

/** The members of its state by which a light shows that it takes a command; one of them is enough. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  on: ["on"],
  bri: ["bri"],
  bri_inc: ["bri"],
  gradient: ["gradient"],
  xy: ["xy"],
  ct: ["ct", "xy"],
  ct_inc: ["ct"],
  hue: ["hue"],
  sat: ["sat"],
  hue_inc: ["hue"],
  sat_inc: ["sat"],
  effect: ["effect"],
  colorloopspeed: ["effect"],
  music_sync: ["music_sync"],
  alert: ["alert"],
  speed: ["speed"],
};

interface CheckedCommands {
  readonly commands: Values; // checked and clamped
  readonly errors: readonly ApiError[];
}

/** Every member stands for itself. Errors come in the order of the names. */
function checkedCommands(light: Resource, body: Values, address: Address): CheckedCommands {
  const commands: Record<string, unknown> = {};
  const errors: ApiError[] = [];
  for (const name of Object.keys(body).sort()) {
    const field = can(light, name) && Object.hasOwn(LIGHT_COMMANDS, name) ? LIGHT_COMMANDS[name] : undefined;
    const value = field && understood(light, name, field, body[name], address);
    if (name === "colormode") errors.push(new ApiError("readOnly", `${address}/${name}`, name));
    else if (!field) errors.push(new ApiError("unknown", `${address}/${name}`, name));
    else if (value instanceof ApiError) errors.push(value);
    else if (value === undefined) errors.push(new ApiError("invalid", `${address}/${name}`, name, body[name]));
    else commands[name] = value;
  }
  const lonely = missingBeside(commands).map((name) => new ApiError("missingOne", address, name));
  const isIdle =
    errors.length + lonely.length === 0 && Object.keys(commands).every((name) => COMMAND_OPTIONS.includes(name));
  return { commands, errors: [...errors, ...lonely, ...(isIdle ? [new ApiError("missing", address)] : [])] };
}

export function can(light: Resource, command: string): boolean {
  const members = Object.hasOwn(NEEDS, command) ? NEEDS[command] : undefined;
  return !members || members.some((member) => Object.hasOwn(light.state, member));
}

/** The members that are missing beside command options. */
function missingBeside(commands: Values): readonly string[] {
  const lonely: string[] = [];
  if (Number(commands.ontime ?? 0) > 0 && !("on" in commands) && !("alert" in commands)) lonely.push("on or alert");
  if ("wrap" in commands && !("bri_inc" in commands)) lonely.push("bri_inc");
  if ("colorloopspeed" in commands && commands.effect !== "colorloop") lonely.push("effect");
  return lonely;
}

/** The value of a command; undefined where it is not valid, an error where it has one of its own. */
function understood(light: Resource, name: string, field: Field, given: unknown, address: Address): unknown {
  if (name === "gradient") return readGradient(light, given, address);
  const value = accept(field, given);
  if (value === undefined) return undefined;
  if (name === "effect") return effectsOf(light).includes(value) ? value : undefined;
  if (name === "alert") return alertsOf(light).includes(value) ? value : undefined;
  return clamped(name, value, light);
}

/** The value as a device takes it; for a single light within its own range. */
export function clamped(name: string, value: unknown, light?: Resource): unknown {
  if (name === "xy") return roundedXy(value as Xy);
  if (typeof value !== "number") return value;
  const whole = Math.round(value) + 0;
  if (name === "bri" || name === "sat") return Math.min(254, whole);
  if (name === "bri_inc") return Math.min(254, Math.max(-254, whole));
  if (name === "speed") return Math.min(6, whole);
  if (name === "transitiontime") return Math.min(UINT16 - 1, whole);
  return name === "ct" && light ? withinCt(light, whole) : whole;
}

/** A light that reports no valid range takes any value. */
function withinCt({ attr: { ctmin, ctmax } }: Resource, ct: number): number {
  const least = typeof ctmin === "number" ? ctmin : 0;
  const most = typeof ctmax === "number" && ctmax > least ? ctmax : UINT16;
  return Math.min(most, Math.max(least, ct));
}

function effectsOf({ attr }: Resource): readonly unknown[] {
  const { color } = (attr.capabilities ?? {}) as { readonly color?: { readonly effects?: readonly unknown[] } };
  return color?.effects ?? ["none", "colorloop"];
}

function alertsOf({ attr }: Resource): readonly unknown[] {
  const { alerts } = (attr.capabilities ?? {}) as { readonly alerts?: readonly unknown[] };
  return alerts ?? ALERTS;
}

// ---- the plan of a lamp

const HUES = 65_536;
const FULL = 254;
const DEFAULT_TRANSITION = 4;
const DEFAULT_LOOP_SPEED = 25;
const COLORS: readonly string[] = ["gradient", "xy", "ct", "ct_inc", "hue", "sat"];
const LEVELS: readonly string[] = ["bri", "bri_inc"];

/** One member of a command: its answer, the values for the device, and those for the store. */
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
