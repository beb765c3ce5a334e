/** The whites and colors that a lamp can show, the chosen one, and its name. Pure. */
import {
  FULL_TURN,
  hexOfTurn,
  hueOfRgb,
  MOST_SATURATED,
  miredOfXy,
  rgbOfHex,
  type Xy,
  xyOfHex,
} from "../../src/model/lights/color.ts";
import { NAMES_OF_COLORS, nameOfSpot, nameOfWhite, type Spot, spotOf } from "../../src/model/lights/color-words.ts";
import type { LightPreset } from "../../src/model/lights/preset.ts";
import type { Values } from "../../src/model/resource.ts";
import { briOf, kelvinOf, miredOf, roundKelvinOf } from "../../src/model/units.ts";
import { withUnit } from "../devices/values/words.ts";
import { findResource, type NamedHouse } from "../resource-names.ts";
import { say, sayNumber } from "../texts.ts";

/** A color as a lamp is told it: `ct`, `xy`, or `hue` and `sat`. How bright it is does not belong to it. */
export type ChosenColor = Values;

export interface LampColors {
  readonly whites?: Whites;
  readonly colors?: "xy" | "hue"; // in which words it is told them
}

interface Whites {
  readonly coldest: number; // mired
  readonly warmest: number;
}

const USUAL_WHITES: Whites = { coldest: 153, warmest: 500 }; // of a lamp that reports no range

interface ColoredLight {
  readonly state: Values;
  readonly view: Values;
}

/** A lamp that only knows colors is told its white as one of them. */
export function lampColorsOf({ state, view: { ctmin, ctmax } }: ColoredLight): LampColors {
  const hasRange = typeof ctmin === "number" && typeof ctmax === "number" && ctmin > 0 && ctmax > ctmin;
  const whites = hasRange ? { coldest: ctmin, warmest: ctmax } : USUAL_WHITES;
  const colors = "xy" in state ? "xy" : "hue" in state ? "hue" : undefined;
  return { ...("ct" in state || colors === "xy" ? { whites } : {}), ...(colors ? { colors } : {}) };
}

interface LightAbility extends LampColors {
  readonly dims: boolean;
}

const ALL: LightAbility = { whites: USUAL_WHITES, colors: "xy", dims: true };

/** The colors of a light, or of a room or group, in which each light takes its own part. A missing or empty target can do all. */
export function abilityAt(house: NamedHouse, address: string): LightAbility {
  const { family, view } = findResource(house, address) ?? {};
  const ids: readonly unknown[] = Array.isArray(view?.lights) ? view.lights : [];
  const members = ids.map((id) => house.lights[String(id)]).filter((each) => each !== undefined);
  const views = family === "lights" && view ? [view] : members;
  if (views.length === 0) return ALL;
  const lights = views.map((each) => ({ view: each, state: (each.state ?? {}) as Values }));
  return { ...togetherOf(lights.map(lampColorsOf)), dims: lights.some(({ state }) => "bri" in state) };
}

const FIRST = { percent: 50, kelvin: 2_700 } as const;

/** The first brightness and color that a user sees in a new preset. */
export function firstPreset({ dims, ...can }: LightAbility): LightPreset {
  return { ...(dims ? { bri: briOf(FIRST.percent) } : {}), ...firstColor(can) };
}

export function firstColor({ whites, colors }: LampColors): ChosenColor {
  if (whites) return whiteOf(FIRST.kelvin, whites);
  return colors ? colorOf({ degrees: 30, percent: 100 }, colors) : {};
}

/** The whites and colors that at least one of the lamps can show. */
export function togetherOf(all: readonly LampColors[]): LampColors {
  const whites = all.flatMap((each) => each.whites ?? []);
  const colors = all.flatMap((each) => each.colors ?? []);
  const coldest = Math.min(...whites.map((each) => each.coldest));
  const warmest = Math.max(...whites.map((each) => each.warmest));
  return {
    ...(whites.length > 0 ? { whites: { coldest, warmest } } : {}),
    ...(colors.length > 0 ? { colors: colors.includes("xy") ? "xy" : "hue" } : {}),
  };
}

/** The color in the state of a lamp, in the action of a group, or in a saved preset. */
export function chosenIn({ colormode, ct, xy, hue, sat }: Values): ChosenColor | undefined {
  const isXy = Array.isArray(xy) && colormode !== "hs";
  if (typeof ct === "number" && (colormode === "ct" || (!isXy && typeof hue !== "number"))) return { ct };
  if (isXy) return { xy };
  return typeof hue === "number" && typeof sat === "number" ? { hue, sat } : undefined;
}

