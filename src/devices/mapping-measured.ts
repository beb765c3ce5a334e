/** Which values make sensors: a row here, and every device that has the value gets the sensor. Of several rows the first that fits. */
import type { Capability, MeasuredRow, Table } from "./mapping-rows.ts";

const TEMPERATURE = { type: "ZHATemperature", clusters: ["0402"], member: "temperature", op: "x100" } as const;
const NO_OTHER_TEMPERATURE = ["temperature", "local_temperature"];
const LIGHT = { type: "ZHALightLevel", clusters: ["0400"], member: "lightlevel", op: "lightlevel" } as const;
const PRESENCE = { type: "ZHAPresence", clusters: ["0406", "0500", "ef00"], member: "presence", op: "is" } as const;
const SOMEBODY = { ...PRESENCE, op: "isNot", no: ["none"], unless: ["occupancy", "presence"] } as const;
const OPEN = { type: "ZHAOpenClose", clusters: ["0500", "0006", "ef00"], member: "open", op: "is" } as const;
const WATER = { type: "ZHAWater", clusters: ["0500", "ef00"], member: "water", op: "is" } as const;
const FIRE = { type: "ZHAFire", clusters: ["0500", "ef00"], member: "fire", op: "is" } as const;
const CO = {
  type: "ZHACarbonMonoxide",
  clusters: ["0500", "040c", "ef00"],
  member: "carbonmonoxide",
  op: "is",
} as const;
const VIBRATION = {
  type: "ZHAVibration",
  clusters: ["0500", "0101", "fc02", "ef00"],
  member: "vibration",
  op: "is",
} as const;
const ALARM = { type: "ZHAAlarm", clusters: ["0500", "ef00"], member: "alarm", op: "is" } as const;
const MOISTURE = {
  type: "ZHAMoisture",
  clusters: ["0408"],
  member: "moisture",
  op: "x100",
  expose: "numeric",
} as const;
const POWER = { type: "ZHAPower", clusters: ["0b04", "000c", "ef00"], near: ["0702"] } as const;
const ENERGY = { type: "ZHAConsumption", clusters: ["0702", "000c", "ef00"], member: "consumption", op: "Wh" } as const;
const OTHER_ENERGY = { ...ENERGY, unless: ["energy"] } as const;
const AIR = { type: "ZHAAirQuality", clusters: ["042e", "fc03", "fc7e", "000c"] } as const;
const CO2 = substance("ZHACarbonDioxide", "040d", "CO2", "level", "ppm", 65_535);
const IN_PPM = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "level", "ppm", 65_535);
const IN_PPB = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "level", "ppb", 65_535);
const IN_MICROGRAMS = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "density", "ug/m^3", 65_535);
const IN_MILLIGRAMS = substance("ZHAFormaldehyde", "042b", "Formaldehyde", "density", "mg/m^3", 65_535);
const ANY_FORMALDEHYDE = [
  { ...IN_PPM, units: ["ppm"] },
  { ...IN_PPB, units: ["ppb"] },
  { ...IN_MILLIGRAMS, units: ["mg/m³"] },
  IN_MICROGRAMS,
];

