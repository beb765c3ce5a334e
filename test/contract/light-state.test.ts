/** PUT /lights/<id>/state of lamps (wire 4.4). */
import assert from "node:assert/strict";
import { NOT_JSON, type Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { BY_RADIO, light, lightResource, lit, told } from "../support/lights.ts";
import { inShort, overHttp, seen } from "../support/transports.ts";

const AT = "/lights/1/state";
const ok = (member: string, value: unknown) => ({ [`${AT}/${member}`]: value });
const bad = (type: number, member: string) => [type, `${AT}/${member}`];
const TRANSITION = { transitiontime: 4 };

interface Case {
  readonly of?: string; // the type; an extended color light when not said
  readonly state?: Values; // otherwise than usual
  readonly config?: Values;
  readonly body: Values;
  readonly answer: readonly unknown[]; // status, then each element in short
  readonly sent?: Values; // to the device; nothing when not said
  readonly optimistic?: Values; // where it differs from the body
}

/** Each in a house of its own would take minutes: the light is put anew for each case. */
function cases(says: string, rows: readonly Case[]): void {
  lit(says, async ({ ask, store, devices }) => {
    for (const { of = "Extended color light", state = {}, config = {}, body, answer, sent, optimistic } of rows) {
      const id = await light({ store }, of, { state, config });
      const at = `/lights/${id}` as const;
      const before = store.get(at);
      const reply = await ask("PUT", `${at}/state`, body);
      const wanted = JSON.parse(JSON.stringify(answer).replaceAll(AT, `${at}/state`));
      const what = JSON.stringify(body);
      assert.deepEqual(inShort(reply), wanted, what);
      const known = optimistic ?? sent ?? {};
      const wish = { of: at, values: sent, optimistic: known };
      assert.deepEqual(told(devices), sent ? [wish] : [], what);
      assert.deepEqual(store.get(at)?.state, { ...before?.state, ...known }, what);
      await ask("DELETE", at);
    }
  });
}

const OFF = { on: false };

cases("on, bri and what clamps them", [
  { body: { on: true }, answer: [200, ok("on", true)], sent: { on: true } },
  { body: { on: false }, answer: [200, ok("on", false)], sent: { on: false } },
  {
    body: { bri: 10 },
    answer: [200, ok("bri", 10)],
    sent: { bri: 10, ...TRANSITION },
    optimistic: { bri: 10 },
  },
  { body: { bri: 255 }, answer: [200, ok("bri", 254)], sent: { bri: 254, ...TRANSITION }, optimistic: { bri: 254 } },
  { body: { bri: 99.6 }, answer: [200, ok("bri", 100)], sent: { bri: 100, ...TRANSITION }, optimistic: { bri: 100 } },
  {
    body: { bri: 0, transitiontime: 0 },
    answer: [200, ok("bri", 0)],
    sent: { bri: 0, transitiontime: 0 },
    optimistic: { bri: 0 },
  },
  {
    body: { bri: 9, on: true, transitiontime: 65_535 },
    state: OFF,
    answer: [200, ok("on", true), ok("bri", 9)],
    sent: { on: true, bri: 9, transitiontime: 65_534 },
    optimistic: { on: true, bri: 9 },
  },
  {
    body: { on: false, bri: 9, transitiontime: 20 },
    answer: [200, ok("on", false)],
    sent: { on: false, transitiontime: 20 },
    optimistic: { on: false },
  },
  { body: { on: false, bri: 9 }, answer: [200, ok("on", false)], sent: { on: false } },
]);

cases("B9: what is off takes no level and no color, and says so for each", [
  { state: OFF, body: { bri: 10 }, answer: [200, bad(201, "bri")] },
  { state: OFF, body: { bri_inc: 10 }, answer: [200, bad(201, "bri_inc")] },
  { state: OFF, body: { xy: [0.1, 0.1] }, answer: [200, bad(201, "xy")] },
  { state: OFF, body: { ct: 300 }, answer: [200, bad(201, "ct")] },
  { state: OFF, body: { ct_inc: 30 }, answer: [200, bad(201, "ct_inc")] },
  { state: OFF, body: { sat: 1, hue: 1 }, answer: [200, bad(201, "hue"), bad(201, "sat")] },
  { state: OFF, body: { effect: "none" }, answer: [200, bad(201, "effect")] },
  { state: OFF, body: { effect: "colorloop" }, answer: [200, bad(201, "effect")] },
  {
    state: OFF,
    body: { alert: "select" },
    answer: [200, ok("alert", "select")],
    sent: { alert: "select" },
    optimistic: {},
  },
  {
    state: OFF,
    config: { "bri/execute_if_off": true },
    body: { bri: 10, ct: 200 },
    answer: [200, ok("bri", 10), bad(201, "ct")],
    sent: { bri: 10, ...TRANSITION },
    optimistic: { bri: 10 },
  },
  {
    state: OFF,
    config: { "color/execute_if_off": true },
    body: { bri: 10, ct: 200 },
    answer: [200, bad(201, "bri"), ok("ct", 200)],
    sent: { ct: 200, ...TRANSITION },
    optimistic: { ct: 200, colormode: "ct" },
  },
  {
    state: { on: null }, // unknown: the light is asked
    body: { bri: 10 },
    answer: [200, ok("bri", 10)],
    sent: { bri: 10, ...TRANSITION },
    optimistic: { bri: 10 },
  },
]);

cases("steps of hue and saturation, as Hue has them: round the circle, and to the ends", [
  {
    state: { hue: 65_000, sat: 100 },
    body: { hue_inc: 1000, sat_inc: -200 },
    answer: [200, ok("hue", 464), ok("sat", 0)],
    sent: { hue: 464, sat: 0, ...TRANSITION },
    optimistic: { hue: 464, sat: 0, colormode: "hs" },
  },
  {
    state: { hue: 100, sat: 200 },
    body: { hue_inc: -200, sat_inc: 254 },
    answer: [200, ok("hue", 65_436), ok("sat", 254)],
    sent: { hue: 65_436, sat: 254, ...TRANSITION },
    optimistic: { hue: 65_436, sat: 254, colormode: "hs" },
  },
  { body: { sat_inc: 255 }, answer: [400, bad(7, "sat_inc")] },
  { of: "Dimmable light", body: { hue_inc: 1 }, answer: [400, bad(6, "hue_inc")] },
]);

cases("bri_inc", [
  {
    body: { bri_inc: 300 },
    answer: [400, bad(7, "bri_inc")],
  },
  { body: { bri_inc: 20 }, answer: [200, ok("bri", 120)], sent: { bri: 120, ...TRANSITION }, optimistic: { bri: 120 } },
  { body: { bri_inc: -255 }, answer: [200, ok("bri", 0)], sent: { bri: 0, ...TRANSITION }, optimistic: { bri: 0 } },
  {
    body: { bri_inc: 255 },
    answer: [200, ok("bri", 254)],
    sent: { bri: 254, ...TRANSITION },
    optimistic: { bri: 254 },
  },
  { body: { bri_inc: 0 }, answer: [200, ok("bri", 100)], sent: { bri_inc: 0, ...TRANSITION }, optimistic: {} },
  {
    body: { bri_inc: 200, wrap: true },
    answer: [200, ok("bri", 46)],
    sent: { bri: 46, ...TRANSITION },
    optimistic: { bri: 46 },
  },
  {
    body: { bri_inc: 155, wrap: true },
    answer: [200, ok("bri", 1)],
    sent: { bri: 1, ...TRANSITION },
    optimistic: { bri: 1 },
  },
  {
    body: { bri_inc: -100, wrap: true },
    answer: [200, ok("bri", 254)],
    sent: { bri: 254, ...TRANSITION },
    optimistic: { bri: 254 },
  },
  {
    body: { bri_inc: 5, bri: 7 },
    answer: [200, ok("bri", 7)],
    sent: { bri: 7, ...TRANSITION },
    optimistic: { bri: 7 },
  },
  {
    state: { bri: null },
    body: { bri_inc: 5 },
    answer: [200, ok("bri", 5)],
    sent: { bri_inc: 5, ...TRANSITION },
    optimistic: {},
  },
  { body: { wrap: true }, answer: [400, [5, AT]] },
  { body: { wrap: true, on: true }, answer: [200, [5, AT], ok("on", true)], sent: { on: true } },
]);

cases("B11: colors, their ends, and which of them goes first", [
  {
    body: { ct: 1 },
    answer: [200, ok("ct", 153)],
    sent: { ct: 153, ...TRANSITION },
    optimistic: { ct: 153, colormode: "ct" },
  },
  {
    body: { ct: 65_535 },
    answer: [200, ok("ct", 500)],
    sent: { ct: 500, ...TRANSITION },
    optimistic: { ct: 500, colormode: "ct" },
  },
  {
    body: { ct_inc: 30 },
    answer: [200, ok("ct", 330)],
    sent: { ct: 330, ...TRANSITION },
    optimistic: { ct: 330, colormode: "ct" },
  },
  {
    body: { ct_inc: -65_535 },
    answer: [200, ok("ct", 153)],
    sent: { ct: 153, ...TRANSITION },
    optimistic: { ct: 153, colormode: "ct" },
  },
  {
    body: { xy: [1, 0.123_45] },
    answer: [200, ok("xy", [0.9961, 0.1235])],
    sent: { xy: [0.9961, 0.1235], ...TRANSITION },
    optimistic: { xy: [0.9961, 0.1235], colormode: "xy" },
  },
  {
    body: { hue: "65535", sat: 255 },
    answer: [200, ok("hue", 65_535), ok("sat", 254)],
    sent: { hue: 65_535, sat: 254, ...TRANSITION },
    optimistic: { hue: 65_535, sat: 254, colormode: "hs" },
  },
  {
    body: { sat: 7 },
    answer: [200, ok("sat", 7)],
    sent: { sat: 7, ...TRANSITION },
    optimistic: { sat: 7, colormode: "hs" },
  },
  {
    body: { hue: 1, ct: 200, sat: 1, ct_inc: 5, xy: [0.2, 0.2] },
    answer: [200, ok("xy", [0.2, 0.2])],
    sent: { xy: [0.2, 0.2], ...TRANSITION },
    optimistic: { xy: [0.2, 0.2], colormode: "xy" },
  },
  {
    body: { hue: 1, ct: 200, sat: 1, ct_inc: 5 },
    answer: [200, ok("ct", 200)],
    sent: { ct: 200, ...TRANSITION },
    optimistic: { ct: 200, colormode: "ct" },
  },
  {
    of: "Color light", // it takes a temperature, too, as a color
    body: { ct: 370 },
    answer: [200, ok("ct", 370)],
    sent: { xy: [0.4591, 0.4106], ...TRANSITION },
    optimistic: { xy: [0.4591, 0.4106], colormode: "xy" },
  },
]);

cases("effects", [
  {
    body: { effect: "colorloop", bri: 5, on: true },
    answer: [200, ok("on", true), ok("bri", 5), ok("effect", "colorloop")],
    sent: { on: true, bri: 5, effect: "colorloop", ...TRANSITION, colorloopspeed: 25 },
    optimistic: { on: true, bri: 5, effect: "colorloop", colormode: "hs" },
  },
  {
    body: { effect: "colorloop", colorloopspeed: 200 },
    answer: [200, ok("effect", "colorloop")],
    sent: { effect: "colorloop", colorloopspeed: 200 },
    optimistic: { effect: "colorloop", colormode: "hs" },
  },
  {
    body: { effect: "candle" },
    answer: [200, ok("effect", "candle")],
    sent: { effect: "candle" },
    optimistic: { effect: "candle", colormode: "effect" },
  },
  {
    state: { effect: "colorloop" },
    body: { xy: [0.1, 0.1], bri: 3 },
    answer: [200, ok("bri", 3), bad(8, "xy")],
    sent: { bri: 3, ...TRANSITION },
    optimistic: { bri: 3 },
  },
  {
    state: { effect: "colorloop" },
    body: { ct: 200, effect: "none" },
    answer: [200, ok("effect", "none"), ok("ct", 200)],
    sent: { effect: "none", ct: 200, ...TRANSITION },
    optimistic: { effect: "none", ct: 200, colormode: "ct" },
  },
  ...["ct", "ct_inc", "hue", "sat"].map((name) => ({
    state: { effect: "colorloop" },
    body: { [name]: 5 },
    answer: [400, bad(8, name)],
  })),
  { body: { effect: "fire" }, answer: [400, bad(7, "effect")] },
  { body: { effect: true }, answer: [400, bad(7, "effect")] },
  { body: { colorloopspeed: 5 }, answer: [400, [5, AT]] },
  {
    body: { colorloopspeed: 0, effect: "colorloop" },
    answer: [200, bad(7, "colorloopspeed"), ok("effect", "colorloop")],
    sent: { effect: "colorloop", colorloopspeed: 25 },
    optimistic: { effect: "colorloop", colormode: "hs" },
  },
]);

cases("alerts pass, and are not stored; ontime ends what it stands beside", [
  ...["none", "select", "lselect", "blink", "breathe", "okay", "channelchange", "finish", "stop"].map((alert) => ({
    body: { alert },
    answer: [200, ok("alert", alert)],
    sent: { alert },
    optimistic: {},
  })),
  { of: "Dimmable light", body: { alert: "breathe" }, answer: [400, bad(7, "alert")] },
  { body: { alert: "all" }, answer: [400, bad(7, "alert")] },
  {
    body: { alert: "lselect", ontime: 50 },
    answer: [200, ok("alert", "lselect")],
    sent: { alert: "lselect", ontime: 50 },
    optimistic: {},
  },
  {
    body: { on: true, ontime: 50 },
    answer: [200, ok("on", true)],
    sent: { on: true, ontime: 50 },
    optimistic: { on: true },
  },
  { body: { ontime: 50 }, answer: [400, [5, AT]] },
  {
    body: { ontime: 50, bri: 5 },
    answer: [200, [5, AT], ok("bri", 5)],
    sent: { bri: 5, ...TRANSITION, ontime: 50 },
    optimistic: { bri: 5 },
  },
  { body: { ontime: 65_536, on: true }, answer: [200, bad(7, "ontime"), ok("on", true)], sent: { on: true } },
]);

cases("a fan", [
  {
    of: "Fan",
    body: { speed: 255 },
    answer: [200, ok("speed", 6)],
    sent: { speed: 6 },
    optimistic: { speed: 6, on: true },
  },
  {
    of: "Fan",
    body: { speed: 0 },
    answer: [200, ok("speed", 0)],
    sent: { speed: 0 },
    optimistic: { speed: 0, on: false },
  },
  { of: "Fan", body: { speed: 256 }, answer: [400, bad(7, "speed")] },
  {
    of: "Fan",
    body: { on: true, speed: 3, bri: 5 },
    answer: [200, bad(6, "bri"), ok("on", true), ok("speed", 3)],
    sent: { on: true, speed: 3 },
  },
]);

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  on: ["true", 1, null, {}],
  bri: ["10", 256, -1, null, [], "stop"],
  bri_inc: ["10", 256, -256],
  xy: [[0.1], [0.1, 0.1, 0.1], ["0.1", 0.1], [1.1, 0], [-0.1, 0], 5, "x", [null, 0]],
  ct: [-1, 65_536, "300"],
  ct_inc: [65_536, "1"],
  hue: [65_536, -1, "x", true],
  sat: [256, -1, "1e1"],
  effect: [5, "", "rainbow"],
  colorloopspeed: [0, 65_536, "x"],
  alert: [5, "", "ring"],
  transitiontime: [65_536, -1, "4"],
  ontime: [65_536, -1, "4"],
  wrap: [0, "true"],
};

