/** ZCL frames that no converter read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { type AttributeMemory, decodeFrame, type FrameReading, valuesFor } from "../../../src/devices/zcl/frames.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { deviceFacts } from "../../support/definitions.ts";

const REPORT = "attributeReport";

function raw(cluster: string | number, data: unknown, type = REPORT): RawMessage {
  return { cluster, type, data, group: 0, manufacturer: null };
}

/** "ZHATemperature state": {temperature: 2150}; lights and values of the whole device have no type. */
function byType(readings: readonly FrameReading[]): Record<string, Values> {
  return Object.fromEntries(readings.map(({ type, section, values }) => [`${type} ${section}`.trim(), values]));
}

function read(cluster: string | number, data: unknown, zone?: number, type = REPORT): Record<string, Values> {
  const facts = deviceFacts({ endpoints: [zone === undefined ? {} : { zone }] });
  return byType(decodeFrame(raw(cluster, data, type), 1, facts, new Map()));
}

const ROWS: readonly [cluster: string | number, data: Values, read: Record<string, Values>][] = [
  ["msTemperatureMeasurement", { measuredValue: 2150 }, { "ZHATemperature state": { temperature: 2150 } }],
  ["msTemperatureMeasurement", { measuredValue: -32_768 }, {}],
  ["msTemperatureMeasurement", { minMeasuredValue: 0 }, {}],
  [0x0402, { measuredValue: -550 }, { "ZHATemperature state": { temperature: -550 } }],
  ["msRelativeHumidity", { measuredValue: 5012 }, { "ZHAHumidity state": { humidity: 5012 } }],
  ["msRelativeHumidity", { measuredValue: 65_535 }, {}],
  ["msSoilMoisture", { measuredValue: 3300 }, { "ZHAMoisture state": { moisture: 3300 } }],
  ["msPressureMeasurement", { measuredValue: 1013 }, { "ZHAPressure state": { pressure: 1013 } }],
  ["msPressureMeasurement", { measuredValue: 1013, scaledValue: 10_216 }, { "ZHAPressure state": { pressure: 1022 } }],
  ["msPressureMeasurement", { measuredValue: -32_768 }, {}],
  ["msIlluminanceMeasurement", { measuredValue: 16_001 }, { "ZHALightLevel state": { lightlevel: 16_001 } }],
  ["msIlluminanceMeasurement", { measuredValue: 0 }, { "ZHALightLevel state": { lightlevel: 0 } }],
  ["msIlluminanceMeasurement", { measuredValue: 65_535 }, {}],
  ["msOccupancySensing", { occupancy: 3 }, { "ZHAPresence state": { presence: true } }],
  ["msOccupancySensing", { pirOToUDelay: 10 }, {}],
  ["msTemperatureMeasurement", { measuredValue: -27_316 }, {}],
  ["msTemperatureMeasurement", { measuredValue: -27_315 }, { "ZHATemperature state": { temperature: -27_315 } }],
  ["msFormaldehyde", { measuredValue: 0.000_001 }, { "ZHAFormaldehyde state": { measured_value: 1 } }],
  ["msOccupancySensing", { occupancy: 2 }, { "ZHAPresence state": { presence: false } }],
  ["msCO2", { measuredValue: 0.000_421 }, { "ZHACarbonDioxide state": { measured_value: 421 } }],
  ["msCO2", { measuredValue: null }, {}],
  ["pm25Measurement", { measuredValue: 12.4 }, { "ZHAParticulateMatter state": { measured_value: 12 } }],
  [
    "genPowerCfg",
    { batteryPercentageRemaining: 147 },
    { "ZHABattery state": { battery: 74 }, config: { battery: 74 } },
  ],
  ["genPowerCfg", { batteryPercentageRemaining: 255 }, {}],
  ["genPowerCfg", { batteryVoltage: 30 }, { "ZHABattery state": { battery: 100 }, config: { battery: 100 } }],
  ["genPowerCfg", { batteryVoltage: 20 }, { "ZHABattery state": { battery: 0 }, config: { battery: 0 } }],
  ["genPowerCfg", { batteryVoltage: 255 }, {}],
  [
    "haElectricalMeasurement",
    { activePower: 65, rmsCurrent: 288, rmsVoltage: 230 },
    { "ZHAPower state": { power: 65, current: 288, voltage: 230 } },
  ],
  [
    "haElectricalMeasurement",
    { activePower: 655, acPowerDivisor: 10, rmsCurrent: 28, acCurrentDivisor: 100 },
    { "ZHAPower state": { power: 66, current: 280 } },
  ],
  ["haElectricalMeasurement", { activePower: -32_768, rmsCurrent: 65_535, rmsVoltage: 65_535 }, {}],
  ["haElectricalMeasurement", { activePower: 10, acPowerDivisor: 0 }, { "ZHAPower state": { power: 10 } }],
  [
    "seMetering",
    { currentSummDelivered: 12_345, multiplier: 1, divisor: 100, instantaneousDemand: 3 },
    { "ZHAConsumption state": { consumption: 123_450 }, "ZHAPower state": { power: 30 } },
  ],
  ["seMetering", { currentSummDelivered: 500 }, { "ZHAConsumption state": { consumption: 500 } }],
  ["genOnOff", { onOff: 1 }, { state: { on: true } }],
  ["genOnOff", { onOff: false }, { state: { on: false } }],
  ["genLevelCtrl", { currentLevel: 120 }, { state: { bri: 120 } }],
  ["genLevelCtrl", { currentLevel: 255 }, {}],
  [
    "lightingColorCtrl",
    { currentX: 32_768, currentY: 6554, colorMode: 1, colorTemperature: 366 },
    { state: { ct: 366, colormode: "xy", xy: [0.5, 0.1] } },
  ],
  [
    "lightingColorCtrl",
    { currentHue: 127, currentSaturation: 254, enhancedColorMode: 3 },
    { state: { hue: 32_768, sat: 254, colormode: "hs" } },
  ],
  ["lightingColorCtrl", { colorTemperature: 1, colorMode: 2 }, { state: { ct: 1, colormode: "ct" } }],
  ["lightingColorCtrl", { colorTemperature: 65_535, colorMode: 7 }, {}],
  [
    "closuresWindowCovering",
    { currentPositionLiftPercentage: 30, currentPositionTiltPercentage: 100 },
    { state: { lift: 30, open: true, on: true, bri: 76, tilt: 100, sat: 254 } },
  ],
  [
    "closuresWindowCovering",
    { currentPositionLiftPercentage: 0 },
    { state: { lift: 0, open: true, on: false, bri: 0 } },
  ],
  [
    "closuresWindowCovering",
    { currentPositionLiftPercentage: 100 },
    { state: { lift: 100, open: false, on: true, bri: 254 } },
  ],
  ["closuresWindowCovering", { currentPositionLiftPercentage: 255 }, {}],
  [
    "closuresDoorLock",
    { lockState: 1 },
    {
      "ZHADoorLock state": { lockstate: "locked" },
      "ZHADoorLock config": { lock: true },
      "Door Lock state": { on: true },
    },
  ],
  [
    "closuresDoorLock",
    { lockState: 2 },
    {
      "ZHADoorLock state": { lockstate: "unlocked" },
      "ZHADoorLock config": { lock: false },
      "Door Lock state": { on: false },
    },
  ],
  ["closuresDoorLock", { lockState: 0 }, { "ZHADoorLock state": { lockstate: "not fully locked" } }],
  ["closuresDoorLock", { lockState: 255 }, { "ZHADoorLock state": { lockstate: "undefined" } }],
  [
    "hvacThermostat",
    { localTemp: 2140, pIHeatingDemand: 40, runningState: 1, occupiedHeatingSetpoint: 2100, systemMode: 4 },
    {
      "ZHAThermostat state": { temperature: 2140, valve: 40, on: true },
      "ZHAThermostat config": { heatsetpoint: 2100, mode: "heat" },
    },
  ],
  [
    "hvacThermostat",
    { localTemp: 32_767, pIHeatingDemand: 100 },
    { "ZHAThermostat state": { temperature: 32_767, valve: 100 } },
  ],
  ["hvacThermostat", { localTemp: 32_768, pIHeatingDemand: 101, occupiedHeatingSetpoint: 32_767 }, {}],
  ["hvacThermostat", { pIHeatingDemand: 0, runningState: 0 }, { "ZHAThermostat state": { valve: 0, on: false } }],
  ["hvacThermostat", { localTemperatureCalibration: -15 }, { "ZHAThermostat config": { offset: -150 } }],
  ["hvacThermostat", { localTemp: -32_768, systemMode: 2 }, {}],
  ["hvacUserInterfaceCfg", { keypadLockout: 1 }, { "ZHAThermostat config": { locked: true } }],
  ["genBasic", { modelId: "x" }, {}],
  ["constructor", { measuredValue: 1 }, {}],
  [0xfc00, { measuredValue: 1 }, {}],
];
for (const [cluster, data, found] of ROWS) {
  test(`${cluster} ${JSON.stringify(data)}`, () => assert.deepEqual(read(cluster, data), found));
}

