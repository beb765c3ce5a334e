/** Values of members in the units that people use. Pure. */
import { FULL_TURN } from "../../../src/model/color.ts";
import type { Values } from "../../../src/model/resource.ts";
import { BRIGHTNESS, LIGHT_LEVEL, type Scale, scaled, scaleOfUnit } from "../../../src/model/units.ts";
import type { HouseResource } from "../house-devices.ts";

const CELSIUS = "0.01 °C";
const HUNDREDTHS = "0.01 %";

/** The unit of a member as the API counts it, or a scale of its own. */
const BY_MEMBER: Readonly<Record<string, string | Scale>> = {
  temperature: CELSIUS,
  floortemperature: CELSIUS,
  externalsensortemp: CELSIUS,
  heatsetpoint: CELSIUS,
  coolsetpoint: CELSIUS,
  unoccupiedheatsetpoint: CELSIUS,
  humidity: HUNDREDTHS,
  moisture: HUNDREDTHS,
  pressure: "hPa",
  battery: "%",
  lift: "%",
  tilt: "%",
  valve: "%",
  lightlevel: LIGHT_LEVEL,
  tholddark: LIGHT_LEVEL,
  lux: "lux",
  power: "W",
  voltage: "V",
  current: "mA",
  consumption: "Wh",
  consumption_2: "Wh",
  production: "Wh",
  airqualityppb: "ppb",
  pm2_5: "µg/m³",
  targetdistance: "cm",
  detectionrange: "cm",
  duration: "s",
  delay: "s",
  fadingtime: "s",
  seconds_remaining: "s",
  permitjoin: "s",
  eventduration: "0.1 s",
  deviceruntime: "min",
  filterruntime: "min",
  filterlifetime: "min",
  bri: BRIGHTNESS,
  "bri/min": BRIGHTNESS,
  "bri/max": BRIGHTNESS,
  "bri/onoff_transitiontime": "0.1 s",
  sat: BRIGHTNESS,
  hue: scaled("°", 360 / FULL_TURN, 0),
  ct: "mired",
};

/** An offset is one of what its sensor measures; what a measured value is, the sensor says itself. */
export function displayUnitOf({ type, view }: Pick<HouseResource, "type" | "view">, member: string): Scale {
  if (member === "offset") return scaleIn(/Humidity|Moisture/.test(type) ? HUNDREDTHS : CELSIUS);
  if (member === "measured_value") return scaled(measuredUnit(view), 1, 3);
  const unit = Object.hasOwn(BY_MEMBER, member) ? BY_MEMBER[member] : undefined;
  return typeof unit === "object" ? unit : unit === undefined ? scaled("", 1, 2) : scaleIn(unit);
}

function scaleIn(unit: string): Scale {
  return scaleOfUnit(unit) ?? scaled(unit, 1, 0);
}

function measuredUnit({ capabilities }: Values): string {
  const { measured_value } = (capabilities ?? {}) as { readonly measured_value?: { readonly unit?: unknown } };
  return typeof measured_value?.unit === "string" ? measured_value.unit : "";
}