// ---- whites

const ROUND = 100; // kelvin: the ends of a strip are numbers that stand on packages
const NAMES_OF_WHITES = [
  ["candle", 2_200],
  ["warm", 2_700],
  ["neutral", 4_000],
  ["cold", 6_500],
] as const;
const STOPS = 6;

/** Its ends in kelvin. */
export function whiteStrip({ coldest, warmest }: Whites): { readonly min: number; readonly max: number } {
  const [min, max] = [warmest, coldest].map((mired) => Math.round(kelvinOf(mired) / ROUND) * ROUND);
  return { min: min ?? 0, max: max ?? 0 };
}

export function whiteOf(kelvin: number, { coldest, warmest }: Whites): ChosenColor {
  return { ct: Math.min(warmest, Math.max(coldest, miredOf(kelvin))) };
}

export interface Swatch {
  readonly name: string;
  readonly chosen: ChosenColor;
}

/** The named whites that the lamp can show. */
export function namedWhites(whites: Whites): readonly Swatch[] {
  const { min, max } = whiteStrip(whites);
  return NAMES_OF_WHITES.filter(([, kelvin]) => kelvin >= min && kelvin <= max).map(([name, kelvin]) => ({
    name: say(`colors.${name}`),
    chosen: whiteOf(kelvin, whites),
  }));
}

/** Evenly along the strip. */
export function kelvinsAlong({ min, max }: ReturnType<typeof whiteStrip>): readonly number[] {
  return Array.from({ length: STOPS }, (_, index) => min + ((max - min) * index) / (STOPS - 1));
}

/** "2,700 K, warm" */
export function sayWhite(kelvin: number): string {
  return `${withUnit(sayNumber(kelvin, 0), "K")}, ${sayWarmth(kelvin)}`;
}

export function sayWarmth(kelvin: number): string {
  return say(`colors.${nameOfWhite(kelvin)}`);
}

// ---- colors

export function hexOfSpot({ degrees, percent }: Spot): string {
  return hexOfTurn((degrees % 360) / 360, percent / 100);
}

export function colorOf(spot: Spot, words: "xy" | "hue"): ChosenColor {
  const hex = hexOfSpot(spot);
  return words === "xy" ? { xy: xyOfHex(hex) } : hueOfRgb(rgbOfHex(hex));
}

export function namedColors(words: "xy" | "hue"): readonly Swatch[] {
  return NAMES_OF_COLORS.map(([name, degrees]) => ({
    name: say(`colors.${name}`),
    chosen: colorOf({ degrees, percent: 100 }, words),
  }));
}

/** "orange" */
export function sayHue(spot: Spot): string {
  return say(`colors.${nameOfSpot(spot)}`);
}

/** "2,700 K, warm", "orange": a white is named as one, also where a light was told it as a color. */
export function sayChosen(chosen: ChosenColor): string {
  const mired = whiteIn(chosen);
  return mired === undefined ? sayHue(spotOf(chosen)) : sayWhite(roundKelvinOf(mired));
}

/** In mired; undefined: it is no white. */
function whiteIn({ ct, xy }: ChosenColor): number | undefined {
  return typeof ct === "number" ? ct : Array.isArray(xy) ? miredOfXy(xy as unknown as Xy) : undefined;
}

/** Whether eyes would name the colors of these lights with one word, as far as each tells one. */
export function areAlike(states: readonly Values[]): boolean {
  const words = states.flatMap((state) => {
    const chosen = chosenIn(state);
    if (!chosen) return [];
    const mired = whiteIn(chosen);
    return [mired === undefined ? nameOfSpot(spotOf(chosen)) : nameOfWhite(roundKelvinOf(mired))];
  });
  return new Set(words).size < 2;
}

const NEAR = { ct: 8, xy: 0.005, hue: FULL_TURN / 200, sat: MOST_SATURATED / 100 } as const; // differences that a lamp rounds away

export function isAlike(one: ChosenColor | undefined, other: ChosenColor | undefined): boolean {
  if (!one || !other || Object.keys(one).join() !== Object.keys(other).join()) return false;
  return Object.entries(NEAR).every(([name, near]) => {
    const [here, there] = [one[name], other[name]].map((value) => (Array.isArray(value) ? value : [value]));
    return (here ?? []).every(
      (part, index) => part === there?.[index] || Math.abs(Number(part) - Number(there?.[index])) <= near,
    );
  });
}
