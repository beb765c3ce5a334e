/** The payload that the converters make of a message → members of a resource. Values that cannot be are left out. */
import { isObject, type Values } from "../../model/resource.ts";
import { SENSOR_KINDS } from "../../model/sensors/sensor-kinds.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import { ALARM_TYPES } from "../mapping/measured-values.ts";
import type { PlannedResource, ValueMapping } from "../plan/device-plan.ts";
import { CONVERSIONS } from "./conversions.ts";

export interface ReadValues {
  readonly state: Values;
  readonly config: Values;
}

type ValueRange = readonly [min: number, max: number];

const INT32: ValueRange = [-2_147_483_648, 2_147_483_647];
const PERCENT: ValueRange = [0, 100];
const UINT16: ValueRange = [0, 65_535];
const POSITIVE: ValueRange = [0, Number.MAX_SAFE_INTEGER];
/** The range of a member; a number beyond it is an error of the device. */
const RANGES: Readonly<Record<string, ValueRange>> = {
  ...measuredRanges(),
  "config/battery": PERCENT,
  "state/battery": PERCENT,
  "state/valve": PERCENT,
  "state/bri": [0, 254],
  "state/ct": UINT16,
  "state/lightlevel": UINT16,
  "state/speed": PERCENT,
  "state/dewpoint": [-27_315, 32_767],
  "state/voltage": UINT16,
  "state/consumption": POSITIVE,
  "state/consumption_2": POSITIVE,
  "state/production": POSITIVE,
};

/** By the mappings of the resource's plan. */
export function readPayload({ mappings }: PlannedResource, payload: Values): ReadValues {
  const state: Record<string, unknown> = {};
  const config: Record<string, unknown> = {};
  for (const mapping of mappings) {
    if (!Object.hasOwn(payload, mapping.property)) continue;
    const value = readValue(mapping, payload);
    const section = mapping.section === "state" ? state : config;
    const isTrueAlready = mapping.conversion === "anyFlag" && section[mapping.member] === true;
    if (value !== undefined && !isTrueAlready) section[mapping.member] = value;
  }
  return { state, config };
}

function readValue(mapping: ValueMapping, payload: Values): unknown {
  const { section, member, property, field, conversion } = mapping;
  const whole = payload[property];
  const value = field === undefined ? whole : isObject(whole) ? whole[field] : undefined;
  const read =
    conversion === "lightlevel" ? lightLevel(mapping, value, payload) : CONVERSIONS[conversion]?.read(value, mapping);
  if (typeof read !== "number") return read;
  const [min, max] = RANGES[`${section}/${member}`] ?? INT32;
  return read >= min && read <= max ? read : undefined;
}

/** The device's own logarithm if it tells one: whole lux are too coarse in the dark. Some devices call their lux the raw value. */
function lightLevel(mapping: ValueMapping, lux: unknown, payload: Values): unknown {
  const raw = payload[mapping.property.replace("illuminance", "illuminance_raw")];
  const isLevel =
    typeof raw === "number" &&
    Number.isInteger(raw) &&
    raw > 0 &&
    Math.abs(10 ** ((raw - 1) / 10_000) - Number(lux)) <= 1;
  return isLevel ? raw : CONVERSIONS.lightlevel?.read(lux, mapping);
}

interface UndeclaredRow {
  readonly section: "config" | "state";
  readonly member: string;
  readonly fits: (value: unknown) => boolean;
  readonly types?: readonly string[]; // undefined: all sensors of the device
}

const TAMPER_TYPES: readonly string[] = [...ALARM_TYPES, "ZHAAncillaryControl"];
const isFlag = (value: unknown) => typeof value === "boolean";
const isPercent = (value: unknown) => typeof value === "number" && value >= 0 && value <= 100;

/** Values that devices tell without an expose, and that any client wants to know. */
const UNDECLARED: readonly (readonly [property: string, UndeclaredRow])[] = [
  ["battery", { section: "config", member: "battery", fits: isPercent }],
  ["battery_low", { section: "state", member: "lowbattery", fits: isFlag, types: TAMPER_TYPES }],
  ["tamper", { section: "state", member: "tampered", fits: isFlag, types: TAMPER_TYPES }],
  ["test", { section: "state", member: "test", fits: isFlag, types: ["ZHAFire", "ZHACarbonMonoxide", "ZHAAlarm"] }],
];

/** Values that no plan of the device's resources has. */
export function readUndeclared({ resources }: Device, { planned }: DeviceResource, payload: Values): ReadValues {
  const read = { state: {} as Record<string, unknown>, config: {} as Record<string, unknown> };
  if (planned.family !== "sensors") return read;
  const isPlanned = (property: string) =>
    resources.some((each) => each.planned.mappings.some((mapping) => mapping.property === property));
  for (const [property, { section, member, fits, types }] of UNDECLARED) {
    if (!Object.hasOwn(payload, property) || isPlanned(property)) continue;
    const value = payload[property];
    if (!fits(value) || (types && !types.includes(planned.type))) continue;
    read[section][member] = typeof value === "number" ? Math.round(value) : value;
  }
  return read;
}

/** Of measured values that an offset moves: as their definition says. */
function measuredRanges(): Readonly<Record<string, ValueRange>> {
  const measured = Object.values(SENSOR_KINDS).filter(({ adjust }) => adjust);
  const fields = measured.flatMap(({ state }) => Object.entries(state).slice(0, 1));
  return Object.fromEntries(
    fields.map(([member, { min = -Infinity, max = Infinity }]) => [`state/${member}`, [min, max]] as const),
  );
}
