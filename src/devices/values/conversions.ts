/** Conversions between a device's value and the value of a member, which value mappings refer to by name. A value that does not fit becomes undefined. */
import { isObject } from "../../model/resource.ts";
import { lightLevelOf } from "../../model/units.ts";
import type { ValueMapping } from "../plan/device-plan.ts";

interface ValueConversion {
  /** Undefined: the value is not one of this kind. */
  readonly read: (value: unknown, mapping: ValueMapping) => unknown;
  /** Undefined: the device does not have the value. Absent: the member can only be read. */
  readonly write?: (value: unknown, mapping: ValueMapping) => unknown;
}

type QualitySteps = readonly (readonly [upTo: number, word: string])[];
const OUT_OF_SCALE = "out of scale";
const VOC_QUALITY: QualitySteps = [
  [65, "excellent"],
  [220, "good"],
  [660, "moderate"],
  [5_000, "unhealthy"],
];
const DUST_QUALITY: QualitySteps = [
  [35, "good"],
  [85, "moderate"],
  [999, "unhealthy"],
];
const FAN_STEPS = 4; // the API has four speeds for a fan whose speed is continuous
const FULL_SPEED = 254;

/** Where only one of the two words is known, all other words stand for the other. */
const flag = {
  read: (value, { valueOn, valueOff }) => {
    if (!isWord(value)) return undefined;
    if (value === valueOn) return true;
    if (value === valueOff) return false;
    if (valueOn === undefined) return valueOff === undefined ? undefined : true;
    return valueOff === undefined ? false : undefined;
  },
  write: (value, { valueOn, valueOff, values = [] }) => {
    if (value === false) return valueOff ?? values.find((each) => each !== valueOn);
    return value === true ? (valueOn ?? values.find((each) => each !== valueOff)) : undefined;
  },
} satisfies ValueConversion;

const words = {
  read: (value, { words = {} }) =>
    isWord(value) && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined,
  write: (value, { words = {}, values }) => {
    const fits = Object.keys(words).filter((word) => words[word] === value);
    return values ? values.find((each) => fits.includes(String(each))) : fits[0];
  },
} satisfies ValueConversion;

const ppb = numeric({ ppm: 1_000 });

