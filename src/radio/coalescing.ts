/** The rest of an order to set values when a newer one stands behind it: the latest order wins, where it says it all. */
import { hasDeed, MODIFIERS } from "../model/devices.ts";
import { isObject, type Values } from "../model/resource.ts";

/** Of these only one can hold: the newer one takes the older one's place. Named as the exposes are, without an endpoint's suffix. */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ["color", "color_temp", "color_temp_percent"],
  ["brightness", "brightness_percent"],
];
const OFF = new Set(["OFF", "off", false]);
const COVER = new Set(["OPEN", "CLOSE", "STOP"]);

/** The older values that still matter beside the newer ones; undefined when both orders must go out, one after the other. */
export function survivors(older: Values, newer: Values): Values | undefined {
  if (hasDeed(older) || hasDeed(newer)) return undefined;
  if (Object.keys(older).some((key) => !MODIFIERS.has(key) && isPart(key, older[key], newer[key]))) return undefined;
  return Object.fromEntries(
    Object.entries(older).filter(([key, value]) => !MODIFIERS.has(key) && !isOverridden(key, value, newer)),
  );
}

/** Both in one order, the newest at the end; undefined when they cannot be one. */
export function merged(older: Values, newer: Values): Values | undefined {
  const left = survivors(older, newer);
  return left && Object.fromEntries([...Object.entries(left), ...Object.entries(newer).map(withRest(older))]);
}

/** Hue and saturation are told apart or together. */
function withRest(older: Values): (entry: [string, unknown]) => [string, unknown] {
  return ([key, value]) => {
    const before = Object.hasOwn(older, key) ? older[key] : undefined;
    return [key, isHueAndSaturation(before) && isHueAndSaturation(value) ? { ...before, ...value } : value];
  };
}

/** Two parts of something bigger (two days of a week's plan), and the newer one does not hold the older one. */
function isPart(key: string, older: unknown, newer: unknown): boolean {
  return isObject(older) && isObject(newer) && nameAndSuffix(key)[0] !== "color";
}

function isOverridden(key: string, value: unknown, newer: Values): boolean {
  if (Object.hasOwn(newer, key)) return true;
  const [name, suffix] = nameAndSuffix(key);
  const others = EXCLUSIVE.find((names) => names.includes(name)) ?? [];
  if (others.some((other) => Object.hasOwn(newer, other + suffix))) return true;
  if (name === "state" && OFF.has(value as string))
    return isSetAny(["brightness", "brightness_percent"], suffix, newer);
  if (name === "state" && COVER.has(value as string)) return Object.hasOwn(newer, `position${suffix}`);
  if (name === "position") return COVER.has(newer[`state${suffix}`] as string);
  return false;
}

function isSetAny(names: readonly string[], suffix: string, values: Values): boolean {
  return names.some((name) => Object.hasOwn(values, name + suffix));
}

const KNOWN = [...EXCLUSIVE.flat(), "state", "position"].sort((one, other) => other.length - one.length);

/** "brightness_left" → "brightness", "_left": an endpoint's name may follow. */
function nameAndSuffix(key: string): [string, string] {
  const name = KNOWN.find((known) => key === known || key.startsWith(`${known}_`)) ?? key;
  return [name, key.slice(name.length)];
}

function isHueAndSaturation(value: unknown): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((name) => name === "hue" || name === "saturation");
}
