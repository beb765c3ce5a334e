/** Lights, groups, covers and locks in the words of a flow, and back: what is wished → the API's values, and how it is → a payload. */
import { isObject, type Resource, type Values } from "../src/model/resource.ts";
import { readColour, xyOf } from "./colours.ts";
import { briOf, percentOf, type Units } from "./human.ts";

export interface Wished {
  readonly values: Values; //              for PUT state or action
  readonly warnings: readonly string[]; // what was clamped
  readonly shape: "bool" | "word" | "number" | "object"; // of the payload: the answer has the same
  readonly names: readonly string[]; //    which words it used
}

/** Why a payload cannot be understood: a key of the texts, and what it is about. */
export class Misunderstood extends Error {
  readonly values: Readonly<Record<string, string>>;
  constructor(key: string, values: Readonly<Record<string, string>> = {}) {
    super(key);
    this.values = values;
  }
}

interface Reading {
  readonly light: Resource;
  readonly units: Units;
  readonly values: Record<string, unknown>;
  readonly warnings: string[];
}

type Read = (reading: Reading, value: unknown, name: string) => void;

const KELVIN = { least: 1_000, most: 10_000 };

export function wished(payload: unknown, light: Resource, units: Units): Wished {
  const [shape, words] = spelledOut(payload);
  const reading: Reading = { light, units, values: {}, warnings: [] };
  for (const [name, value] of Object.entries(words)) {
    const read = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (!read) throw new Misunderstood("member", { name });
    read(reading, value, name);
  }
  const { values, warnings } = reading;
  return { values, warnings, shape, names: Object.keys(words).filter((name) => !SILENT.includes(name)) };
}

/** true and "toggle" say how it is to be switched, a number how bright it is to be. */
function spelledOut(payload: unknown): readonly [shape: Wished["shape"], words: Values] {
  if (typeof payload === "boolean") return ["bool", { on: payload }];
  if (typeof payload === "string") return ["word", { on: payload }];
  if (typeof payload === "number") return ["number", { brightness: payload }];
  if (isObject(payload) && Object.keys(payload).length > 0) return ["object", payload];
  throw new Misunderstood("payload");
}

/** Words that leave nothing behind that could be read again. */
const SILENT: readonly string[] = ["transition", "effect", "alert", "step", "move"];

const WORDS: Readonly<Record<string, Read>> = {
  on: (reading, value) => (typeof value === "boolean" ? turn(reading, value) : say(reading, value)),
  brightness: (reading, value) => bright(reading, value),
  bri: ({ values, warnings }, value, name) => {
    values.bri = limited(number(value, name), 0, 255, name, warnings);
  },
  color: ({ light, values }, value) => {
    const rgb = typeof value === "string" ? readColour(value) : undefined;
    const xy = rgb && xyOf(rgb);
    if (!xy) throw new Misunderstood("color", { value: String(value) });
    if (light.type !== "Group" && !("xy" in light.state) && !("hue" in light.state))
      throw new Misunderstood("colorless");
    values.xy = xy;
  },
  kelvin: ({ light, values, warnings }, value, name) => {
    const kelvin = limited(number(value, name), KELVIN.least, KELVIN.most, name, warnings);
    values.ct = within(light, Math.round(1_000_000 / kelvin), name, warnings);
  },
  ct: ({ light, values, warnings }, value, name) => {
    values.ct = within(light, number(value, name), name, warnings);
  },
  hue: ({ units, values, warnings }, value, name) => {
    const most = units === "api" ? 65_535 : 360;
    values.hue = Math.round((limited(number(value, name), 0, most, name, warnings) * 65_535) / most);
  },
  sat: ({ units, values, warnings }, value, name) => {
    const most = units === "api" ? 255 : 100;
    values.sat = Math.round(
      (limited(number(value, name), 0, most, name, warnings) * (units === "api" ? 255 : 254)) / most,
    );
  },
  xy: ({ values }, value, name) => {
    const fits =
      Array.isArray(value) &&
      value.length === 2 &&
      value.every((each) => typeof each === "number" && each >= 0 && each <= 1);
    if (!fits) throw new Misunderstood("value", { name });
    values.xy = value;
  },
  transition: ({ values, warnings }, value, name) => {
    values.transitiontime = Math.round(limited(number(value, name), 0, 6_553, name, warnings) * 10);
  },
  effect: word("effect"),
  alert: word("alert"),
  step: ({ values, warnings }, value, name) => {
    values.bri_inc = Math.round(limited(number(value, name), -100, 100, name, warnings) * 2.54);
  },
  move: ({ light, values }, value, name) => {
    const way = { up: 254, down: -254, stop: 0 }[String(value)];
    if (way === undefined) throw new Misunderstood("value", { name });
    if (isCover(light)) Object.assign(values, way === 0 ? { stop: true } : { open: way > 0 });
    else values.bri_inc = way;
  },
  position: ({ values, warnings }, value, name) => {
    values.lift = 100 - limited(Math.round(number(value, name)), 0, 100, name, warnings);
  },
  tilt: ({ values, warnings }, value, name) => {
    values.tilt = 100 - limited(Math.round(number(value, name)), 0, 100, name, warnings);
  },
  lock: ({ values }, value, name) => {
    if (typeof value !== "boolean") throw new Misunderstood("value", { name });
    values.on = value;
  },
};

