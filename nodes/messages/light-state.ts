/** How a light, a group, a cover, a lock or a siren is, in the words in which a flow may wish it to be. */
import { FULL_TURN, hexOfHue, hexOfXy, MOST_SATURATED, type Xy } from "../../src/model/lights/color.ts";
import { brightnessOf } from "../../src/model/lights/groups.ts";
import type { Change, Resource, Values } from "../../src/model/resource.ts";
import { kelvinOf, percentOf } from "../../src/model/units.ts";
import type { Units } from "./human.ts";
import { isCover, isGroup, isLock, isSiren, type LightCommand } from "./light-words.ts";

export function stateInWords(light: Resource, units: Units): Values {
  if (isGroup(light)) return groupInWords(light, units);
  const { on, alert, lift, tilt, open, reachable } = light.state;
  if (isCover(light)) return known({ on: open, position: opposite(lift), tilt: opposite(tilt), reachable });
  if (isLock(light)) return known({ lock: on, reachable });
  if (isSiren(light)) return known({ on: isKnown(alert) ? alert !== "none" : undefined, reachable });
  const { effect, music_sync } = light.state;
  return known({ on, ...levels(light, units), ...colours(light, units), effect, music_sync, reachable });
}

/** A group that shines as its lights do: its action has only what it was told last. */
export function asLit(group: Resource, lights: readonly Resource[]): Resource {
  const { bri: _, ...action } = group.action;
  const bri = brightnessOf(lights);
  return { ...group, action: bri === undefined || bri === 0 ? action : { ...action, bri } };
}

/** Those words that a change has changed; undefined: none. How bright a group is stands in its action. */
export function changedWords({ resource, event, section, before }: Change, units: Units): Values | undefined {
  if (event !== "changed" || (section !== "state" && section !== "action")) return undefined;
  const now = stateInWords(resource, units);
  const old = stateInWords({ ...resource, [section]: { ...resource[section], ...before } }, units);
  const names = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(old[name]));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** A light that is off is not bright at all, although it keeps its level. */
function levels({ state: { on, bri, speed } }: Resource, units: Units): Values {
  if (units === "api") return { bri, speed };
  return { brightness: isKnown(bri) ? (on === false ? 0 : percentOf(Number(bri))) : undefined, speed };
}

/** The color in the words in which it was last set: the other words, sent back, would set an older color. */
function colours(light: Resource, units: Units): Values {
  const { kelvin, ct, hue, sat, xy } = everyColour(light, units);
  const { colormode, gradient } = light.state;
  if (colormode === "gradient") return { gradient };
  if (colormode === "ct") return units === "api" ? { ct } : { kelvin };
  if (colormode === "xy") return { xy };
  if (colormode === "hs") return { hue, sat };
  return units === "api" ? { ct, hue, sat, xy } : {};
}

/** Of a group those that it was last told. */
function everyColour(light: Resource, units: Units): Values {
  const { ct, hue, sat, xy, colormode } = isGroup(light) ? light.action : light.state;
  const isRaw = units === "api";
  const degrees = Math.round((Number(hue) * 360) / FULL_TURN);
  const percent = Math.round((Number(sat) * 100) / MOST_SATURATED);
  const isHue = colormode === "hs" || !isKnown(xy);
  return known({
    ct,
    kelvin: Number(ct) > 0 ? kelvinOf(Number(ct)) : undefined,
    hue: isKnown(hue) ? (isRaw ? hue : degrees) : undefined,
    sat: isKnown(sat) ? (isRaw ? sat : percent) : undefined,
    xy,
    color: isHue ? (isKnown(hue) ? hexOfHue(Number(hue), Number(sat)) : undefined) : hexOfXy(xy as Xy),
  });
}

function groupInWords({ state, action }: Resource, units: Units): Values {
  const { any_on: any, all_on: all } = state;
  const { bri } = action;
  const percent = isKnown(bri) ? percentOf(Number(bri)) : undefined;
  return known({ on: any, any, all, ...(units === "api" ? { bri } : { brightness: any === true ? percent : 0 }) });
}

/** The light as the command wants it: a cover, lock or siren moves slowly, and has no report yet. */
export function asWished(light: Resource, { values }: Pick<LightCommand, "values">): Resource {
  if (!isCover(light) && !isLock(light) && !isSiren(light)) return light;
  const { open, lift } = values;
  const follows = {
    ...(lift === undefined ? {} : { open: lift !== 100 }),
    ...(open === undefined ? {} : { lift: open ? 0 : 100 }),
  };
  const all = { ...follows, ...values };
  const own = Object.fromEntries(Object.entries(all).filter(([name]) => name in light.state));
  return { ...light, state: { ...light.state, ...own } };
}

/** The answer has the shape of the payload, so that it can be an input again. */
export function resulting(
  light: Resource,
  { shape, names }: Pick<LightCommand, "shape" | "names">,
  units: Units,
): unknown {
  const words = stateInWords(light, units);
  const isOn = words.on ?? words.lock;
  if (shape === "bool") return isOn ?? null;
  if (shape === "word") return isOn ? "on" : "off";
  if (shape === "color") return everyColour(light, units).color ?? isOn ?? null;
  if (shape === "number") return words.brightness ?? words.bri ?? words.position ?? (isOn ? 100 : 0);
  if (names.length === 0) return words;
  const { bri, effect, speed, gradient } = isGroup(light) ? light.action : light.state;
  const colors = everyColour(light, units);
  const all: Values = { bri, effect, speed, gradient, ...colors, colour: colors.color, ...words };
  const picked = known(Object.fromEntries(names.map((name) => [name, all[name]])));
  return isGroup(light) ? { ...picked, any: words.any, all: words.all } : picked;
}

function known(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isKnown(value)));
}

function isKnown(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function opposite(percent: unknown): number | undefined {
  return isKnown(percent) ? 100 - Number(percent) : undefined;
}
