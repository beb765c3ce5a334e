/** Which sensor reads which member of a message. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RemoteState } from "../../../src/devices/buttons/button-events.ts";
import {
  isRemote,
  isUnplannedPress,
  type RemoteMessage,
  readRemote,
} from "../../../src/devices/buttons/remote-events.ts";
import { planDevice, remotePlan } from "../../../src/devices/plan/planner.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import { deviceFacts, type FactsGiven } from "../../support/definitions.ts";
import { action, only, plan } from "../../support/planned.ts";

function raw(type: string, more: Partial<RawMessage> = {}): RawMessage {
  return { cluster: "genOnOff", type, data: {}, group: 0, manufacturer: null, ...more };
}

const REMOTE = { endpoints: [{ id: 1, outputs: [5, 6, 8] }] };

test("a remote with a converter", () => {
  const facts = deviceFacts(REMOTE);
  const remote = only(plan([action("on", "off")], REMOTE), "ZHASwitch");
  const said = (touch: Omit<RemoteMessage, "endpoint">) => readRemote(remote, facts, { endpoint: 1, ...touch }, {}, 0);
  assert.deepEqual(said({ payload: { action: "off" }, raw: raw("commandOff") }), { buttonevent: 2002 });
  assert.equal(said({ payload: {}, raw: raw("commandOff") }), undefined, "a frame that comes again is not read twice");
  assert.equal(said({ payload: { battery: 20 } }), undefined);
});

test("a remote without a converter: its commands, each once", () => {
  const facts = deviceFacts(REMOTE);
  const remote = only(planDevice(facts), "ZHASwitch");
  const held: RemoteState = {};
  const said = (message: RawMessage) =>
    readRemote(remote, facts, { endpoint: 1, payload: {}, raw: message }, held, 0)?.buttonevent;
  const level = (type: string, data: unknown, sequence: number) =>
    said(raw(type, { cluster: "genLevelCtrl", data, sequence }));
  assert.equal(said(raw("commandOn", { sequence: 1 })), 1002);
  assert.equal(said(raw("commandOn", { sequence: 1 })), undefined);
  assert.equal(said(raw("commandOn", { sequence: 2 })), 1002);
  assert.equal(level("commandMove", { movemode: 0 }, 3), 3001);
  assert.equal(level("commandStop", {}, 4), 3003);
  assert.equal(said(raw("commandRecall", { cluster: "genScenes", data: { sceneid: 2 }, sequence: 5 })), 7002);
  assert.equal(said(raw("commandOn")), 1002, "a frame without a number is a new one");
  assert.equal(said(raw("attributeReport", { data: { onOff: 1 } })), undefined);
});

test("two endpoints may use the same frame counter", () => {
  const given = {
    endpoints: [
      { id: 1, outputs: [6] },
      { id: 2, outputs: [6] },
    ],
  };
  const facts = deviceFacts(given);
  const remote = only(planDevice(facts), "ZHASwitch");
  const held: RemoteState = {};
  const said = (endpoint: number, sequence: number) =>
    readRemote(remote, facts, { endpoint, payload: {}, raw: raw("commandToggle", { sequence }) }, held, 0)?.buttonevent;
  assert.notEqual(said(1, 9), undefined);
  assert.notEqual(said(2, 9), undefined);
  assert.notEqual(said(1, 10), undefined);
  assert.equal(said(2, 9), undefined, "also when another came between");
});

test("a remote without a converter, with several endpoints", () => {
  const given = {
    endpoints: [
      { id: 1, outputs: [6] },
      { id: 2, outputs: [6] },
      { id: 3, inputs: [6] },
    ],
  };
  const facts = deviceFacts(given);
  const remote = only(planDevice(facts), "ZHASwitch");
  const said = (endpoint: number) =>
    readRemote(remote, facts, { endpoint, payload: {}, raw: raw("commandToggle") }, {}, 0);
  assert.notEqual(said(1)?.buttonevent, undefined);
  assert.notEqual(said(1)?.buttonevent, said(2)?.buttonevent);
  assert.equal(said(3), undefined, "what is said to it is no press");
});

const STRANGERS: readonly [
  about: string,
  given: FactsGiven,
  types: readonly string[],
  message: RawMessage,
  is: boolean,
][] = [
  ["a wall switch that only was a light", REMOTE, ["Dimmable light", "ZHAPower"], raw("commandToggle"), true],
  ["a device that was nothing", REMOTE, [], raw("commandToggle"), true],
  ["what is a remote already", REMOTE, ["ZHASwitch"], raw("commandToggle"), false],
  ["a keypad", REMOTE, ["ZHAAncillaryControl"], raw("commandToggle"), false],
  ["a motion sensor that tells lights", REMOTE, ["ZHAPresence"], raw("commandOn"), false],
  ["a command that is no press", REMOTE, [], raw("commandOnWithTimedOff"), false],
  ["no client of the cluster", { endpoints: [{ id: 1, inputs: [6] }] }, [], raw("commandOn"), false],
  ["a value", REMOTE, [], raw("attributeReport", { data: { onOff: 1 } }), false],
  [
    "one that lives on the energy of a press",
    { kind: "green-power" },
    [],
    raw("commandNotification", { cluster: "greenPower", data: { commandID: 34 } }),
    true,
  ],
  [
    "its commissioning",
    { kind: "green-power" },
    [],
    raw("commandNotification", { cluster: "greenPower", data: { commandID: 0xe0 } }),
    false,
  ],
];
for (const [about, given, types, message, is] of STRANGERS) {
  test(`a strange press: ${about}`, () => {
    const resources = types.map((type) => ({ type }));
    assert.equal(isUnplannedPress(deviceFacts(given), resources, { endpoint: 1, payload: {}, raw: message }), is);
    assert.equal(
      isUnplannedPress(deviceFacts(given), resources, { endpoint: 1, payload: { x: 1 }, raw: message }),
      false,
    );
    assert.equal(isUnplannedPress(deviceFacts(given), resources, { endpoint: 1, payload: {} }), false);
  });
}

test("which sensors are remotes", () => {
  const types = ["ZHASwitch", "ZGPSwitch", "ZHARelativeRotary", "ZHAAncillaryControl"];
  assert.deepEqual(
    types.map((type) => isRemote({ type })),
    [true, true, false, false],
  );
});

test("a remote that was planned by its first press reads that press", () => {
  const facts = deviceFacts(REMOTE);
  const grown = remotePlan(facts);
  assert.deepEqual(readRemote(grown, facts, { endpoint: 1, payload: {}, raw: raw("commandToggle") }, {}, 0), {
    buttonevent: 1002,
  });
});

test("Green Power without a converter: the numbers of the Hue Tap, each frame once", () => {
  const facts = deviceFacts({ kind: "green-power", endpoints: [{ id: 242 }] });
  const tap = remotePlan(facts);
  assert.equal(tap.type, "ZGPSwitch");
  const held: RemoteState = {};
  const said = (commandID: number, frameCounter: number) => {
    const data = { commandID, frameCounter };
    const message = raw("commandNotification", { cluster: "greenPower", data });
    return readRemote(tap, facts, { endpoint: 242, payload: {}, raw: message }, held, 0)?.buttonevent;
  };
  assert.deepEqual(
    [said(34, 1), said(34, 1), said(34, 2), said(16, 3), said(0xe0, 4)],
    [34, undefined, 34, 16, undefined],
  );
});

test("how long a Hue button was held", () => {
  const facts = deviceFacts({ modelid: "RWL021", manufacturername: "Philips" });
  const remote = only(plan([action("on_press", "on_hold", "on_hold_release", "on_press_release")], {}), "ZHASwitch");
  const data = { button: 1, type: 3, time: 0x10, unknown3: 1 };
  const message = raw("commandHueNotification", { cluster: "manuSpecificPhilips", data });
  const touch = { endpoint: 2, payload: { action: "on_hold_release", action_duration: null }, raw: message };
  assert.deepEqual(readRemote(remote, facts, touch, {}, 0), { buttonevent: 1003, eventduration: 272 });
  assert.deepEqual(
    readRemote(remote, facts, { ...touch, raw: raw("commandHueNotification", { data: { time: -1 } }) }, {}, 0),
    {
      buttonevent: 1003,
    },
  );
});

test("a keypad, a dial and a cube read their own actions, and other sensors none", () => {
  const facts = deviceFacts({ modelid: "lumi.sensor_cube" });
  const cube = plan([action("shake", "rotate_left")], {
    modelid: "lumi.sensor_cube",
    manufacturername: "LUMI",
  }).resources;
  const events = (payload: RemoteMessage["payload"]) =>
    cube.map((each) => readRemote(each, facts, { endpoint: 2, payload }, {}, 0)?.buttonevent);
  assert.deepEqual(events({ action: "shake" }), [7007, undefined]);
  assert.deepEqual(events({ action: "rotate_left", action_angle: -1 }), [undefined, -100]);
  const code = { type: "text", name: "action_code", property: "action_code", access: 1 };
  const pad = only(plan([action("disarm", "panic"), code]), "ZHAAncillaryControl");
  assert.deepEqual(readRemote(pad, facts, { endpoint: 1, payload: { action: "disarm" } }, {}, 0), {
    action: "disarmed",
  });
  const dial = plan([action("rotate_left", "rotate_right")], { endpoints: [{ outputs: [8] }] });
  const turned = readRemote(
    only(dial, "ZHARelativeRotary"),
    facts,
    { endpoint: 1, payload: { action: "rotate_left" } },
    {},
    0,
  );
  assert.equal(turned?.expectedrotation, -30);
  const motion = only(
    plan([{ type: "binary", name: "occupancy", property: "occupancy", value_on: true, value_off: false, access: 1 }]),
    "ZHAPresence",
  );
  assert.equal(readRemote(motion, facts, { endpoint: 1, payload: { action: "on" } }, {}, 0), undefined);
});