lit(
  "toggled by a rule or a schedule: the other of what it is; clients toggle groups alone",
  async ({ perform, store }) => {
    await light({ store }, "Extended color light", { state: OFF });
    const command = { method: "PUT", address: AT, body: { toggle: true } } as const;
    for (const [by, answer] of [
      ["/rules/1", [200, ok("on", true)]],
      ["/schedules/2", [200, ok("on", false)]],
      ["flow:1", [400, bad(6, "toggle")]],
    ] as const)
      assert.deepEqual(inShort(await perform(command, { by, depth: 0 })), answer, by);
  },
);

lit("what does not fit: each is told, nothing is done", async ({ ask, store, devices }) => {
  await light({ store }, "Extended color light");
  const before = store.get("/lights/1");
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values) {
      assert.deepEqual(inShort(await ask("PUT", AT, { [name]: value })), [400, bad(7, name)], `${name} ${value}`);
    }
  }
  for (const [name, type] of Object.entries({
    toggle: 6,
    colormode: 8,
    speed: 6,
    open: 6,
    lift: 6,
    foo: 6,
    reachable: 6,
  })) {
    assert.deepEqual(inShort(await ask("PUT", AT, { [name]: true })), [400, bad(type, name)], name);
  }
  for (const body of [{ transitiontime: 5 }, { transitiontime: 5, wrap: false, bri_inc: "x" }]) {
    assert.equal((await ask("PUT", AT, body)).status, 400);
  }
  assert.deepEqual(inShort(await ask("PUT", AT, { transitiontime: 5 })), [400, [5, AT]]);
  for (const body of [NOT_JSON, {}, [], [1], 5, "on", null, undefined]) {
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, [2, AT]]);
  }
  assert.deepEqual(store.get("/lights/1"), before);
  assert.deepEqual(told(devices), []);
});

