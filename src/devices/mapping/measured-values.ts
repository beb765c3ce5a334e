/** The values that become sensors: every device with the value gets the sensor of its row. Of several rows the first that fits counts. */

import type { Field } from "../../model/fields.ts";
import { SENSOR_KINDS } from "../../model/sensor-kinds.ts";
import type { Capability, MappingTable, MeasuredRow } from "./mapping-rows.ts";
import { METERED } from "./metered-values.ts";

const TEMPERATURE = { type: "ZHATemperature", clusters: ["0402"], member: "temperature", conversion: "x100" } as const;
const NO_OTHER_TEMPERATURE = ["temperature", "local_temperature"];
const PRESSURE = {
  type: "ZHAPressure",
  clusters: ["0403"],
  member: "pressure",
  conversion: "hPa",
  expose: "numeric",
} as const;
const LIGHT = { type: "ZHALightLevel", clusters: ["0400"], member: "lightlevel", conversion: "lightlevel" } as const;
const PRESENCE = {
  type: "ZHAPresence",
  clusters: ["0406", "0500", "ef00"],
  member: "presence",
  conversion: "flag",
} as const;
const PRESENCE_STATE = { ...PRESENCE, conversion: "notOff", no: ["none"], unless: ["occupancy", "presence"] } as const;
const OPEN = { type: "ZHAOpenClose", clusters: ["0500", "0006", "ef00"], member: "open", conversion: "flag" } as const;
const WATER = { type: "ZHAWater", clusters: ["0500", "ef00"], member: "water", conversion: "flag" } as const;
const FIRE = { type: "ZHAFire", clusters: ["0500", "ef00"], member: "fire", conversion: "flag" } as const;
const CO = {
  type: "ZHACarbonMonoxide",
  clusters: ["0500", "040c", "ef00"],
  member: "carbonmonoxide",
  conversion: "flag",
} as const;
const VIBRATION = {
  type: "ZHAVibration",
  clusters: ["0500", "0101", "fc02", "ef00"],
  member: "vibration",
  conversion: "flag",
} as const;
const ALARM = { type: "ZHAAlarm", clusters: ["0500", "ef00"], member: "alarm", conversion: "flag" } as const;
const AIR = { type: "ZHAAirQuality", clusters: ["042e", "fc03", "fc7e", "000c"] } as const;
const CO2 = substance("ZHACarbonDioxide", "040d", "CO2", "level", "ppm", 65_535);
const FORMALDEHYDE_PPM = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "level", "ppm", 65_535);
const FORMALDEHYDE_PPB = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "level", "ppb", 65_535);
const FORMALDEHYDE_MICROGRAMS = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "density", "ug/m^3", 65_535);
const FORMALDEHYDE_MILLIGRAMS = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "density", "mg/m^3", 65_535);
const FORMALDEHYDE = [
  { ...FORMALDEHYDE_PPM, units: ["ppm"] },
  { ...FORMALDEHYDE_PPB, units: ["ppb"] },
  { ...FORMALDEHYDE_MILLIGRAMS, units: ["mg/m³"] },
  FORMALDEHYDE_MICROGRAMS,
];

