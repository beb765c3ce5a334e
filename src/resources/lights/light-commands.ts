/** What a client may ask of a light: the members of a body for its state, checked and clamped (wire 4.4). */
import { roundedXy, type Xy } from "../../model/color.ts";
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, bool, type Field, type Fields, list, num, object, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { GRADIENT, readGradient } from "./gradient.ts";

const UINT16 = 65_535;

export const ALERTS = ["none", "select", "lselect"] as const;
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
export function checkedCommands(light: Resource, body: Values, address: Address): CheckedCommands {
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

/** A light that reports no valid range takes what it gets. */
export function withinCt({ attr: { ctmin, ctmax } }: Resource, ct: number): number {
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
