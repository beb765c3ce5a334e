/** Remotes, keypads, and frames that no converter read, in a whole gateway. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts, RawMessage } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { KEYPADS, type KeypadRequest } from "../../../src/model/sensors/keypads.ts";
import { type FakeHouse, type HouseOptions, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, MOTION, modelDefinition, motion } from "../home.ts";

const REMOTE = "0x001788010203dd01";
const action = (values: readonly string[]) => ({ type: "enum", name: "action", property: "action", access: 1, values });
const remote = facts(REMOTE, {
  ...{ kind: "end-device", sleepy: true, endpoints: [endpoint(1, [0, 1, 3], { outputs: [3, 6, 8] })] },
  definition: modelDefinition([action(["on", "off", "brightness_move_up", "brightness_stop"])]),
});
/** Its buttons are only seen when they are pressed. */
const stranger = facts(REMOTE, {
  ...{ kind: "end-device", sleepy: true, endpoints: [endpoint(1, [0, 1, 0x0402], { outputs: [6] })] },
  definition: modelDefinition([
    { type: "numeric", name: "temperature", property: "temperature", unit: "°C", access: 1 },
  ]),
});
const raw = (more: Partial<RawMessage>): RawMessage => ({
  ...{ type: "commandToggle", cluster: "genOnOff", data: {}, group: 0, manufacturer: null },
  ...more,
});

async function withDevices(devices: readonly DeviceFacts[], options: HouseOptions = {}): Promise<FakeHouse> {
  const home = await house(options);
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "seen", ieee, linkquality: null });
  home.clock.advance(1);
  await settle();
  home.heard.length = 0;
  return home;
}
const say = ({ radio }: FakeHouse, payload: Values, frame?: RawMessage, ieee = REMOTE, at = 1) =>
  radio.tell({ kind: "payload", ieee, endpoint: at, payload, ...(frame ? { raw: frame } : {}) });
const presses = async ({ heard }: FakeHouse) => {
  await settle();
  return heard.flatMap(({ values }) => ("buttonevent" in values ? values.buttonevent : []));
};

test("each press is an event, the same again too; a release belongs to the button held", async () => {
  const home = await withDevices([remote]);
  for (const word of ["on", "on", "off", "brightness_move_up", "brightness_stop"]) say(home, { action: word });
  const [on, again, off, held, released] = await presses(home);
  assert.equal(on, again);
  assert.notEqual(on, off);
  assert.equal(Number(held) % 1000, 1);
  assert.equal(released, Number(held) + 2);
  await home.stop();
});

test("clients can ask for the events of the buttons", async () => {
  const home = await withDevices([remote]);
  const { uniqueid } = home.store.get("/sensors/1")?.attr ?? {};
  const { body } = await home.ask("GET", `/devices/${uniqueid}/state/buttonevent/introspect`);
  assert.match(JSON.stringify(body), /"1002":\{"button":1,"action":"SHORT_RELEASE"\}/);
  await home.stop();
});

test("a device that turns out to be a remote is one from its first press on, over restarts", async () => {
  const first = await withDevices([stranger]);
  assert.equal(first.store.count("/sensors"), 1);
  say(first, {}, raw({}));
  assert.deepEqual(
    first.store.list("/sensors").map(({ type }) => type),
    ["ZHATemperature", "ZHASwitch"],
  );
  assert.ok(Number(first.store.get("/sensors/2")?.state.buttonevent) > 1000);
  await first.ask("PUT", "/sensors/2", { name: "Door" });
  await settle();
  await first.stop();
  const home = await withDevices([stranger], { disk: first.disk });
  assert.ok(home.store.get("/sensors/2")?.attr.name === "Door");
  assert.match(
    JSON.stringify(
      (await home.ask("GET", `/devices/${home.store.get("/sensors/2")?.attr.uniqueid}/state/buttonevent/introspect`))
        .body,
    ),
    /"action"/,
  );
  say(home, {}, raw({ type: "commandOn" }));
  assert.equal((await presses(home)).length, 1);
  await home.ask("DELETE", "/sensors/2");
  say(home, {}, raw({}));
  assert.equal(home.store.get("/sensors/2"), undefined, "a client wanted it to be gone");
  assert.equal(home.store.count("/sensors"), 1);
  await home.stop();
});

test("the action of a button makes a remote of a device that exposed none", async () => {
  const home = await withDevices([stranger]);
  say(home, { action: "motion" });
  assert.equal(home.store.count("/sensors"), 1, "no button says that");
  for (const action of ["single_l2", "double_l2", "single_l1"]) say(home, { action });
  const [single, double, other] = (await presses(home)).map(Number);
  assert.deepEqual([Number(double) - Number(single), Number(single) % 1000], [2, 2]);
  assert.notEqual(Math.floor(Number(other) / 1000), Math.floor(Number(single) / 1000));
  await home.stop();
});

