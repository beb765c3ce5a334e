/** How a kind of sensor is written down (`sensor-kinds.ts`), and how measured numbers behave. */
import type { WriteRules } from "../definitions.ts";
import { bool, type Fields, int } from "../fields.ts";
import { LIGHT_LEVEL, luxOf } from "../units.ts";

/** Kinds of devices for people: the panels have a word and a picture for each. The purpose of a device comes before its side values. */
export const KINDS_OF_DEVICES = [
  ...[
    "smoke",
    "blind",
    "lock",
    "plug",
    "fan",
    "switch",
    "light",
    "extender",
    "thermostat",
    "keypad",
    "remote",
    "motion",
  ],
  ...[
    "door",
    "water",
    "vibration",
    "siren",
    "air",
    "temperature",
    "brightness",
    "meter",
    "battery",
    "clock",
    "virtual",
  ],
  "other",
] as const;
export type KindOfDevice = (typeof KINDS_OF_DEVICES)[number];

/** In each language of the house. */
export type Words = Readonly<Record<"en-US" | "de", string>>;

export interface SensorFields {
  readonly state: Fields;
  readonly config?: Fields;
  readonly adjust?: NonNullable<WriteRules["adjust"]>;
  readonly follows?: NonNullable<WriteRules["follows"]>;
}

export interface SensorKind extends SensorFields {
  readonly kind: KindOfDevice; // the kind of most devices with it, for people: by that the panels have a word and a picture
  readonly name: Words; //    the sensor, in a word
  readonly words?: Readonly<Record<string, Words>>; // members that no other kind has, in a word
  /** The member that a line of the device list tells, and its place where a device has several such. */
  readonly tells?: readonly [member: string, place: number];
  /** Values of the converters that become its first member; other ways are rows of `src/devices/mapping`. */
  readonly fedBy?: { readonly properties: readonly string[]; readonly clusters: readonly string[] };
}

/** A number that is measured, and moved by `config.offset`; a value that was never measured stays unknown. */
export function measured(member: string, field: ReturnType<typeof int>): SensorFields {
  const { min = 0, max = 0, unit = "" } = field;
  const moved = (value: unknown, by: number) => Math.min(max, Math.max(min, Number(value) + by));
  const isKnown = (value: unknown) => value !== undefined && value !== null;
  return {
    state: { [member]: field },
    config: { offset: int({ min: -32_768, max: 32_767, default: 0, unit, about: "Added to what is measured" }) },
    adjust: (values, { config }) =>
      isKnown(values[member]) ? { ...values, [member]: moved(values[member], Number(config.offset ?? 0)) } : values,
    follows: (before, after) => {
      const by = Number(after.config.offset ?? 0) - Number(before.config.offset ?? 0);
      return by === 0 || !isKnown(after.state[member]) ? {} : { [member]: moved(after.state[member], by) };
    },
  };
}

const DARK = 12_000; // of the light level, where no client has set another threshold
const DAYLIGHT_ABOVE = 7_000;

/** A light level, and the flags that follow from it by the thresholds of the config; an unmeasured value stays unknown. */
export function lightLevel(range: { readonly max: number; readonly default?: number }): SensorFields {
  return {
    state: {
      lightlevel: int({ min: 0, unit: LIGHT_LEVEL, ...range }),
      lux: int({ access: "read-only", unit: "lx" }),
      dark: bool({ access: "read-only" }),
      daylight: bool({ access: "read-only" }),
    },
    config: {
      tholddark: int({ min: 0, max: 65_534, default: DARK, about: "Dark at this light level and below" }),
      tholdoffset: int({ min: 1, max: 65_534, default: DAYLIGHT_ABOVE, about: "Daylight so far above tholddark" }),
    },
    follows: (_, { state: { lightlevel: level }, config }) => {
      if (typeof level !== "number") return {};
      const dark = Number(config.tholddark ?? DARK);
      const bright = dark + Number(config.tholdoffset ?? DAYLIGHT_ABOVE);
      return { lux: luxOf(level), dark: level <= dark, daylight: level >= bright };
    },
  };
}
