/** Commands on their way: the frames sent, and the end of each desired value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError, type RadioFailure } from "../../../src/model/radio/orders.ts";
import type { Cause, Resource, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LAMP, lamp, MOTION, modelDefinition, motion } from "../home.ts";

const ON: Values = { state: "ON", brightness: 100, color_temp: 300, color_mode: "color_temp" };

/** A house with these devices, of which the lights are on. */
async function withDevices(...devices: readonly DeviceFacts[]): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: ON });
  for (let round = 0; round < devices.length + 1; round += 1) {
    await settle();
    home.clock.advance(1);
  }
  home.radio.orders.length = 0;
  home.heard.length = 0;
  return home;
}

const light = ({ store }: FakeHouse, id = "1") => store.get(`/lights/${id}`) as Resource;
const fails =
  (code: RadioFailure, which: (order: Order) => boolean = () => true) =>
  (order: Order) => {
    if (which(order)) throw new RadioError(code, "it did not work");
    return {};
  };

for (const code of ["unreachable", "timeout"] as const) {
  test(`${code}: the light is not to be reached, and the desired value is undone`, async () => {
    const home = await withDevices(lamp());
    home.radio.answer = fails(code);
    await home.ask("PUT", "/lights/1/state", { bri: 7 });
    assert.equal(light(home).state.bri, 7, "shown at once");
    await settle();
    assert.equal(light(home).state.bri, 100);
    assert.equal(light(home).state.reachable, false);
    const undone = home.heard.filter(({ cause }) => cause.undo);
    assert.deepEqual(
      undone.map(({ values, cause }) => [values, cause.by]),
      [[{ bri: 100 }, "rest:test"]],
    );
    await home.stop();
  });
}

for (const code of ["refused", "unsupported", "invalid", "busy", "radio-down", "unknown", "asleep"] as const) {
  test(`${code}: taken back, but that says nothing about whether it can be reached`, async () => {
    const home = await withDevices(lamp());
    home.radio.answer = fails(code);
    await home.ask("PUT", "/lights/1/state", { bri: 7 });
    await settle();
    assert.equal(light(home).state.bri, 100);
    assert.equal(light(home).state.reachable, true);
    assert.match(home.log.lines.join("\n"), /\/lights\/1: it did not work/);
    await home.stop();
  });
}

test("a light that was last not to be reached is tried once; that it answers is news, and how it is is asked", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = fails("unreachable");
  await home.ask("PUT", "/lights/1/state", { on: false });
  await settle();
  home.radio.orders.length = 0;
  const reply = await home.ask("PUT", "/lights/1/state", { on: false });
  assert.match(JSON.stringify(reply.body), /202/);
  assert.equal(home.radio.orders.length, 1, "tried");
  await settle();
  home.radio.answer = () => ({});
  await home.ask("PUT", "/lights/1/state", { on: false });
  await settle();
  assert.equal(light(home).state.reachable, true);
  home.clock.advance(3);
  await settle();
  assert.ok(home.radio.orders.some((order) => order.do === "get"));
  await home.stop();
});

test("one lost answer is one loss: the light is asked at once, and was told after all", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = (order) => {
    if (order.do === "set") throw new RadioError("timeout", "it does not answer");
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON", brightness: 7 } });
    return {};
  };
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do),
    ["set", "get"],
  );
  assert.deepEqual([light(home).state.bri, light(home).state.reachable], [7, true]);
  home.radio.orders.length = 0;
  assert.doesNotMatch(JSON.stringify((await home.ask("PUT", "/lights/1/state", { bri: 8 })).body), /error/);
  assert.equal(home.radio.orders[0]?.do, "set", "the next one is sent");
  await home.stop();
});

test("a light that cannot be asked how it is after a lost answer has not been told, for all that is known", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = (order) => {
    throw new RadioError(order.do === "set" ? "timeout" : "busy", "not now");
  };
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  await settle();
  assert.deepEqual([light(home).state.bri, light(home).state.reachable], [100, true]);
  await home.stop();
});

test("one lost command is one loss: the light's answer when it is asked is true, and it can be reached", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = (order) => {
    if (order.do === "set") throw new RadioError("timeout", "it does not answer");
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON", brightness: 100 } });
    return {};
  };
  await home.ask("PUT", "/lights/1/state", { bri: 7, ct: 200 });
  await settle();
  const { bri, ct, reachable } = light(home).state;
  assert.deepEqual([bri, ct, reachable], [100, 300, true]);
  await home.stop();
});

