/** Values of members in the units that people use. Pure. */
import type { Values } from "../../api.ts";
import type { Part } from "../house-devices.ts";

export interface Scale {
  readonly unit: string;
  readonly digits: number; // after the point
  readonly toHuman: (value: number) => number;
  readonly toApi: (value: number) => number;
}

const MOST_BRIGHT = 254;
const MIREDS = 1_000_000; // divided by kelvin
const FULL_TURN = 65_535;

const plain = (unit: string, digits = 0): Scale => scaled(unit, 1, digits);
const CELSIUS = scaled("°C", 0.01, 1);
const HUNDREDTHS = scaled("%", 0.01, 1);
const BRIGHTNESS: Scale = { unit: "%", digits: 0, toHuman: percentOf, toApi: briOf };
const KELVIN: Scale = { unit: "K", digits: 0, toHuman: kelvinOf, toApi: miredOf };
const LIGHT: Scale = {
  unit: "lux",
  digits: 0,
  toHuman: (level) => (level === 0 || level >= FULL_TURN ? 0 : 10 ** ((level - 1) / 10_000)),
  toApi: (lux) => (lux < 1 ? 0 : Math.min(FULL_TURN - 1, Math.round(10_000 * Math.log10(lux) + 1))),
};

const BY_MEMBER: Readonly<Record<string, Scale>> = {
  temperature: CELSIUS,
  floortemperature: CELSIUS,
  externalsensortemp: CELSIUS,
  heatsetpoint: CELSIUS,
  coolsetpoint: CELSIUS,
  unoccupiedheatsetpoint: CELSIUS,
  humidity: HUNDREDTHS,
  moisture: HUNDREDTHS,
  pressure: plain("hPa"),
  battery: plain("%"),
  lift: plain("%"),
  tilt: plain("%"),
  valve: plain("%"),
  lightlevel: LIGHT,
  tholddark: LIGHT,
  lux: plain("lux"),
  power: plain("W"),
  voltage: plain("V"),
  current: scaled("A", 0.001, 3),
  consumption: scaled("kWh", 0.001, 3),
  consumption_2: scaled("kWh", 0.001, 3),
  production: scaled("kWh", 0.001, 3),
  airqualityppb: plain("ppb"),
  pm2_5: plain("µg/m³"),
  targetdistance: plain("cm"),
  detectionrange: plain("cm"),
  duration: plain("s"),
  delay: plain("s"),
  fadingtime: plain("s"),
  seconds_remaining: plain("s"),
  permitjoin: plain("s"),
  eventduration: scaled("s", 0.1, 1),
  deviceruntime: plain("min"),
  filterruntime: plain("min"),
  filterlifetime: plain("min"),
  bri: BRIGHTNESS,
  "bri/min": BRIGHTNESS,
  "bri/max": BRIGHTNESS,
  "bri/onoff_transitiontime": scaled("s", 0.1, 1),
  sat: BRIGHTNESS,
  hue: scaled("°", 360 / FULL_TURN, 0),
  ct: KELVIN,
};
const ANY: Scale = plain("", 2);

/** An offset is one of what its sensor measures; what a measured value is, the sensor says itself. */
export function scaleOf({ type, view }: Pick<Part, "type" | "view">, member: string): Scale {
  if (member === "offset") return /Humidity|Moisture/.test(type) ? HUNDREDTHS : CELSIUS;
  if (member === "measured_value") return plain(measuredUnit(view), 3);
  return Object.hasOwn(BY_MEMBER, member) ? (BY_MEMBER[member] ?? ANY) : ANY;
}

function measuredUnit({ capabilities }: Values): string {
  const { measured_value } = (capabilities ?? {}) as { readonly measured_value?: { readonly unit?: unknown } };
  return typeof measured_value?.unit === "string" ? measured_value.unit : "";
}

function scaled(unit: string, factor: number, digits: number): Scale {
  return { unit, digits, toHuman: (value) => value * factor, toApi: (value) => Math.round(value / factor) };
}

/** What is on, however little, is never 0 %. */
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
