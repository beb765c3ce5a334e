/** What a device said → members of a resource. What makes no sense is left out. */
import type { Values } from "../../model/resource.ts";
import { isObject } from "../../model/resource.ts";
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
const CELSIUS: ValueRange = [-27_315, 32_767];
/** What a member can hold at all; a device that says more than that is not believed. */
const RANGES: Readonly<Record<string, ValueRange>> = {
  "config/battery": PERCENT,
  "state/battery": PERCENT,
  "state/valve": PERCENT,
  "state/bri": [0, 254],
  "state/ct": UINT16,
  "state/humidity": [0, 10_000],
  "state/moisture": [0, 10_000],
  "state/lightlevel": UINT16,
  "state/pressure": [0, 32_767],
  "state/speed": PERCENT,
  "state/temperature": CELSIUS,
  "state/voltage": UINT16,
  "state/consumption": [0, Number.MAX_SAFE_INTEGER],
  "state/consumption_2": [0, Number.MAX_SAFE_INTEGER],
  "state/production": [0, Number.MAX_SAFE_INTEGER],
};

export function readPayload({ mappings }: PlannedResource, payload: Values): ReadValues {
  const state: Record<string, unknown> = {};
  const config: Record<string, unknown> = {};
  for (const link of mappings) {
    if (!Object.hasOwn(payload, link.property)) continue;
    const value = readOne(link, payload);
    const section = link.section === "state" ? state : config;
    const isOutdone = link.conversion === "anyFlag" && section[link.member] === true;
    if (value !== undefined && !isOutdone) section[link.member] = value;
  }
  return { state, config };
}

function readOne(link: ValueMapping, payload: Values): unknown {
  const whole = payload[link.property];
  const value = link.field === undefined ? whole : isObject(whole) ? whole[link.field] : undefined;
  const read =
    link.conversion === "lightlevel"
      ? lightLevel(link, value, payload)
      : CONVERSIONS[link.conversion]?.read(value, link);
  if (typeof read !== "number") return read;
  const [min, max] = RANGES[`${link.section}/${link.member}`] ?? INT32;
  return read >= min && read <= max ? read : undefined;
}

/** The device's own logarithm where it is one: whole lux are too coarse in the dark. Some say lux in its place. */
function lightLevel(link: ValueMapping, lux: unknown, payload: Values): unknown {
  const raw = payload[link.property.replace("illuminance", "illuminance_raw")];
  const isLevel =
    typeof raw === "number" &&
    Number.isInteger(raw) &&
    raw > 0 &&
    Math.abs(10 ** ((raw - 1) / 10_000) - Number(lux)) <= 1;
  return isLevel ? raw : CONVERSIONS.lightlevel?.read(lux, link);
}