export const MEASURED: Table<MeasuredRow> = {
  temperature: TEMPERATURE,
  current_temperature: { ...TEMPERATURE, unless: NO_OTHER_TEMPERATURE },
  room_temperature: { ...TEMPERATURE, unless: NO_OTHER_TEMPERATURE },
  probe_temperature: { ...TEMPERATURE, beside: "temperature" },
  external_temperature: { ...TEMPERATURE, beside: "temperature" },
  temperature_probe: { ...TEMPERATURE, beside: "temperature" },
  humidity: { type: "ZHAHumidity", clusters: ["0405"], member: "humidity", op: "x100" },
  pressure: { type: "ZHAPressure", clusters: ["0403"], member: "pressure", op: "hPa", expose: "numeric" },
  illuminance: LIGHT,
  ambient_light: { ...LIGHT, unless: ["illuminance"] },

  presence: PRESENCE,
  occupancy: PRESENCE,
  motion: { ...PRESENCE, unless: ["occupancy", "presence"] },
  human_motion_state: SOMEBODY,
  presence_state: SOMEBODY,
  motion_state: SOMEBODY,
  presence_event: {
    ...PRESENCE,
    member: "presenceevent",
    op: "map",
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
  contact: OPEN,
  garage_door_contact: { ...OPEN, unless: ["contact"] },
  opening_state: { ...OPEN, op: "isNot", no: ["closed", "close"], unless: ["contact"] },
  moving: { ...VIBRATION, expose: "binary", unless: ["vibration"] },
  vibration: { ...VIBRATION, expose: "binary" },
  tilt: { ...VIBRATION, expose: "binary", unless: ["vibration"] },

  water_leak: WATER,
  water: WATER,
  water_leak_alarm_1: { ...WATER, op: "any", unless: ["water_leak"] },
  water_leak_alarm_2: { ...WATER, op: "any", unless: ["water_leak"] },
  rain: { ...WATER, unless: ["water_leak"] },
  smoke: FIRE,
  smoke_alarm_1: { ...FIRE, op: "any", unless: ["smoke"] },
  smoke_alarm_2: { ...FIRE, op: "any", unless: ["smoke"] },
  smoke_state: { ...FIRE, yes: ["alarm"], unless: ["smoke"] },
  gas: { ...FIRE, expose: "binary", unless: ["smoke"] },
  gas_alarm_1: { ...FIRE, op: "any", unless: ["smoke", "gas"] },
  gas_alarm_2: { ...FIRE, op: "any", unless: ["smoke", "gas"] },
  carbon_monoxide: CO,
  carbon_monoxide_alarm_1: { ...CO, op: "any", unless: ["carbon_monoxide"] },
  carbon_monoxide_alarm_2: { ...CO, op: "any", unless: ["carbon_monoxide"] },
  alarm: { ...ALARM, expose: "binary", readOnly: true },
  alarm_1: { ...ALARM, op: "any" },
  alarm_2: { ...ALARM, op: "any" },
  sos: ALARM,
  panic: { ...ALARM, expose: "binary" },
  noise_detected: ALARM,
  fault_alarm: { ...ALARM, unless: ["alarm"] },

  soil_moisture: MOISTURE,
  moisture: MOISTURE,
  co2: CO2,
  eco2: { ...CO2, unless: ["co2"] },
  pm25: {
    ...substance("ZHAParticulateMatter", "042a", "PM2.5", "density", "ug/m^3", 999),
    also: [
      { member: "pm2_5", op: "int" },
      { member: "airquality", op: "airOfDust" },
    ],
  },
  pm10: substance("ZHAParticulateMatter", "042d", "PM10", "density", "ug/m^3", 999),
  pm1: substance("ZHAParticulateMatter", "042c", "PM1", "density", "ug/m^3", 999),
  voc: [
    {
      ...AIR,
      member: "airqualityppb",
      op: "ppb",
      units: ["ppb", "ppm"],
      also: [{ member: "airquality", op: "airOfVolatiles" }],
    },
    {
      ...AIR,
      member: "measured_value",
      op: "num",
      capability: { min: 0, max: 65_535, quantity: "density", substance: "tVOC", unit: "ug/m^3" },
    },
  ],
  voc_index: {
    ...AIR,
    clusters: ["fc7e", "042e"],
    member: "measured_value",
    op: "num",
    unless: ["voc"],
    also: [{ member: "airqualityppb", op: "int" }],
    capability: { min: 0, max: 500, quantity: "level", substance: "tVOC", unit: "index" },
  },
  air_quality: {
    ...AIR,
    clusters: ["fc03", "042e", "000c"],
    member: "airquality",
    op: "map",
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
  formaldehyd: ANY_FORMALDEHYDE,
  formaldehyde: ANY_FORMALDEHYDE,
  hcho: ANY_FORMALDEHYDE,

  power: { ...POWER, member: "power", op: "W", expose: "numeric" },
  total_power: { ...POWER, member: "power", op: "W", unless: ["power"] },
  current: { ...POWER, member: "current", op: "mA", expose: "numeric" },
  voltage: { ...POWER, member: "voltage", op: "V", units: ["V"] },
  mains_voltage: { ...POWER, member: "voltage", op: "V", units: ["V"], unless: ["voltage"] },
  energy: { ...ENERGY, expose: "numeric" },
  consumed_energy: OTHER_ENERGY,
  energy_consumed: OTHER_ENERGY,
  total_energy: OTHER_ENERGY,
  energy_tier_1: OTHER_ENERGY,
  energy_tier_2: { ...ENERGY, member: "consumption_2" },
  produced_energy: { ...ENERGY, member: "production" },
  energy_produced: { ...ENERGY, member: "production" },
};

/** Further phases of a meter: the name's end → which phase. Each has its own sensor, on a virtual endpoint. */
export const PHASES: readonly (readonly [end: string, phase: number])[] = [
  ["_phase_a", 1],
  ["_phase_b", 2],
  ["_phase_c", 3],
  ["_l1", 1],
  ["_l2", 2],
  ["_l3", 3],
  ["_a", 1],
  ["_b", 2],
  ["_c", 3],
];
/** Over all phases. */
export const SUMS: readonly string[] = ["power", "energy", "current", "total_power", "total_energy"];
export const PHASED: readonly string[] = [
  "power",
  "current",
  "voltage",
  "energy",
  "produced_energy",
  "energy_produced",
];

/** What an IAS zone watches, for devices whose converters know only that there is an alarm. */
export const ZONES: Readonly<Record<number, MeasuredRow>> = {
  13: { ...PRESENCE, clusters: ["0500"], op: "any" },
  21: { ...OPEN, clusters: ["0500"], op: "any" },
  40: { ...FIRE, clusters: ["0500"], op: "any" },
  42: { ...WATER, clusters: ["0500"], op: "any" },
  43: { ...CO, clusters: ["0500"], op: "any" },
  45: { ...VIBRATION, clusters: ["0500"], op: "any" },
};

/** Sensors that say yes or no. */
export const FLAGS: Readonly<Record<string, string>> = {
  ZHAAlarm: "alarm",
  ZHACarbonMonoxide: "carbonmonoxide",
  ZHAFire: "fire",
  ZHAOpenClose: "open",
  ZHAPresence: "presence",
  ZHAVibration: "vibration",
  ZHAWater: "water",
};

/** Members that clients expect of every sensor of a type, whatever its device tells. */
export const ALWAYS: Readonly<Record<string, readonly string[]>> = {
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
  return { type, clusters: [cluster], member: "measured_value", op: "num", capability };
}