test("a sensor with mains power that does not answer a write is asked at once whether it is there", async () => {
  for (const isThere of [true, false]) {
    const home = await withDevices(motion(MOTION, { sleepy: false }));
    home.radio.answer = (order) => {
      if (order.do !== "ping" || !isThere) throw new RadioError("timeout", "it does not answer");
      return {};
    };
    const sensor = home.store.list("/sensors").find(({ config }) => "sensitivity" in config) as Resource;
    await home.ask("PUT", `${sensor.address}/config`, { sensitivity: 2 });
    await settle();
    const { sensitivity, reachable } = home.store.get(sensor.address)?.config ?? {};
    assert.deepEqual([sensitivity, reachable], [sensor.config.sensitivity, isThere]);
    await home.stop();
  }
});

test("a command that a light cannot take while off is no reason not to ask one that is not to be reached", async () => {
  const home = await withDevices(lamp());
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF" } });
  home.radio.answer = fails("unreachable");
  await home.ask("PUT", "/lights/1/state", { on: true });
  await settle();
  assert.deepEqual([light(home).state.on, light(home).state.reachable], [false, false]);
  home.radio.orders.length = 0;
  home.radio.answer = () => {
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
    return {};
  };
  await home.ask("PUT", "/lights/1/state", { bri: 9 });
  await settle();
  assert.equal(home.radio.orders[0]?.do, "get");
  assert.deepEqual([light(home).state.on, light(home).state.reachable], [true, true]);
  await home.stop();
});

test("an order of a light that a client deletes meanwhile does no harm", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = fails("unreachable");
  await Promise.all([home.ask("PUT", "/lights/1/state", { bri: 7 }), home.ask("DELETE", "/lights/1")]);
  await settle();
  assert.equal(home.store.get("/lights/1"), undefined);
  await home.stop();
});

test("a value that the light told while it was told another one is asked again", async () => {
  const home = await withDevices(lamp());
  let answer = () => {};
  home.radio.answer = () => new Promise((resolve) => (answer = () => resolve({})));
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness: 55 } });
  answer();
  await settle();
  home.radio.answer = () => ({});
  home.clock.advance(2);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do),
    ["set", "get"],
  );
  await home.stop();
});

test("a moved slider: each command is sent, and only the last one's failure is felt", async () => {
  const home = await withDevices(lamp());
  const failures: (() => void)[] = [];
  home.radio.answer = () =>
    new Promise((_, reject) => failures.push(() => reject(new RadioError("unreachable", "it is away"))));
  for (const bri of [50, 60, 70]) await home.ask("PUT", "/lights/1/state", { bri });
  failures[0]?.();
  await settle();
  assert.equal(light(home).state.bri, 70);
  failures[1]?.();
  failures[2]?.();
  await settle();
  assert.equal(light(home).state.bri, 70, "one lost answer says little: it is asked how it is");
  failures[3]?.();
  await settle();
  assert.equal(light(home).state.bri, 100);
  await home.stop();
});

const IDENTIFY = { do: "command", target: { ieee: LAMP, endpoint: 1 }, cluster: "genIdentify" };
const DONE: [body: Values, orders: readonly unknown[]][] = [
  [{ alert: "select" }, [{ ...IDENTIFY, command: "identify", payload: { identifytime: 2 } }]],
  [{ alert: "lselect" }, [{ ...IDENTIFY, command: "identify", payload: { identifytime: 15 } }]],
  [{ alert: "lselect", ontime: 55 }, [{ ...IDENTIFY, command: "identify", payload: { identifytime: 6 } }]],
  [{ alert: "none" }, [{ ...IDENTIFY, command: "identify", payload: { identifytime: 0 } }]],
  [{ alert: "breathe" }, [{ ...IDENTIFY, command: "triggerEffect", payload: { effectid: 1, effectvariant: 0 } }]],
  [
    { on: true, ontime: 300 },
    [
      {
        ...{ do: "command", target: { ieee: LAMP, endpoint: 1 }, cluster: "genOnOff", command: "onWithTimedOff" },
        payload: { ctrlbits: 0, ontime: 300, offwaittime: 0 },
      },
    ],
  ],
  [
    { xy: [0.3, 0.3] },
    [{ do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { color: { x: 0.3, y: 0.3 }, transition: 0.4 } }],
  ],
  [
    { ct: 200, transitiontime: 20 },
    [{ do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { color_temp: 200, transition: 2 } }],
  ],
];
for (const [body, orders] of DONE) {
  test(`${JSON.stringify(body)} on air`, async () => {
    const home = await withDevices(lamp());
    await home.ask("PUT", "/lights/1/state", body);
    assert.deepEqual(home.radio.orders, orders);
    await home.stop();
  });
}

test("a light that goes out by itself is asked when it must be out", async () => {
  const home = await withDevices(lamp());
  await home.ask("PUT", "/lights/1/state", { on: true, ontime: 300 });
  await settle();
  home.clock.advance(29);
  await settle();
  assert.equal(home.radio.orders.length, 1);
  home.clock.advance(3);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do),
    ["command", "get"],
  );
  await home.stop();
});

