/** Values that clients look for, from the frame to the store: through the real converters, and past them where they read nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import type { Address, Values } from "../../../src/model/resource.ts";
import { knownDevice } from "../../support/converter-device.ts";
import type { FactsGiven } from "../../support/definitions.ts";
import { house, settle } from "../../support/fakes.ts";

const IEEE = "0x00158d0001020304";
const REPORT = "attributeReport";

type Frame = readonly [endpoint: number, cluster: string, type: string, data: Values];

interface Case {
  readonly about: string;
  readonly device: FactsGiven;
  /** Attributes that were read from it at its interview. */
  readonly read?: Readonly<Record<string, Values>>;
  readonly frames: readonly Frame[];
  /** By type and the end of the unique id: members of state and config. */
  readonly has: Readonly<Record<string, Values>>;
}

const inputs = (id: number, ...clusters: readonly number[]) => ({ id, inputs: clusters });
const METER = { inputs: [0, 3, 4, 5, 6, 0x702, 0xb04], device: 0x51 };
const LINKY = { modelid: "ZLinky_TIC", manufacturername: "LiXee" };
const STEPS = {
  haElectricalMeasurement: {
    ...{ acPowerDivisor: 10, acPowerMultiplier: 1, acCurrentDivisor: 1000, acCurrentMultiplier: 1 },
    ...{ acVoltageDivisor: 1, acVoltageMultiplier: 1, acFrequencyDivisor: 1, acFrequencyMultiplier: 1 },
  },
  seMetering: { multiplier: 1, divisor: 1000 },
};
const datapoint = (dp: number, datatype: number, ...bytes: readonly number[]): Frame => {
  const data = { seq: 1, dpValues: [{ dp, datatype, data: Buffer.from(bytes) }] };
  return [1, "manuSpecificTuya", "commandDataReport", data];
};