lit("what a light lacks is not available to it, and the rest is done", async ({ ask, store, devices }) => {
  await light({ store }, "On/Off plug-in unit");
  const body = {
    ct: 5,
    bri: 5,
    xy: [0, 0],
    hue: 5,
    on: false,
    effect: "none",
    sat: 5,
    speed: 1,
    ct_inc: 1,
    bri_inc: 1,
  };
  const missing = ["bri", "bri_inc", "ct", "ct_inc", "effect", "hue", "sat", "speed", "xy"];
  assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, ...missing.map((name) => bad(6, name)), ok("on", false)]);
  assert.deepEqual(told(devices), [{ of: "/lights/1", values: { on: false }, optimistic: { on: false } }]);
});

lit("what a light does not show is not believed of it", async ({ ask, store, devices }) => {
  store.put({ ...lightResource("1", "Extended color light"), state: { reachable: true, ct: 300 } }, BY_RADIO);
  assert.deepEqual(inShort(await ask("PUT", AT, { ct: 200 })), [200, ok("ct", 200)]);
  assert.deepEqual(told(devices), [{ of: "/lights/1", values: { ct: 200, ...TRANSITION }, optimistic: { ct: 200 } }]);
  assert.deepEqual(store.get("/lights/1")?.state, { reachable: true, ct: 200 });
});