/** On is open for a cover. */
function turn({ light, values }: Reading, on: boolean): void {
  values[isCover(light) ? "open" : "on"] = on;
}

function say(reading: Reading, value: unknown): void {
  const { light, values } = reading;
  if (value === "on" || value === "off") turn(reading, value === "on");
  else if (value !== "toggle") throw new Misunderstood("word", { value: String(value) });
  else if (light.type === "Group") values.toggle = true;
  else turn(reading, !(isCover(light) ? light.state.open : light.state.on));
}

/** 0 is off; what cannot be dimmed is on or off; of a cover it is how far it is open. */
function bright(reading: Reading, value: unknown): void {
  const { light, units, values, warnings } = reading;
  const most = units === "api" ? 254 : 100;
  const amount = limited(number(value, "brightness"), 0, most, "brightness", warnings);
  if (isCover(light)) values.lift = 100 - Math.round((amount / most) * 100);
  else if (amount === 0) values.on = false;
  else if (light.type !== "Group" && !("bri" in light.state)) values.on = true;
  else Object.assign(values, { on: true, bri: units === "api" ? Math.round(amount) : briOf(amount) });
}

export function isCover({ state }: Resource): boolean {
  return "lift" in state || "open" in state;
}

function word(member: string): Read {
  return ({ values }, value, name) => {
    if (typeof value !== "string") throw new Misunderstood("value", { name });
    values[member] = value;
  };
}

function number(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Misunderstood("value", { name });
  return value;
}

function limited(value: number, least: number, most: number, name: string, warnings: string[]): number {
  const kept = Math.min(most, Math.max(least, value));
  if (kept !== value) warnings.push(`${name} ${value} → ${kept}`);
  return kept;
}

function within({ attr }: Resource, ct: number, name: string, warnings: string[]): number {
  const { ctmin, ctmax } = attr;
  if (typeof ctmin !== "number" || typeof ctmax !== "number") return limited(Math.round(ct), 1, 65_279, name, warnings);
  return limited(Math.round(ct), ctmin, ctmax, name, warnings);
}

/** How it is, in the words that a flow may wish it to be. */
export function stateInWords(light: Resource, units: Units): Values {
  if (light.type === "Group") return groupInWords(light, units);
  const { on, bri, ct, hue, sat, xy, colormode, lift, tilt, open, reachable } = light.state;
  const known = (value: unknown) => value !== undefined && value !== null;
  if (isCover(light)) {
    return {
      ...(known(open) ? { on: open } : {}),
      ...(known(lift) ? { position: 100 - Number(lift) } : {}),
      ...(known(tilt) ? { tilt: 100 - Number(tilt) } : {}),
      reachable,
    };
  }
  if (light.type === "Door Lock") return { ...(known(on) ? { lock: on } : {}), reachable };
  const api = units === "api";
  return {
    ...(known(on) ? { on } : {}),
    ...(known(bri) ? (api ? { bri } : { brightness: on === false ? 0 : percentOf(Number(bri)) }) : {}),
    ...(known(ct) && (api || colormode === "ct")
      ? api
        ? { ct }
        : { kelvin: Math.round(1_000_000 / Number(ct)) }
      : {}),
    ...(known(hue) && (api || colormode === "hs") ? { hue: api ? hue : Math.round((Number(hue) * 360) / 65_535) } : {}),
    ...(known(sat) && (api || colormode === "hs") ? { sat: api ? sat : Math.round((Number(sat) * 100) / 254) } : {}),
    ...(known(xy) && (api || colormode === "xy") ? { xy } : {}),
    reachable,
  };
}

function groupInWords({ state, action }: Resource, units: Units): Values {
  const { any_on: any, all_on: all } = state;
  const bri = Number(action.bri ?? 0);
  const brightness = units === "api" ? { bri } : { brightness: any ? percentOf(bri) : 0 };
  return { on: any, any, all, ...brightness };
}

/** In the shape of what came in, so that out fits in. */
export function resulting(light: Resource, { shape, names }: Pick<Wished, "shape" | "names">, units: Units): unknown {
  const words = stateInWords(light, units);
  if (shape === "bool") return words.on ?? words.lock ?? null;
  if (shape === "word") return (words.on ?? words.lock) ? "on" : "off";
  if (shape === "number") return words.brightness ?? words.bri ?? words.position ?? (words.on ? 100 : 0);
  const raw: Values = { ...light.state, ...words };
  const { any, all } = words;
  const picked = Object.fromEntries(names.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));
  return light.type === "Group" ? { ...picked, any, all } : picked;
}
