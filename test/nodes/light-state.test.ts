import assert from "node:assert/strict";
import { test } from "node:test";
import { asWished, resulting, stateInWords } from "../../nodes/light-state.ts";
import { wished } from "../../nodes/light-words.ts";
import type { Resource, Values } from "../../src/model/resource.ts";
import { blind, cover, group, huelamp, lamp, lock, plug, siren, thing } from "./lights.ts";

const told: readonly [light: Resource, human: Values, api: Values][] = [
  [
    lamp,
    { on: true, brightness: 50, kelvin: 2732, effect: "none", reachable: true },
    { on: true, bri: 127, ct: 366, hue: 0, sat: 0, xy: [0.4, 0.4], effect: "none", reachable: true },
  ],
  [
    huelamp,
    { on: true, brightness: 100, hue: 120, sat: 100, reachable: true },
    { on: true, bri: 254, hue: 21_845, sat: 254, reachable: true },
  ],
  [plug, { on: false, reachable: true }, { on: false, reachable: true }],
  [
    cover,
    { on: true, position: 70, tilt: 100, reachable: true },
    { on: true, position: 70, tilt: 100, reachable: true },
  ],
  [blind, { on: true, reachable: true }, { on: true, reachable: true }],
  [lock, { lock: true, reachable: true }, { lock: true, reachable: true }],
  [siren, { on: false, reachable: true }, { on: false, reachable: true }],
  [group, { on: true, any: true, all: false, brightness: 100 }, { on: true, any: true, all: false, bri: 254 }],
  [thing("Dimmable light", { on: null, bri: null }), { reachable: true }, { reachable: true }],
];

for (const [light, human, api] of told) {
  test(`a ${light.type} in words`, () => {
    assert.deepEqual(stateInWords(light, "human"), human);
    assert.deepEqual(stateInWords(light, "api"), api);
    for (const units of ["human", "api"] as const) wished(stateInWords(light, units), light, units); // out fits in
  });
}

test("a light that is off has no brightness for people", () => {
  const off = thing("Dimmable light", { on: false, bri: 200 });
  assert.equal(stateInWords(off, "human").brightness, 0);
  assert.equal(stateInWords(off, "api").bri, 200);
});

test("the answer is spelled as the wish was", () => {
  const out = (payload: unknown, light = lamp) => resulting(light, wished(payload, light, "human"), "human");
  assert.equal(out(true), true);
  assert.equal(out("toggle"), "on", "as it is now");
  assert.equal(out(50), 50);
  assert.deepEqual(out({ brightness: 10, kelvin: 2700, transition: 1 }), { brightness: 50, kelvin: 2732 });
  assert.deepEqual(out({ bri: 10, ct: 200, xy: [0, 0] }), { bri: 127, ct: 366, xy: [0.4, 0.4] });
  assert.deepEqual(
    out({ hue: 10, sat: 10 }),
    { hue: 0, sat: 0 },
    "in its units, also when the colour was set otherwise",
  );
  assert.deepEqual(out({ color: "green" }, huelamp), { color: "#00ff00" });
  assert.deepEqual(out({ color: "green" }), { color: "#ffd18c" });
  assert.deepEqual(out({ move: "up" }), stateInWords(lamp, "human"), "what can only be done is answered by how it is");
  assert.deepEqual(out({ brightness: 10 }, group), { brightness: 100, any: true, all: false });
  assert.equal(out(true, group), true);
  assert.equal(out(70, cover), 70);
  assert.equal(out(70, plug), 0);
  assert.equal(out(true, lock), true);
});

test("what moves slowly is answered as it will be", () => {
  const end = (payload: unknown, light: Resource) => {
    const wish = wished(payload, light, "human");
    return resulting(asWished(light, wish), wish, "human");
  };
  assert.equal(end(false, cover), false);
  assert.equal(end(20, cover), 20);
  assert.deepEqual(end({ on: false, position: 0 }, cover), { on: false, position: 0 });
  assert.equal(end("toggle", lock), "off");
  assert.equal(end(true, siren), true);
  assert.equal(end(false, lamp), true, "of a lamp the store knows it already");
});
