/** Frames of real devices all the way: converters, plan, and everything that reads a message. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RemoteState } from "../../../src/devices/buttons/button-events.ts";
import { readRemote } from "../../../src/devices/buttons/remote-events.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import { type AttributeMemory, decodeFrame, valuesFor } from "../../../src/devices/zcl/frames.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { knownDevice } from "../../support/converter-device.ts";
import { deviceFacts, type FactsGiven } from "../../support/definitions.ts";

type Frame = readonly [endpoint: number, cluster: string, type: string, data: Values, more?: Partial<RawMessage>];

interface Case {
  readonly about: string;
  readonly device: FactsGiven;
  readonly unconverted?: true; // to the converters
  readonly frames: readonly Frame[];
  /** By resource, frame by frame: its values. */
  readonly told: Readonly<Record<string, readonly Values[]>>;
}

const REPORT = "attributeReport";
const IKEA = { manufacturer: 0x117c } as const;
const press = (buttonevent: number): Values => ({ buttonevent });

function hue(button: number, type: number, time: number, endpoint = 2): Frame {
  const data = { button, unknown1: 0x300000, type, unknown2: 0x21, time: time & 0xff, unknown3: (time >> 8) & 0xff };
  return [endpoint, "manuSpecificPhilips", "commandHueNotification", data, { manufacturer: 0x100b }];
}

/** Hue's dial says far more than its buttons: how far, how long. */
function dial(event: number, degrees: number): Frame {
  const bytes = Buffer.alloc(23);
  bytes.set([20, 0, 1, 0x30, event, 0x29]);
  bytes.writeInt16LE(degrees, 12);
  bytes.writeUInt16LE(400, 21);
  const [endpoint, cluster, type, data] = hue(20, event, degrees, 1);
  return [endpoint, cluster, type, data, { manufacturer: 0x100b, bytes }];
}

