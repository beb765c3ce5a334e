/** The commands of a flow for lights, groups, covers, locks and sirens, in its own words → the API's values. */
import { familyOf } from "../../src/model/addresses.ts";
import { FULL_TURN, hueOfRgb, type Rgb, xyOfRgb } from "../../src/model/lights/color.ts";
import { withinRange } from "../../src/model/lights/preset.ts";
import { nearest } from "../../src/model/nearest-word.ts";
import { isObject, type Resource, type Values } from "../../src/model/resource.ts";
import { briOf, kelvinOf, miredOf } from "../../src/model/units.ts";
import { quoted } from "../flow-node/node-error.ts";
import { nameOf } from "./change-messages.ts";
import { readColor, readWhite, rgbOfParts } from "./color-names.ts";
import type { Units } from "./human.ts";

/** How a payload is spelled: the answer is spelled alike. */
type Shape = "bool" | "word" | "number" | "color" | "object";

export interface LightCommand {
  readonly values: Values; //              for PUT state or action
  readonly warnings: readonly string[]; // the values that were clamped
  readonly shape: Shape;
  readonly names: readonly string[]; //    which words it used
}

/** Why a payload cannot be understood: a key of the texts, and the values for it. */
export class Misunderstood extends Error {
  readonly values: Readonly<Record<string, string>>;
  constructor(key: string, values: Readonly<Record<string, string>> = {}) {
    super(key);
    this.values = values;
  }
}

interface LightReading {
  readonly light: Resource;
  readonly units: Units;
  readonly values: Record<string, unknown>;
  readonly warnings: string[];
}

interface LightWord {
  readonly read: (reading: LightReading, value: unknown, name: string) => void;
  readonly needs?: readonly string[]; // members of its state by which a light shows that it takes this; one is enough
  readonly passes?: true; //             it leaves nothing behind that could be read again
}

const WAYS: Readonly<Record<string, number>> = { up: 1, down: -1, stop: 0 };
const KELVIN = { least: 1_000, most: 10_000 };
const MOST_SECONDS = 6_553;
const LEAST_TIME = 1e12; // milliseconds since 1970: no flow means a brightness by it
const SWEEP = 50; // tenths of a second for the whole way from dark to bright
/** By which members of its state a light shows that it can be of any color, and that it can be warm and cold. */
const [COLORED, WHITE] = [
  ["xy", "hue"],
  ["ct", "xy"],
] as const;
const COLORS: readonly string[] = ["color", "colour", "hue", "sat", "xy"];
/** Told of a light, but not to be wished. */
const ONLY_TOLD: readonly string[] = ["any", "all", "reachable"];

export function lightCommandIn(payload: unknown, light: Resource, units: Units): LightCommand {
  const [shape, words] = spelledOut(payload);
  const reading: LightReading = { light, units, values: {}, warnings: [] };
  const names = Object.keys(words).filter((name) => !ONLY_TOLD.includes(name));
  const ordered = [...names].sort((one, other) => Number(other === "on") - Number(one === "on"));
  for (const name of ordered) wordOf(light, name).read(reading, words[name], name);
  const { values, warnings } = reading;
  return { values, warnings, shape, names: names.filter((name) => !WORDS[name]?.passes) };
}

/** true and "toggle" say how it is to be switched, a number how bright it is to be, a color that it is to be on in that. */
function spelledOut(payload: unknown): readonly [shape: Shape, words: Values] {
  if (typeof payload === "number" && payload >= LEAST_TIME) throw new Misunderstood("time");
  if (typeof payload === "boolean") return ["bool", { on: payload }];
  if (typeof payload === "number" || isNumeral(payload) || percentIn(payload) !== undefined)
    return ["number", { brightness: payload }];
  if (typeof payload === "string" && readWhite(payload) !== undefined)
    return ["color", { on: true, kelvin: readWhite(payload) }];
  if (typeof payload === "string")
    return isColor(payload) ? ["color", { on: true, color: payload }] : ["word", { on: payload }];
  if (isObject(payload) && "payload" in payload) throw new Misunderstood("whole");
  if (isObject(payload) && Object.keys(payload).length > 0) return ["object", payload];
  throw new Misunderstood("payload");
}

function wordOf(light: Resource, name: string): LightWord {
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  const near = word ? undefined : nearest(name, Object.keys(WORDS));
  if (near) throw new Misunderstood("member-near", { name: quoted(name), near });
  if (!word) throw new Misunderstood("member", { name });
  if (word.needs) require(light, name, word.needs);
  return word;
}

function require(light: Resource, name: string, members: readonly string[]): void {
  if (isGroup(light) || members.some((member) => member in light.state)) return;
  const isColor = COLORS.includes(name);
  throw new Misunderstood(isColor ? "lacks-color" : "lacks", { name, light: nameOf(light) });
}

/** What none of a group's lights can be told: a group itself takes everything. */
export function lackingIn({ values }: LightCommand, lights: readonly Resource[]): "color" | "white" | undefined {
  const lacks = (members: readonly string[]) => !lights.some(({ state }) => members.some((name) => name in state));
  if (COLORED.some((name) => name in values) && lacks(COLORED)) return "color";
  return "ct" in values && lacks(WHITE) ? "white" : undefined;
}

