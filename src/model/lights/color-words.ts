/** The names that people have for the white or the color of a lamp, by the keys of its texts (`colors` of the panels). Pure. */
import { roundKelvinOf } from "../units.ts";
import { hexOfState, miredOfXy, rgbOfHex, turnOfRgb, type Xy } from "./color.ts";

/** Where a color lies: its hue, and how saturated it is. */
export interface Spot {
  readonly degrees: number;
  readonly percent: number;
}

const ENDS_OF_WHITES = [
  ["candle", 2_450],
  ["warm", 3_300],
  ["neutral", 5_300],
  ["cold", Number.POSITIVE_INFINITY],
] as const;

export const NAMES_OF_COLORS = [
  ["red", 0],
  ["orange", 30],
  ["yellow", 54],
  ["green", 120],
  ["turquoise", 180],
  ["blue", 240],
  ["purple", 273],
  ["pink", 318],
] as const;
const PALE = 10; // per cent of saturation, below which it has no hue to speak of

export function nameOfWhite(kelvin: number): string {
  const [name] = ENDS_OF_WHITES.find(([, end]) => kelvin < end) ?? ["cold"];
  return name;
}

/** By the nearest that has a name. */
export function nameOfSpot({ degrees, percent }: Spot): string {
  if (percent < PALE) return "white";
  const away = (other: number) => Math.min(Math.abs(other - degrees), 360 - Math.abs(other - degrees));
  const [name] = NAMES_OF_COLORS.reduce((near, each) => (away(each[1]) < away(near[1]) ? each : near));
  return name;
}

export function spotOf(state: Readonly<Record<string, unknown>>): Spot {
  const { turn, saturation } = turnOfRgb(rgbOfHex(hexOfState(state)));
  return { degrees: Math.round(turn * 360), percent: Math.round(saturation * 100) };
}

/** Lights that only take colors in a scene are told their whites as one. */
function nameOfXy(xy: Xy): string {
  const mired = miredOfXy(xy);
  return mired === undefined ? nameOfSpot(spotOf({ xy })) : nameOfWhite(roundKelvinOf(mired));
}

/** Of a light as it is now; undefined of one that tells no color. */
export function nameOfColor({ colormode, ct, xy, hue, sat }: Readonly<Record<string, unknown>>): string | undefined {
  if (colormode === "ct") return Number(ct) > 0 ? nameOfWhite(roundKelvinOf(Number(ct))) : undefined;
  if (colormode === "xy") return Array.isArray(xy) ? nameOfXy(xy as unknown as Xy) : undefined;
  const isKnown = colormode === "hs" && typeof hue === "number" && typeof sat === "number";
  return isKnown ? nameOfSpot(spotOf({ hue, sat })) : undefined;
}