const CASES: readonly Case[] = [
  {
    about: "IKEA's round remote",
    device: {
      modelid: "TRADFRI remote control",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ profile: 0xc05e, inputs: [0, 1, 3, 9, 0xb05, 0x1000], outputs: [3, 4, 5, 6, 8, 0x19, 0x1000] }],
    },
    frames: [
      [1, "genOnOff", "commandToggle", {}],
      [1, "genLevelCtrl", "commandStepWithOnOff", { stepmode: 0, stepsize: 43, transtime: 5 }],
      [1, "genLevelCtrl", "commandMoveWithOnOff", { movemode: 0, rate: 84 }],
      [1, "genLevelCtrl", "commandStopWithOnOff", {}],
      [1, "genLevelCtrl", "commandStep", { stepmode: 1, stepsize: 43, transtime: 5 }],
      [1, "genScenes", "commandTradfriArrowSingle", { value: 257, value2: 13 }, IKEA],
      [1, "genScenes", "commandTradfriArrowHold", { value: 3329 }, IKEA],
      [1, "genScenes", "commandTradfriArrowRelease", { value: 1500 }, IKEA],
      [1, "genScenes", "commandTradfriArrowSingle", { value: 256, value2: 13 }, IKEA],
      [1, "genPowerCfg", REPORT, { batteryPercentageRemaining: 148 }],
    ],
    told: {
      "ZHASwitch 01-1000": [
        ...[1002, 2002, 2001, 2003, 3002, 4002, 4001].map(press),
        { buttonevent: 4003, eventduration: 15 },
        press(5002),
        { battery: 74 },
      ],
    },
  },
  {
    about: "Hue's dimmer",
    device: {
      modelid: "RWL021",
      manufacturername: "Philips",
      endpoints: [
        { id: 1, profile: 0xc05e, inputs: [0], outputs: [0, 3, 4, 6, 8, 5] },
        { id: 2, inputs: [0, 1, 3, 0xf, 0xfc00], outputs: [0x19] },
      ],
    },
    frames: [hue(1, 0, 0), hue(1, 2, 1), hue(2, 0, 0), hue(2, 1, 8), hue(2, 3, 12), hue(4, 0, 0), hue(4, 2, 2)],
    told: {
      "ZHASwitch 02-fc00": [
        { buttonevent: 1000, eventduration: 0 },
        { buttonevent: 1002, eventduration: 1 },
        { buttonevent: 2000, eventduration: 0 },
        { buttonevent: 2001, eventduration: 8 },
        { buttonevent: 2003, eventduration: 12 },
        { buttonevent: 4000, eventduration: 0 },
        { buttonevent: 4002, eventduration: 2 },
      ],
    },
  },
  {
    about: "Hue's dial",
    device: {
      modelid: "RDM002",
      manufacturername: "Signify Netherlands B.V.",
      endpoints: [{ id: 1, inputs: [0, 1, 3, 0xfc00, 0x1000], outputs: [0x19, 0, 3, 4, 6, 8, 5, 0x1000] }],
    },
    frames: [hue(3, 0, 0, 1), dial(1, 75), dial(2, -120)],
    told: {
      "ZHASwitch 01-fc00": [{ buttonevent: 3000, eventduration: 0 }, {}, {}],
      "ZHARelativeRotary 14-fc00": [
        {},
        { rotaryevent: 1, expectedrotation: 75, expectedeventduration: 400 },
        { rotaryevent: 2, expectedrotation: -120, expectedeventduration: 400 },
      ],
    },
  },
  {
    about: "IKEA's shortcut button, which says off for a double click",
    device: {
      modelid: "TRADFRI SHORTCUT Button",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ inputs: [0, 1, 3, 9, 0x20, 0x1000], outputs: [3, 4, 6, 8, 0x19, 0x102, 0x1000] }],
    },
    frames: [
      [1, "genOnOff", "commandOn", {}],
      [1, "genOnOff", "commandOff", {}],
      [1, "genLevelCtrl", "commandMoveWithOnOff", { movemode: 0, rate: 83 }],
      [1, "genLevelCtrl", "commandStopWithOnOff", {}],
    ],
    told: { "ZHASwitch 01-1000": [1002, 1004, 1001, 1003].map(press) },
  },
  {
    about: "IKEA's wireless dimmer, whose ends are buttons",
    device: {
      modelid: "TRADFRI wireless dimmer",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ profile: 0xc05e, inputs: [0, 1, 3, 9, 0xb05, 0x1000], outputs: [3, 4, 6, 8, 0x19, 0x1000] }],
    },
    frames: [
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 255, transtime: 5 }],
      [1, "genLevelCtrl", "commandMove", { movemode: 1, rate: 70 }],
      [1, "genLevelCtrl", "commandStop", {}],
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 0, transtime: 5 }],
    ],
    told: { "ZHASwitch 01-1000": [1002, 2001, 2003, 4002].map(press) },
  },
  {
    about: "Tuya's four buttons, one endpoint each",
    device: {
      modelid: "TS0044",
      manufacturername: "_TZ3000_vp6clf9d",
      endpoints: [1, 2, 3, 4].map((id) => ({ id, inputs: id === 1 ? [0, 1, 6] : [1, 6], outputs: [0x19, 0xa] })),
    },
    frames: [
      [1, "genOnOff", "commandTuyaAction", { value: 0 }],
      [3, "genOnOff", "commandTuyaAction", { value: 1 }],
      [4, "genOnOff", "commandTuyaAction", { value: 2 }],
    ],
    told: { "ZHASwitch 01-0006": [1002, 3004, 4003].map(press) },
  },
  {
    about: "Xiaomi's cube",
    device: {
      modelid: "lumi.sensor_cube.aqgl01",
      manufacturername: "LUMI",
      endpoints: [
        { id: 1, inputs: [0, 3, 0x19, 0x12] },
        { id: 2, inputs: [3, 0x12] },
        { id: 3, inputs: [3, 0xc] },
      ],
    },
    frames: [
      [2, "genMultistateInput", REPORT, { presentValue: 0 }],
      [2, "genMultistateInput", REPORT, { presentValue: 64 + 8 * 1 + 0 }],
      [2, "genMultistateInput", REPORT, { presentValue: 128 + 3 }],
      [2, "genMultistateInput", REPORT, { presentValue: 512 + 2 }],
      [3, "genAnalogInput", REPORT, { presentValue: -45.5 }],
    ],
    told: {
      "ZHASwitch 02-0012": [
        { buttonevent: 7007, gesture: 1 },
        { buttonevent: 1003, gesture: 3 },
        { buttonevent: 6001, gesture: 4 },
        { buttonevent: 5005, gesture: 6 },
        {},
      ],
      "ZHASwitch 03-000c": [{}, {}, {}, {}, { buttonevent: -4550, gesture: 8 }],
    },
  },
  {
    about: "Lutron's knob, which only says where it is",
    device: {
      modelid: "Z3-1BRL",
      manufacturername: "Lutron",
      endpoints: [{ profile: 0xc05e, inputs: [0, 1, 3, 0x1000, 0xfc00], outputs: [3, 4, 6, 8, 0x1000] }],
    },
    frames: [
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 255, transtime: 7 }],
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 140, transtime: 2 }],
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 150, transtime: 2 }],
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 130, transtime: 2 }],
      [1, "genLevelCtrl", "commandMoveToLevelWithOnOff", { level: 0, transtime: 7 }],
    ],
    told: { "ZHASwitch 01-1000": [1002, 3002, 2002, 3002, 1002].map(press) },
  },
  {
    about: "Immax' key fob, half of whose words its converters do not list, and one of which they do not read",
    device: {
      modelid: "Keyfob-ZB3.0",
      manufacturername: "Immax",
      endpoints: [{ device: 0x401, inputs: [0, 1, 3, 0x500], outputs: [3, 0x501] }],
    },
    frames: [
      [1, "ssIasAce", "commandArm", { armmode: 1, code: "", zoneid: 0 }],
      [1, "ssIasAce", "commandArm", { armmode: 0, code: "", zoneid: 0 }],
      [1, "ssIasAce", "commandEmergency", {}],
      [1, "ssIasAce", "commandArm", { armmode: 3, code: "", zoneid: 0 }],
    ],
    told: { "ZHASwitch 01-0500": [1002, 2002, 3002, 4002].map(press) },
  },
  {
    about: "Heiman's key fob",
    device: {
      modelid: "RC-EM",
      manufacturername: "HEIMAN",
      endpoints: [{ device: 0x401, inputs: [0, 1, 3, 0x500], outputs: [3, 0x501] }],
    },
    frames: [
      [1, "ssIasAce", "commandArm", { armmode: 1, code: "", zoneid: 0 }],
      [1, "ssIasAce", "commandArm", { armmode: 0, code: "", zoneid: 0 }],
      [1, "ssIasAce", "commandEmergency", {}],
      [1, "ssIasAce", "commandArm", { armmode: 3, code: "", zoneid: 0 }],
    ],
    told: { "ZHASwitch 01-0500": [1002, 2002, 3002, 4002].map(press) },
  },
  {
    about: "a wall remote of Sunricher: what is held is let go, and colors",
    device: {
      modelid: "ZGRC-KEY-009",
      manufacturername: "Sunricher",
      endpoints: [{ inputs: [0, 1, 3], outputs: [3, 4, 5, 6, 8, 0x300] }],
    },
    frames: [
      [1, "genLevelCtrl", "commandMoveWithOnOff", { movemode: 0, rate: 50 }],
      [1, "genLevelCtrl", "commandStopWithOnOff", {}],
      [1, "genLevelCtrl", "commandStepWithOnOff", { stepmode: 1, stepsize: 32, transtime: 0 }],
      [1, "lightingColorCtrl", "commandMoveToColorTemp", { colortemp: 370, transtime: 0 }],
      [1, "lightingColorCtrl", "commandMoveColorTemp", { movemode: 1, rate: 50 }],
      [1, "lightingColorCtrl", "commandStopMoveStep", {}],
      [1, "lightingColorCtrl", "commandMoveToColor", { colorx: 45914, colory: 19615, transtime: 0 }],
      [1, "genScenes", "commandRecall", { groupid: 1, sceneid: 2 }],
    ],
    told: {
      "ZHASwitch 01-0006": [
        ...[3001, 3003, 4002, 5002, 5001, 5003].map(press),
        { buttonevent: 6002, xy: [0.701, 0.299] },
        press(8002),
      ],
    },
  },
  {
    about: "a double rocker of Aqara: three times, let go, and both",
    device: {
      modelid: "lumi.remote.acn004",
      manufacturername: "LUMI",
      endpoints: [1, 2, 3].map((id) => ({ id, inputs: [0x12], outputs: [6] })),
    },
    frames: [
      [1, "genMultistateInput", REPORT, { presentValue: 1 }],
      [2, "genMultistateInput", REPORT, { presentValue: 3 }],
      [1, "genMultistateInput", REPORT, { presentValue: 0 }],
      [1, "genMultistateInput", REPORT, { presentValue: 255 }],
      [3, "genMultistateInput", REPORT, { presentValue: 1 }],
      [3, "genMultistateInput", REPORT, { presentValue: 2 }],
    ],
    told: { "ZHASwitch 01-0012": [1002, 2005, 1001, 1003, 3002, 3004].map(press) },
  },
  {
    about: "IKEA's remote for blinds, which stops them",
    device: {
      modelid: "TRADFRI open/close remote",
      manufacturername: "IKEA of Sweden",
      endpoints: [{ device: 0x203, inputs: [0, 1, 3, 9, 0x20, 0x1000], outputs: [3, 4, 6, 8, 0x19, 0x102, 0x1000] }],
    },
    frames: [
      [1, "closuresWindowCovering", "commandUpOpen", {}],
      [1, "closuresWindowCovering", "commandStop", {}],
      [1, "closuresWindowCovering", "commandDownClose", {}],
      [1, "closuresWindowCovering", "commandStop", {}],
    ],
    told: { "ZHASwitch 01-0102": [1002, 1003, 2002, 2003].map(press) },
  },
  {
    about: "Moes' four buttons, as a dimmer",
    device: {
      modelid: "TS004F",
      manufacturername: "_TZ3000_xabckq1v",
      endpoints: [1, 2, 3, 4].map((id) => ({
        ...{ id, inputs: id === 1 ? [0, 1, 3, 4, 6, 0x1000] : [1, 6] },
        outputs: id === 1 ? [0x19, 0xa, 3, 4, 5, 6, 8, 0x300, 0x1000] : [],
      })),
    },
    frames: [
      [1, "genOnOff", "commandOn", {}],
      [1, "genOnOff", "commandOff", {}],
      [1, "genLevelCtrl", "commandStep", { stepmode: 0, stepsize: 51, transtime: 10 }],
      [1, "genLevelCtrl", "commandMove", { movemode: 1, rate: 51 }],
      [1, "genLevelCtrl", "commandStop", {}],
      [3, "genOnOff", "commandTuyaAction", { value: 1 }],
    ],
    told: { "ZHASwitch 01-1000": [1002, 2002, 3002, 4001, 4003, 3004].map(press) },
  },
  {
    about: "a keypad",
    device: {
      modelid: "KEPZB-110",
      manufacturername: "frient A/S",
      endpoints: [{ id: 44, device: 0x0401, inputs: [0, 1, 3, 0x20, 0x500], outputs: [0xa, 0x19, 0x501] }],
    },
    frames: [
      [44, "ssIasAce", "commandArm", { armmode: 3, code: "1234", zoneid: 0 }],
      [44, "ssIasAce", "commandArm", { armmode: 0, code: "1234", zoneid: 0 }],
      [44, "ssIasAce", "commandEmergency", {}],
    ],
    told: {
      "ZHAAncillaryControl 2c-0501": [{ action: "armed_away" }, { action: "disarmed" }, { action: "emergency" }],
    },
  },
  {
    about: "a smoke detector whose thermometer the converters do not hear",
    device: {
      modelid: "SMSZB-120",
      manufacturername: "frient A/S",
      endpoints: [
        { id: 35, device: 0x402, inputs: [0, 1, 3, 0x20, 0x500, 0x502], outputs: [0xa, 0x19] },
        { id: 38, device: 0x302, inputs: [3, 0x402] },
      ],
    },
    frames: [
      [35, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 0x0109 }],
      [38, "msTemperatureMeasurement", REPORT, { measuredValue: 2234 }],
    ],
    told: {
      "ZHAFire 23-0500": [{ fire: true, test: true, lowbattery: true }, {}],
      "ZHATemperature 26-0402": [{}, { temperature: 2234 }],
    },
  },
  {
    about: "a device that nobody ever heard of",
    unconverted: true,
    device: {
      modelid: "FooBar-9000",
      manufacturername: "FooBar",
      endpoints: [
        { id: 1, device: 0x101, inputs: [0, 6, 8, 0x702, 0xb04] },
        { id: 2, device: 0x302, inputs: [0x402, 0x405, 0x500], zone: 0x0015 },
        { id: 3, device: 0x104, outputs: [5, 6, 8] },
      ],
    },
    frames: [
      [1, "genOnOff", REPORT, { onOff: 1 }],
      [1, "genLevelCtrl", REPORT, { currentLevel: 100 }],
      [1, "seMetering", REPORT, { currentSummDelivered: 12_345, divisor: 100 }],
      [2, "msTemperatureMeasurement", REPORT, { measuredValue: 1990 }],
      [2, "ssIasZone", "commandStatusChangeNotification", { zonestatus: 1 }],
      [3, "genOnOff", "commandOff", {}],
      [3, "genLevelCtrl", "commandMove", { movemode: 1, rate: 50 }],
      [3, "genLevelCtrl", "commandStop", {}],
      [3, "genScenes", "commandRecall", { groupid: 0, sceneid: 1 }],
    ],
    told: {
      "Dimmable light 01": [{ on: true }, { bri: 100 }, {}, {}, {}, {}, {}, {}, {}],
      "ZHAConsumption 01-0702": [{}, {}, { consumption: 123_450 }, {}, {}, {}, {}, {}, {}],
      "ZHATemperature 02-0402": [{}, {}, {}, { temperature: 1990 }, {}, {}, {}, {}, {}],
      "ZHAOpenClose 02-0500": [{}, {}, {}, {}, { open: true, tampered: false, lowbattery: false }, {}, {}, {}, {}],
      "ZHASwitch 03-0006": [{}, {}, {}, {}, {}, press(2002), press(4001), press(4003), press(6002)],
    },
  },
  {
    about: "Heiman's climate sensor: its dew point comes raw, in hundredths like the temperature",
    device: {
      modelid: "HS2HT",
      manufacturername: "HEIMAN",
      endpoints: [{ inputs: [0, 1, 0x0402, 0xfc90] }, { id: 2, inputs: [0x0405] }],
    },
    frames: [
      [1, "msTemperatureMeasurement", REPORT, { measuredValue: 2150 }],
      [2, "msRelativeHumidity", REPORT, { measuredValue: 4800 }],
      [1, "heimanClusterSpecial", REPORT, { dewPoint: 1003, vpd: 1334 }],
      [1, "heimanClusterSpecial", REPORT, { dewPoint: -32_768 }],
    ],
    told: {
      "ZHATemperature 01-0402": [{ temperature: 2150 }, {}, { dewpoint: 1003 }, {}],
      "ZHAHumidity 02-0405": [{}, { humidity: 4800 }, { vapourpressuredeficit: 1334 }, {}],
    },
  },
];