test("a command of a cluster that no converter reads is an event; one that a converter ignored is none", async () => {
  const home = await withDevices([remote]);
  const frame = raw({ type: "commandToggle", sequence: 7 });
  const tell = (more: object) => home.radio.tell({ kind: "payload", ieee: REMOTE, endpoint: 1, payload: {}, ...more });
  tell({ raw: frame });
  assert.deepEqual(await presses(home), []);
  tell({ raw: frame, unread: true });
  tell({ raw: frame, unread: true }); // it came by two ways
  assert.deepEqual(await presses(home), [1002]);
  await home.stop();
});

test("a frame that the converters left unread is read as ZCL", async () => {
  const home = await withDevices([motion()]);
  const report = (data: Values) => raw({ type: "attributeReport", cluster: "msTemperatureMeasurement", data });
  say(home, {}, report({ measuredValue: 2234 }), MOTION, 2);
  assert.equal(home.store.get("/sensors/3")?.state.temperature, 2234);
  say(home, { temperature: 19 }, report({ measuredValue: 2000 }), MOTION, 2);
  assert.equal(home.store.get("/sensors/3")?.state.temperature, 1900, "the converters know better");
  await home.stop();
});

const keypad = facts(REMOTE, {
  ...{ kind: "end-device", sleepy: true, endpoints: [endpoint(1, [0, 1, 0x0500], { outputs: [0x0501] })] },
  definition: modelDefinition([
    action(["disarm", "arm_all_zones"]),
    { type: "text", name: "action_code", property: "action_code", access: 1 },
    { type: "numeric", name: "action_transaction", property: "action_transaction", access: 1 },
  ]),
});
const armResponse = (mode: string) => [
  { do: "set", target: { ieee: REMOTE }, values: { arm_mode: { mode, transaction: 7 } } },
];

for (const action of ["arm_all_zones", "disarm"]) {
  test(`a keypad that asks to ${action} is told that it cannot be: no engine checks its code`, async () => {
    const home = await withDevices([keypad]);
    home.radio.orders.length = 0;
    say(home, { action, action_code: "1234", action_transaction: 7 });
    await settle();
    assert.equal(home.store.get("/sensors/1")?.state.action, action === "disarm" ? "disarmed" : "armed_away");
    assert.deepEqual(home.radio.orders, armResponse("not_ready"));
    await home.stop();
  });
}

test("an engine that knows codes decides the answer to a keypad; one that fails says no", async () => {
  const home = await withDevices([keypad], { errors: /could decide/ });
  const { engines } = home;
  const ask = async (code: string) => {
    home.radio.orders.length = 0;
    say(home, { action: "arm_all_zones", action_code: code, action_transaction: 7 });
    await settle();
    return home.radio.orders;
  };
  const asked: KeypadRequest[] = [];
  const withdraw = engines.offer(KEYPADS, {
    answer: async (request) => {
      asked.push(request);
      return request.code === "1234" ? request.mode : "invalid_code";
    },
  });
  assert.deepEqual(await ask("1234"), armResponse("arm_all_zones"));
  assert.deepEqual(await ask("4321"), armResponse("invalid_code"));
  assert.deepEqual(asked[0], { keypad: "/sensors/1", mode: "armed_away", code: "1234" });
  withdraw();
  assert.deepEqual(await ask("1234"), armResponse("not_ready"));
  engines.offer(KEYPADS, { answer: () => Promise.reject(new Error("no list of codes")) });
  assert.deepEqual(await ask("1234"), armResponse("not_ready"));
  assert.match(home.log.lines.join(), /sensors\/1: nobody could decide on what it asks for: no list of codes/);
  assert.doesNotMatch(home.log.lines.join(), /1234/);
  await home.stop();
});

test("malformed frames", async () => {
  const home = await withDevices([remote, motion(), stranger]);
  const odd: unknown[] = [null, 7, "text", [], {}, { measuredValue: {} }, { __proto__: null }];
  for (const data of odd)
    for (const cluster of [
      "genOnOff",
      "msTemperatureMeasurement",
      "ssIasZone",
      "lightingColorCtrl",
      6,
      0xfc00,
      "nonsense",
    ])
      for (const type of ["attributeReport", "commandRecall", "commandStatusChangeNotification", "raw", ""])
        for (const ieee of [REMOTE, MOTION]) say(home, {}, raw({ type, cluster, data }), ieee);
  assert.deepEqual(home.log.lines, []);
  await home.stop();
});