const MODES = ["off", "auto", undefined, "cool", "heat", "emergency heating", "precooling", "fan only", "dry", "sleep"];
test("the modes of a thermostat", () => {
  const modes = MODES.map((_, systemMode) => read("hvacThermostat", { systemMode })["ZHAThermostat config"]?.mode);
  assert.deepEqual(modes, MODES);
});

const ZONES: readonly [zone: number | undefined, type: string, member: string][] = [
  [0x000d, "ZHAPresence", "presence"],
  [0x0015, "ZHAOpenClose", "open"],
  [0x0028, "ZHAFire", "fire"],
  [0x002a, "ZHAWater", "water"],
  [0x002b, "ZHACarbonMonoxide", "carbonmonoxide"],
  [0x002d, "ZHAVibration", "vibration"],
  [0x0225, "ZHAAlarm", "alarm"],
  [undefined, "ZHAAlarm", "alarm"],
];
for (const [zone, type, member] of ZONES) {
  test(`a zone ${zone} is a ${type}`, () => {
    const change = read("ssIasZone", { zonestatus: 0b1_0000_1001 }, zone, "commandStatusChangeNotification");
    assert.deepEqual(change, { [`${type} state`]: { [member]: true, tampered: false, lowbattery: true, test: true } });
    const report = read("ssIasZone", { zoneStatus: 0b110 }, zone);
    assert.deepEqual(report, { [`${type} state`]: { [member]: true, tampered: true, lowbattery: false, test: false } });
  });
}