for (const { about, device, unconverted, frames, told } of CASES) {
  test(about, async () => {
    const { facts, hear, reads } = unconverted ? withoutConverter(device) : await knownDevice(device);
    const memory: AttributeMemory = new Map();
    const resources = planDevice(facts).resources.map((planned) => ({
      planned,
      name: `${planned.type} ${planned.uniqueid.slice(24)}`,
      held: {} as RemoteState,
      said: [] as Values[],
    }));
    for (const [at, [endpoint, cluster, type, data, more = {}]] of frames.entries()) {
      const payload = await hear(endpoint, cluster, type, data);
      const unread = reads(cluster, type) ? {} : ({ unread: true } as const);
      const raw = { type, cluster, data, group: 0, manufacturer: null, sequence: at, ...more };
      const readings = Object.keys(payload).length > 0 ? [] : decodeFrame(raw, endpoint, facts, memory);
      for (const { planned, held, said } of resources) {
        const press = readRemote(planned, facts, { endpoint, payload, raw, ...unread }, held, at * 100);
        const all = [readPayload(planned, payload), valuesFor(planned, readings)];
        said.push(Object.assign({}, ...all.map(({ state, config }) => ({ ...state, ...config })), press));
      }
    }
    for (const [name, values] of Object.entries(told)) {
      const found = resources.filter((each) => each.name === name);
      assert.deepEqual(
        found.map(({ said }) => said),
        [values],
        `${name} among ${resources.map((each) => each.name)}`,
      );
    }
  });
}

/** The converters are not even asked. */
function withoutConverter(device: FactsGiven) {
  return {
    facts: deviceFacts(device),
    hear: async (..._frame: readonly unknown[]): Promise<Values> => ({}),
    reads: () => true,
  };
}
