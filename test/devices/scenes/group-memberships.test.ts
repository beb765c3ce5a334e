/** Groups: which lights are in them on air, and one frame for all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError, type RadioFailure } from "../../../src/model/radio/orders.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LIGHT, lamp, modelDefinition } from "../home.ts";

const ONE = "0x001788010203bb01";
const OTHER = "0x001788010203bb02";
const LAMPS = [lamp(ONE), lamp(OTHER)];
const ON = { state: "ON", brightness: 100, color_temp: 300, color_mode: "color_temp" };

async function withLamps(devices: readonly DeviceFacts[] = LAMPS, old?: FakeHouse): Promise<FakeHouse> {
  const home = await house(old ? { disk: old.disk } : {});
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: ON });
  for (const _ of devices) {
    await settle();
    home.clock.advance(1);
  }
  await settle();
  if (!old) await home.ask("POST", "/groups", { name: "Kitchen" });
  home.radio.orders.length = 0;
  return home;
}

const member = (ieee: string) => ({ ieee, endpoint: 1 });
const join = (ieee: string, group = 1) => ({ do: "join", target: member(ieee), group });
const put = (home: FakeHouse, lights: readonly string[]) => home.ask("PUT", "/groups/1", { lights });
const act = (home: FakeHouse, body: unknown, group = 1) => home.ask("PUT", `/groups/${group}/action`, body);
const on = ({ store }: FakeHouse) => store.list("/lights").map(({ state }) => state.on);
const fails =
  (code: RadioFailure, which: (order: Order) => boolean = () => true, status?: number) =>
  (order: Order): unknown => {
    if (which(order)) throw new RadioError(code, "it did not work", status);
    return {};
  };
const isJoin = (order: Order) => order.do === "join";
const sets = ({ radio }: FakeHouse) => radio.orders.flatMap((order) => (order.do === "set" ? order.target : []));
const isGet = (ieee: string) => (order: Order) =>
  order.do === "get" && "ieee" in order.target && order.target.ieee === ieee;

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    home.clock.advance(1);
    await settle();
  }
}

test("lights join and leave", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  assert.deepEqual(home.radio.orders, [join(ONE), join(OTHER)]);
  home.radio.orders.length = 0;
  await put(home, ["2"]);
  await settle();
  assert.deepEqual(home.radio.orders, [{ do: "leave", target: member(ONE), group: 1 }]);
  await home.stop();
});

test("one frame for all of a group; then each is asked how it is", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  home.radio.orders.length = 0;
  await act(home, { on: false });
  assert.deepEqual(home.radio.orders, [
    { do: "set", target: { group: 1, members: [member(ONE), member(OTHER)] }, values: { state: "OFF" } },
  ]);
  assert.deepEqual(on(home), [false, false], "shown at once");
  await settle();
  assert.equal(home.radio.orders.length, 1);
  await pass(home, 4);
  assert.deepEqual(
    home.radio.orders.slice(1).map((order) => order.do),
    ["get", "get"],
  );
  await home.stop();
});

test("a member that does not answer afterwards was not there: that alone is taken back", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  const isOther = (order: Order) => "ieee" in order.target && order.target.ieee === OTHER;
  home.radio.answer = fails("unreachable", isOther);
  await act(home, { on: false });
  await pass(home, 5);
  assert.deepEqual(on(home), [false, true]);
  assert.deepEqual(
    home.store.list("/lights").map(({ state }) => state.reachable),
    [true, false],
  );
  await home.stop();
});

test("the answer of a member that is asked is true", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  home.radio.answer = (order) => {
    if (isGet(ONE)(order)) home.radio.tell({ kind: "payload", ieee: ONE, endpoint: 1, payload: { state: "ON" } });
    return {};
  };
  await act(home, { on: false });
  await pass(home, 5);
  assert.deepEqual(on(home), [true, false]);
  await home.stop();
});

test("a frame that could not be sent is taken back for all", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  home.radio.answer = fails("busy");
  await act(home, { on: false, bri: 1 });
  await settle();
  assert.deepEqual(on(home), [true, true]);
  assert.deepEqual(
    home.store.list("/lights").map(({ state: { bri, reachable } }) => [bri, reachable]),
    [
      [100, true],
      [100, true],
    ],
  );
  await home.stop();
});

for (const code of ["unreachable", "timeout", "asleep", "busy", "radio-down"] as const) {
  test(`${code}: a member that could not be asked to join is asked when it is heard, and meanwhile told alone`, async () => {
    const home = await withLamps();
    home.radio.answer = fails(code, isJoin);
    await put(home, ["1", "2"]);
    await settle();
    home.radio.orders.length = 0;
    await act(home, { on: false });
    assert.deepEqual(sets(home), [member(ONE), member(OTHER)]);
    await settle();
    home.radio.answer = fails(code, (order) => order.do === "join" && order.target.ieee === ONE);
    home.radio.orders.length = 0;
    home.radio.tell({ kind: "seen", ieee: OTHER, linkquality: 90 });
    await settle();
    assert.deepEqual(home.radio.orders, [join(OTHER)]);
    home.radio.orders.length = 0;
    await act(home, { on: true });
    assert.deepEqual(sets(home), [member(ONE), { group: 1, members: [member(OTHER)] }]);
    await home.stop();
  });
}

test("that a light still has to join is not forgotten over a restart", async () => {
  const first = await withLamps();
  first.radio.answer = fails("unreachable", isJoin);
  await put(first, ["1"]);
  await settle();
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.rise(LAMPS);
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 90 });
  await settle();
  assert.deepEqual(home.radio.orders.filter(isJoin), [join(ONE)]);
  await home.stop();
});

test("a light that is to leave before it could join is only told to leave", async () => {
  const home = await withLamps();
  home.radio.answer = fails("unreachable");
  await put(home, ["1"]);
  await settle();
  await put(home, []);
  await settle();
  home.radio.answer = () => ({});
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 90 });
  await settle();
  assert.deepEqual(
    home.radio.orders.filter(({ do: what }) => what !== "get"),
    [{ do: "leave", target: member(ONE), group: 1 }],
  );
  await home.stop();
});

test("a table of groups that is full: said, and taken back", async () => {
  const home = await withLamps();
  home.radio.answer = fails("refused", isJoin, 0x89);
  await put(home, ["1", "2"]);
  await settle();
  assert.deepEqual(home.store.get("/groups/1")?.attr.lights, []);
  assert.match(home.log.lines.join("\n"), /\/lights\/1: it cannot be in more groups/);
  await home.stop();
});

test("a light known to be full is refused in the answer: until it leaves a group, comes in anew, or some time has passed", async () => {
  const home = await withLamps();
  const refusal = {
    error: {
      ...{ type: 302, address: "/groups/1/lights" },
      description: "could not add light 1 to group. Group table of the device is full.",
    },
  };
  const fill = async () => {
    home.radio.answer = fails(
      "refused",
      (order) => isJoin(order) && "ieee" in order.target && order.target.ieee === ONE,
      0x89,
    );
    assert.deepEqual((await put(home, ["1", "2"])).body, [{ success: { "/groups/1/lights": ["1", "2"] } }]);
    await settle();
    home.radio.orders.length = 0;
    const { status, body } = await put(home, ["1", "2"]);
    assert.deepEqual([status, body], [200, [refusal, { success: { "/groups/1/lights": ["2"] } }]]);
    assert.deepEqual(home.radio.orders, []);
    home.radio.answer = () => ({});
  };
  const joins = async () => {
    assert.deepEqual((await put(home, ["1", "2"])).body, [{ success: { "/groups/1/lights": ["1", "2"] } }]);
    await settle();
    assert.deepEqual(home.radio.orders.filter(isJoin), [join(ONE)]);
    assert.deepEqual((await put(home, ["1", "2"])).body, [{ success: { "/groups/1/lights": ["1", "2"] } }]);
    await put(home, []);
    await settle();
  };
  await home.ask("POST", "/groups", { name: "Hall" });
  await home.ask("PUT", "/groups/2", { lights: ["1"] });
  await settle();
  await fill();
  await home.ask("PUT", "/groups/2", { lights: [] });
  await joins();
  await fill();
  assert.deepEqual((await home.ask("POST", "/groups", { name: "Loft", lights: ["1"] })).body, [
    { success: { id: "3" } },
    { error: { ...refusal.error, address: "/groups/3/lights" } },
  ]);
  await pass(home, 601);
  home.radio.orders.length = 0;
  await joins();
  await fill();
  home.radio.tell({ kind: "left", ieee: ONE });
  home.radio.tell({ kind: "device", device: lamp(ONE) });
  await settle();
  home.radio.orders.length = 0;
  await joins();
  await home.stop();
});

test("a light that refuses to be in a group is told alone from then on", async () => {
  const home = await withLamps();
  home.radio.answer = fails("refused", isJoin, 0x7e);
  await put(home, ["1"]);
  await settle();
  assert.deepEqual(home.store.get("/groups/1")?.attr.lights, ["1"]);
  assert.match(home.log.lines.join("\n"), /\/lights\/1: it is not in \/groups\/1 on air/);
  home.radio.orders.length = 0;
  await act(home, { on: false });
  assert.deepEqual(sets(home), [member(ONE)]);
  home.radio.answer = () => ({});
  await put(home, []);
  await put(home, ["1"]); // a user has made room for it
  await settle();
  home.radio.orders.length = 0;
  await act(home, { on: true });
  assert.deepEqual(sets(home), [{ group: 1, members: [member(ONE)] }]);
  await home.stop();
});

test("a group that it is in already is no failure", async () => {
  const home = await withLamps();
  home.radio.answer = fails("refused", isJoin, 0x8a);
  await put(home, ["1"]);
  await settle();
  home.radio.orders.length = 0;
  await act(home, { on: false });
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "set" && order.target),
    [{ group: 1, members: [member(ONE)] }],
  );
  assert.deepEqual(home.log.lines, []);
  await home.stop();
});

test("a plug that knows no groups is told alone, and never asked to join", async () => {
  const plug = facts(OTHER, {
    endpoints: [endpoint(1, [0, 6])],
    definition: modelDefinition([{ type: "switch", features: LIGHT.features?.slice(0, 1) ?? [] }]),
  });
  const home = await withLamps([lamp(ONE), plug]);
  await put(home, ["1", "2"]);
  await settle();
  assert.deepEqual(home.radio.orders, [join(ONE)]);
  home.radio.orders.length = 0;
  await act(home, { on: true, bri: 3, transitiontime: 0 });
  const [alone, group] = home.radio.orders;
  assert.deepEqual(alone, { do: "set", target: member(OTHER), values: { state: "ON" } });
  assert.deepEqual(group?.do === "set" && group.target, { group: 1, members: [member(ONE)] });
  assert.deepEqual(home.log.lines, []);
  await home.stop();
});

test("a cover takes of a group's command the values that covers take, and the log has no line about the rest", async () => {
  const position = { type: "numeric", name: "position", property: "position", access: 7, value_min: 0, value_max: 100 };
  const cover = facts(OTHER, {
    endpoints: [endpoint(1, [0, 0x0102])],
    definition: modelDefinition([
      {
        type: "cover",
        features: [
          { type: "enum", name: "state", property: "state", access: 3, values: ["OPEN", "CLOSE", "STOP"] },
          position,
        ],
      },
    ]),
  });
  const home = await withLamps([lamp(ONE), cover]);
  await put(home, ["1", "2"]);
  await settle();
  home.radio.orders.length = 0;
  await act(home, { on: false, alert: "select" });
  assert.deepEqual(sets(home), [{ group: 1, members: [member(ONE)] }]);
  await act(home, { open: false });
  assert.deepEqual(sets(home).slice(1), [member(OTHER)]);
  assert.deepEqual(home.log.lines, []);
  await home.stop();
});

test("all lights are told one by one: on air they are in no common group", async () => {
  const home = await withLamps();
  await act(home, { on: false }, 0);
  assert.deepEqual(home.radio.orders, [
    { do: "set", target: member(ONE), values: { state: "OFF" } },
    { do: "set", target: member(OTHER), values: { state: "OFF" } },
  ]);
  await home.stop();
});

test("a color temperature is the one asked for, not that of the first member", async () => {
  const narrow: typeof LIGHT = {
    ...LIGHT,
    features: (LIGHT.features ?? []).map((each) =>
      each.name === "color_temp" ? { ...each, value_min: 250, value_max: 454 } : each,
    ),
  };
  const home = await withLamps([lamp(ONE, { definition: modelDefinition([narrow]) }), lamp(OTHER)]);
  await put(home, ["1", "2"]);
  await settle();
  home.radio.orders.length = 0;
  await act(home, { ct: 153 });
  const [order] = home.radio.orders;
  assert.equal(order?.do === "set" && order.values.color_temp, 153);
  await home.stop();
});

test("a lamp that was reset and joins the network again is in its groups again", async () => {
  const home = await withLamps();
  await put(home, ["1"]);
  await settle();
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "left", ieee: ONE });
  home.radio.tell({ kind: "joined", ieee: ONE });
  home.radio.tell({ kind: "device", device: lamp(ONE) });
  await settle();
  assert.deepEqual(home.radio.orders.filter(isJoin), [join(ONE)]);
  await home.stop();
});

test("an alert or a loop is done by a command for all; a light that goes round the colors is stopped before it is colored", async () => {
  const home = await withLamps();
  await put(home, ["1", "2"]);
  await settle();
  home.radio.orders.length = 0;
  const target = { group: 1, members: [member(ONE), member(OTHER)] };
  await act(home, { alert: "select" });
  await act(home, { effect: "colorloop", colorloopspeed: 20 });
  await act(home, { effect: "none", xy: [0.2, 0.3] });
  const timed = { on: true, ontime: 50, onoffcontrol: 1 };
  const before = home.radio.orders.length;
  await act(home, timed); // no light answers a frame to a group: at first each has to show that it knows a time
  await settle();
  assert.equal(home.radio.orders.splice(before).length, 2);
  await act(home, timed);
  const color = (payload: unknown) => ({
    ...{ do: "command", target, cluster: "lightingColorCtrl", command: "colorLoopSet", payload },
  });
  assert.deepEqual(home.radio.orders, [
    { do: "command", target, cluster: "genIdentify", command: "identify", payload: { identifytime: 2 } },
    color({ updateflags: 7, action: 2, direction: 1, time: 20, starthue: 0 }),
    color({ updateflags: 1, action: 0, direction: 0, time: 0, starthue: 0 }),
    { do: "set", target, values: { color: { x: 0.2, y: 0.3 }, transition: 0.4 } },
    {
      ...{ do: "command", target, cluster: "genOnOff", command: "onWithTimedOff" },
      payload: { ctrlbits: 1, ontime: 50, offwaittime: 0 },
    },
  ]);
  await home.stop();
});