const CASES: readonly Case[] = [
  {
    about: "a keypad that is an alarm, too",
    device: {
      modelid: "KEPZB-110",
      manufacturername: "frient A/S",
      endpoints: [{ id: 44, inputs: [0, 1, 0x500], outputs: [0x501] }],
    },
    frames: [[44, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 0x0d, extendedstatus: 0 }]],
    has: {
      "ZHAAlarm 2c-0500": { alarm: true, lowbattery: true, tampered: true },
      "ZHAAncillaryControl 2c-0501": { lowbattery: true },
    },
  },
  {
    about: "a motion sensor with several eyes",
    device: {
      ...{ modelid: "MOSZB-140", manufacturername: "frient A/S" },
      endpoints: [
        inputs(34, 0x406),
        inputs(35, 0, 1, 0x500),
        inputs(38, 0x402),
        inputs(39, 0x400),
        inputs(40, 0x406),
        inputs(41, 0x406),
      ],
    },
    frames: [
      [34, "msOccupancySensing", REPORT, { occupancy: 1 }],
      [40, "msOccupancySensing", REPORT, { occupancy: 0 }],
      [35, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 1, extendedstatus: 0 }],
    ],
    has: { "ZHAPresence 22-0406": { presence: true }, "ZHAPresence 28-0406": { presence: false } },
  },
  {
    about: "a relay of Aqara whose key is pressed",
    device: {
      modelid: "lumi.switch.l0agl1",
      manufacturername: "LUMI",
      endpoints: [{ id: 1, inputs: [0, 6], device: 0x100 }, inputs(41, 0x12)],
    },
    frames: [[41, "genMultistateInput", REPORT, { presentValue: 1 }]],
    has: { "ZHASwitch 29-0012": { buttonevent: 1002 } },
  },
  {
    about: "a module with inputs, each a switch",
    device: {
      ...{ modelid: "IOMZB-110", manufacturername: "Develco Products A/S" },
      endpoints: [
        inputs(112, 0, 0xf),
        inputs(113, 0xf),
        inputs(114, 0xf),
        inputs(115, 0xf),
        inputs(116, 6),
        inputs(117, 6),
      ],
    },
    frames: [
      [112, "genBinaryInput", REPORT, { presentValue: 1 }],
      [115, "genBinaryInput", REPORT, { presentValue: 0 }],
    ],
    has: {
      "ZHASwitch 70-000f": { buttonevent: 1003 },
      "ZHASwitch 71-000f": { buttonevent: null },
      "ZHASwitch 74-000f": { buttonevent: 1001 },
    },
  },
  {
    about: "a blind's motor whose own keys are pressed",
    device: {
      modelid: "J1 (5502)",
      manufacturername: "ubisys",
      endpoints: [inputs(1, 0, 0x102), { id: 2, outputs: [0x102] }, inputs(3, 0x702, 0xb04)],
    },
    frames: [
      [2, "closuresWindowCovering", "commandDownClose", {}],
      [2, "closuresWindowCovering", "commandStop", {}],
    ],
    has: { "ZHASwitch 02-0102": { buttonevent: 2003 } },
  },
  {
    about: "a valve with a clock",
    device: { modelid: "eTRV0103", manufacturername: "Danfoss", endpoints: [inputs(1, 0, 1, 0xa, 0x201, 0x204)] },
    frames: [
      [1, "genTime", "readResponse", { time: 820_540_800, localTime: 820_544_400, lastSetTime: 820_540_740 }],
      [1, "hvacUserInterfaceCfg", REPORT, { keypadLockout: 1 }],
    ],
    has: {
      "ZHATime 01-000a": {
        ...{ utc: "2026-01-01T00:00:00Z", localtime: "2026-01-01T01:00:00", lastset: "2025-12-31T23:59:00Z" },
      },
      "ZHAThermostat 01-0201": { locked: true },
    },
  },
  {
    about: "a detector that calls its gas the quality of the air",
    device: { modelid: "HS3AQ-EFA-3.0", manufacturername: "HEIMAN", endpoints: [inputs(1, 0, 1, 0x402, 0x405, 0x40d)] },
    frames: [[1, "msCO2", REPORT, { measuredValue: 0.000_61 }]],
    has: { "ZHAAirQuality 01-040d": { airqualityppb: 610 }, "ZHACarbonDioxide 02-040d": { measured_value: 610 } },
  },
  {
    about: "a meter's power factor, frequency, apparent and reactive power",
    device: { modelid: "SDM01W", manufacturername: "BITUO TECHNIK", endpoints: [{ id: 1, ...METER }] },
    read: STEPS,
    frames: [
      [1, "haElectricalMeasurement", REPORT, { activePower: 650, rmsCurrent: 288, acFrequency: 50, powerFactor: 97 }],
      [1, "haElectricalMeasurement", REPORT, { apparentPower: 670, reactivePower: 160, apparentPowerPhB: 40 }],
    ],
    has: {
      "ZHAPower 01-0b04": {
        ...{ power: 650, current: 288, frequency: 50, powerfactor: 97 },
        ...{ apparentpower: 670, reactivepower: 160 },
      },
      "ZHAPower 02-0b04": { apparentpower: 40 },
    },
  },
  {
    about: "a device that nobody knows, with a meter at each of its sockets",
    device: {
      modelid: "FooBar-2",
      manufacturername: "FooBar",
      endpoints: [
        { id: 1, ...METER },
        { id: 2, ...METER },
      ],
    },
    read: STEPS,
    frames: [
      [1, "haElectricalMeasurement", REPORT, { activePower: 650, rmsCurrent: 288 }],
      [2, "haElectricalMeasurement", REPORT, { activePower: 120, rmsCurrent: 50 }],
      [2, "seMetering", REPORT, { currentSummDelivered: 12_345 }],
    ],
    has: {
      "ZHAPower 01-0b04": { power: 65, current: 288 },
      "ZHAPower 02-0b04": { power: 12, current: 50 },
      "ZHAConsumption 01-0702": { consumption: null },
      "ZHAConsumption 02-0702": { consumption: 12_345 },
    },
  },
  {
    about: "a sensor of rain",
    device: { modelid: "ZG-223Z", manufacturername: "HOBEIAN", endpoints: [inputs(1, 0, 1, 0x400, 0x500, 0xef00)] },
    frames: [datapoint(1, 4, 1)],
    has: { "ZHAWater 01-0500": { water: true } },
  },
  {
    about: "a sensor of rain that measures light in millivolts",
    device: { modelid: "TS0207", manufacturername: "_TZ3210_tgvtvdoc", endpoints: [inputs(1, 0, 1, 0x500, 0xef00)] },
    frames: [
      datapoint(101, 2, 0, 0, 3, 0xe8),
      [1, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 1, extendedstatus: 0 }],
    ],
    has: { "ZHALightLevel 01-0400": { lightlevel: 30_001, lux: 1_000 }, "ZHAWater 01-0500": { water: true } },
  },
  {
    about: "a curtain of Aqara that moves",
    device: {
      ...{ modelid: "lumi.curtain.hagl04", manufacturername: "LUMI" },
      endpoints: [{ ...inputs(1, 0, 1, 0xd, 0x102, 0xfcc0), device: 0x202 }],
    },
    frames: [[1, "genBasic", REPORT, { 1028: 2 }]],
    has: { "Window covering device 01": { running: true } },
  },
  {
    about: "a blind of Tuya that turns the other way",
    device: {
      ...{ modelid: "TS0301", manufacturername: "_TZE210_m6lwazh9" },
      endpoints: [{ ...inputs(1, 0, 0xef00), device: 0x51 }],
    },
    frames: [datapoint(5, 4, 1)],
    has: { "Window covering device 01": { reversed: true } },
  },
  {
    about: "a blind of Moes that turns the other way",
    device: {
      ...{ modelid: "TS0601", manufacturername: "_TZE204_srmahpwl" },
      endpoints: [{ ...inputs(1, 0, 0xef00), device: 0x51 }],
    },
    frames: [datapoint(8, 4, 1)],
    has: { "Window covering device 01": { reversed: true } },
  },
  {
    about: "a roller blind of Lidl with a battery",
    device: {
      ...{ modelid: "TS030F", manufacturername: "_TZB000_42ha4rsc" },
      endpoints: [{ ...inputs(1, 0, 1, 4, 5, 0x102), device: 0x202 }],
    },
    frames: [
      [1, "genPowerCfg", REPORT, { batteryPercentageRemaining: 150 }],
      [1, "closuresWindowCovering", REPORT, { tuyaMotorReversal: 1 }],
    ],
    has: { "ZHABattery 01-0001": { battery: 75 }, "Window covering device 01": { reversed: true } },
  },
  {
    about: "a detector of carbon monoxide that counts it",
    device: { modelid: "TS0601", manufacturername: "_TZE200_rjxqso4a", endpoints: [inputs(1, 0, 0xef00)] },
    frames: [datapoint(1, 4, 0), datapoint(2, 2, 0, 0, 0, 55), datapoint(15, 2, 0, 0, 0, 90)],
    has: {
      "ZHACarbonMonoxide 01-040c": { carbonmonoxide: true, measured_value: 55, battery: 90 },
      "ZHAAirQuality 01-040b": { airqualityppb: 55 },
    },
  },
  {
    about: "the same of Heiman",
    device: { modelid: "TS0601", manufacturername: "_TZE200_hr0tdd47", endpoints: [inputs(1, 0, 0xef00)] },
    frames: [datapoint(1, 4, 0), datapoint(2, 2, 0, 0, 0, 55), datapoint(15, 2, 0, 0, 0, 90)],
    has: {
      "ZHACarbonMonoxide 01-040c": { carbonmonoxide: true, measured_value: 55, battery: 90 },
      "ZHAAirQuality 01-040b": { airqualityppb: 55 },
      "Warning device 01": { alert: "none" },
    },
  },
  {
    about: "a detector of smoke that finds a fault in itself",
    device: {
      ...{ modelid: "SMSZB-120", manufacturername: "Develco Products A/S" },
      endpoints: [inputs(35, 0, 1, 3, 0xf, 0x500, 0x502), inputs(38, 0x402)],
    },
    frames: [[35, "genBinaryInput", REPORT, { statusFlags: 1, reliability: 8 }]],
    has: { "ZHAFire 23-0500": { fault: true } },
  },
  {
    about: "a meter of France with the tariffs of an old contract",
    device: { ...LINKY, endpoints: [inputs(1, 0, 0x702, 0xb01, 0xb04, 0xff66)] },
    read: { liXeePrivate: { linkyMode: 0, currentTarif: "BBR(" } },
    frames: [
      [1, "seMetering", REPORT, { currentTier1SummDelivered: 1_000_000, currentTier2SummDelivered: 2_000_000 }],
      [1, "seMetering", REPORT, { currentTier3SummDelivered: 3_000_000, currentTier4SummDelivered: 4_000_000 }],
      [1, "seMetering", REPORT, { currentTier5SummDelivered: 5_000_000, currentTier6SummDelivered: 6_000_000 }],
      [1, "haElectricalMeasurement", REPORT, { rmsCurrent: 4, apparentPower: 920 }],
    ],
    has: {
      "ZHAConsumption 01-0702": { consumption_2: 2_000_000 },
      "ZHAConsumption 02-0702": {
        ...{ consumption: 3_000_000, consumption_2: 4_000_000 },
        ...{ consumption_3: 5_000_000, consumption_4: 6_000_000 },
      },
      "ZHAPower 01-0b04": { current: 4_000, apparentpower: 920 },
    },
  },
  {
    about: "a meter of France in its standard mode",
    device: { ...LINKY, endpoints: [inputs(1, 0, 0x702, 0xb01, 0xb04, 0xff66)] },
    read: { liXeePrivate: { linkyMode: 1, currentTarif: "H PLEINE/CREUSE" } },
    frames: [
      [1, "seMetering", REPORT, { currentSummDelivered: 3_000_000, currentTier2SummDelivered: 2_000_000 }],
      [1, "haElectricalMeasurement", REPORT, { activePower: 870, rmsVoltage: 231 }],
    ],
    has: {
      "ZHAConsumption 01-0702": { consumption: 3_000_000, consumption_2: 2_000_000 },
      "ZHAPower 01-0b04": { power: 870, voltage: 231 },
    },
  },
  {
    about: "a valve that counts litres",
    device: { modelid: "TS0601", manufacturername: "_TZE284_vuwtqx0t", endpoints: [inputs(1, 0, 0xef00)] },
    frames: [datapoint(1, 2, 0, 0, 4, 0xd2)],
    has: { "ZHATemperature 01-0402": { volume: 1234 } },
  },
  ...["SNZB-02B", "SNZB-02M", "SNZB-02UL"].map(
    (modelid): Case => ({
      about: `${modelid}: the dew point, and what the air could still take`,
      device: { modelid, manufacturername: "SONOFF", endpoints: [inputs(1, 0, 1, 0x20, 0x402, 0x405, 0xfc11)] },
      frames: [
        [1, "msTemperatureMeasurement", REPORT, { measuredValue: 2_500 }],
        [1, "msRelativeHumidity", REPORT, { measuredValue: 5_000 }],
      ],
      has: {
        "ZHATemperature 01-0402": { temperature: 2_500, dewpoint: 1_380 },
        "ZHAHumidity 01-0405": { humidity: 5_000, vapourpressuredeficit: 1_580 },
      },
    }),
  ),
];