test("earlier frames count: multipliers, half of a color, a battery percentage", () => {
  const facts = deviceFacts({});
  const memory: AttributeMemory = new Map();
  const next = (cluster: string, data: Values, endpoint = 1) =>
    byType(decodeFrame(raw(cluster, data), endpoint, facts, memory));
  assert.deepEqual(next("seMetering", { divisor: 100 }), {});
  assert.equal(next("seMetering", { currentSummDelivered: 5 })["ZHAConsumption state"]?.consumption, 50);
  assert.equal(next("seMetering", { currentSummDelivered: 5 }, 2)["ZHAConsumption state"]?.consumption, 5, "elsewhere");
  assert.deepEqual(next("lightingColorCtrl", { currentX: 32_768 }), {});
  assert.deepEqual(next("lightingColorCtrl", { currentY: 6554 }), { state: { xy: [0.5, 0.1] } });
  assert.deepEqual(next("lightingColorCtrl", { currentSaturation: 3 }), { state: { sat: 3 } });
  next("genPowerCfg", { batteryPercentageRemaining: 100 });
  assert.deepEqual(next("genPowerCfg", { batteryVoltage: 24 }), {});
});

test("commands and reads are no values", () => {
  for (const type of ["commandOn", "read", "write", "raw"])
    assert.deepEqual(read("genOnOff", { onOff: 1 }, 0, type), {});
});

test("a resource takes only its own readings", () => {
  const { resources } = planDevice(
    deviceFacts({
      kind: "end-device",
      endpoints: [
        { id: 1, device: 0x0100, inputs: [1, 6, 8, 0x0402] },
        { id: 2, device: 0x0302, inputs: [0x0402] },
      ],
    }),
  );
  const facts = deviceFacts({});
  const told = (cluster: string, data: Values, endpoint: number) => {
    const readings = decodeFrame(raw(cluster, data), endpoint, facts, new Map());
    const all = resources.map((each) => [each.uniqueid.slice(24), valuesFor(each, readings)] as const);
    return Object.fromEntries(all.filter(([, { state, config }]) => Object.keys({ ...state, ...config }).length > 0));
  };
  assert.deepEqual(told("msTemperatureMeasurement", { measuredValue: 2150 }, 2), {
    "02-0402": { state: { temperature: 2150 }, config: {} },
  });
  assert.deepEqual(told("genOnOff", { onOff: 1 }, 1), { "01": { state: { on: true }, config: {} } });
  assert.deepEqual(told("lightingColorCtrl", { colorTemperature: 300 }, 1), {}, "it has no colour");
  assert.deepEqual(told("genPowerCfg", { batteryPercentageRemaining: 100 }, 1), {
    "01-0402": { state: {}, config: { battery: 50 } },
    "02-0402": { state: {}, config: { battery: 50 } },
  });
});

test("no frame breaks the decoding, and only values come out", () => {
  const clusters = [...new Set(ROWS.map(([cluster]) => cluster)), "ssIasZone"];
  const names = [...new Set(ROWS.flatMap(([, data]) => Object.keys(data))), "zonestatus", "__proto__"];
  const memory: AttributeMemory = new Map();
  fc.assert(
    fc.property(
      fc.constantFrom(...clusters),
      fc.dictionary(fc.constantFrom(...names), fc.anything()),
      (cluster, data) => {
        for (const { values } of decodeFrame(raw(cluster, data), 1, deviceFacts({}), memory))
          for (const value of Object.values(values).flat())
            assert.ok(typeof value !== "number" || Number.isFinite(value), JSON.stringify(values));
      },
    ),
  );
  for (const data of [null, undefined, "x", 3, [1], new Uint8Array(3)])
    assert.deepEqual(decodeFrame(raw("genOnOff", data), 1, deviceFacts({}), memory), []);
});
