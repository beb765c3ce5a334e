/** The values that become sensors: every device with the value gets the sensor of its row. Of several rows the first that fits counts. */
import type { Field } from "../../model/fields.ts";
import { SENSOR_KINDS } from "../../model/sensors/sensor-kinds.ts";
import type { Capability, MappingTable, MeasuredRow } from "./mapping-rows.ts";
import { METERED } from "./metered-values.ts";

const TEMPERATURE = sensor("ZHATemperature", ["0402"], "temperature", "x100");
const NO_OTHER_TEMPERATURE = ["temperature", "local_temperature"];
const PRESSURE: MeasuredRow = { ...sensor("ZHAPressure", ["0403"], "pressure", "hPa"), expose: "numeric" };
const LIGHT = sensor("ZHALightLevel", ["0400"], "lightlevel", "lightlevel");
const PRESENCE = sensor("ZHAPresence", ["0406", "0500", "ef00"], "presence", "flag");
const NO_OTHER_PRESENCE = ["occupancy", "presence"];
const PRESENCE_STATE: MeasuredRow = { ...PRESENCE, conversion: "notOff", no: ["none"], unless: NO_OTHER_PRESENCE };
const OPEN = sensor("ZHAOpenClose", ["0500", "0006", "ef00"], "open", "flag");
const WATER = sensor("ZHAWater", ["0500", "ef00"], "water", "flag");
const FIRE = sensor("ZHAFire", ["0500", "ef00"], "fire", "flag");
const CO = sensor("ZHACarbonMonoxide", ["0500", "040c", "ef00"], "carbonmonoxide", "flag");
const VIBRATION = sensor("ZHAVibration", ["0500", "0101", "fc02", "ef00"], "vibration", "flag");
const ALARM = sensor("ZHAAlarm", ["0500", "ef00"], "alarm", "flag");
const AIR = { type: "ZHAAirQuality", clusters: ["042e", "fc03", "fc7e", "000c"] } as const;
const CO2 = substance("ZHACarbonDioxide", "040d", "CO2", "level", "ppm", 65_535);
const FORMALDEHYDE = (
  [
    ["level", "ppm", ["ppm"]],
    ["level", "ppb", ["ppb"]],
    ["density", "mg/m^3", ["mg/m³"]],
    ["density", "ug/m^3", undefined],
  ] as const
).map(([quantity, unit, units]) => ({
  ...substance("ZHAFormaldehyde", "042b", "Formaldehyde", quantity, unit, 65_535),
  ...(units ? { units } : {}),
}));

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
  pressure: [PRESSURE, { ...PRESENCE, expose: "binary", unless: NO_OTHER_PRESENCE }],
  bar: PRESSURE,
  psi: PRESSURE,
  illuminance: LIGHT,
  illuminance_raw: { ...LIGHT, units: ["mV"], expose: "numeric", unless: ["illuminance"] },
  ambient_light: { ...LIGHT, unless: ["illuminance"] },

  presence: PRESENCE,
  occupancy: PRESENCE,
  motion: { ...PRESENCE, unless: NO_OTHER_PRESENCE },
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
  ...zoneAlarms("occupancy_alarm", PRESENCE, NO_OTHER_PRESENCE),
  contact: OPEN,
  ...zoneAlarms("contact_alarm", OPEN, ["contact"]),
  garage_door_contact: { ...OPEN, unless: ["contact"] },
  opening_state: { ...OPEN, conversion: "notOff", no: ["closed", "close"], unless: ["contact"] },
  moving: { ...VIBRATION, expose: "binary", unless: ["vibration"] },
  vibration: { ...VIBRATION, expose: "binary" },
  tilt: { ...VIBRATION, expose: "binary", unless: ["vibration"] },

  water_leak: WATER,
  water: WATER,
  ...zoneAlarms("water_leak_alarm", WATER, ["water_leak"]),
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
  ...zoneAlarms("smoke_alarm", FIRE, ["smoke"]),
  smoke_state: { ...FIRE, yes: ["alarm"], unless: ["smoke"] },
  gas: { ...FIRE, expose: "binary", unless: ["smoke"] },
  ...zoneAlarms("gas_alarm", FIRE, ["smoke", "gas"]),
  carbon_monoxide: CO,
  co: {
    ...substance("ZHACarbonMonoxide", "0500", "CO", "level", "ppm", 65_535),
    ...{ clusters: CO.clusters, expose: "numeric" },
  },
  ...zoneAlarms("carbon_monoxide_alarm", CO, ["carbon_monoxide"]),
  alarm: { ...ALARM, expose: "binary", readOnly: true },
  ...zoneAlarms("alarm", ALARM),
  ...zoneAlarms("alarm_alarm", ALARM),
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
  13: inZone(PRESENCE),
  21: inZone(OPEN),
  40: inZone(FIRE),
  42: inZone(WATER),
  43: inZone(CO),
  45: inZone(VIBRATION),
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

/** Members that clients expect of every sensor of a type, even if its device does not tell them. */
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

function sensor(type: string, clusters: readonly string[], member: string, conversion: string): MeasuredRow {
  return { type, clusters, member, conversion };
}

/** The two alarms of an IAS zone: either of them is enough. */
function zoneAlarms(name: string, row: MeasuredRow, unless?: readonly string[]): Readonly<Record<string, MeasuredRow>> {
  const alarm: MeasuredRow = { ...row, conversion: "anyFlag", ...(unless ? { unless } : {}) };
  return { [`${name}_1`]: alarm, [`${name}_2`]: alarm };
}

function inZone(row: MeasuredRow): MeasuredRow {
  return { ...row, clusters: ["0500"], conversion: "anyFlag" };
}

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

/** The values that stand with the kind of sensor itself: each becomes the first member of its kind, in the unit of that member. */
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
