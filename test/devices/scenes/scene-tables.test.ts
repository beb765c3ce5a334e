/** The lights' own tables of scenes: the entries written into them, when, and the use of their answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, fakeDisk, house, settle } from "../../support/fakes.ts";
import {
  failing,
  forWhom,
  honest,
  isScene,
  LAMPS,
  ONE,
  OTHER,
  pass,
  recall,
  refusing,
  STATUS,
  said,
  sets,
  turned,
  withGroup,
  withScene,
} from "./home.ts";

const toOne = (home: FakeHouse) => said(home).flatMap(([who, command]) => (who === ONE ? command : []));
const fieldsTo = ({ radio }: FakeHouse, ieee = ONE) => {
  const last = radio.orders.findLast((order) => isScene(order) && forWhom(order) === ieee && "payload" in order);
  const orders = radio.orders.filter(isScene).filter((order) => forWhom(order) === ieee);
  const added = orders.findLast(({ command }) => /add/i.test(String(command)));
  return last && (added?.payload.extensionfieldsets as readonly { clstId: number; extField: readonly number[] }[]);
};
const change = (home: FakeHouse, values: Values) => home.ask("PUT", "/groups/1/scenes/1/lights/1/state", values);

test("of a light that is off nothing else is kept", async () => {
  const home = await withScene();
  await change(home, { on: false });
  await settle();
  assert.deepEqual(fieldsTo(home), [{ clstId: 6, len: 1, extField: [0] }]);
  await home.stop();
});

test("colors: xy as it is, hue and saturation as enhanced ones, and the loop", async () => {
  const home = await withScene();
  const color = () => fieldsTo(home)?.find(({ clstId }) => clstId === 0x0300)?.extField;
  await change(home, { xy: [0.2, 1] });
  await settle();
  assert.deepEqual(color(), [13107, 65279, 0, 0, 0, 0, 0]);
  await change(home, { hue: 4000, sat: 99 });
  await settle();
  assert.deepEqual(color(), [0, 0, 4000, 99, 0, 0, 0]);
  home.store.patch("/lights/1", "state", { effect: "colorloop", colormode: "hs" }, { by: "radio", depth: 0 });
  await home.ask("PUT", "/groups/1/scenes/1/store");
  await settle();
  assert.deepEqual(color()?.slice(4), [1, 1, 25]);
  await home.stop();
});

test("an effect for which the tables have no words: nothing is kept, and it is told by itself", async () => {
  const home = await withScene();
  home.store.patch("/lights/1", "state", { effect: "candle", colormode: "effect" }, { by: "radio", depth: 0 });
  home.radio.orders.length = 0;
  await home.ask("PUT", "/groups/1/scenes/1/store");
  await settle();
  assert.deepEqual(toOne(home), ["remove"]);
  await home.stop();
});

/** It answers so when it is asked for its entry; `then`: after it was asked to store its present state. */
const showing = (now: Values, then: Values = now) => {
  let stored = false;
  return (order: Order) => {
    if (isScene(order) && order.command === "store") stored = true;
    return isScene(order) && order.command === "view" ? { response: stored ? then : now } : {};
  };
};
const level = (value: number) => ({
  extensionfieldsets: [
    { clstId: 6, len: 1, extField: [1] },
    { clstId: 8, len: 1, extField: [value] },
  ],
});

const ANSWERS: readonly (readonly [
  what: string,
  answer: (order: Order) => unknown,
  told: readonly string[],
  one: boolean,
])[] = [
  ["shows what it keeps", showing(level(100)), ["add", "view"], true],
  ["shows none of it, and takes what it does", showing({}, level(100)), ["add", "view", "store", "view"], true],
  ["never shows anything", showing({}), ["add", "view", "store", "view"], true],
  ["keeps something else, but can store", showing(level(3), level(101)), ["add", "view", "store", "view"], true],
  ["always keeps something else", showing(level(3)), ["add", "view", "store", "view", "remove"], false],
  ["cannot store", refusing({ view: STATUS.notFound, store: 1 }), ["add", "view", "store"], false],
];
for (const [what, answer, told, isTrusted] of ANSWERS) {
  test(`a light that ${what}`, async () => {
    const home = await withGroup();
    home.radio.answer = answer;
    await home.ask("POST", "/groups/1/scenes", { name: "A" });
    await settle();
    assert.deepEqual(toOne(home), told);
    await turned(home, ONE, { brightness: 5 });
    await recall(home);
    await settle();
    assert.deepEqual([said(home), sets(home).length], isTrusted ? [[[1, "recall"]], 0] : [[], 1]);
    await home.stop();
  });
}

