/** The virtual house on its panel: how lamps light, the keys to press, the values to move. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHouse } from "../../../panels/house.ts";
import { controlsOf, keysOf } from "../../../panels/virtual/device-controls.ts";
import { homecoming, isStillToDo } from "../../../panels/virtual/homecoming.ts";
import { lightStateOf } from "../../../panels/virtual/light-state.ts";
import {
  asKnown,
  attribute,
  outcomeOf,
  rulesOn,
  total,
  type VirtualDeviceState,
  virtualHouseIn,
  withCauses,
} from "../../../panels/virtual/virtual-house.ts";
import type { EventKind } from "../../../src/model/event-kinds.ts";

const station = (
  clusters: VirtualDeviceState["endpoints"][string],
  more: Partial<VirtualDeviceState> = {},
): VirtualDeviceState => ({
  mac: "00:17:88:01:00:00:00:01",
  name: "Lamp",
  profile: "dimmable light",
  role: "resident",
  isIn: true,
  reach: "ok",
  isBlinking: false,
  held: {},
  presses: [],
  endpoints: { 1: { genBasic: { modelId: "x" } }, 11: clusters },
  ...more,
});

test("the answer of GET /virtual, in the words of the panel", () => {
  const told = {
    life: true,
    open: 12,
    frames: { sent: { unicast: 3, zdo: 2 }, received: { unicast: 4 } },
    stations: [
      {
        ieee: "0x0017880100000001",
        name: "Lamp",
        profile: "p",
        role: "shy",
        joined: true,
        reach: "ok",
        identify: 3,
        presses: ["toggle"],
        endpoints: { 11: {} },
      },
    ],
  };
  const { devices, sent, received, ...rest } = virtualHouseIn(told);
  assert.deepEqual(rest, { changesByItself: true, isOpen: true });
  assert.deepEqual([total(sent), total(received)], [5, 4]);
  assert.deepEqual(devices[0], {
    mac: "00:17:88:01:00:00:00:01",
    name: "Lamp",
    profile: "p",
    role: "shy",
    isIn: true,
    reach: "ok",
    isBlinking: true,
    held: {},
    presses: ["toggle"],
    endpoints: { 11: {} },
  });
  assert.equal(virtualHouseIn({ past: "2026-11-23T18:00:00Z" }).past, Date.parse("2026-11-23T18:00:00Z"));
  assert.deepEqual(virtualHouseIn({}), { changesByItself: false, isOpen: false, devices: [], sent: {}, received: {} });
});

test("a device has the name that a user gave it", () => {
  const [lamp, spare, stranger] = [1, 2, 3].map((n) => `00:17:88:01:00:00:00:0${n}`);
  const known = [
    { key: String(lamp), name: "Dimmable light 3", resources: [{ id: "3" }] },
    { key: String(spare), name: "Kitchen lamp", resources: [{ id: "5" }] },
  ] as unknown as Parameters<typeof asKnown>[1];
  const devices = [lamp, spare, stranger].map((mac) => station({}, { mac: String(mac), name: "Lamp" }));
  const said = asKnown(devices, known).map(({ name, called }) => [name, called]);
  assert.deepEqual(said, [
    ["Lamp", "Dimmable light 3"],
    ["Kitchen lamp", undefined],
    ["Lamp", undefined],
  ]);
});

test("a device that was replaced stands apart as long as it is in the network", () => {
  const stations = [
    { ieee: "0x0017880100000001", joined: true, replaced: true },
    { ieee: "0x0017880100000002", joined: false, replaced: true },
    { ieee: "0x0017880100000003", joined: true },
  ];
  const said = virtualHouseIn({ stations }).devices.map(({ isReplaced }) => isReplaced);
  assert.deepEqual(said, [true, undefined, undefined]);
});

test("an attribute is found on the endpoint that has it", () => {
  assert.deepEqual(attribute(station({ genOnOff: { onOff: 1 } }), "genOnOff", "onOff"), {
    path: "11/genOnOff.onOff",
    value: 1,
  });
  assert.equal(attribute(station({}), "genOnOff", "onOff"), undefined);
});

const ON = { genOnOff: { onOff: 1 } };
const shines: [what: string, of: VirtualDeviceState, is: unknown][] = [
  ["a switch that is on", station(ON), [true, 100, "#ffe0b0"]],
  [
    "a lamp that is off",
    station({ genOnOff: { onOff: 0 }, genLevelCtrl: { currentLevel: 127 } }),
    [false, 50, "#ffe0b0"],
  ],
  [
    "a red one",
    station({ ...ON, lightingColorCtrl: { colorMode: 1, currentX: 45_000, currentY: 19_600 } }),
    [true, 100, "#ff0000"],
  ],
  [
    "a green one, by its hue",
    station({ ...ON, lightingColorCtrl: { colorMode: 0, currentHue: 85, currentSaturation: 254 } }),
    [true, 100, "#00ff02"],
  ],
  [
    "a warm one",
    station({ ...ON, lightingColorCtrl: { colorMode: 2, currentX: 1, currentY: 1, colorTemperature: 370 } }),
    [true, 100, "#ffd196"],
  ],
  ["one without power", station(ON, { reach: "no-ack", isBlinking: true }), [false, 100, "#ffe0b0"]],
];
for (const [what, of, is] of shines) {
  test(`the light of ${what}`, () => {
    const { isOn, percent, hex, isDead, isBlinking } = lightStateOf(of) ?? {};
    assert.deepEqual([isOn, percent, hex], is);
    assert.deepEqual([isDead, isBlinking], [of.reach === "no-ack", false]);
  });
}
test("a plug and a sensor are no lamps", () => {
  assert.equal(lightStateOf(station(ON, { profile: "metering plug" })), undefined);
  assert.equal(lightStateOf(station({})), undefined);
});

const remotes: [what: string, presses: string[], is: unknown][] = [
  [
    "of IKEA",
    ["toggle", "toggle_hold", "arrow_left_click", "arrow_left_hold", "arrow_left_release"],
    [
      { name: "toggle", click: ["toggle"], hold: ["toggle_hold"] },
      { name: "arrow_left", click: ["arrow_left_click"], hold: ["arrow_left_hold"], release: ["arrow_left_release"] },
    ],
  ],
  [
    "of Hue: a click goes down and comes up",
    ["on_press_release", "on_press", "on_hold", "on_hold_release"],
    [{ name: "on", click: ["on_press", "on_press_release"], hold: ["on_hold"], release: ["on_hold_release"] }],
  ],
  [
    "with scenes",
    ["on", "brightness_move_up", "brightness_stop", "recall_1", "store_1"],
    [
      { name: "on", click: ["on"] },
      { name: "brightness_move_up", hold: ["brightness_move_up"] },
      { name: "brightness", release: ["brightness_stop"] },
      { name: "scene 1", click: ["recall_1"], hold: ["store_1"] },
    ],
  ],
  ["without keys", [], []],
];
for (const [what, presses, is] of remotes) test(`a remote ${what}`, () => assert.deepEqual(keysOf(presses), is));

const sliders: [
  cluster: string,
  attributes: Record<string, unknown>,
  name: string,
  value: number,
  wanted: number,
  told: unknown,
][] = [
  [
    "msTemperatureMeasurement",
    { measuredValue: 2137 },
    "temperature",
    21.4,
    25,
    { "11/msTemperatureMeasurement.measuredValue": 2500 },
  ],
  ["msRelativeHumidity", { measuredValue: 5079 }, "humidity", 51, 60, { "11/msRelativeHumidity.measuredValue": 6000 }],
  [
    "msIlluminanceMeasurement",
    { measuredValue: 20_001 },
    "light",
    20,
    30,
    { "11/msIlluminanceMeasurement.measuredValue": 30_000 },
  ],
  ["hvacThermostat", { localTemp: 5000 }, "temperature", 35, 20, { "11/hvacThermostat.localTemp": 2000 }],
  ["haElectricalMeasurement", { activePower: 2 }, "power", 2, 1200, { "11/haElectricalMeasurement.activePower": 1200 }],
  [
    "closuresWindowCovering",
    { currentPositionLiftPercentage: 42 },
    "lift",
    42,
    75,
    { "11/closuresWindowCovering.currentPositionLiftPercentage": 75 },
  ],
  [
    "genPowerCfg",
    { batteryPercentageRemaining: 196 },
    "battery",
    98,
    10,
    { "11/genPowerCfg.batteryPercentageRemaining": 20 },
  ],
];
for (const [cluster, attributes, name, value, wanted, set] of sliders) {
  test(`${cluster} is moved from ${value} to ${wanted}`, () => {
    const [control] = controlsOf(station({ [cluster]: attributes }));
    assert.ok(control?.is === "slider");
    assert.deepEqual([control.name, control.value, control.command(wanted)], [name, value, { set }]);
  });
}

test("light is shown in lux", () => {
  const [control] = controlsOf(station({ msIlluminanceMeasurement: { measuredValue: 20_001 } }));
  assert.ok(control?.is === "slider");
  assert.deepEqual([control.show?.(0), control.show?.(20), control.show?.(50)], [1, 100, 100_000]);
});

const zones: [type: number | undefined, status: number, name: string, isOn: boolean][] = [
  [0x0d, 1, "motion", true],
  [0x15, 0, "open", false],
  [0x28, 4, "smoke", false],
  [0x2a, 5, "water", true],
  [0x99, 1, "alarm", true],
];
for (const [zoneType, zoneStatus, name, isOn] of zones) {
  test(`a zone ${zoneType} that says ${zoneStatus}: ${name} ${isOn}`, () => {
    const [control, tampered] = controlsOf(station({ ssIasZone: { zoneType, zoneStatus } }));
    assert.ok(control?.is === "switch" && tampered?.is === "switch");
    assert.deepEqual([control.name, control.isOn, control.command(1)], [name, isOn, { zone: { alarm1: true } }]);
    assert.deepEqual(
      [tampered.isOn, tampered.isAside, tampered.command(0)],
      [(zoneStatus & 4) !== 0, true, { zone: { tamper: false } }],
    );
  });
}

test("motion is switched", () => {
  const [control] = controlsOf(station({ msOccupancySensing: { occupancy: 1 } }));
  assert.ok(control?.is === "switch");
  assert.deepEqual(
    [control.name, control.isOn, control.command(0)],
    ["motion", true, { set: { "11/msOccupancySensing.occupancy": 0 } }],
  );
});

test("a control tells how long it stays as it was set by hand", () => {
  const path = "11/msTemperatureMeasurement.measuredValue";
  const clusters = { msTemperatureMeasurement: { measuredValue: 2100 }, msRelativeHumidity: { measuredValue: 5000 } };
  const held = controlsOf(station(clusters, { held: { [path]: 61 } })).map((control) => [control.name, control.held]);
  assert.deepEqual(held, [
    ["temperature", 61],
    ["humidity", undefined],
  ]);
});

test("the effects of a touch: the device's reports and the house's deeds; no earlier events, no measures of others", () => {
  const told = (key: string, address: string, by: string, kind: EventKind = "happened") => ({
    ...{ key, kind, news: { address, by, at: 0, event: "changed", type: "", name: "", values: {} } as never },
  });
  const events = [
    told("7", "/sensors/5", "radio"),
    told("8", "/sensors/5", "radio"),
    told("9", "/sensors/9", "radio"),
    told("10", "/rules/1", "/sensors/5"),
    told("11", "/lights/2", "/rules/1"),
    told("12", "/groups/3", "/rules/1"),
    told("13", "/config", "clock", "echoed"), // for how long the network is still open
    told("14", "/sensors/5", "radio", "heard"),
    told("15", "/sensors/5", "radio", "measured"),
  ];
  const motion = { key: "00:15:8d:01:00:00:00:05", resources: [{ address: "/sensors/5" }] as never };
  const keys = (since: number) => outcomeOf(events, motion, since).map(({ key }) => key);
  assert.deepEqual(keys(7), ["8", "10", "11", "15"]);
  assert.deepEqual(keys(11), ["15"]);
  assert.deepEqual(
    outcomeOf(events, undefined, 7).map(({ key }) => key),
    ["10", "11"],
    "a device that the gateway does not know tells nothing",
  );
});

test("the cause of a rule's deed stays above it, after any touch; a deed much later stands alone", () => {
  const told = (key: number, address: string, by: string, at = key) => ({
    ...{ key: String(key), kind: "happened" as const },
    news: { address, by, at, event: "changed", section: "state", type: "", name: "", values: {} } as never,
  });
  const house = readHouse({
    sensors: { 5: { name: "Motion" }, 6: { name: "Door" }, 7: { name: "Light level" } },
    rules: {
      1: {
        conditions: [
          { address: "/sensors/5/state/presence", operator: "eq", value: "true" },
          { address: "/sensors/5/state/presence", operator: "dx" },
          { address: "/sensors/7/state/dark", operator: "eq", value: "true" },
        ],
      },
    },
  });
  const events = [
    ...[told(1, "/sensors/5", "radio"), told(2, "/sensors/6", "radio"), told(3, "/sensors/5", "radio")],
    ...[told(4, "/sensors/7", "radio"), told(5, "/sensors/6", "radio"), told(6, "/rules/1", "/rules/1")],
    ...[told(7, "/lights/2", "/rules/1"), told(8, "/sensors/6", "radio")],
  ];
  const keys = (shown: typeof events, all = events) => withCauses(shown, all, house).map(({ key }) => key);
  const [, , , , door, rule, lamp, closed] = events as [never, never, never, never, ...typeof events];
  assert.ok(door && rule && lamp && closed);
  assert.deepEqual(keys([door, rule, lamp, closed]), ["3", "5", "6", "7", "8"]);
  assert.deepEqual(keys([door, closed]), ["5", "8"]);
  const later = told(9, "/lights/2", "/rules/1", 90_000);
  assert.deepEqual(keys([later], [...events, later]), ["9"]);
  assert.deepEqual(keys([told(9, "/lights/2", "/rules/8")]), ["9"], "of a rule that is gone");
});

test("the rules that ask something of a device, by its unique id too", () => {
  const mac = "00:15:8d:01:00:00:00:05";
  const asks = (address: string) => ({ conditions: [{ address, operator: "eq", value: "true" }] });
  const house = readHouse({
    sensors: { 5: { name: "Motion", uniqueid: `${mac}-02-0406` }, 6: { name: "Door" } },
    rules: {
      1: asks("/sensors/5/state/presence"),
      2: asks(`/sensors/${mac}-02-0406/state/presence`),
      3: asks("/sensors/6/state/open"),
      4: asks("/sensors/99/state/open"),
    },
  });
  const rules = rulesOn(house, { resources: [{ address: "/sensors/5" }] as never });
  assert.deepEqual(
    rules.map(({ id }) => id),
    ["1", "2"],
  );
});

const OFF = { genOnOff: { onOff: 0 } };
const hall = (more: Partial<VirtualDeviceState>) => ({
  ...{ door: station({ ssIasZone: { zoneType: 21, zoneStatus: 0 } }, { mac: "door", profile: "contact sensor" }) },
  ...{ motion: station({ msOccupancySensing: { occupancy: 0 } }, { mac: "motion", profile: "motion sensor" }) },
  ...{ lamp: station(OFF, { mac: "lamp", ...more }), other: station(OFF, { mac: "other" }) },
});
const roomOf = (mac: string) => (mac === "other" ? "2" : "1");

test("a person comes home: the door opens, the hall sees that person, the lamp of the hall goes on, the door closes", () => {
  const { door, motion, lamp, other } = hall({});
  const told = homecoming([other, lamp, motion, door], roomOf).map(({ mac, command }) => [mac, command]);
  assert.deepEqual(told, [
    ["door", { zone: { alarm1: true } }],
    ["motion", { set: { "11/msOccupancySensing.occupancy": 1 } }],
    ["lamp", { toggle: true }],
    ["door", { zone: { alarm1: false } }],
  ]);
  assert.deepEqual(
    homecoming([door], roomOf).map(({ mac }) => mac),
    ["door", "door"],
  );
  assert.deepEqual(homecoming([lamp, other], roomOf), [], "nothing would tell that somebody has come");
  const dead = homecoming([motion, hall({ reach: "no-ack" }).lamp, { ...door, reach: "no-route" }], roomOf);
  assert.deepEqual(
    dead.map(({ mac }) => mac),
    ["motion"],
  );
});

test("a person comes home: a lamp that the house has switched on is left alone", () => {
  const { door, motion, lamp } = hall({});
  const devices = [lamp, motion, door];
  const [, , byHand, close] = homecoming(devices, roomOf);
  assert.ok(byHand && close);
  assert.equal(isStillToDo(byHand, devices), true);
  const lit = station(ON, { mac: "lamp" });
  assert.equal(isStillToDo(byHand, [lit, motion, door]), false);
  assert.equal(isStillToDo(close, [lit, motion, door]), true);
  assert.equal(isStillToDo(close, [lit, motion]), false, "it has left meanwhile");
});
