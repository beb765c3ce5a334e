/** Refused orders: the values taken back, the orders sent instead, and the effects not promised a second time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, fakeClock, fakeDisk, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LAMP, LIGHT, lamp, modelDefinition } from "../home.ts";

const ON: Values = { state: "ON", brightness: 100, color_temp: 300, color_mode: "color_temp" };
const UNSUP = 0x81;

async function withLamp(device: DeviceFacts = lamp(), payload: Values = ON): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([device]);
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload });
  await settle();
  home.clock.advance(2);
  await settle();
  home.radio.orders.length = 0;
  home.heard.length = 0;
  return home;
}

const light = ({ store }: Pick<FakeHouse, "store">) => store.get("/lights/1") as Resource;
const put = async (home: FakeHouse, body: Values) => {
  const { status, body: answer } = await home.ask("PUT", "/lights/1/state", body);
  assert.equal(status, 200, JSON.stringify(answer));
  await settle();
};
/** It knows none of these commands; of values that are set it refuses these keys. */
const refusing =
  (names: readonly string[], keys: readonly string[] = [], status = UNSUP, values: Values = {}) =>
  (order: Order) => {
    const refused = order.do === "set" ? keys.filter((key) => Object.hasOwn(order.values, key)) : undefined;
    if (refused?.length) throw new RadioError("refused", "it refused: FAILURE", status, refused);
    if (order.do === "command" && names.includes(String(order.command)))
      throw new RadioError("refused", "it refused: UNSUP_COMMAND", status);
    return order.do === "read" ? { values, failed: {} } : {};
  };
const told = ({ radio }: FakeHouse) =>
  radio.orders.flatMap((order) => {
    if (order.do === "command") return [[order.command, order.payload]];
    return order.do === "set" ? [["set", order.values]] : [];
  });

for (const status of [0x01, 0x81, 0x87, 0x94])
  test(`0x${status.toString(16)}: the desired value is undone and told, the rest stays, and the light is asked how it is`, async () => {
    const home = await withLamp();
    home.radio.answer = refusing([], ["brightness"], status);
    await put(home, { bri: 7, ct: 250 });
    assert.deepEqual([light(home).state.bri, light(home).state.ct], [100, 250]);
    assert.deepEqual(
      home.heard.filter(({ cause }) => cause.undo).map(({ values }) => values),
      [{ bri: 100 }],
    );
    assert.equal(light(home).state.reachable, true);
    assert.match(home.log.lines.join("\n"), /\/lights\/1: bri: it refused: FAILURE/);
    home.clock.advance(2);
    await settle();
    assert.deepEqual(
      home.radio.orders.map((order) => order.do),
      ["set", "get"],
    );
    await home.stop();
  });

test("a refused value of an order that was joined with another is no matter of that other", async () => {
  const home = await withLamp();
  home.radio.answer = () => {
    throw new RadioError("refused", "it refused: FAILURE", 1, ["color_temp"]);
  };
  await put(home, { bri: 7 });
  assert.equal(light(home).state.bri, 7);
  await home.stop();
});

test("a light that knows no time is switched on, and off by us; the next time at once", async () => {
  const home = await withLamp(lamp(), { ...ON, state: "OFF" });
  home.radio.answer = refusing(["onWithTimedOff"]);
  for (const first of [true, false]) {
    home.radio.orders.length = 0;
    await put(home, { on: true, ontime: 20, bri: 30 });
    assert.equal(light(home).state.on, true);
    assert.deepEqual(told(home).at(-1), ["set", { state: "ON", brightness: 30, transition: 0.4 }]);
    assert.equal(
      told(home).some(([name]) => name === "onWithTimedOff"),
      first,
    );
    home.radio.orders.length = 0;
    home.clock.advance(1.9);
    await settle();
    assert.equal(light(home).state.on, true);
    home.clock.advance(0.2);
    await settle();
    assert.deepEqual(told(home), [["set", { state: "OFF" }]]);
    assert.equal(light(home).state.on, false);
    home.clock.advance(600);
    await settle();
    assert.equal(told(home).length, 1, "once");
  }
  await home.stop();
});

