import assert from "node:assert/strict";
import { test } from "node:test";
import { Misunderstood, resulting, stateInWords, wished } from "../../nodes/light-words.ts";
import type { Resource, Values } from "../../src/model/resource.ts";

function thing(type: string, state: Values, attr: Values = {}, action: Values = {}): Resource {
  return { address: "/lights/1", type, attr: { name: "Lamp", ...attr }, config: {}, state, action };
}

const lamp = thing(
  "Extended color light",
  { on: true, bri: 127, ct: 366, xy: [0.4, 0.4], hue: 0, sat: 0, colormode: "ct", reachable: true },
  { ctmin: 153, ctmax: 500 },
);
const plug = thing("Smart plug", { on: false, reachable: true });
const cover = thing("Window covering device", { open: true, lift: 30, reachable: true });
const lock = thing("Door Lock", { on: true, reachable: true });
const group = thing("Group", { any_on: true, all_on: false }, {}, { bri: 254 });

const wishes: readonly [says: string, light: Resource, payload: unknown, values: Values, warnings?: number][] = [
  ["true is on", lamp, true, { on: true }],
  ["off is off", lamp, "off", { on: false }],
  ["toggle turns it round", lamp, "toggle", { on: false }],
  ["toggle of a group is the group's affair", group, "toggle", { toggle: true }],
  ["a number is how bright", lamp, 50, { on: true, bri: 127 }],
  ["1 % is not off", lamp, 1, { on: true, bri: 3 }],
  ["0 is off", lamp, 0, { on: false }],
  ["too bright is as bright as can be, and told", lamp, 150, { on: true, bri: 254 }, 1],
  ["a plug cannot be dimmed", plug, 50, { on: true }],
  ["a cover opens", cover, true, { open: true }],
  ["a cover's number is how far it is open", cover, 70, { lift: 30 }],
  ["toggle closes an open cover", cover, "toggle", { open: false }],
  ["a cover stops", cover, { move: "stop" }, { stop: true }],
  ["a cover goes up", cover, { move: "up" }, { open: true }],
  ["a lock unlocks", lock, { lock: false }, { on: false }],
  ["kelvin", lamp, { kelvin: 2700 }, { ct: 370 }],
  ["kelvin out of its range", lamp, { kelvin: 9000 }, { ct: 153 }, 1],
  ["a colour by name", lamp, { color: "red" }, { xy: [0.6401, 0.33] }],
  ["degrees and per cent", lamp, { hue: 180, sat: 50 }, { hue: 32_768, sat: 127 }],
  ["a fade", lamp, { on: true, transition: 2.5 }, { on: true, transitiontime: 25 }],
  ["a step", lamp, { step: -10 }, { bri_inc: -25 }],
  ["move and stop", lamp, { move: "stop" }, { bri_inc: 0 }],
];

for (const [says, light, payload, values, warnings = 0] of wishes) {
  test(says, () => {
    const wish = wished(payload, light, "human");
    assert.deepEqual(wish.values, values);
    assert.equal(wish.warnings.length, warnings);
  });
}

test("in units of the API", () => {
  assert.deepEqual(wished(127, lamp, "api").values, { on: true, bri: 127 });
  assert.deepEqual(wished({ hue: 1000, sat: 100 }, lamp, "api").values, { hue: 1000, sat: 100 });
});

const refused: readonly [payload: unknown, key: string][] = [
  [undefined, "payload"],
  [null, "payload"],
  [{}, "payload"],
  [[], "payload"],
  [Number.NaN, "value"],
  ["maybe", "word"],
  [{ brightnes: 5 }, "member"],
  [{ __proto__x: 1 }, "member"],
  [JSON.parse('{"__proto__":1}'), "member"],
  [{ constructor: 1 }, "member"],
  [{ color: "no colour" }, "color"],
  [{ color: 5 }, "color"],
  [{ kelvin: "warm" }, "value"],
  [{ xy: [2, 0] }, "value"],
  [{ move: "sideways" }, "value"],
  [{ lock: "yes" }, "value"],
];

for (const [payload, key] of refused) {
  test(`${JSON.stringify(payload)} is not understood`, () => {
    assert.throws(
      () => wished(payload, lamp, "human"),
      (error) => error instanceof Misunderstood && error.message === key,
    );
  });
}

test("a plug has no colours", () => {
  assert.throws(() => wished({ color: "red" }, plug, "human"), { message: "colorless" });
});

test("out fits in", () => {
  const out = (payload: unknown, light = lamp) => resulting(light, wished(payload, light, "human"), "human");
  assert.equal(out(true), true);
  assert.equal(out("toggle"), "on", "as it is now");
  assert.equal(out(50), 50);
  assert.deepEqual(out({ brightness: 10, kelvin: 2700, transition: 1 }), { brightness: 50, kelvin: 2732 });
  assert.deepEqual(out({ brightness: 10 }, group), { brightness: 100, any: true, all: false });
  assert.equal(out(70, cover), 70);
  for (const payload of [true, "on", 50, { brightness: 10 }]) wished(out(payload), lamp, "human");
});

test("a light that is off has no brightness for people", () => {
  assert.equal(stateInWords(thing("Dimmable light", { on: false, bri: 200, reachable: true }), "human").brightness, 0);
});