lit("B10: who is not reachable refuses everything, and is asked once all the same", async ({ ask, store, devices }) => {
  await light({ store }, "Dimmable light", { state: { reachable: false } });
  const before = store.get("/lights/1");
  assert.deepEqual(inShort(await ask("PUT", AT, { on: true, bri: 9, foo: 1 })), [200, [202, AT]]);
  assert.deepEqual(told(devices), [{ of: "/lights/1", values: { on: true, bri: 9, ...TRANSITION }, optimistic: {} }]);
  for (const body of [NOT_JSON, {}, { foo: 1 }, { bri: "x" }, undefined]) {
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, [202, AT]]);
  }
  devices.obstacle = () => "radio-down";
  assert.deepEqual(inShort(await ask("PUT", AT, { on: true })), [200, [202, AT]]);
  assert.deepEqual(told(devices), []);
  assert.deepEqual(store.get("/lights/1"), before);
});

lit(
  "a queue that is full, a radio that is down: 901 for each that would have been done",
  async ({ ask, store, devices }) => {
    await light({ store }, "Extended color light");
    const before = store.get("/lights/1");
    for (const obstacle of ["radio-down", "busy", "unknown"] as const) {
      devices.obstacle = () => obstacle;
      const reply = await ask("PUT", AT, { hue: 5, sat: 5, on: true, foo: 1 });
      assert.deepEqual(inShort(reply), [200, bad(6, "foo"), bad(901, "on"), bad(901, "hue"), bad(901, "sat")]);
      const [, { error }] = reply.body as [unknown, { error: { description: string } }];
      assert.equal(error.description, "Internal error, 951");
    }
    assert.deepEqual(inShort(await ask("PUT", AT, { on: true })), [200, bad(901, "on")]);
    assert.deepEqual(told(devices), []);
    assert.deepEqual(store.get("/lights/1"), before);
  },
);

