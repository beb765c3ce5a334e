/** The meaning of a remote's key for the light at its wire. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Arrows, keyMemory, wishOfKey } from "../../../nodes/messages/key-words.ts";
import type { KeyDeed } from "../../../src/model/devices.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { blind, cover, group, lamp, lock, plug, siren, thing, white } from "../lights.ts";

const dark = thing("Dimmable light", { on: false, bri: 100 });
const bright = thing("Dimmable light", { on: true, bri: 254 });
const lightless: Resource = { ...group, state: { any_on: false, all_on: false } };
const key = (does: KeyDeed | undefined, more: Values = {}) => ({ does, topic: "/sensors/1", button: 1, ...more });

function pressing(light: Resource, arrows: Arrows = "", members: readonly Resource[] = [light]) {
  const memory = keyMemory();
  let now = 0;
  return (message: Values, later = 10_000) => {
    now += later;
    const wish = wishOfKey({ message, light, members, arrows, memory, now });
    return wish && ("payload" in wish ? wish.payload : wish);
  };
}

const FADE = { on: true, brightness: 100, transition: 5 };
const rows: readonly [does: KeyDeed | undefined, light: Resource, payload: unknown][] = [
  ["on", lamp, "on"],
  ["off", group, "off"],
  ["toggle", plug, "toggle"],
  ["toggle", cover, "toggle"],
  ["toggle", lock, "toggle"],
  ["step_up", lamp, { step: 12 }],
  ["step_down", lamp, { step: -12 }],
  ["step_up", group, { step: 12 }],
  ["step_up", dark, { on: true, brightness: 12 }],
  ["step_down", dark, undefined],
  ["step_up", plug, undefined],
  ["step_down", lock, undefined],
  ["move_up", siren, undefined],
  ["move_up", lamp, { move: "up" }],
  ["move_down", lamp, { move: "down" }],
  ["move_up", dark, FADE],
  ["move_up", lightless, FADE],
  ["move_down", lightless, undefined],
  ["stop", lamp, undefined],
  ["warmer", lamp, { ct: 416 }],
  ["colder", white, { ct: 316 }],
  ["warmer", thing("Color temperature light", { on: true, bri: 1, ct: 490 }, { ctmin: 153, ctmax: 500 }), { ct: 500 }],
  ["warmer", bright, undefined],
  ["step_up", cover, "on"],
  ["move_down", blind, "off"],
  ["stop", cover, { move: "stop" }],
  ["next", lamp, undefined],
  [undefined, lamp, undefined],
  ["constructor" as KeyDeed, lamp, undefined],
];

for (const [does, light, payload] of rows) {
  test(`${does} of a ${light.type} that is ${light.state.on === false ? "off" : "on"}`, () => {
    assert.deepEqual(pressing(light)(key(does)), payload);
  });
}

test("a dial goes as far as it is turned", () => {
  const turned = pressing(lamp);
  assert.deepEqual(turned(key("step_up", { rotation: 90 })), { step: 25 });
  assert.deepEqual(turned(key("step_down", { rotation: -1 })), { step: -1 });
  assert.deepEqual(turned(key("step_up", { rotation: 5000 })), { step: 100 });
});

test("a key for both ways goes the other way each time, and as it began while it is held", () => {
  const held = pressing(lamp);
  assert.deepEqual(held(key("move")), { move: "up" });
  assert.equal(held(key("move"), 800), undefined, "it says so again and again");
  assert.equal(held(key("move"), 800), undefined);
  assert.deepEqual(held(key("stop")), { move: "stop" });
  assert.deepEqual(held(key("move"), 800), { move: "down" });
  assert.deepEqual(pressing(bright)(key("move")), { move: "down" });
});

test("a hold whose end was lost does not hold for ever; another key moves at once", () => {
  const held = pressing(lamp);
  assert.deepEqual(held(key("move_up")), { move: "up" });
  assert.deepEqual(held(key("move_down", { button: 2 }), 100), { move: "down" });
  assert.deepEqual(held(key("move_up"), 2_000), { move: "up" });
});

test("arrows go through the scenes of a group, or through colours, round and round", () => {
  assert.deepEqual(pressing(group, "scene")(key("next")), { scene: "next" });
  assert.deepEqual(pressing(group, "scene")(key("previous")), { scene: "prev" });
  const ofWhites = (ct: number, does: KeyDeed) =>
    pressing(thing("Color temperature light", { on: true, bri: 1, ct, colormode: "ct" }), "color")(key(does));
  assert.deepEqual(ofWhites(300, "next"), { kelvin: 2200 }, "from any other white to the first");
  assert.deepEqual(ofWhites(370, "next"), { kelvin: 4000 });
  assert.deepEqual(ofWhites(370, "previous"), { kelvin: 2200 });
  assert.deepEqual(ofWhites(154, "next"), { kelvin: 2200 });
  const red = { ...lamp, state: { ...lamp.state, colormode: "xy", xy: [0.6401, 0.33] } };
  assert.deepEqual(pressing(red, "color")(key("next")), { color: "darkorange" });
  assert.deepEqual(pressing(red, "color")(key("previous")), { kelvin: 6500 });
  assert.deepEqual(pressing(group, "color", [white])(key("next")), { kelvin: 4000 }, "what its lights know");
  assert.equal(pressing(dark, "color")(key("next")), undefined);
  assert.equal(pressing(bright, "color")(key("next")), undefined, "it knows no colour");
});