for (const { about, device, read, frames, has } of CASES) {
  test(about, async () => {
    const { facts, hear, reads } = await knownDevice({ ieee: IEEE, ...device }, read);
    const home = await house({});
    home.radio.rise([facts]);
    home.radio.tell({ kind: "seen", ieee: IEEE, linkquality: null });
    await settle();
    for (const [at, [endpoint, cluster, type, data]] of frames.entries()) {
      const payload = await hear(endpoint, cluster, type, data);
      const raw: RawMessage = { type, cluster, data, group: 0, manufacturer: null, sequence: at };
      const unread = reads(cluster, type) ? {} : ({ unread: true } as const);
      home.radio.tell({ kind: "payload", ieee: IEEE, endpoint, payload, raw, ...unread });
      home.clock.advance(1);
      await settle();
    }
    const resources = [...home.store.list("/sensors"), ...home.store.list("/lights")].map((resource) => {
      const { type, attr, state, config } = resource;
      return [`${attr.type ?? type} ${String(attr.uniqueid).slice(24)}`, { ...state, ...config }] as const;
    });
    for (const [name, values] of Object.entries(has)) {
      const found = resources.filter(([each]) => each === name).map(([, members]): Values => members);
      const shown = found.map((members) => Object.fromEntries(Object.keys(values).map((key) => [key, members[key]])));
      assert.deepEqual(shown, [values], `${name} among ${resources.map(([each]) => each)}`);
    }
    await home.stop();
  });
}