test("a device that the converters do not know is told in the words of the standard", async () => {
  const { definition: _, ...stranger } = lamp();
  const home = await withDevices(stranger);
  const target = { ieee: LAMP, endpoint: 1 };
  await home.ask("PUT", "/lights/1/state", { on: true, bri: 80 });
  assert.deepEqual(home.radio.orders, [
    { do: "command", target, cluster: "genOnOff", command: "on", payload: {} },
    {
      do: "command",
      target,
      cluster: "genLevelCtrl",
      command: "moveToLevelWithOnOff",
      payload: { level: 80, transtime: 4 },
    },
  ]);
  await home.stop();
});

test("the second switch of an unknown device is told at its own endpoint", async () => {
  const PLUGS = "0x001788010203aa09";
  const home = await withDevices(facts(PLUGS, { endpoints: [endpoint(1, [0, 6]), endpoint(2, [0, 6])] }));
  home.radio.tell({ kind: "payload", ieee: PLUGS, endpoint: 2, payload: { state_2: "OFF" } });
  await home.ask("PUT", "/lights/2/state", { on: true });
  assert.deepEqual(home.radio.orders, [
    { do: "command", target: { ieee: PLUGS, endpoint: 2 }, cluster: "genOnOff", command: "on", payload: {} },
  ]);
  await home.stop();
});

test("first the colors stand still, then come the values, and at last it makes itself known", async () => {
  const home = await withDevices(lamp());
  const words = () => home.radio.orders.map((order) => (order.do === "command" ? order.command : order.do));
  await home.ask("PUT", "/lights/1/state", { effect: "none", bri: 3 });
  assert.ok(!words().includes("colorLoopSet"), "it did not go round");
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
  home.store.patch("/lights/1", "state", { effect: "colorloop" }, { by: "test", depth: 0 });
  home.radio.orders.length = 0;
  await home.ask("PUT", "/lights/1/state", { effect: "none", bri: 9, alert: "select" });
  assert.deepEqual(words(), ["colorLoopSet", "set", "identify"]);
  await home.stop();
});

test("a blind with a battery that took a command is awake: it is asked how far it got", async () => {
  const BLIND = "0x001788010203aa0a";
  const position = { type: "numeric", name: "position", property: "position", access: 7, value_min: 0, value_max: 100 };
  const blind = facts(BLIND, {
    ...{ kind: "end-device", sleepy: true, endpoints: [endpoint(1, [0, 0x0102])] },
    definition: modelDefinition([{ type: "cover", features: [position] }]),
  });
  const home = await withDevices(blind);
  await home.ask("PUT", "/lights/1/state", { lift: 60 });
  await settle();
  home.clock.advance(2);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => (order.do === "get" ? order.keys : order.do === "set" && order.values)),
    [{ position: 40 }, ["position"]],
  );
  await home.stop();
});

test("a siren shows its warning until that is over", async () => {
  const SIREN = "0x001788010203aa07";
  const warning = { type: "composite", name: "warning", property: "warning", access: 2, features: [] };
  const home = await withDevices(
    facts(SIREN, { endpoints: [endpoint(1, [0, 0x0502])], definition: modelDefinition([warning]) }),
  );
  await home.ask("PUT", "/lights/1/state", { alert: "lselect", ontime: 100 });
  await settle();
  assert.equal(light(home).state.alert, "lselect");
  home.clock.advance(9);
  assert.equal(light(home).state.alert, "lselect");
  home.clock.advance(1);
  assert.equal(light(home).state.alert, "none");
  await home.ask("PUT", "/lights/1/state", { alert: "lselect", ontime: 50 });
  await settle();
  home.clock.advance(4);
  await home.ask("PUT", "/lights/1/state", { alert: "lselect", ontime: 50 });
  await settle();
  home.clock.advance(4);
  assert.equal(light(home).state.alert, "lselect", "it began anew");
  home.clock.advance(2);
  home.radio.answer = fails("unreachable");
  await home.ask("PUT", "/lights/1/state", { alert: "select" });
  await settle();
  assert.equal(light(home).state.alert, "none");
  await home.stop();
});

test("a converter's option is told to the converters, kept, and told again after a restart", async () => {
  const timeout = {
    type: "numeric",
    name: "occupancy_timeout",
    property: "occupancy_timeout",
    access: 2,
    value_min: 0,
  };
  const device = motion();
  const known = device.definition && { ...device.definition, options: [timeout] };
  const home = await withDevices({ ...device, ...(known ? { definition: known } : {}) });
  await home.ask("PUT", "/sensors/1/config", { duration: 90 });
  await settle();
  assert.deepEqual(home.radio.options.get(MOTION), { occupancy_timeout: 90 });
  assert.match(home.disk.records.get("/devices/00:17:88:01:02:03:aa:02") ?? "", /"occupancy_timeout":90/, "at once");
  assert.equal(home.radio.orders.length, 0);
  await home.stop();
  const again = await house({ disk: home.disk });
  assert.deepEqual(again.radio.options.get(MOTION), { occupancy_timeout: 90 });
  await again.stop();
});