export const MEASURED: MappingTable<MeasuredRow> = {
  temperature: TEMPERATURE,
  current_temperature: { ...TEMPERATURE, unless: NO_OTHER_TEMPERATURE },
  room_temperature: [
    { ...TEMPERATURE, unless: NO_OTHER_TEMPERATURE },
    { ...TEMPERATURE, place: 2 },
  ],
  outdoor_air_temperature: { ...TEMPERATURE, place: 2 },
  indoor_heat_exchanger_temperature: { ...TEMPERATURE, place: 3 },
  outdoor_heat_exchanger_temperature: { ...TEMPERATURE, place: 4 },
  probe_temperature: { ...TEMPERATURE, beside: "temperature" },
  external_temperature: { ...TEMPERATURE, beside: "temperature" },
  temperature_probe: { ...TEMPERATURE, beside: "temperature" },
  humidity: { type: "ZHAHumidity", clusters: ["0405"], member: "humidity", conversion: "x100" },
  pressure: [PRESSURE, { ...PRESENCE, expose: "binary", unless: ["occupancy", "presence"] }],
  bar: PRESSURE,
  psi: PRESSURE,
  illuminance: LIGHT,
  illuminance_raw: { ...LIGHT, units: ["mV"], expose: "numeric", unless: ["illuminance"] },
  ambient_light: { ...LIGHT, unless: ["illuminance"] },

  presence: PRESENCE,
  occupancy: PRESENCE,
  motion: { ...PRESENCE, unless: ["occupancy", "presence"] },
  human_motion_state: PRESENCE_STATE,
  presence_state: PRESENCE_STATE,
  motion_state: PRESENCE_STATE,
  presence_event: {
    ...PRESENCE,
    member: "presenceevent",
    conversion: "words",
    words: {
      enter: "enter",
      leave: "leave",
      left_enter: "enterleft",
      left_leave: "leftleave",
      right_enter: "enterright",
      right_leave: "rightleave",
      approach: "approaching",
      away: "absenting",
    },
  },
  occupancy_alarm_1: { ...PRESENCE, conversion: "anyFlag", unless: ["occupancy", "presence"] },
  occupancy_alarm_2: { ...PRESENCE, conversion: "anyFlag", unless: ["occupancy", "presence"] },
  contact: OPEN,
  contact_alarm_1: { ...OPEN, conversion: "anyFlag", unless: ["contact"] },
  contact_alarm_2: { ...OPEN, conversion: "anyFlag", unless: ["contact"] },
  garage_door_contact: { ...OPEN, unless: ["contact"] },
  opening_state: { ...OPEN, conversion: "notOff", no: ["closed", "close"], unless: ["contact"] },
  moving: { ...VIBRATION, expose: "binary", unless: ["vibration"] },
  vibration: { ...VIBRATION, expose: "binary" },
  tilt: { ...VIBRATION, expose: "binary", unless: ["vibration"] },

  water_leak: WATER,
  water: WATER,
  water_leak_alarm_1: { ...WATER, conversion: "anyFlag", unless: ["water_leak"] },
  water_leak_alarm_2: { ...WATER, conversion: "anyFlag", unless: ["water_leak"] },
  rain: { ...WATER, unless: ["water_leak"] },
  rainwater: { ...WATER, yes: ["raining"] },
  water_warning: { ...WATER, yes: ["alarm"] },
  active_water_leak: { ...WATER, place: 2 },
  current_device_status: {
    ...WATER,
    clusters: ["0500", "0404", "ef00"],
    conversion: "words",
    words: {
      ...{ normal_state: false, water_shortage: false, water_leakage: true },
      "water_shortage & water_leakage": true,
    },
  },
  smoke: FIRE,
  smoke_alarm_1: { ...FIRE, conversion: "anyFlag", unless: ["smoke"] },
  smoke_alarm_2: { ...FIRE, conversion: "anyFlag", unless: ["smoke"] },
  smoke_state: { ...FIRE, yes: ["alarm"], unless: ["smoke"] },
  gas: { ...FIRE, expose: "binary", unless: ["smoke"] },
  gas_alarm_1: { ...FIRE, conversion: "anyFlag", unless: ["smoke", "gas"] },
  gas_alarm_2: { ...FIRE, conversion: "anyFlag", unless: ["smoke", "gas"] },
  carbon_monoxide: CO,
  co: {
    ...substance("ZHACarbonMonoxide", "0500", "CO", "level", "ppm", 65_535),
    ...{ clusters: CO.clusters, expose: "numeric" },
  },
  carbon_monoxide_alarm_1: { ...CO, conversion: "anyFlag", unless: ["carbon_monoxide"] },
  carbon_monoxide_alarm_2: { ...CO, conversion: "anyFlag", unless: ["carbon_monoxide"] },
  alarm: { ...ALARM, expose: "binary", readOnly: true },
  alarm_1: { ...ALARM, conversion: "anyFlag" },
  alarm_2: { ...ALARM, conversion: "anyFlag" },
  alarm_alarm_1: { ...ALARM, conversion: "anyFlag" },
  alarm_alarm_2: { ...ALARM, conversion: "anyFlag" },
  sos: ALARM,
  sos_alarm: { ...ALARM, unless: ["sos"] },
  panic: { ...ALARM, expose: "binary" },
  noise_detected: ALARM,
  fault_alarm: { ...ALARM, unless: ["alarm"] },

  co2: CO2,
  eco2: { ...CO2, unless: ["co2"] },
  pm25: {
    ...substance("ZHAParticulateMatter", "042a", "PM2.5", "density", "ug/m^3", 999),
    also: [
      { member: "pm2_5", conversion: "integer" },
      { member: "airquality", conversion: "dustQuality" },
    ],
  },
  pm10: substance("ZHAParticulateMatter", "042d", "PM10", "density", "ug/m^3", 999),
  pm1: substance("ZHAParticulateMatter", "042c", "PM1", "density", "ug/m^3", 999),
  voc: [
    {
      ...AIR,
      member: "airqualityppb",
      conversion: "ppb",
      units: ["ppb", "ppm"],
      also: [{ member: "airquality", conversion: "vocQuality" }],
    },
    {
      ...AIR,
      member: "measured_value",
      conversion: "number",
      capability: { min: 0, max: 65_535, quantity: "density", substance: "tVOC", unit: "ug/m^3" },
    },
  ],
  voc_index: {
    ...AIR,
    clusters: ["fc7e", "042e"],
    member: "measured_value",
    conversion: "number",
    unless: ["voc"],
    also: [{ member: "airqualityppb", conversion: "integer" }],
    capability: { min: 0, max: 500, quantity: "level", substance: "tVOC", unit: "index" },
  },
  air_quality: {
    ...AIR,
    clusters: ["fc03", "042e", "000c"],
    member: "airquality",
    conversion: "words",
    words: {
      excellent: "excellent",
      good: "good",
      moderate: "moderate",
      poor: "poor",
      unhealthy: "unhealthy",
      hazardous: "unhealthy",
      out_of_range: "out of scale",
      unknown: "out of scale",
    },
  },
  formaldehyd: FORMALDEHYDE,
  formaldehyde: FORMALDEHYDE,
  hcho: FORMALDEHYDE,

  ...fedKinds(),
  ...METERED,
};

