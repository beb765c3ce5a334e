/** Units: as the API counts, and as people do. */
import { FULL_TURN } from "./lights/color.ts";

export interface Scale {
  readonly unit: string;
  readonly digits: number; // after the point, where people read it
  readonly toHuman: (value: number) => number;
  readonly toApi: (value: number) => number;
}

export const LIGHT_LEVEL = "10000 · log10(lux) + 1";
const BRIGHTEST = 65_534;
const UNKNOWN_LEVEL = 65_535;
const MOST_BRIGHT = 254;
const MIREDS = 1_000_000; // divided by kelvin

export function scaled(unit: string, factor: number, digits: number): Scale {
  return { unit, digits, toHuman: (value) => value * factor, toApi: (value) => Math.round(value / factor) };
}

/** A brightness or a saturation has no unit: the API counts it in steps. */
export const BRIGHTNESS: Scale = { unit: "%", digits: 0, toHuman: percentOf, toApi: briOf };

/** By the unit of a field, where people use another one. */
const SCALES: Readonly<Record<string, Scale>> = {
  "0.01 °C": scaled("°C", 0.01, 1),
  "0.01 %": scaled("%", 0.01, 1),
  "0.1 s": scaled("s", 0.1, 1),
  Wh: scaled("kWh", 0.001, 3),
  mA: scaled("A", 0.001, 3),
  mired: { unit: "K", digits: 0, toHuman: kelvinOf, toApi: miredOf },
  [LIGHT_LEVEL]: {
    unit: "lx",
    digits: 0,
    toHuman: luxOf,
    toApi: lightLevelOf,
  },
};

export const KELVINS = 50; // the smallest step of a white that eyes see

/** "2,750 K" of 366 mired: a lamp counts in mireds, and people in round numbers. */
export function roundKelvinOf(mired: number): number {
  return Math.round(kelvinOf(mired) / KELVINS) * KELVINS;
}

/** The members of a lamp that people read in other units than its fields have. */
export const SCALES_OF_LAMPS: Readonly<Record<string, Scale>> = {
  bri: BRIGHTNESS,
  sat: BRIGHTNESS,
  hue: scaled("°", 360 / FULL_TURN, 0),
  ct: { unit: "K", digits: 0, toHuman: roundKelvinOf, toApi: miredOf },
};

/** Undefined: people count as the API does. */
export function scaleOfUnit(unit: string): Scale | undefined {
  return Object.hasOwn(SCALES, unit) ? SCALES[unit] : undefined;
}

/** Of a member as messages and dialogs show it; a brightness is one by its name. */
export function forPeople(member: string, unit: string, value: unknown): unknown {
  const scale = member === "bri" ? BRIGHTNESS : scaleOfUnit(unit);
  return scale && typeof value === "number" ? Math.round(scale.toHuman(value) * 1000) / 1000 : value; // 0.1 + 0.2 is 0.3
}

/** A lamp that is on, however dim, is never at 0 %. */
export function percentOf(bri: number): number {
  return bri <= 0 ? 0 : Math.max(1, Math.round((bri / MOST_BRIGHT) * 100));
}

export function briOf(percent: number): number {
  return percent <= 0 ? 0 : Math.max(1, Math.round((percent / 100) * MOST_BRIGHT));
}

export function kelvinOf(mired: number): number {
  return mired <= 0 ? 0 : Math.round(MIREDS / mired);
}

export function miredOf(kelvin: number): number {
  return kelvin <= 0 ? 0 : Math.round(MIREDS / kelvin);
}

export function luxOf(level: number): number {
  return level === 0 || level === UNKNOWN_LEVEL ? 0 : Math.round(10 ** ((level - 1) / 10_000));
}

export function lightLevelOf(lux: number): number {
  return lux > 0 ? Math.max(0, Math.min(BRIGHTEST, Math.round(10_000 * Math.log10(lux) + 1))) : 0;
}
