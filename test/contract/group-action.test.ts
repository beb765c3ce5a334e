/** PUT /groups/<id>/action (wire 4.11). */
import assert from "node:assert/strict";
import { NOT_JSON, type Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { BY_RADIO, light, lit, told } from "../support/lights.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

const AT = "/groups/1/action";
const ok = (name: string, value: unknown) => ({ [`${AT}/${name}`]: value });
const T = { transitiontime: 4 };

interface Row {
  readonly says?: string;
  readonly body: Values;
  readonly answer: readonly unknown[]; // without the status
  readonly sent: Values;
  readonly lamp: Values; // the believed state of a color lamp that is on, with bri 100 and ct 300
  readonly off?: Values; // of one that is off, when not nothing
  readonly action?: Values; // when it is not the answer
}

const ROWS: readonly Row[] = [
  { body: { on: true }, answer: [ok("on", true)], sent: { on: true }, lamp: { on: true }, off: { on: true } },
  { body: { on: false }, answer: [ok("on", false)], sent: { on: false }, lamp: { on: false }, off: { on: false } },
  { body: { toggle: true }, answer: [ok("on", false)], sent: { on: false }, lamp: { on: false }, off: { on: false } },
  {
    says: "toggle goes before on",
    body: { toggle: true, on: true },
    answer: [ok("on", false)],
    sent: { on: false },
    lamp: { on: false },
    off: { on: false },
  },
  {
    body: { toggle: false, on: true },
    answer: [ok("on", true)],
    sent: { on: true },
    lamp: { on: true },
    off: { on: true },
  },
  { body: { open: true }, answer: [ok("open", true)], sent: { open: true }, lamp: {}, action: {} },
  { body: { bri: 255 }, answer: [ok("bri", 254)], sent: { bri: 254, ...T }, lamp: { bri: 254 } },
  { body: { bri: "stop" }, answer: [ok("bri", "stop")], sent: { bri_inc: 0, ...T }, lamp: {}, action: {} },
  {
    body: { on: true, bri: 7, transitiontime: 30 },
    answer: [ok("on", true), ok("bri", 7)],
    sent: { on: true, bri: 7, transitiontime: 30 },
    lamp: { on: true, bri: 7 },
    off: { on: true, bri: 7 },
  },
  {
    says: "a transition time that does not fit is not heard",
    body: { bri: 7, transitiontime: "x" },
    answer: [ok("bri", 7)],
    sent: { bri: 7, ...T },
    lamp: { bri: 7 },
  },
  {
    body: { sat: 255, hue: 5 },
    answer: [ok("hue", 5), ok("sat", 254)],
    sent: { hue: 5, sat: 254, ...T },
    lamp: { hue: 5, sat: 254, colormode: "hs" },
    action: { hue: 5, sat: 254, colormode: "hs" },
  },
  {
    body: { xy: [1, 0.5] },
    answer: [ok("xy", [0.9961, 0.5])],
    sent: { xy: [0.9961, 0.5], ...T },
    lamp: { xy: [0.9961, 0.5], colormode: "xy" },
    action: { xy: [0.9961, 0.5], colormode: "xy" },
  },
  {
    says: "each lamp takes a temperature between its own ends",
    body: { ct: 60_000 },
    answer: [ok("ct", 60_000)],
    sent: { ct: 60_000, ...T },
    lamp: { ct: 500, colormode: "ct" },
    action: { ct: 60_000, colormode: "ct" },
  },
  {
    says: "a step is told with the group's own value",
    body: { ct_inc: 20 },
    answer: [ok("ct_inc", 20)],
    sent: { ct_inc: 20, ...T },
    lamp: { ct: 320, colormode: "ct" },
    action: { ct: 20, colormode: "ct" },
  },
  {
    body: { bri_inc: -20 },
    answer: [ok("bri_inc", -20)],
    sent: { bri_inc: -20, ...T },
    lamp: { bri: 80 },
    action: { bri: 107 },
  },
  {
    body: { bri_inc: 254, wrap: true },
    answer: [ok("bri_inc", 254)],
    sent: { bri_inc: 254, wrap: true, ...T },
    lamp: { bri: 100 },
    action: { bri: 254 },
  },
  { body: { bri_inc: 5, bri: 9 }, answer: [ok("bri", 9)], sent: { bri: 9, ...T }, lamp: { bri: 9 } },
  {
    body: { alert: "select" },
    answer: [ok("alert", "select")],
    sent: { alert: "select" },
    lamp: {},
    action: { alert: "select" },
  },
  {
    body: { effect: "colorloop" },
    answer: [ok("effect", "colorloop")],
    sent: { effect: "colorloop", colorloopspeed: 15 },
    lamp: { effect: "colorloop", colormode: "hs" },
    action: { effect: "colorloop", colormode: "hs" },
  },
  {
    body: { effect: "none", on: true, ontime: 50, onoffcontrol: 1 },
    answer: [ok("on", true), ok("effect", "none")],
    sent: { on: true, effect: "none", ontime: 50, onoffcontrol: 1 },
    lamp: { on: true, effect: "none" },
    off: { on: true, effect: "none" },
  },
  {
    says: "answers come in their own order, whatever that of the body",
    body: { alert: "none", ct: 200, bri: 9, on: true },
    answer: [ok("on", true), ok("bri", 9), ok("ct", 200), ok("alert", "none")],
    sent: { on: true, bri: 9, ct: 200, alert: "none", ...T },
    lamp: { on: true, bri: 9, ct: 200, colormode: "ct" },
    off: { on: true, bri: 9, ct: 200, colormode: "ct" },
    action: { on: true, bri: 9, ct: 200, alert: "none", colormode: "ct" },
  },
];

lit("each command: the answer, one wish for all, what is believed of each, the last that was sent", async (world) => {
  const { ask, store, devices } = world;
  for (const type of ["Extended color light", "Extended color light", "Extended color light"]) await light(world, type);
  for (const type of ["Window covering device", "Door Lock"]) await light(world, type);
  await created(ask, "/groups", { name: "G", lights: ["1", "2", "3", "4", "5"] });
  store.patch("/lights/2", "state", { on: false }, BY_RADIO);
  store.patch("/lights/3", "state", { reachable: false }, BY_RADIO);
  await settle();
  const start = store.list("/lights");
  const group = store.get("/groups/1");
  for (const { says, body, answer, sent, lamp, off = {}, action } of ROWS) {
    const what = says ?? JSON.stringify(body);
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, ...answer], what);
    const members = { "/lights/1": lamp, "/lights/2": off, "/lights/4": {}, "/lights/5": {} };
    assert.deepEqual(told(devices), [{ of: "/groups/1", values: sent, optimistic: {}, members }], what);
    const changes = [lamp, off, {}, {}, {}];
    for (const [index, resource] of start.entries())
      assert.deepEqual(store.get(resource.address)?.state, { ...resource.state, ...changes[index] }, what);
    const last =
      action ??
      Object.fromEntries(
        answer
          .flatMap((each) => Object.entries(each as Values))
          .map(([path, value]) => [path.slice(AT.length + 1), value]),
      );
    assert.deepEqual((await seen(ask, "/groups/1")).action, { ...group?.action, ...last }, what);
    for (const { address, state } of start) store.patch(address, "state", state, BY_RADIO);
    store.patch("/groups/1", "action", group?.action ?? {}, BY_RADIO);
    await settle();
  }
});