test("it goes out though we were restarted meanwhile, also where its time is over by then", async () => {
  for (const away of [0.5, 30]) {
    const home = await withLamp(lamp(), { ...ON, state: "OFF" });
    home.radio.answer = refusing(["onWithTimedOff"]);
    await put(home, { on: true, ontime: 100 });
    await home.stop();
    const again = await house({
      disk: fakeDisk(home.disk.records),
      clock: fakeClock(home.clock.now() + away * 1000),
    });
    again.radio.rise([lamp()]);
    await settle();
    again.clock.advance(8);
    await settle();
    assert.equal(light(again).state.on, away === 0.5, "its time is not over yet");
    again.clock.advance(60);
    await settle();
    assert.deepEqual(
      told(again).filter(([name]) => name === "set"),
      [["set", { state: "OFF" }]],
    );
    assert.equal(light(again).state.on, false);
    await again.stop();
  }
});

test("it goes out soon also where the clock stands years back after a restart", async () => {
  const home = await withLamp(lamp(), { ...ON, state: "OFF" });
  home.radio.answer = refusing(["onWithTimedOff"]);
  await put(home, { on: true, ontime: 100 });
  await home.stop();
  const again = await house({
    disk: fakeDisk(home.disk.records),
    clock: fakeClock(home.clock.now() - 31_536_000_000),
  });
  again.radio.rise([lamp()]);
  await settle();
  again.clock.advance(7_200, 60);
  await settle();
  assert.equal(light(again).state.on, false);
  await again.stop();
});

test("a light that is switched meanwhile, by a client or at the light, is left alone", async () => {
  const home = await withLamp(lamp(), { ...ON, state: "OFF" });
  home.radio.answer = refusing(["onWithTimedOff"]);
  const others = [
    () => put(home, { on: true }),
    async () => home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF" } }),
    () => put(home, { on: false }),
  ];
  for (const other of others) {
    await put(home, { on: true, ontime: 50 });
    await other();
    home.radio.orders.length = 0;
    home.clock.advance(120);
    await settle();
    assert.deepEqual(told(home), []);
  }
  await put(home, { on: true, ontime: 50 });
  home.radio.answer = () => {
    throw new RadioError("unreachable", "it is away");
  };
  home.clock.advance(6);
  await settle();
  home.radio.answer = () => ({});
  home.radio.orders.length = 0;
  home.clock.advance(2);
  await settle();
  home.clock.advance(60);
  await settle();
  assert.deepEqual(told(home), [["set", { state: "OFF" }]], "told when it is there again");
  await home.stop();
});

/** The light has taken it, and its answer is lost; asked how it is, it is heard again, or not. */
const losing = (isHeardAgain: boolean) => (order: Order) => {
  if (order.do === "command" || order.do === "set" || !isHeardAgain)
    throw new RadioError("timeout", "it did not answer");
  return {};
};

test("it goes out in time though its answer got lost: told on or off, it may be on", async () => {
  for (const isHeardAgain of [true, false])
    for (const isOn of [true, false]) {
      const home = await withLamp(lamp(), { ...ON, state: "OFF" });
      home.radio.answer = refusing(["onWithTimedOff"]);
      await put(home, { on: true, ontime: 20 });
      if (!isOn) await put(home, { on: false });
      home.radio.answer = losing(isHeardAgain);
      await put(home, { on: true, ontime: 100 });
      home.radio.answer = () => ({});
      home.clock.advance(2);
      await settle();
      home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
      home.radio.orders.length = 0;
      home.clock.advance(7);
      await settle();
      assert.deepEqual([light(home).state.on, told(home)], [true, []]);
      home.clock.advance(2);
      await settle();
      assert.deepEqual(told(home), [["set", { state: "OFF" }]], `heard again: ${isHeardAgain}, was on: ${isOn}`);
      assert.equal(light(home).state.on, false);
      await home.stop();
    }
});

test("a light that gets power again when its time is long over was switched on by a person: it stays on", async () => {
  for (const isOver of [true, false]) {
    const home = await withLamp(lamp(), { ...ON, state: "OFF" });
    home.radio.answer = refusing(["onWithTimedOff"]);
    await put(home, { on: true, ontime: 100 });
    home.radio.answer = () => {
      throw new RadioError("unreachable", "it has no power");
    };
    home.clock.advance(isOver ? 3600 : 5, isOver ? 60 : 1);
    await settle();
    home.radio.answer = () => ({});
    home.radio.tell({ kind: "announced", ieee: LAMP });
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
    home.radio.orders.length = 0;
    home.clock.advance(120);
    await settle();
    assert.deepEqual([light(home).state.on, told(home).length], isOver ? [true, 0] : [false, 1]);
    await home.stop();
  }
});

