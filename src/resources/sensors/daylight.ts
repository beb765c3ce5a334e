/** The Daylight sensor: the sky over the gateway's place, for clients. It is there once that place is known; no client creates it. */
import type { Call } from "../../core/call.ts";
import type { Draft } from "../../core/draft.ts";
import type { Definitions } from "../../model/definitions.ts";
import { ApiError } from "../../model/errors.ts";
import { bool, int, text, time } from "../../model/fields.ts";
import { type Outcome, type Resource, success } from "../../model/resource.ts";
import { positionOf, positionText } from "../../model/time/daylight.ts";
import { PHASES } from "../../model/time/sun.ts";
import { CONFIG as GATEWAY_CONFIG } from "../config/type.ts";
import { allowed, demandObject } from "../handlers.ts";
import { CONFIG, SENSOR_ATTR, STATE, sensorType } from "./kinds.ts";

const SHIFT = { min: -120, max: 120, unit: "min" } as const;
const PHASE_CODES = Object.entries(PHASES).map(([name, { status }]) => `${status} ${name}`);

/** Degrees as clients send them: "52.52", and not "052.5200N". */
function degrees(most: number, about: string) {
  const fits = (value: unknown) => /^[+-]?\d{1,3}(\.\d+)?$/.test(String(value)) && Math.abs(Number(value)) <= most;
  return text({ max: 30, access: "write-only", fits, about });
}

const DAYLIGHT = sensorType({
  attr: SENSOR_ATTR,
  config: {
    on: CONFIG.on,
    configured: bool({ default: true, access: "read-only", about: "The place is known" }),
    sunriseoffset: int({ ...SHIFT, default: 30, about: "The day begins so long after sunrise" }),
    sunsetoffset: int({ ...SHIFT, default: -30, about: "The day ends so long after sunset" }),
    lat: degrees(90, "Moves the gateway: its latitude, north is positive. Never shown"),
    long: degrees(180, "Moves the gateway: its longitude, east is positive. Never shown"),
  },
  state: {
    daylight: bool({ about: "The sun is up, moved by the offsets" }),
    dark: bool({ about: "Not even twilight, moved by the offsets" }),
    status: int({ oneOf: Object.values(PHASES).map(({ status }) => status), about: PHASE_CODES.join(", ") }),
    sunrise: time({ nullable: true, about: "UTC, without the offset; null where the sun does not rise that day" }),
    sunset: time({ nullable: true, about: "UTC, without the offset" }),
    lastupdated: STATE.lastupdated as NonNullable<(typeof STATE)[string]>,
  },
  clients: { write: ["attr", "config"] },
});
export const DAYLIGHT_TYPES: Definitions = { Daylight: DAYLIGHT };

/** Where the gateway stands is the gateway's own setting; the rest is the sensor's. */
export function updateDaylight(call: Call, sensor: Resource): readonly Outcome[] {
  const { values, errors } = allowed(call, sensor, "config", call.body);
  const { lat, long, ...own } = values;
  const place = {
    ...(lat === undefined ? {} : { latitude: Number(lat) }),
    ...(long === undefined ? {} : { longitude: Number(long) }),
  };
  if (Object.keys(place).length > 0) call.draft.patch(GATEWAY_CONFIG, "attr", place);
  if (Object.keys(own).length > 0) call.draft.patch(sensor.address, "config", own);
  return [...errors, ...Object.entries(values).map(([name, value]) => success(`${call.address}/${name}`, value))];
}

/** The sky is not a client's to write. */
export function refuseState(call: Call): readonly Outcome[] {
  const [name] = Object.keys(demandObject(call));
  if (name === undefined) return [];
  throw new ApiError("unknown", `${call.address}/${name}`, name);
}

/** A client that deletes the sensor does not want it back at the next start; the sensor comes back when the gateway moves. */
export function forget(desk: Draft): void {
  const spot = positionOf(desk.get(GATEWAY_CONFIG)?.attr);
  if (spot) desk.patch(GATEWAY_CONFIG, "attr", { undaylit: positionText(spot) });
}