test("a light that has room again is asked again", async () => {
  const home = await withScene();
  home.radio.answer = refusing({ add: STATUS.full }, ONE);
  await home.ask("POST", "/groups/1/scenes", { name: "B" });
  await settle();
  home.radio.answer = honest();
  home.radio.orders.length = 0;
  await home.ask("DELETE", "/groups/1/scenes/1");
  await settle();
  assert.deepEqual(toOne(home), ["remove", "add", "view"]);
  await home.stop();
});

test("a light that cannot be reached is told when it is heard", async () => {
  const home = await withGroup();
  home.store.patch("/lights/1", "state", { reachable: false }, { by: "radio", depth: 0 });
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  assert.deepEqual(toOne(home), []);
  home.store.patch("/lights/1", "state", { reachable: true }, { by: "radio", depth: 0 });
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 9 });
  await settle();
  assert.deepEqual(toOne(home), ["add", "view"]);
  await home.stop();
});

test("a power cut after each step: a light with a doubtful entry is told it again", async () => {
  const home = await withScene();
  await pass(home, 60); // values that only the radio told are on the disk by then
  const kept = honest();
  const states: Map<`/${string}`, string>[] = [];
  home.radio.answer = (order) => {
    if (isScene(order)) states.push(new Map(home.disk.records)); // as the disk is when the light hears it
    return kept(order);
  };
  await change(home, { bri: 9 });
  await settle();
  assert.equal(states.length, 2, "add and view");
  for (const records of states) {
    // No light was told anything else since; but the scene is again as it was.
    const scene = JSON.parse(String(records.get("/groups/1/scenes/1"))) as { attr: { lights: Record<string, Values> } };
    scene.attr.lights["1"] = { ...scene.attr.lights["1"], bri: 100 };
    records.set("/groups/1/scenes/1", JSON.stringify(scene));
    const cut = await house({ disk: fakeDisk(records) });
    cut.radio.answer = honest();
    cut.radio.rise(LAMPS);
    await pass(cut, 2);
    assert.deepEqual(said(cut), [
      [ONE, "add"],
      [ONE, "view"],
    ]);
    await cut.stop();
  }
  await home.stop();
});

test("a remote stores a scene: it holds its lights as they are, and so do they", async () => {
  const home = await withScene();
  await turned(home, ONE, { brightness: 33 });
  const raw = (sceneid: number) => ({
    ...{ type: "commandStore", cluster: "genScenes", data: { groupid: 1, sceneid }, group: 1, manufacturer: null },
  });
  for (const sceneid of [1, 4])
    home.radio.tell({ kind: "payload", ieee: OTHER, endpoint: 1, payload: {}, raw: raw(sceneid) });
  await settle();
  for (const scene of [1, 4]) {
    const { body } = await home.ask("GET", `/groups/1/scenes/${scene}`);
    assert.deepEqual(
      (body as { lights: Values[] }).lights.map((light) => [light.id, light.bri, light.ct]),
      [
        ["1", 33, 300],
        ["2", 100, 300],
      ],
    );
  }
  assert.deepEqual(toOne(home), ["add", "view", "add", "view"]);
  const shown = (await home.ask("GET", "/groups/1")).body as { scenes: Values[] };
  assert.deepEqual(
    shown.scenes.map(({ id, lightcount }) => [id, lightcount]),
    [
      ["1", 2],
      ["4", 2],
    ],
  );
  await home.stop();
});

test("a light without answers does not keep the others from being told", async () => {
  const home = await withGroup();
  home.radio.answer = failing("timeout");
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  home.radio.answer = honest();
  home.radio.orders.length = 0;
  await home.ask("POST", "/groups/1/scenes", { name: "B" });
  await settle();
  assert.deepEqual(toOne(home), ["add", "view", "add", "view"], "both are told");
  await home.stop();
});

test("a light that was lost and is heard again is told at once, not when its pause is over", async () => {
  const home = await withGroup();
  home.radio.answer = () => {
    throw new RadioError("unreachable", "it did not answer");
  };
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  await home.ask("PUT", "/lights/1/state", { bri: 3 });
  await settle();
  assert.equal(home.store.get("/lights/1")?.state.reachable, false);
  home.radio.answer = honest();
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 9 });
  await settle();
  assert.deepEqual(toOne(home), ["add", "view"]);
  await home.stop();
});

test("while one light is still told of it, the group hears no frame: that light may have something older already", async () => {
  const home = await withGroup();
  const kept = honest();
  home.radio.answer = (order) => (isScene(order) && forWhom(order) === ONE ? new Promise(() => {}) : kept(order));
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  await change(home, { bri: 9 });
  await turned(home, OTHER, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), []);
  assert.deepEqual(
    sets(home).map(([who]) => who),
    [ONE, OTHER],
  );
  await home.stop();
});