const WORDS: Readonly<Record<string, LightWord>> = {
  on: {
    needs: ["on", "open", "alert"],
    read: (reading, value) => {
      const { light, values } = reading;
      const word = typeof value === "string" ? value.trim().toLowerCase() : value;
      if (word === "toggle" && isGroup(light))
        values.toggle = true; // decided where its members are known
      else turn(reading, typeof word === "boolean" ? word : switched(light, word, value));
    },
  },
  brightness: { needs: ["on", "open"], read: bright },
  bri: {
    needs: ["bri"],
    read: ({ values, warnings }, value, name) => {
      values.bri = limited(number(value, name), 0, 255, name, warnings);
    },
  },
  gradient: {
    needs: ["gradient"],
    read: ({ values }, value) => {
      const { points, ...rest } = isObject(value) ? value : { points: value };
      if (!Array.isArray(points)) throw new Misunderstood("gradient", { value: quoted(points) });
      values.gradient = { ...rest, points: points.map(pointOf) };
    },
  },
  music_sync: {
    needs: ["music_sync"],
    read: ({ values }, value, name) => {
      values.music_sync = truth(value, name);
    },
  },
  color: { read: colored },
  colour: { read: colored },
  kelvin: { needs: WHITE, read: warm },
  ct: {
    needs: WHITE,
    read: ({ light, values, warnings }, value, name) => {
      const mired = limited(Math.round(number(value, name)), 1, 65_279, name, warnings);
      values.ct = withinRange(mired, light.attr);
      if (values.ct !== mired) warnings.push(`${name} ${value} → ${values.ct}`);
    },
  },
  hue: {
    needs: ["hue"],
    read: ({ units, values, warnings }, value, name) => {
      const most = units === "api" ? FULL_TURN : 360;
      values.hue = Math.round((limited(number(value, name), 0, most, name, warnings) * FULL_TURN) / most);
    },
  },
  sat: {
    needs: ["sat"],
    read: ({ units, values, warnings }, value, name) => {
      const most = units === "api" ? 254 : 100;
      values.sat = Math.round((limited(number(value, name), 0, most, name, warnings) * 254) / most);
    },
  },
  xy: {
    needs: ["xy"],
    read: ({ values }, value) => {
      const isPart = (each: unknown) => typeof each === "number" && each >= 0 && each <= 1;
      if (!Array.isArray(value) || value.length !== 2 || !value.every(isPart))
        throw new Misunderstood("xy", { value: quoted(value) });
      values.xy = value;
    },
  },
  transition: {
    passes: true,
    read: ({ values, warnings }, value, name) => {
      values.transitiontime = Math.round(limited(number(value, name), 0, MOST_SECONDS, name, warnings) * 10);
    },
  },
  effect: { needs: ["effect"], read: text },
  alert: { needs: ["alert"], passes: true, read: text },
  speed: {
    needs: ["speed"],
    read: ({ values, warnings }, value, name) => {
      values.speed = limited(Math.round(number(value, name)), 0, 6, name, warnings);
    },
  },
  step: {
    needs: ["bri"],
    passes: true,
    read: ({ units, values, warnings }, value, name) => {
      const most = units === "api" ? 254 : 100;
      values.bri_inc = Math.round((limited(number(value, name), -most, most, name, warnings) * 254) / most);
    },
  },
  move: {
    needs: ["bri", "open"],
    passes: true,
    read: ({ light, values }, value) => {
      const way = typeof value === "string" && Object.hasOwn(WAYS, value) ? WAYS[value] : undefined;
      if (way === undefined) throw new Misunderstood("move", { value: quoted(value) });
      if (isCover(light)) Object.assign(values, way === 0 ? { stop: true } : { open: way > 0 });
      else Object.assign(values, { bri_inc: way * 254 }, way === 0 ? {} : { transitiontime: sweepTime(light, way) });
    },
  },
  position: {
    needs: ["lift"],
    read: ({ values, warnings }, value, name) => {
      values.lift = 100 - limited(Math.round(number(value, name)), 0, 100, name, warnings);
    },
  },
  tilt: {
    needs: ["tilt"],
    read: ({ values, warnings }, value, name) => {
      values.tilt = 100 - limited(Math.round(number(value, name)), 0, 100, name, warnings);
    },
  },
  lock: {
    needs: ["on"],
    read: ({ light, values }, value, name) => {
      const isLocked = truth(value, name);
      if (!isLock(light)) throw new Misunderstood("lacks", { name, light: nameOf(light) });
      values.on = isLocked;
    },
  },
};

/** A color by its name or hex, or where it lies already. */
function pointOf(color: unknown): unknown {
  return typeof color === "string" ? readable(color).xy : color;
}