const MISFITS: readonly (readonly [body: Values, type: number, name: string])[] = [
  [{ on: 1 }, 7, "on"],
  [{ toggle: "true" }, 7, "toggle"],
  [{ open: 1 }, 7, "open"],
  [{ bri: 256 }, 7, "bri"],
  [{ bri: "up" }, 7, "bri"],
  [{ hue: "5" }, 7, "hue"],
  [{ hue: 65_536 }, 7, "hue"],
  [{ sat: 256 }, 7, "sat"],
  [{ xy: [1.1, 0] }, 7, "xy"],
  [{ xy: [0] }, 7, "xy"],
  [{ ct: -1 }, 7, "ct"],
  [{ ct_inc: 65_535 }, 7, "ct_inc"],
  [{ ct_inc: 5, ct: 5 }, 8, "ct_inc"],
  [{ bri_inc: 255 }, 7, "bri_inc"],
  [{ alert: "ring" }, 7, "alert"],
  [{ effect: "candle" }, 7, "effect"],
  [{ colorloopspeed: 256, effect: "colorloop" }, 7, "colorloopspeed"],
  [{ ontime: "5", on: true }, 7, "ontime"],
  [{ wrap: 1, bri_inc: 1 }, 7, "wrap"],
  [{ foo: 1 }, 6, "foo"],
  [{ colormode: "ct" }, 6, "colormode"],
];