test("onoffcontrol 1: only a light that is on gets a time", async () => {
  const home = await withLamp(lamp(), { ...ON, state: "OFF" });
  home.radio.answer = refusing(["onWithTimedOff"]);
  await home.ask("POST", "/groups", { name: "Hall" });
  await home.ask("PUT", "/groups/1", { lights: ["1"] });
  await settle();
  home.radio.orders.length = 0;
  await home.ask("PUT", "/groups/1/action", { on: true, ontime: 50, onoffcontrol: 1 });
  await settle();
  assert.deepEqual(
    told(home).filter(([name]) => name === "set"),
    [],
  );
  await home.stop();
});

test("a group: a light without timed commands is told by itself, one that has shown them hears the group", async () => {
  const home = await withLamp(lamp(), { ...ON, state: "OFF" });
  await home.ask("POST", "/groups", { name: "Hall" });
  await home.ask("PUT", "/groups/1", { lights: ["1"] });
  await settle();
  const act = async () => {
    home.radio.orders.length = 0;
    await home.ask("PUT", "/groups/1/action", { on: true, ontime: 600 });
    await settle();
    return home.radio.orders.map((order) => ("group" in order.target ? "all" : "one"));
  };
  assert.deepEqual(await act(), ["one"]);
  assert.deepEqual(await act(), ["all"]);
  home.radio.answer = refusing(["onWithTimedOff"]);
  await put(home, { on: true, ontime: 20 });
  assert.deepEqual(await act(), ["one"]);
  assert.equal(light(home).state.on, true);
  await home.stop();
});

const LOOP = { type: "enum", name: "effect", property: "effect", access: 2, values: ["colorloop", "stop_colorloop"] };
const colors = (bits: number) =>
  lamp(LAMP, { colorcapabilities: bits, definition: modelDefinition([COLORED, LOOP], {}) });
const COLORED = {
  ...LIGHT,
  features: [
    ...(LIGHT.features ?? []),
    {
      ...{ type: "composite", name: "color_hs", property: "color", access: 7 },
      features: [
        { type: "numeric", name: "hue", property: "hue", access: 7 },
        { type: "numeric", name: "saturation", property: "saturation", access: 7 },
      ],
    },
  ],
};
const effects = (home: FakeHouse) =>
  (light(home).attr.capabilities as { color: { effects: readonly string[] } }).color.effects;

test("a light that knows no color loop is turned through its hues, and stopped", async () => {
  const home = await withLamp(colors(31));
  home.radio.answer = refusing(["colorLoopSet"]);
  await put(home, { effect: "colorloop", colorloopspeed: 25 });
  assert.equal(light(home).state.effect, "colorloop");
  await put(home, { effect: "none" });
  assert.equal(light(home).state.effect, "none");
  assert.deepEqual(
    told(home).map(([name, payload]) => (name === "colorLoopSet" ? name : [name, payload])),
    ["colorLoopSet", ["moveHue", { movemode: 1, rate: 10 }], ["stopMoveStep", {}]],
  );
  assert.deepEqual(effects(home), ["none", "colorloop"]);
  await home.stop();
});

test("a light that can do neither says so after the first try, over restarts, until it has another firmware", async () => {
  const home = await withLamp(colors(31));
  home.radio.answer = refusing(["colorLoopSet", "moveHue"], ["effect"]);
  await put(home, { effect: "colorloop" });
  assert.deepEqual([light(home).state.effect, light(home).state.colormode], ["none", "ct"]);
  assert.deepEqual(effects(home), ["none"]);
  const { status, body } = await home.ask("PUT", "/lights/1/state", { effect: "colorloop" });
  assert.equal(status, 400, JSON.stringify(body));
  await home.stop();
  const again = await house({ disk: fakeDisk(home.disk.records) });
  again.radio.rise([colors(31)]);
  await settle();
  assert.deepEqual(effects(again), ["none"]);
  again.radio.rise([{ ...colors(31), swversion: "2.0" }]);
  await settle();
  assert.deepEqual(effects(again), ["none", "colorloop"]);
  await again.stop();
});

