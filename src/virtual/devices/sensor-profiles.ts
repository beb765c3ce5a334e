/** Models of sensors and thermostats: real ones, as the converters know them. */
import { Zcl } from "zigbee-herdsman";
import type { AttributeValue } from "./attributes.ts";
import { type DeviceProfile, endpoint } from "./device-profile.ts";
import { BATTERY, basic } from "./light-profiles.ts";

const PHILIPS = 0x100b;
const ASTREL = 0x1071; // makes the devices that Bitron sells
const COMPUTIME = 0x1078; // makes the devices that Hive sells
const EWELINK = { manufacturer: 0x1286, oui: "0x00124b" } as const;
/** The danger or event that a zone watches. */
const ZONE = { motion: 0x000d, contact: 0x0015, fire: 0x0028, water: 0x002a } as const;

const { UINT8, UINT16, BOOLEAN } = Zcl.DataType;

function asleep(manufacturerName: string, modelId: string, more: Readonly<Record<string, AttributeValue>> = {}) {
  return basic(manufacturerName, modelId, { powerSource: BATTERY, ...more });
}

const HUE_MOTION = asleep("Philips", "SML001", { swBuildId: "6.1.1.27575", dateCode: "20190219" });

export const SENSORS: Readonly<Record<string, DeviceProfile>> = {
  "motion sensor": {
    manufacturer: PHILIPS,
    oui: "0x001788",
    kind: "sleeper",
    life: ["motion", "climate", "battery"],
    endpoints: [
      // The sensor is a remote, too: it turns on the lights that are bound here when it sees motion.
      {
        id: 1,
        profile: 0xc05e,
        device: 0x0850,
        servers: HUE_MOTION,
        clients: [0, 3, 4, 5, 6, 8, 0x0300],
      },
      endpoint(2, 0x0107, ["genOta"], {
        genBasic: {
          ...HUE_MOTION.genBasic,
          ledIndication: { id: 0x33, type: BOOLEAN, manufacturer: PHILIPS, writable: true, value: 0 },
        },
        genPowerCfg: { batteryVoltage: 29, batteryPercentageRemaining: 180 },
        genIdentify: {},
        msIlluminanceMeasurement: { measuredValue: 16_001 },
        msTemperatureMeasurement: { measuredValue: 2150 },
        msOccupancySensing: {
          pirOToUDelay: 10,
          motionSensitivity: { id: 0x30, type: UINT8, manufacturer: PHILIPS, writable: true, value: 2 },
        },
      }),
    ],
  },
  "climate sensor": {
    ...EWELINK,
    kind: "sleeper",
    life: ["climate", "battery"],
    endpoints: [
      endpoint(1, 0x0302, [3], {
        ...asleep("eWeLink", "TH01", { dateCode: "20201026" }),
        genPowerCfg: { batteryVoltage: 30, batteryPercentageRemaining: 196 },
        genIdentify: {},
        msTemperatureMeasurement: { measuredValue: 2080 },
        msRelativeHumidity: { measuredValue: 5120 },
      }),
    ],
  },
  "contact sensor": {
    ...EWELINK,
    kind: "sleeper",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0402, [3], {
        ...asleep("eWeLink", "DS01", { dateCode: "20201026" }),
        genPowerCfg: { batteryVoltage: 29, batteryPercentageRemaining: 160 },
        genIdentify: {},
        ssIasZone: { zoneType: ZONE.contact },
      }),
    ],
  },
  "motion zone": {
    ...EWELINK,
    kind: "sleeper",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0402, [3], {
        ...asleep("eWeLink", "MS01", { dateCode: "20201026" }),
        genPowerCfg: { batteryVoltage: 30, batteryPercentageRemaining: 200 },
        genIdentify: {},
        ssIasZone: { zoneType: ZONE.motion },
      }),
    ],
  },
  "water sensor": {
    manufacturer: 0x117c,
    oui: "0x04e3e5",
    kind: "sleeper",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0402, [3, "genOta"], {
        ...asleep("IKEA of Sweden", "BADRING Water Leakage Sensor", { swBuildId: "1.0.7", dateCode: "20230821" }),
        genPowerCfg: { batteryVoltage: 15, batteryPercentageRemaining: 190 },
        genIdentify: {},
        genPollCtrl: { checkinInterval: 13_200 },
        ssIasZone: { zoneType: ZONE.water },
      }),
    ],
  },
  "smoke sensor": {
    manufacturer: ASTREL,
    oui: "0x000d6f",
    kind: "sleeper",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0403, ["genOta"], {
        ...asleep("Bitron Home", "902010/24A", { swBuildId: "V1b118-20150107", dateCode: "20150107" }),
        genPowerCfg: { batteryVoltage: 30, batteryAlarmState: 0 },
        genIdentify: {},
        genPollCtrl: {},
        ssIasZone: { zoneType: ZONE.fire },
        ssIasWd: {},
      }),
    ],
  },
  "weekly thermostat": {
    manufacturer: COMPUTIME,
    oui: "0x001e5e",
    kind: "router",
    life: ["thermostat"],
    endpoints: [
      endpoint(5, 0x0301, [0x000a, "genOta"], {
        ...basic("Computime", "SLR1b", { swBuildId: "10094640", dateCode: "20160907" }),
        genIdentify: {},
        hvacThermostat: {
          localTemp: 1980,
          absMinHeatSetpointLimit: 500,
          absMaxHeatSetpointLimit: 3200,
          occupiedHeatingSetpoint: 2000,
          runningState: 1,
          startOfWeek: 0,
          numberOfWeeklyTrans: 42,
          numberOfDailyTrans: 6,
          tempSetpointHold: 0,
          tempSetpointHoldDuration: 0,
          programingOperMode: 1,
        },
      }),
    ],
  },
  thermostat: {
    manufacturer: ASTREL,
    oui: "0x000d6f",
    kind: "poller",
    life: ["thermostat", "battery"],
    endpoints: [
      endpoint(1, 0x0301, [0x000a, "genOta"], {
        ...asleep("Bitron Home", "902010/32", { swBuildId: "V1b225-20151013", dateCode: "20151013" }),
        genPowerCfg: { batteryVoltage: 29, batteryAlarmState: 0 },
        genIdentify: {},
        genPollCtrl: {},
        hvacThermostat: {
          localTemp: 2010,
          absMinHeatSetpointLimit: 700,
          absMaxHeatSetpointLimit: 3000,
          localTemperatureCalibration: 0,
          occupiedCoolingSetpoint: 2600,
          occupiedHeatingSetpoint: 2100,
          minHeatSetpointLimit: 700,
          maxHeatSetpointLimit: 3000,
          runningState: 1,
          pIHeatingDemand: 36,
          fourNoksHysteresisHigh: { id: 0x0101, type: UINT16, manufacturer: ASTREL, writable: true, value: 50 },
          fourNoksHysteresisLow: { id: 0x0102, type: UINT16, manufacturer: ASTREL, writable: true, value: 50 },
        },
        hvacUserInterfaceCfg: { tempDisplayMode: 0, keypadLockout: 0 },
      }),
    ],
  },
};