function colored(reading: LightReading, value: unknown, name: string): void {
  const { light, values } = reading;
  const white = typeof value === "string" ? readWhite(value) : undefined;
  require(light, name, white === undefined ? COLORED : WHITE);
  if (white !== undefined) warm(reading, white, name);
  else {
    const { rgb, xy } = readable(value);
    Object.assign(values, isGroup(light) || "xy" in light.state ? { xy } : hueOfRgb(rgb));
  }
}

function warm({ light, values, warnings }: LightReading, value: unknown, name: string): void {
  const kelvin = limited(number(value, name), KELVIN.least, KELVIN.most, name, warnings);
  const mired = miredOf(kelvin);
  values.ct = withinRange(mired, light.attr);
  if (values.ct !== mired) warnings.push(`${name} ${value} → ${kelvinOf(Number(values.ct))}`);
}

/** By its name, in digits, or as {r, g, b}; black is no color of a light. */
function readable(value: unknown) {
  const rgb = rgbIn(value);
  const xy = rgb && xyOfRgb(rgb);
  if (!rgb || !xy) throw new Misunderstood("color", { value: quoted(value) });
  return { rgb, xy };
}

function rgbIn(value: unknown): Rgb | undefined {
  if (typeof value === "string") return readColor(value);
  return isObject(value) ? rgbOfParts([value.r, value.g, value.b]) : undefined;
}

/** By its name, or in digits with their sign: "add" is a word of something else. */
function isColor(text: string): boolean {
  const isBareDigits = /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim());
  return !isBareDigits && readColor(text) !== undefined;
}

/** On is open for a cover, and loud for a siren. */
function turn({ light, values }: LightReading, on: boolean): void {
  if (isCover(light)) values.open = on;
  else if (isSiren(light)) values.alert = on ? "lselect" : "none";
  else values.on = on;
}

function switched(light: Resource, word: unknown, said: unknown): boolean {
  if (word === "on" || word === "true") return true;
  if (word === "off" || word === "false") return false;
  if (word !== "toggle") throw new Misunderstood("word", { value: quoted(said) });
  const { on, open, alert } = light.state;
  if (isCover(light)) return open !== true;
  return isSiren(light) ? alert === "none" : on !== true;
}

/** 0 switches a light off. A light that cannot be dimmed is on or off; a cover opens so far. A light that the same message switches off stays off. */
function bright(reading: LightReading, value: unknown, name: string): void {
  const { light, units, values, warnings } = reading;
  const percent = percentIn(value);
  const isRaw = units === "api" && !isCover(light) && percent === undefined;
  const most = isRaw ? 254 : 100;
  const amount = limited(percent ?? number(value, name), 0, most, name, warnings);
  if (isCover(light)) {
    Reflect.deleteProperty(values, "open");
    if ("lift" in light.state) values.lift = 100 - Math.round(amount);
    else values.open = amount > 0;
  } else if (values.on === false) return;
  else if (amount === 0) values.on = false;
  else if (!isGroup(light) && !("bri" in light.state)) values.on = true;
  else Object.assign(values, { on: true, bri: isRaw ? Math.max(1, Math.round(amount)) : briOf(amount) });
}

function text({ values }: LightReading, value: unknown, name: string): void {
  if (typeof value !== "string") throw new Misunderstood("text", { name, value: quoted(value) });
  values[name] = value;
}

function truth(value: unknown, name: string): boolean {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === "true") return true;
  if (word === false || word === "false") return false;
  throw new Misunderstood("truth", { name, value: quoted(value) });
}

export function isGroup({ address }: Resource): boolean {
  return familyOf(address) === "groups";
}

export function isCover({ state }: Resource): boolean {
  return "lift" in state || "open" in state;
}

export function isLock({ type }: Resource): boolean {
  return type === "Door Lock";
}

export function isSiren({ type }: Resource): boolean {
  return type === "Warning device";
}

/** At the same pace from wherever it starts. */
function sweepTime({ state: { bri } }: Resource, way: number): number {
  if (typeof bri !== "number") return SWEEP;
  return Math.max(1, Math.round(((way > 0 ? 254 - bri : bri) / 254) * SWEEP));
}

function number(value: unknown, name: string): number {
  const given = isNumeral(value) ? Number(value) : value;
  if (typeof given === "number" && Number.isFinite(given)) return given;
  throw new Misunderstood("number", { name, value: quoted(value) });
}

/** A number that came as text, as fields of dashboards and MQTT have it. */
function isNumeral(value: unknown): value is string {
  return typeof value === "string" && /^\s*[-+]?\d+([.]\d+)?\s*$/.test(value);
}

/** "40 %" is a percentage in all units. */
function percentIn(value: unknown): number | undefined {
  const [, digits] = (typeof value === "string" && /^\s*(\d+(?:[.]\d+)?)\s*%\s*$/.exec(value)) || [];
  return digits === undefined ? undefined : Number(digits);
}

function limited(value: number, least: number, most: number, name: string, warnings: string[]): number {
  const kept = Math.min(most, Math.max(least, value));
  if (kept !== value) warnings.push(`${name} ${value} → ${kept}`);
  return kept;
}
