/** The attributes of standard clusters that lights, covers, locks and sensors report: by cluster, which members they become. */
import type { Values } from "../../model/resource.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { FLAGS, ZONES } from "../mapping/measured-values.ts";
import {
  type AttributeFrame,
  type AttributeReader,
  type AttributeReading,
  type AttributeRow,
  attributeNumber,
  type ClusterReader,
  inRange,
  lastAttribute,
  readAttributes,
  sensorValues,
} from "./attribute-rows.ts";

const FULL_LEVEL = 254;
const FULL_COLOR = 65_535;
const COLOR_MODES: readonly string[] = ["hs", "xy", "ct", "hs"];
const LOCK_STATES: readonly string[] = ["not fully locked", "locked", "unlocked"];
const LOCKED = 1;
const UNLOCKED = 2;

const level = inRange(0, FULL_LEVEL);
const percent = inRange(0, 100);
const inColor: AttributeReader = (value) => COLOR_MODES[value];

const ON: readonly AttributeRow[] = [{ attribute: "onOff", member: "on", read: (value) => value === 1 }];
const LEVEL: readonly AttributeRow[] = [{ attribute: "currentLevel", member: "bri", read: level }];
const COLOR: readonly AttributeRow[] = [
  { attribute: "currentHue", member: "hue", read: inRange(0, FULL_LEVEL, FULL_COLOR / FULL_LEVEL) },
  { attribute: "enhancedCurrentHue", member: "hue", read: inRange(0, FULL_COLOR) },
  { attribute: "currentSaturation", member: "sat", read: level },
  { attribute: "colorTemperature", member: "ct", read: inRange(1, FULL_COLOR - 1) },
  { attribute: "colorMode", member: "colormode", read: inColor },
  { attribute: "enhancedColorMode", member: "colormode", read: inColor },
];
const COVER: readonly AttributeRow[] = [
  { attribute: "currentPositionLiftPercentage", member: "lift", read: percent },
  { attribute: "currentPositionTiltPercentage", member: "tilt", read: percent },
];

const INT16_UNKNOWN = -32_768;
const UINT16_UNKNOWN = 65_535;
const PER_MILLION = 1e6;
/** Of two cells, in 0.1 V. */
const EMPTY_BATTERY = 21;
const FULL_BATTERY = 30;
const UNKNOWN_VOLTAGE = 255;

/** Bits of a zone status. */
const ALARM = 0b11;
const TAMPERED = 1 << 2;
const LOW_BATTERY = 1 << 3;
const TEST = 1 << 8;

/** A cluster with one measured value. */
function measured(id: number, type: string, member: string, read: AttributeReader): ClusterReader {
  const rows: readonly AttributeRow[] = [{ attribute: "measuredValue", member, read }];
  return { id, read: (frame) => [sensorValues(type, readAttributes(rows, frame))] };
}

interface MeterScale {
  readonly divisor: number; // that makers mostly mean when their device reports none
  readonly factor: number; //  from the unit of the cluster to that of the API
  readonly unknown?: number; // stands for "not known"
}

/** A multiplier or divisor of 0 stands for none. */
function scaled(
  [multiplierName, divisorName]: readonly [string, string],
  { divisor: usual, factor, unknown }: MeterScale,
): AttributeReader {
  return (value, frame) => {
    if (value === unknown) return undefined;
    const multiplier = lastAttribute(frame, multiplierName) || 1;
    const divisor = lastAttribute(frame, divisorName) || usual;
    return Math.round((value * multiplier * factor) / divisor);
  };
}

const POWER = ["acPowerMultiplier", "acPowerDivisor"] as const;
const CURRENT = ["acCurrentMultiplier", "acCurrentDivisor"] as const;
const VOLTAGE = ["acVoltageMultiplier", "acVoltageDivisor"] as const;
const ENERGY = ["multiplier", "divisor"] as const;
const FACTORS: readonly string[] = [...POWER, ...CURRENT, ...VOLTAGE, ...ENERGY];

const power = scaled(POWER, { divisor: 1, factor: 1, unknown: INT16_UNKNOWN });
const current = scaled(CURRENT, { divisor: 1000, factor: 1000, unknown: UINT16_UNKNOWN });
const voltage = scaled(VOLTAGE, { divisor: 1, factor: 1, unknown: UINT16_UNKNOWN });
const energy = scaled(ENERGY, { divisor: 1000, factor: 1000 });

const ELECTRICAL: readonly AttributeRow[] = [
  { attribute: "activePower", member: "power", read: power },
  { attribute: "rmsCurrent", member: "current", read: current },
  { attribute: "rmsVoltage", member: "voltage", read: voltage },
];
const CONSUMPTION: readonly AttributeRow[] = [
  { attribute: "currentSummDelivered", member: "consumption", read: energy },
  { attribute: "currentSummReceived", member: "production", read: energy },
];
const DEMAND: readonly AttributeRow[] = [{ attribute: "instantaneousDemand", member: "power", read: energy }];

