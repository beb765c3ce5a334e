/** Devices become the right resources, and their frames the right values; through the real converters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import type { Values } from "../../../src/model/resource.ts";
import { knownDevice } from "../../support/converter-device.ts";
import type { FactsGiven } from "../../support/definitions.ts";

const REPORT = "attributeReport";
const HUE_BULB = [0, 3, 4, 5, 6, 8, 0x1000, 0x300];

type Frame = readonly [endpoint: number, cluster: string, type: string, data: Values];
/** A report of a Tuya device: the number of a data point, its type, and its bytes. */
function datapoint(dp: number, datatype: number, ...bytes: readonly number[]): Frame {
  return [1, "manuSpecificTuya", "commandDataReport", { dpValues: [{ dp, datatype, data: Buffer.from(bytes) }] }];
}

/** By resource: the values that the frames give it. */
type Found = Readonly<Record<string, Values>>;

interface Case {
  readonly device: FactsGiven;
  readonly read?: Readonly<Record<string, Values>>; // attributes that were read from it before
  readonly resources: readonly string[]; // type and tail of the unique id
  readonly codes?: Readonly<Record<string, number>>; // of its buttons
  readonly frames?: readonly Frame[];
  readonly found?: Found;
}

/** The table of the frames that were once sent through the whole way. */
const CASES: readonly Case[] = [
  {
    device: {
      modelid: "SML001",
      manufacturername: "Philips",
      endpoints: [
        { id: 1, profile: 0xc05e, inputs: [0], outputs: [0, 3, 4, 6, 8, 0x300, 5] },
        { id: 2, device: 0x107, inputs: [0, 1, 3, 0x406, 0x400, 0x402], outputs: [0x19] },
      ],
    },
    resources: ["ZHAPresence 02-0406", "ZHALightLevel 02-0400", "ZHATemperature 02-0402"],
    frames: [
      [2, "msOccupancySensing", REPORT, { occupancy: 1 }],
      [2, "msIlluminanceMeasurement", REPORT, { measuredValue: 16_001 }],
      [2, "msTemperatureMeasurement", REPORT, { measuredValue: 2150 }],
      [2, "genPowerCfg", REPORT, { batteryPercentageRemaining: 200 }],
    ],
    found: {
      "ZHAPresence 02-0406": { presence: true, battery: 100 },
      "ZHALightLevel 02-0400": { lightlevel: 16_001, battery: 100 },
      "ZHATemperature 02-0402": { temperature: 2150, battery: 100 },
    },
  },
  {
    device: {
      modelid: "TRADFRI remote control",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ profile: 0xc05e, inputs: [0, 1, 3, 9, 0xb05, 0x1000], outputs: [3, 4, 5, 6, 8, 0x19, 0x1000] }],
    },
    resources: ["ZHASwitch 01-1000"],
    codes: {
      ...{ toggle: 1002, brightness_up_click: 2002, brightness_up_hold: 2001, brightness_up_release: 2003 },
      ...{ brightness_down_click: 3002, arrow_left_click: 4002, arrow_left_hold: 4001, arrow_left_release: 4003 },
      ...{ arrow_right_click: 5002 },
    },
  },
  {
    device: {
      modelid: "lumi.sensor_magnet.aq2",
      manufacturername: "LUMI",
      endpoints: [{ inputs: [0, 3, 0xffff, 6], outputs: [0, 4, 0xffff] }],
    },
    resources: ["ZHAOpenClose 01-0006"],
    frames: [
      [1, "genOnOff", REPORT, { onOff: 1 }],
      [1, "genBasic", REPORT, { 65281: { 1: 3_005, 3: 27, 100: 1 } }],
    ],
    found: { "ZHAOpenClose 01-0006": { open: true, battery: 100, temperature: 2700 } },
  },
  {
    device: {
      modelid: "lumi.weather",
      manufacturername: "LUMI",
      endpoints: [{ inputs: [0, 3, 0xffff, 0x402, 0x403, 0x405] }],
    },
    read: { msPressureMeasurement: { scale: -1 } },
    resources: ["ZHATemperature 01-0402", "ZHAHumidity 01-0405", "ZHAPressure 01-0403"],
    frames: [
      [1, "msTemperatureMeasurement", REPORT, { measuredValue: 2345 }],
      [1, "msRelativeHumidity", REPORT, { measuredValue: 5012 }],
      [1, "msPressureMeasurement", REPORT, { measuredValue: 1013, scale: -1, scaledValue: 10_132 }],
    ],
    found: {
      "ZHATemperature 01-0402": { temperature: 2345 },
      "ZHAHumidity 01-0405": { humidity: 5012 },
      "ZHAPressure 01-0403": { pressure: 1013 },
    },
  },
  {
    device: {
      modelid: "RWL021",
      manufacturername: "Philips",
      endpoints: [
        { id: 1, profile: 0xc05e, inputs: [0], outputs: [0, 3, 4, 6, 8, 5] },
        { id: 2, inputs: [0, 1, 3, 0xf, 0xfc00], outputs: [0x19] },
      ],
    },
    resources: ["ZHASwitch 02-fc00"],
    codes: {
      ...{ on_press: 1000, on_press_release: 1002, up_hold: 2001, up_hold_release: 2003 },
      ...{ off_press: 4000, off_press_release: 4002 },
    },
  },
  {
    device: {
      modelid: "LCT015",
      manufacturername: "Philips",
      endpoints: [{ id: 11, device: 0x210, inputs: HUE_BULB }],
    },
    resources: ["Extended color light 0b"],
    frames: [
      [11, "genOnOff", REPORT, { onOff: 1 }],
      [11, "genLevelCtrl", REPORT, { currentLevel: 120 }],
      [11, "lightingColorCtrl", REPORT, { currentX: 30_000, currentY: 26_870, colorMode: 1 }],
    ],
    found: { "Extended color light 0b": { on: true, bri: 120, xy: [0.4578, 0.41], colormode: "xy" } },
  },
  {
    device: {
      modelid: "TRADFRI bulb E27 WS opal 980lm",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ profile: 0xc05e, device: 0x220, inputs: HUE_BULB }],
    },
    resources: ["Color temperature light 01"],
    frames: [[1, "lightingColorCtrl", REPORT, { colorTemperature: 366, colorMode: 2 }]],
    found: { "Color temperature light 01": { ct: 366, colormode: "ct" } },
  },
  {
    device: {
      modelid: "TS0601",
      manufacturername: "_TZE200_b6wax7g0",
      endpoints: [{ device: 0x51, inputs: [0, 4, 5, 0xef00] }],
    },
    resources: ["ZHAThermostat 01-ef00"],
    frames: [
      datapoint(2, 2, 0, 0, 0, 21),
      datapoint(3, 2, 0, 0, 0, 214),
      datapoint(13, 1, 1),
      datapoint(1, 4, 1),
      datapoint(7, 1, 0),
      datapoint(14, 2, 0, 0, 0, 80),
    ],
    found: {
      "ZHAThermostat 01-ef00": {
        ...{
          heatsetpoint: 2100,
          temperature: 2140,
          locked: true,
          mode: "heat",
          preset: "manual",
          on: true,
          battery: 80,
        },
      },
    },
  },
  {
    device: {
      modelid: "TS0601",
      manufacturername: "_TZE204_ztc6ggyl",
      endpoints: [{ device: 0x51, inputs: [0, 4, 5, 0xef00] }],
    },
    resources: ["ZHAPresence 01-ef00", "ZHALightLevel 01-0400"],
    frames: [datapoint(1, 4, 1), datapoint(9, 2, 0, 0, 0, 123), datapoint(104, 2, 0, 0, 0, 55)],
    found: {
      "ZHAPresence 01-ef00": { presence: true, targetdistance: 123 },
      "ZHALightLevel 01-0400": { lightlevel: 17_405 },
    },
  },
  {
    device: {
      modelid: "TS011F",
      manufacturername: "_TZ3000_w0qqde0g",
      endpoints: [{ device: 0x51, inputs: [0, 3, 4, 5, 6, 0x702, 0xb04] }],
    },
    read: {
      haElectricalMeasurement: { acCurrentMultiplier: 1, acCurrentDivisor: 1_000 },
      seMetering: { multiplier: 1, divisor: 100 },
    },
    resources: ["Smart plug 01", "ZHAPower 01-0b04", "ZHAConsumption 01-0702"],
    frames: [
      [1, "haElectricalMeasurement", REPORT, { rmsVoltage: 230, rmsCurrent: 288, activePower: 65 }],
      [1, "seMetering", REPORT, { currentSummDelivered: 12_345 }],
      [1, "genOnOff", REPORT, { onOff: 0 }],
    ],
    found: {
      "ZHAConsumption 01-0702": { consumption: 123_450 },
      "ZHAPower 01-0b04": { voltage: 230, current: 288, power: 65 },
      "Smart plug 01": { on: false },
    },
  },
  {
    device: {
      modelid: "FYRTUR block-out roller blind",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ device: 0x202, inputs: [0, 1, 3, 4, 5, 0x20, 0x102, 0x1000] }],
    },
    resources: ["Window covering device 01", "ZHABattery 01-0001"],
    frames: [[1, "closuresWindowCovering", REPORT, { currentPositionLiftPercentage: 30 }]],
    found: { "Window covering device 01": { lift: 30, open: true, on: true, bri: 76 } },
  },
  {
    device: {
      modelid: "SMSZB-120",
      manufacturername: "Develco Products A/S",
      endpoints: [
        { id: 35, device: 0x402, inputs: [0, 1, 3, 0xf, 0x20, 0x500, 0x502], outputs: [0xa, 0x19] },
        { id: 38, device: 0x302, inputs: [0, 3, 0x402], outputs: [3] },
      ],
    },
    resources: ["Warning device 23", "ZHATemperature 26-0402", "ZHAFire 23-0500"],
    frames: [[35, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 0x0109 }]],
    found: { "ZHAFire 23-0500": { fire: true, test: true, lowbattery: true } },
  },
  {
    device: {
      modelid: "lumi.sensor_wleak.aq1",
      manufacturername: "LUMI",
      endpoints: [{ device: 0x402, inputs: [0, 3, 1] }],
    },
    resources: ["ZHAWater 01-0500"],
    frames: [[1, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 9 }]],
    found: { "ZHAWater 01-0500": { water: true, lowbattery: true } },
  },
  {
    device: {
      modelid: "TS0203",
      manufacturername: "_TZ3000_n2egfsli",
      endpoints: [{ device: 0x402, inputs: [1, 3, 0x500, 0] }],
    },
    resources: ["ZHAOpenClose 01-0500"],
    frames: [[1, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 5 }]],
    found: { "ZHAOpenClose 01-0500": { open: true, tampered: true, lowbattery: false } },
  },
  {
    device: {
      modelid: "YRD226 TSDB",
      manufacturername: "Yale",
      endpoints: [{ device: 0xa, inputs: [0, 1, 3, 9, 0xa, 0x101, 0x20] }],
    },
    resources: ["Door Lock 01", "ZHADoorLock 01-0101"],
    frames: [[1, "closuresDoorLock", REPORT, { lockState: 1 }]],
    found: { "Door Lock 01": { on: true }, "ZHADoorLock 01-0101": { lock: true, lockstate: "locked" } },
  },
  {
    device: {
      modelid: "KEPZB-110",
      manufacturername: "Develco Products A/S",
      endpoints: [{ id: 44, device: 0x401, inputs: [0, 1, 3, 0xf, 0x20, 0x500], outputs: [3, 0xa, 0x19, 0x501] }],
    },
    resources: ["ZHAAncillaryControl 2c-0501", "ZHAAlarm 2c-0500"],
  },
  {
    device: {
      modelid: "FooBar-9000",
      manufacturername: "FooBar",
      endpoints: [
        { id: 1, device: 0x101, inputs: [0, 6, 8, 0x702, 0xb04] },
        { id: 2, device: 0x302, inputs: [0x402, 0x405, 0x500] },
        { id: 3, device: 0x104, outputs: [6, 8] },
      ],
    },
    resources: [
      ...["Dimmable light 01", "ZHAPower 01-0b04", "ZHAConsumption 01-0702", "ZHATemperature 02-0402"],
      ...["ZHAHumidity 02-0405", "ZHAAlarm 02-0500", "ZHASwitch 03-0006"],
    ],
    frames: [[2, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 2 }]],
    found: { "ZHAAlarm 02-0500": { alarm: true, tampered: false, lowbattery: false } },
  },
];

for (const { device, read, resources, codes, frames = [], found = {} } of CASES) {
  test(`${device.manufacturername} ${device.modelid}`, async () => {
    const { facts, hear } = await knownDevice(device, read);
    const plan = planDevice(facts);
    const named = plan.resources.map((each) => ({ each, name: `${each.type} ${each.uniqueid.slice(24)}` }));
    assert.deepEqual(named.map(({ name }) => name).toSorted(), [...resources].toSorted());
    const buttons = plan.resources.find((each) => each.buttons)?.buttons?.codes;
    if (codes) assert.deepEqual({ ...buttons, ...codes }, buttons);
    const said: Record<string, Values> = {};
    for (const frame of frames) {
      const payload = await hear(...frame);
      for (const { each, name } of named) {
        const { state, config } = readPayload(each, payload);
        said[name] = { ...said[name], ...state, ...config };
      }
    }
    for (const [name, values] of Object.entries(found))
      assert.deepEqual({ ...said[name], ...values }, said[name], name);
  });
}