/** How commands ended, as address → failure. */
function verdictsOf(home: FakeHouse, cause: Cause): readonly (readonly [string, RadioFailure | undefined])[] {
  const heard: (readonly [string, RadioFailure | undefined])[] = [];
  home.onDelivery((verdict) => verdict.cause === cause && heard.push([verdict.address, verdict.failure]));
  return heard;
}

for (const [what, answer, failure] of [
  ["it has it", () => ({}), undefined],
  ["it does not answer", fails("unreachable"), "unreachable"],
  ["it refuses", fails("refused"), "refused"],
] as const) {
  test(`the sender of a command hears how it ended: ${what}`, async () => {
    const home = await withDevices(lamp());
    home.radio.answer = answer;
    const cause: Cause = { by: "flow:node", depth: 0 };
    const heard = verdictsOf(home, cause);
    await home.ask("PUT", "/lights/1/state", { bri: 8 });
    await home.perform({ method: "PUT", address: "/lights/1/state", body: { bri: 7 } }, cause);
    assert.deepEqual(heard, [], "not before it is over");
    await settle();
    assert.deepEqual(heard, [["/lights/1", failure]]);
    await home.stop();
  });
}

test("of a scene also those that have nothing to do, at once", async () => {
  const other = lamp("0x00158d0000000002");
  const home = await withDevices(lamp(), other);
  for (const light of [1, 2]) await home.ask("PUT", `/lights/${light}/state`, { on: true, bri: 50 });
  await home.ask("POST", "/groups", { name: "Both", lights: ["1", "2"] });
  await home.ask("POST", "/groups/1/scenes", { name: "Dim" });
  await home.ask("PUT", "/lights/2/state", { bri: 200 });
  await settle();
  const cause: Cause = { by: "flow:node", depth: 0 };
  const heard = verdictsOf(home, cause);
  let answer = () => {};
  home.radio.answer = () => new Promise((resolve) => (answer = () => resolve({})));
  await home.perform({ method: "PUT", address: "/groups/1/scenes/1/recall", body: { transitiontime: 0 } }, cause);
  await settle();
  assert.deepEqual(heard, [["/lights/1", undefined]]);
  answer();
  await settle();
  assert.deepEqual(heard.slice(1), [
    ["/lights/2", undefined],
    ["/groups/1", undefined],
  ]);
  await home.stop();
});

test("of a group each member that was asked has its end, and the group the best of them", async () => {
  const other = lamp("0x00158d0000000002");
  const home = await withDevices(lamp(), other);
  await home.ask("POST", "/groups", { name: "Both" });
  await home.ask("PUT", "/groups/1", { lights: ["1", "2"] });
  await settle();
  const cause: Cause = { by: "flow:node", depth: 0 };
  const heard = verdictsOf(home, cause);
  const isOther = (order: Order) => order.do === "get" && "ieee" in order.target && order.target.ieee === other.ieee;
  home.radio.answer = fails("unreachable", isOther);
  await home.perform({ method: "PUT", address: "/groups/1/action", body: { on: true, bri: 9 } }, cause);
  for (let round = 0; round < 5; round += 1) {
    await settle();
    home.clock.advance(1);
  }
  await settle();
  assert.deepEqual([...heard].sort(), [
    ["/groups/1", undefined],
    ["/lights/1", undefined],
    ["/lights/2", "unreachable"],
  ]);
  assert.equal(heard.at(-1)?.[0], "/groups/1", "when all is said");
  await home.stop();
});

test("of a group with lights that fade in color for minutes, their brightness is known once it is reached", async () => {
  const home = await withDevices(lamp(), lamp("0x00158d0000000002"));
  await home.ask("POST", "/groups", { name: "Both" });
  await home.ask("PUT", "/groups/1", { lights: ["1", "2"] });
  await settle();
  const cause: Cause = { by: "flow:node", depth: 0 };
  const heard = verdictsOf(home, cause);
  await home.ask("PUT", "/groups/1/action", { ct: 200, transitiontime: 6000 });
  await settle();
  home.clock.advance(1);
  await home.perform({ method: "PUT", address: "/groups/1/action", body: { bri: 9, transitiontime: 100 } }, cause);
  for (let round = 0; round < 15; round += 1) {
    await settle();
    home.clock.advance(1);
  }
  await settle();
  assert.equal(heard.length, 3, JSON.stringify(heard));
  assert.deepEqual(heard.at(-1), ["/groups/1", undefined]);
  await home.stop();
});