/** Zigbee counts the seconds since 2000. */
const MILLENNIUM = Date.UTC(2000, 0, 1);
const UINT32_UNKNOWN = 0xffff_ffff;
const local: AttributeReader = (seconds) =>
  seconds > 0 && seconds < UINT32_UNKNOWN ? utcSeconds(MILLENNIUM + seconds * 1000) : undefined;
const utc: AttributeReader = (seconds, frame) => {
  const moment = local(seconds, frame);
  return moment === undefined ? undefined : `${moment}Z`;
};
const CLOCK: readonly AttributeRow[] = [
  { attribute: "time", member: "utc", read: utc },
  { attribute: "localTime", member: "localtime", read: local },
  { attribute: "lastSetTime", member: "lastset", read: utc },
];

const SYSTEM_MODES: Readonly<Record<number, string>> = {
  0: "off",
  1: "auto",
  3: "cool",
  4: "heat",
  5: "emergency heating",
  6: "precooling",
  7: "fan only",
  8: "dry",
  9: "sleep",
};

const setpoint = inRange(-27_315, 32_766);
const isNotZero: AttributeReader = (value) => value !== 0;

const THERMOSTAT_STATE: readonly AttributeRow[] = [
  { attribute: "localTemp", member: "temperature", read: inRange(-27_315, 32_767) },
  { attribute: "pIHeatingDemand", member: "valve", read: inRange(0, 100) },
  { attribute: "runningState", member: "on", read: isNotZero },
];
const THERMOSTAT_CONFIG: readonly AttributeRow[] = [
  { attribute: "occupiedHeatingSetpoint", member: "heatsetpoint", read: setpoint },
  { attribute: "occupiedCoolingSetpoint", member: "coolsetpoint", read: setpoint },
  { attribute: "unoccupiedHeatingSetpoint", member: "unoccupiedheatsetpoint", read: setpoint },
  { attribute: "localTemperatureCalibration", member: "offset", read: inRange(-127, 127, 10) },
  { attribute: "systemMode", member: "mode", read: (value) => SYSTEM_MODES[value] },
];
const THERMOSTAT_LOCK: readonly AttributeRow[] = [{ attribute: "keypadLockout", member: "locked", read: isNotZero }];

export const CLUSTERS: Readonly<Record<string, ClusterReader>> = {
  genOnOff: { id: 0x0006, read: (frame) => [light(readAttributes(ON, frame))] },
  genLevelCtrl: { id: 0x0008, read: (frame) => [light(readAttributes(LEVEL, frame))] },
  lightingColorCtrl: { id: 0x0300, read: (frame) => [light({ ...readAttributes(COLOR, frame), ...xy(frame) })] },
  closuresWindowCovering: { id: 0x0102, read: (frame) => [light(cover(readAttributes(COVER, frame)))] },
  closuresDoorLock: { id: 0x0101, read: lock },
  msTemperatureMeasurement: measured(0x0402, "ZHATemperature", "temperature", inRange(-27_315, 32_767)),
  msRelativeHumidity: measured(0x0405, "ZHAHumidity", "humidity", inRange(0, 10_000)),
  msSoilMoisture: measured(0x0408, "ZHAMoisture", "moisture", inRange(0, 10_000)),
  msCO2: measured(0x040d, "ZHACarbonDioxide", "measured_value", inRange(0, 1, PER_MILLION)),
  pm25Measurement: measured(0x042a, "ZHAParticulateMatter", "measured_value", inRange(0, 10_000)),
  msFormaldehyde: measured(0x042b, "ZHAFormaldehyde", "measured_value", inRange(0, 1, PER_MILLION)),
  msPressureMeasurement: { id: 0x0403, read: pressure },
  msIlluminanceMeasurement: { id: 0x0400, read: illuminance },
  msOccupancySensing: {
    id: 0x0406,
    read: ({ data }) => {
      const occupancy = attributeNumber(data, "occupancy");
      return occupancy === undefined ? [] : [sensorValues("ZHAPresence", { presence: (occupancy & 1) === 1 })];
    },
  },
  genTime: { id: 0x000a, read: (frame) => [sensorValues("ZHATime", readAttributes(CLOCK, frame))] },
  ssIasZone: { id: 0x0500, read: zone },
  genPowerCfg: { id: 0x0001, read: battery },
  hvacThermostat: {
    id: 0x0201,
    read: (frame) => [
      sensorValues("ZHAThermostat", readAttributes(THERMOSTAT_STATE, frame)),
      sensorValues("ZHAThermostat", readAttributes(THERMOSTAT_CONFIG, frame), "config"),
    ],
  },
  hvacUserInterfaceCfg: {
    id: 0x0204,
    read: (frame) => [sensorValues("ZHAThermostat", readAttributes(THERMOSTAT_LOCK, frame), "config")],
  },
  haElectricalMeasurement: metered(0x0b04, { ZHAPower: ELECTRICAL }),
  seMetering: metered(0x0702, { ZHAConsumption: CONSUMPTION, ZHAPower: DEMAND }),
};