test("values that no converter reads can be read by attribute", async () => {
  const { facts } = await knownDevice({
    ...{ ieee: IEEE, modelid: "eTRV0103", manufacturername: "Danfoss" },
    endpoints: [inputs(1, 0, 1, 0xa, 0x201, 0x204)],
  });
  const home = await house({});
  home.radio.rise([facts]);
  home.radio.tell({ kind: "seen", ieee: IEEE, linkquality: null });
  await settle();
  home.radio.orders.length = 0;
  const clock = home.store.list("/sensors").find(({ type }) => type === "ZHATime");
  const asked = home.ask("POST", `${clock?.address}/refresh` as Address);
  await settle();
  assert.deepEqual(
    home.radio.orders.filter((order) => order.do === "read" && order.cluster === "genTime"),
    [
      {
        ...{ do: "read", target: { ieee: IEEE, endpoint: 1 }, cluster: "genTime" },
        attributes: ["time", "localTime", "lastSetTime"],
      },
    ],
  );
  home.clock.advance(2);
  await asked;
  await home.stop();
});

test("and they are read by themselves when the device has joined", async () => {
  const { facts } = await knownDevice({
    ...{ ieee: IEEE, modelid: "eTRV0103", manufacturername: "Danfoss" },
    endpoints: [inputs(1, 0, 1, 0xa, 0x201, 0x204)],
  });
  const home = await house({});
  home.radio.rise([]);
  home.radio.tell({ kind: "joined", ieee: IEEE });
  home.radio.tell({ kind: "device", device: facts });
  for (let second = 0; second < 12; second += 1) {
    home.clock.advance(1);
    await settle();
  }
  const reads = home.radio.orders.filter((order) => order.do === "read" && order.cluster === "genTime");
  assert.equal(reads.length, 1);
  await home.stop();
});
