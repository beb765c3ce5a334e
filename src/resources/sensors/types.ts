/** The virtual sensors that clients make, and their members: a row here, and checks, replies, push, reference and pick lists follow. */
import type { Definition, Definitions } from "../../model/definitions.ts";
import { bool, type Fields, int, text, time } from "../../model/fields.ts";
import { lightLevel, measured, type SensorFields } from "../../model/sensors/sensor-fields.ts";
import { isWallTime } from "../../model/time/times.ts";
import { CONFIG, SENSOR_ATTR, STATE, sensorType } from "./kinds.ts";

const UINT16 = 65_535;

/** interface 2.2 and its companions that clients know. */
const KINDS: Readonly<Record<string, SensorFields>> = {
  Alarm: { state: { alarm: bool({ default: false }) } },
  Battery: { state: { battery: int({ min: 0, max: 100, default: 100, unit: "%" }) } },
  CarbonMonoxide: { state: { carbonmonoxide: bool({ default: false }) } },
  Consumption: { state: { consumption: int({ min: 0, default: 0, unit: "Wh" }), power: int({ unit: "W" }) } },
  DaylightOffset: {
    state: { localtime: time({ fits: (value) => isWallTime(String(value)) }) },
    config: {
      offset: int({ min: -32_768, max: 32_767, default: 0, unit: "min" }),
      mode: text({ oneOf: ["sunrise", "sunset", "fix"] }),
    },
  },
  Fire: { state: { fire: bool({ default: false }) } },
  GenericFlag: { state: { flag: bool({ default: false }) } },
  GenericStatus: { state: { status: int({ min: -2_147_483_648, max: 2_147_483_647, default: 0 }) } },
  Humidity: measured("humidity", int({ min: 0, max: 10_000, default: 0, unit: "0.01 %" })),
  LightLevel: lightLevel({ max: 65_534, default: 0 }),
  OpenClose: { state: { open: bool({ default: false }) } },
  Power: {
    state: {
      power: int({ min: -32_768, max: 32_767, default: 0, unit: "W" }),
      voltage: int({ min: 0, max: UINT16, default: 0, unit: "V" }),
      current: int({ min: 0, max: UINT16, default: 0, unit: "mA" }),
    },
  },
  Presence: {
    state: { presence: bool({ default: false }) },
    config: {
      duration: int({
        min: 0,
        max: UINT16,
        default: 60,
        unit: "s",
        about: "Presence ends by itself after this; 0: never",
      }),
    },
  },
  Pressure: { state: { pressure: int({ min: 0, max: 32_767, default: 0, unit: "hPa" }) } },
  Switch: { state: { buttonevent: int({ min: -2_147_483_648, max: 2_147_483_647, default: 0, momentary: true }) } },
  Temperature: measured("temperature", int({ min: -27_315, max: 32_767, default: 0, unit: "0.01 °C" })),
  Vibration: { state: { vibration: bool({ default: false }) } },
  Water: { state: { water: bool({ default: false }) } },
};

export const SENSOR_TYPES: Definitions = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [`CLIP${name}`, clip(name, kind)]),
);

export function clip(name: string, { state, config, adjust, follows }: SensorFields): Definition {
  return sensorType(
    {
      attr: name === "Switch" ? { ...SENSOR_ATTR, mode: int({ access: "read-only", default: 1 }) } : SENSOR_ATTR,
      config: { ...CONFIG, ...config },
      state: { ...loosely(state), ...STATE },
      clients: { write: ["attr", "config", "state"], create: true },
    },
    { ...(adjust && { adjust }), ...(follows && { follows }) },
  );
}

/** Scripts send numbers as text; a sensor's state takes them. */
function loosely(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, { ...each, coerce: "number" as const }]),
  );
}