lit("a light is found by its uniqueid, too; one that is not there is not", async ({ ask, store, devices }) => {
  await light({ store }, "Dimmable light");
  const at = `/lights/${store.get("/lights/1")?.attr.uniqueid}/state` as const;
  assert.deepEqual(inShort(await ask("PUT", at, { on: false })), [200, { [`${at}/on`]: false }]);
  assert.equal(told(devices).length, 1);
  for (const body of [{ on: true }, NOT_JSON]) {
    assert.deepEqual(inShort(await ask("PUT", "/lights/7/state", body)), [404, [3, "/lights/7"]]);
  }
});

lit("PATCH does the same; the etag follows; the disk is not waited for", async ({ ask, store, disk }) => {
  await light({ store }, "Dimmable light");
  await settle();
  const before = await ask("GET", "/lights/1");
  disk.gate = new Promise(() => {}); // it never answers
  const reply = await ask("PATCH", AT, { bri: 7 });
  assert.deepEqual(inShort(reply), [200, ok("bri", 7)]);
  const after = await ask("GET", "/lights/1");
  assert.notEqual(after.etag, before.etag);
  assert.equal(reply.etag, after.etag);
  assert.equal((await seen(ask, "/lights/1")).state.bri, 7);
  disk.gate = undefined;
});

overHttp("PUT without a type of body, as some clients send it", async ({ raw, key, ...home }) => {
  await light(home, "Dimmable light");
  const response = await raw(`/api/${key}/lights/1/state`, { method: "PUT", body: '{"on":false}' });
  assert.deepEqual(await response.json(), [
    { error: { type: 901, address: `${AT}/on`, description: "Internal error, 951" } },
  ]);
});
