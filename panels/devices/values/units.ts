/** Values of members in the units that people use. Pure. */
import type { Values } from "../../../src/model/resource.ts";
import { SENSOR_KINDS } from "../../../src/model/sensors/sensor-kinds.ts";
import { BRIGHTNESS, LIGHT_LEVEL, SCALES_OF_LAMPS, type Scale, scaled, scaleOfUnit } from "../../../src/model/units.ts";
import type { HouseResource } from "../house-devices.ts";
import { plainType } from "../kinds.ts";

/** Units of members, as the API counts them, or scales of their own; the units of sensors stand with their kind. */
const OTHERS: Readonly<Record<string, string | Scale>> = {
  battery: "%",
  lift: "%",
  tilt: "%",
  detectionrange: "cm",
  fadingtime: "s",
  permitjoin: "s",
  tholddark: LIGHT_LEVEL,
  ...SCALES_OF_LAMPS,
  "bri/min": BRIGHTNESS,
  "bri/max": BRIGHTNESS,
  "bri/startup": BRIGHTNESS,
  "bri/onoff_transitiontime": "0.1 s",
  ...(SCALES_OF_LAMPS.ct && { "color/ct/startup": SCALES_OF_LAMPS.ct }),
};

/** By member, of the first kind that gives it a unit: a member has the same unit everywhere, but an offset has the unit of its sensor. */
const FIELDS = new Map(
  Object.values(SENSOR_KINDS)
    .flatMap(({ state, config }) => Object.entries({ ...config, ...state }))
    .filter(([member, { unit }]) => unit !== undefined && member !== "offset")
    .reverse(),
);

/** The sensor itself tells the unit of a "measured_value". */
export function displayUnitOf({ type, view }: Pick<HouseResource, "type" | "view">, member: string): Scale {
  if (member === "measured_value") return scaled(measuredUnit(view), 1, 3);
  const other = Object.hasOwn(OTHERS, member) ? OTHERS[member] : undefined;
  if (other !== undefined) return typeof other === "object" ? other : scaleIn(other);
  const { state, config } = SENSOR_KINDS[plainType(type)] ?? {};
  const own = state?.[member] ?? config?.[member];
  const { unit, kind } = (own?.unit === undefined ? FIELDS.get(member) : own) ?? {};
  return unit === undefined ? scaled("", 1, 2) : scaleIn(unit, kind === "num" ? 2 : 0);
}

function scaleIn(unit: string, digits = 0): Scale {
  return scaleOfUnit(unit) ?? scaled(unit, 1, digits);
}

function measuredUnit({ capabilities }: Values): string {
  const { measured_value } = (capabilities ?? {}) as { readonly measured_value?: { readonly unit?: unknown } };
  return typeof measured_value?.unit === "string" ? measured_value.unit : "";
}