lit("one member that does not fit refuses the whole, before anything is done", async (world) => {
  const { ask, store, devices } = world;
  await light(world, "Extended color light");
  await created(ask, "/groups", { name: "G", lights: ["1"] });
  await settle();
  const before = [store.get("/lights/1"), store.get("/groups/1")];
  for (const [body, type, name] of MISFITS) {
    const reply = await ask("PUT", AT, { on: true, alert: "select", ...body });
    assert.deepEqual(inShort(reply), [400, [type, `${AT}/${name}`]], JSON.stringify(body));
  }
  for (const body of [NOT_JSON, {}, [], 5, undefined])
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, [2, AT]]);
  for (const body of [{ toggle: false }, { transitiontime: 5 }])
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [200]);
  for (const body of [{ on: true }, NOT_JSON])
    assert.deepEqual(inShort(await ask("PUT", "/groups/9/action", body)), [404, [3, "/groups/9"]]);
  assert.deepEqual([store.get("/lights/1"), store.get("/groups/1")], before);
  assert.deepEqual(told(devices), []);
});

contract("without the radio: 503, before anything else is looked at", async ({ ask }) => {
  await created(ask, "/groups", { name: "G" });
  for (const at of [AT, "/groups/9/action"] as const) {
    for (const body of [{ on: true }, {}, NOT_JSON])
      assert.deepEqual(inShort(await ask("PUT", at, body)), [503, [950, at]]);
  }
});

lit("a queue that is full: 901 for each; devices that nobody knows: nothing is sent", async (world) => {
  const { ask, store, devices } = world;
  await light(world, "Dimmable light");
  await created(ask, "/groups", { name: "G", lights: ["1"] });
  await settle();
  const before = [store.get("/lights/1"), store.get("/groups/1")];
  devices.obstacle = () => "busy";
  const reply = await ask("PUT", AT, { bri: 5, on: true });
  assert.deepEqual(inShort(reply), [200, [901, `${AT}/on`], [901, `${AT}/bri`]]);
  assert.deepEqual([store.get("/lights/1"), store.get("/groups/1")], before);
  devices.obstacle = () => "unknown";
  assert.deepEqual(inShort(await ask("PUT", AT, { bri: 5 })), [200, ok("bri", 5)]);
  assert.deepEqual(told(devices), []);
  assert.equal((await seen(ask, "/lights/1")).state.bri, 100);
});

lit("toggle looks at any of its lights; the group of all lights is moved as 0", async (world) => {
  const { ask, store, devices } = world;
  for (let count = 0; count < 2; count += 1) await light(world, "On/Off light", { state: { on: false } });
  const at = "/groups/0/action";
  assert.deepEqual(inShort(await ask("PUT", at, { toggle: true })), [200, { [`${at}/on`]: true }]);
  const [wish] = told(devices) as [{ of: string; members: unknown }];
  assert.deepEqual(wish.members, { "/lights/1": { on: true }, "/lights/2": { on: true } });
  assert.equal(wish.of, "/groups/65520");
  await settle();
  store.patch("/lights/2", "state", { on: false }, BY_RADIO);
  await settle();
  assert.deepEqual(inShort(await ask("PUT", at, { toggle: true })), [200, { [`${at}/on`]: false }]);
});

lit("a group without lights can be told, and nobody hears it", async ({ ask, devices }) => {
  await created(ask, "/groups", { name: "G" });
  assert.deepEqual(inShort(await ask("PUT", AT, { on: true })), [200, ok("on", true)]);
  assert.deepEqual(told(devices), [{ of: "/groups/1", values: { on: true }, optimistic: {}, members: {} }]);
  assert.equal((await seen(ask, "/groups/1")).action.on, true);
});

lit("a scene of the group is recalled by its action, as Hue does it", async ({ ask, store, devices }) => {
  await light({ store }, "Extended color light");
  await ask("POST", "/groups", { name: "Hall" });
  await ask("PUT", "/groups/1", { lights: ["1"] });
  await created(ask, "/groups/1/scenes", { name: "Evening" });
  await settle();
  devices.recalls.length = 0;
  assert.deepEqual(inShort(await ask("PUT", AT, { scene: "1" })), [200, ok("scene", "1")]);
  assert.deepEqual(
    devices.recalls.map(({ scene }) => scene.address),
    ["/groups/1/scenes/1"],
  );
  assert.equal((await seen(ask, "/groups/1")).action.scene, "1");
  assert.deepEqual(inShort(await ask("PUT", AT, { scene: "9" })), [400, [7, `${AT}/scene`]]);
  assert.deepEqual(inShort(await ask("PUT", AT, { scene: 1 })), [400, [7, `${AT}/scene`]]);
});