export const CONVERSIONS: Readonly<Record<string, ValueConversion>> = {
  // ---- numbers; the unit of the mapping decides on the factor
  number: numeric({}, (value) => value),
  integer: numeric({}),
  x5: numeric({}, Math.round, 5),
  percent: numeric({ "%": 1 }, (value) => value, 100),
  x10: numeric({}, Math.round, 10),
  x100: numeric({}, Math.round, 100),
  /** A value without a unit is a raw attribute, and in hundredths already. */
  hundredths: numeric({ "°C": 100, "°F": 100 }),
  W: numeric({ kW: 1_000, mW: 0.001 }),
  V: numeric({ mV: 0.001 }),
  mA: numeric({ mA: 1 }, Math.round, 1_000),
  Wh: numeric({ Wh: 1, MWh: 1_000_000 }, Math.round, 1_000),
  hPa: numeric({ kPa: 10, Pa: 0.01, bar: 1_000, psi: 68.947_57 }),
  Pa: numeric({ kPa: 1_000 }),
  litres: numeric({ "m³": 1_000 }, (value) => value),
  cm: numeric({ cm: 1, mm: 0.1 }, Math.round, 100),
  seconds: numeric({ min: 60, minutes: 60, ms: 0.001, h: 3_600 }),
  hours: numeric({ s: 1 / 3_600, sec: 1 / 3_600, seconds: 1 / 3_600, min: 1 / 60 }),
  ppb,
  lightlevel: { read: (value) => given(numberIn(value), lightLevelOf) },
  inverted: {
    read: (value) => given(within(numberIn(value), 0, 100), (percent) => 100 - Math.round(percent)),
    write: (value) => given(within(numberIn(value), 0, 100), (percent) => 100 - percent),
  },
  /** The position of a cover as a level, for clients that know no covers. */
  invertedLevel: {
    read: (value) => given(within(numberIn(value), 0, 100), (percent) => Math.round((100 - percent) * 2.54)),
  },
  isPartlyClosed: { read: (value) => given(within(numberIn(value), 0, 100), (percent) => percent < 100) },
  isPartlyOpen: { read: (value) => given(within(numberIn(value), 0, 100), (percent) => percent > 0) },
  vocQuality: {
    read: (value, mapping) => given(ppb.read(value, mapping), (ppb) => wordFor(VOC_QUALITY, Number(ppb))),
  },
  dustQuality: { read: (value) => given(numberIn(value), (density) => wordFor(DUST_QUALITY, density)) },
  fanQuarters: {
    read: (value, { max = FULL_SPEED }) =>
      given(within(numberIn(value), 0, max), (speed) => Math.round((speed / max) * FAN_STEPS)),
    write: (value, { max = FULL_SPEED }) =>
      given(within(numberIn(value), 0, 6), (step) => Math.min(max, Math.round((step / FAN_STEPS) * max))),
  },
  /** Of an air purifier: 0 is off, 1 to 9 are 20 to 100 %. */
  fanTenths: { read: (value) => given(within(numberIn(value), 0, 9), (speed) => (speed === 0 ? 0 : (speed + 1) * 10)) },
  /** The device has names for some of the numbers. */
  integerOrWord: {
    read: (value, mapping) => words.read(value, mapping) ?? given(numberIn(value), Math.round),
    write: (value, { words = {}, ...mapping }) =>
      Object.keys(words).find((word) => words[word] === value) ??
      given(numberIn(value), (number) => clamp(number, mapping)),
  },

  // ---- flags
  flag,
  /** The property is only written; the state is read from a better property. */
  openCommand: { read: () => undefined, write: (value, mapping) => flag.write(value, mapping) },
  notOff: {
    read: (value, { valueOff }) => (isWord(value) ? value !== valueOff : undefined),
    write: (value, { valueOn, valueOff, values = [] }) => {
      if (value === true) return valueOn ?? values.find((each) => each !== valueOff);
      return value === false ? valueOff : undefined;
    },
  },
  /** As `flag`; the member is true if one of its properties is. */
  anyFlag: { read: (value, mapping) => flag.read(value, mapping) },
  /** The texts "true" and "false". */
  flagText: { read: (value, mapping) => given(flag.read(value, mapping), String) },

  // ---- words
  text: { read: (value) => (isWord(value) ? String(value) : undefined), write: oneOfValues },
  words,
  /** A thermostat without "auto" takes "heat" for it, and the other way round. */
  thermostatMode: {
    read: (value, mapping) => words.read(value, mapping),
    write: (value, mapping) => {
      const instead = value === "auto" ? "heat" : value === "heat" ? "auto" : undefined;
      return words.write(value, mapping) ?? words.write(instead, mapping);
    },
  },
  /** Of a thermostat that heats and cools: the program says whether it runs, `heatOrCool` which of the two it does. */
  programMode: {
    read: (value, mapping) => words.read(value, mapping),
    write: (value, mapping) => words.write(value === "cool" ? "heat" : value, mapping),
  },
  heatOrCool: {
    read: (value) => (value === "cool" ? value : undefined),
    write: (value, { values = [] }) =>
      value === "cool" || value === "heat" ? values.find((each) => each === value) : undefined,
  },
  /** A level: the index of the word among the words of the device, or a number. */
  wordIndex: {
    read: (value, { values }) => {
      if (!values) return given(numberIn(value), Math.round);
      const index = values.indexOf(value);
      return index < 0 ? undefined : index;
    },
    write: (value, { values, ...mapping }) => {
      const level = numberIn(value);
      return values
        ? values[Math.min(level ?? Number.NaN, values.length - 1)]
        : given(level, (each) => clamp(each, mapping));
    },
  },

  lockState: {
    read: (value, mapping) => words.read(value, mapping) ?? (isWord(value) ? "undefined" : undefined),
  },

  // ---- colors
  xy: {
    read: (value) => (isObject(value) ? point(value.x, value.y) : undefined),
    write: (value) => {
      const [x, y] = Array.isArray(value) ? (point(value[0], value[1]) ?? []) : [];
      return x === undefined ? undefined : { x, y };
    },
  },
  hue: {
    read: (value) => (isObject(value) ? scaled(value.hue, 0, 360, 65_535) : undefined),
    write: (value) => given(within(numberIn(value), 0, 65_535), (hue) => ({ hue: tidy((hue * 360) / 65_535) })),
  },
  sat: {
    read: (value) => (isObject(value) ? scaled(value.saturation, 0, 100, 254) : undefined),
    write: (value) => given(within(numberIn(value), 0, 254), (sat) => ({ saturation: tidy((sat * 100) / 254) })),
  },

  // ---- sirens: their state is only known where the device has a switch for it
  warning: { read: () => undefined, write: (value) => warning(value) },
  silence: {
    read: (value, mapping) => (flag.read(value, mapping) === true ? "none" : undefined),
    write: (value, { valueOn }) => (value === "none" ? valueOn : undefined),
  },
  sounding: {
    read: (value, mapping) => given(flag.read(value, mapping), (sounds) => (sounds ? "lselect" : "none")),
    write: (value, { valueOn, valueOff }) => (value === "none" ? valueOff : valueOn),
  },
};