/** By the type of an IAS zone, for devices whose converters only know that there is an alarm. */
export const ZONES: Readonly<Record<number, MeasuredRow>> = {
  13: { ...PRESENCE, clusters: ["0500"], conversion: "anyFlag" },
  21: { ...OPEN, clusters: ["0500"], conversion: "anyFlag" },
  40: { ...FIRE, clusters: ["0500"], conversion: "anyFlag" },
  42: { ...WATER, clusters: ["0500"], conversion: "anyFlag" },
  43: { ...CO, clusters: ["0500"], conversion: "anyFlag" },
  45: { ...VIBRATION, clusters: ["0500"], conversion: "anyFlag" },
};

/** Sensors that report yes or no, and their member. The device's low battery goes to the first of them that it has. */
export const FLAGS: Readonly<Record<string, string>> = {
  ZHAOpenClose: "open",
  ZHAPresence: "presence",
  ZHAWater: "water",
  ZHAFire: "fire",
  ZHACarbonMonoxide: "carbonmonoxide",
  ZHAVibration: "vibration",
  ZHAAlarm: "alarm",
};
export const ALARM_TYPES: readonly string[] = Object.keys(FLAGS);

/** Members that clients expect of every sensor of a type, whatever its device tells. */
export const STANDARD_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  ZHAAirPurifier: ["speed"],
  ZHAAirQuality: ["airquality", "airqualityppb"],
  ZHAAlarm: ["alarm"],
  ZHAAncillaryControl: ["action", "panel", "seconds_remaining"],
  ZHABattery: ["battery"],
  ZHACarbonMonoxide: ["carbonmonoxide"],
  ZHAConsumption: ["consumption"],
  ZHADoorLock: ["lockstate"],
  ZHAFire: ["fire"],
  ZHALightLevel: ["lightlevel", "lux", "dark", "daylight"],
  ZHAOpenClose: ["open"],
  ZHAParticulateMatter: ["measured_value"],
  ZHAPower: ["power"],
  ZHAPresence: ["presence"],
  ZHARelativeRotary: ["rotaryevent", "expectedrotation", "expectedeventduration"],
  ZHASwitch: ["buttonevent"],
  ZGPSwitch: ["buttonevent"],
  ZHAThermostat: ["temperature"],
  ZHAVibration: ["vibration"],
  ZHAWater: ["water"],
};

function substance(
  type: string,
  cluster: string,
  name: string,
  quantity: Capability["quantity"],
  unit: string,
  max: number,
): MeasuredRow {
  const capability = { min: 0, max, quantity, substance: name, unit };
  return { type, clusters: [cluster], member: "measured_value", conversion: "number", capability };
}

/** What stands with the kind of sensor itself: the value becomes its first member, in the unit of that. */
function fedKinds(): MappingTable<MeasuredRow> {
  return Object.fromEntries(
    Object.entries(SENSOR_KINDS).flatMap(([name, { state, fedBy }]) => {
      const [[member, field] = []] = Object.entries(state);
      if (!fedBy || member === undefined || field === undefined) return [];
      const { properties, clusters } = fedBy;
      const expose = field.kind === "bool" ? "binary" : "numeric";
      const row = { type: `ZHA${name}`, clusters, member, conversion: conversionTo(field), expose };
      return properties.map((property) => [property, row]);
    }),
  );
}

function conversionTo({ kind, unit }: Field): string {
  if (kind === "bool") return "flag";
  if (unit?.startsWith("0.01 ")) return "x100";
  return kind === "int" ? "integer" : "number";
}