function light(values: Values): AttributeReading {
  return { family: "lights", type: "", section: "state", values };
}

/** A frame may have x or y alone. */
function xy(frame: AttributeFrame): Values {
  const x = lastAttribute(frame, "currentX");
  const y = lastAttribute(frame, "currentY");
  const hasEither =
    attributeNumber(frame.data, "currentX") !== undefined || attributeNumber(frame.data, "currentY") !== undefined;
  if (!hasEither || x === undefined || y === undefined) return {};
  return {
    xy: [x, y].map((part) => Math.round((Math.min(FULL_COLOR, Math.max(0, part)) / FULL_COLOR) * 10_000) / 10_000),
  };
}

/** With the members by which older clients know a cover: open, bri, on and sat. */
function cover({ lift, tilt }: Values): Values {
  return {
    ...(typeof lift === "number" ? { lift, open: lift < 100, bri: Math.round(lift * 2.54), on: lift > 0 } : {}),
    ...(typeof tilt === "number" ? { tilt, sat: Math.round(tilt * 2.54) } : {}),
  };
}

function lock({ data }: AttributeFrame): readonly AttributeReading[] {
  const state = attributeNumber(data, "lockState");
  if (state === undefined) return [];
  const isLocked = state === LOCKED;
  return [
    sensorValues("ZHADoorLock", { lockstate: LOCK_STATES[state] ?? "undefined" }),
    ...(isLocked || state === UNLOCKED
      ? [sensorValues("ZHADoorLock", { lock: isLocked }, "config"), { ...light({ on: isLocked }), type: "Door Lock" }]
      : []),
  ];
}

/** Meters report in steps of their own, and report the size of a step now and then: it is remembered. */
function metered(id: number, types: Readonly<Record<string, readonly AttributeRow[]>>): ClusterReader {
  return {
    id,
    read: (frame) => {
      for (const name of FACTORS) lastAttribute(frame, name);
      return Object.entries(types).map(([type, rows]) => sensorValues(type, readAttributes(rows, frame)));
    },
  };
}

function pressure({ data }: AttributeFrame): readonly AttributeReading[] {
  const tenths = attributeNumber(data, "scaledValue");
  const whole = attributeNumber(data, "measuredValue");
  const hPa = tenths === undefined ? whole : tenths / 10;
  return hPa === undefined || hPa <= 0 || hPa > 32_767
    ? []
    : [sensorValues("ZHAPressure", { pressure: Math.round(hPa) })];
}

function illuminance({ data }: AttributeFrame): readonly AttributeReading[] {
  const level = attributeNumber(data, "measuredValue");
  if (level === undefined || level < 0 || level >= UINT16_UNKNOWN) return [];
  return [sensorValues("ZHALightLevel", { lightlevel: level })]; // lux follows from it
}

function zone({ data, zone = 0 }: AttributeFrame): readonly AttributeReading[] {
  const status = attributeNumber(data, "zonestatus") ?? attributeNumber(data, "zoneStatus");
  if (status === undefined) return [];
  const type = ZONES[zone]?.type ?? "ZHAAlarm";
  const has = (bits: number) => (status & bits) !== 0;
  const alarm = FLAGS[type] ?? "alarm";
  return [
    sensorValues(type, { [alarm]: has(ALARM), tampered: has(TAMPERED), lowbattery: has(LOW_BATTERY), test: has(TEST) }),
  ];
}

/** All sensors of the device show its battery; a device without any other has a battery sensor. */
function battery({ data, memory }: AttributeFrame): readonly AttributeReading[] {
  const half = attributeNumber(data, "batteryPercentageRemaining");
  const tenths = attributeNumber(data, "batteryVoltage");
  const isTold = half !== undefined && half >= 0 && half <= 200;
  if (isTold) memory.set("battery", 1); // from now on its voltage is not used for a guess
  const guess = memory.has("battery") || tenths === undefined || tenths === 0 || tenths >= UNKNOWN_VOLTAGE;
  const percent = isTold ? Math.round(half / 2) : guess ? undefined : percentOf(tenths);
  if (percent === undefined) return [];
  const own = sensorValues("ZHABattery", { battery: percent });
  return [own, sensorValues("", { battery: percent }, "config")].map((each) => ({ ...each, isWide: true }));
}

function percentOf(tenths: number): number {
  return Math.round(Math.min(100, Math.max(0, ((tenths - EMPTY_BATTERY) / (FULL_BATTERY - EMPTY_BATTERY)) * 100)));
}