/** `otherwise`: the factor for any other unit, and for none. */
function numeric(factors: Readonly<Record<string, number>>, round = Math.round, otherwise = 1): ValueConversion {
  const factor = ({ unit }: ValueMapping) => (unit === undefined ? otherwise : (factors[unit] ?? otherwise));
  return {
    read: (value, mapping) => given(numberIn(value), (number) => tidy(round(number * factor(mapping)))),
    write: (value, mapping) =>
      given(numberIn(value), (number) => {
        const theirs = clamp(tidy(number / factor(mapping)), mapping);
        return mapping.values ? mapping.values.find((each) => Number(each) === theirs) : theirs;
      }),
  };
}

/** Finite; some devices send numbers as text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function within(number: number | undefined, min: number, max: number): number | undefined {
  return number === undefined || number < min || number > max ? undefined : number;
}

function scaled(value: unknown, min: number, max: number, full: number): number | undefined {
  return given(within(numberIn(value), min, max), (number) => Math.round((number * full) / max));
}

function clamp(number: number, { min = -Infinity, max = Infinity }: Pick<ValueMapping, "min" | "max">): number {
  return Math.min(max, Math.max(min, number));
}

/** Without the rounding errors of a division by ten, and without minus zero. */
function tidy(number: number): number {
  return Math.round(number * 1e6) / 1e6 || 0;
}

function point(x: unknown, y: unknown): readonly [number, number] | undefined {
  const [one, other] = [within(numberIn(x), 0, 1), within(numberIn(y), 0, 1)];
  return one === undefined || other === undefined ? undefined : [round4(one), round4(other)];
}

function round4(number: number): number {
  return Math.round(number * 1e4) / 1e4;
}

function wordFor(steps: QualitySteps, value: number): string {
  return steps.find(([upTo]) => value <= upTo)?.[1] ?? OUT_OF_SCALE;
}

function isWord(value: unknown): value is string | number | boolean {
  return (
    typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

function oneOfValues(value: unknown, { values }: ValueMapping): unknown {
  if (values) return values.find((each) => String(each) === value);
  return isWord(value) ? value : undefined;
}

/** No siren should sound for more than five minutes by itself. */
function warning(alert: unknown): unknown {
  if (alert === "none") return { mode: "stop", level: "low", strobe: false, duration: 0 };
  const loud = { mode: "burglar", level: "very_high", strobe: true };
  if (alert === "select") return { ...loud, duration: 1 };
  if (alert === "lselect" || alert === "all") return { ...loud, duration: 300 };
  return alert === "blink" ? { mode: "stop", level: "low", strobe: true, duration: 300 } : undefined;
}

function given<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}