test("an effect that was refused for the moment is asked for again the next time", async () => {
  const home = await withLamp(colors(31));
  home.radio.answer = refusing(["colorLoopSet", "moveHue"], ["effect"], 0x01);
  await put(home, { effect: "colorloop" });
  assert.equal(light(home).state.effect, "none");
  assert.deepEqual(effects(home), ["none", "colorloop"]);
  home.radio.answer = () => ({});
  await put(home, { effect: "colorloop" });
  assert.equal(light(home).state.effect, "colorloop");
  await home.stop();
});

test("an effect that it does not know is not offered again", async () => {
  const effect = { type: "enum", name: "effect", property: "effect", access: 2, values: ["candle", "fireplace"] };
  const home = await withLamp(lamp(LAMP, { definition: modelDefinition([LIGHT, effect]) }));
  assert.deepEqual(effects(home), ["none", "candle", "fire"]);
  home.radio.answer = refusing([], ["effect"]);
  await put(home, { effect: "candle" });
  assert.equal(light(home).state.effect, "none");
  assert.deepEqual(effects(home), ["none", "fire"]);
  await home.stop();
});

test("a light without the effects of the standard identifies itself; one that cannot even do that promises no alert", async () => {
  const words = { type: "enum", name: "effect", property: "effect", access: 2, values: ["breathe", "stop_effect"] };
  const home = await withLamp(lamp(LAMP, { definition: modelDefinition([LIGHT, words]) }));
  home.radio.answer = refusing(["triggerEffect"]);
  await put(home, { alert: "breathe" });
  await put(home, { alert: "stop" });
  assert.deepEqual(told(home), [
    ["triggerEffect", { effectid: 1, effectvariant: 0 }],
    ["identify", { identifytime: 2 }],
    ["identify", { identifytime: 0 }],
  ]);
  home.radio.answer = refusing(["identify"]);
  await put(home, { alert: "select" });
  assert.deepEqual((light(home).attr.capabilities as Values).alerts, ["none"]);
  assert.equal((await home.ask("PUT", "/lights/1/state", { alert: "select" })).status, 400);
  await home.stop();
});

test("a step where none is known: it is asked where it is, and told where to be", async () => {
  const home = await withLamp(lamp(), { state: "ON" });
  home.radio.answer = refusing([], ["brightness_step", "brightness_move"], UNSUP, { currentLevel: 90 });
  await put(home, { bri_inc: 20 });
  await put(home, { bri_inc: 0 });
  assert.deepEqual(
    told(home).filter(([name]) => name !== "set"),
    [
      ["moveToLevelWithOnOff", { level: 110, transtime: 4 }],
      ["moveToLevelWithOnOff", { level: 90, transtime: 0 }],
    ],
  );
  await home.stop();
});

const BLIND: DeviceFacts = facts(LAMP, {
  endpoints: [endpoint(1, [0, 3, 4, 5, 0x0102], { device: 0x0202 })],
  definition: modelDefinition([
    {
      type: "cover",
      features: [
        { type: "enum", name: "state", property: "state", access: 7, values: ["OPEN", "CLOSE", "STOP"] },
        { type: "numeric", name: "position", property: "position", access: 7, value_min: 0, value_max: 100 },
      ],
    },
  ]),
});

test("a motor without a stop is sent to where it is; one without words is sent to its ends, and the other way round", async () => {
  const home = await withLamp(BLIND, { position: 30 });
  home.radio.answer = refusing([], ["state"], UNSUP, { currentPositionLiftPercentage: 40 });
  await put(home, { stop: true });
  await put(home, { open: true });
  await put(home, { open: false });
  assert.deepEqual(told(home), [
    ["set", { state: "STOP" }],
    ["goToLiftPercentage", { percentageliftvalue: 40 }],
    ["set", { state: "OPEN" }],
    ["set", { position: 100 }],
    ["set", { position: 0 }],
  ]);
  await home.stop();
  const other = await withLamp(BLIND, { position: 30 });
  other.radio.answer = refusing([], ["position"]);
  await put(other, { lift: 100 });
  await put(other, { lift: 0 });
  await put(other, { lift: 50 });
  assert.deepEqual(told(other), [
    ["set", { position: 0 }],
    ["set", { state: "CLOSE" }],
    ["set", { state: "OPEN" }],
  ]);
  assert.match(other.log.lines.join("\n"), /cannot be told lift/);
  await other.stop();
});
