import assert from "node:assert/strict";
import { test } from "node:test";
import { asLit, asWished, changedWords, resulting, stateInWords } from "../../../nodes/messages/light-state.ts";
import { lightCommandIn } from "../../../nodes/messages/light-words.ts";
import type { Change, Resource, Values } from "../../../src/model/resource.ts";
import { blind, cover, group, huelamp, lamp, lock, plug, siren, thing } from "../lights.ts";

const GRADIENT = {
  points: [
    [0.6, 0.3],
    [0.2, 0.2],
  ],
  style: "linear",
  segments: 2,
};

const told: readonly [light: Resource, human: Values, api: Values][] = [
  [
    lamp,
    { on: true, brightness: 50, kelvin: 2732, effect: "none", reachable: true },
    { on: true, bri: 127, ct: 366, effect: "none", reachable: true },
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
  [
    thing("Color light", {
      on: true,
      bri: 1,
      colormode: "gradient",
      xy: [0.1, 0.2],
      gradient: GRADIENT,
      music_sync: false,
    }),
    { on: true, brightness: 1, gradient: GRADIENT, music_sync: false, reachable: true },
    { on: true, bri: 1, gradient: GRADIENT, music_sync: false, reachable: true },
  ],
  [
    thing("Color light", { on: true, bri: 1, colormode: "xy", hue: 5, sat: 5, xy: [0.1, 0.2] }),
    { on: true, brightness: 1, xy: [0.1, 0.2], reachable: true },
    { on: true, bri: 1, xy: [0.1, 0.2], reachable: true },
  ],
  [
    thing("Color light", { on: true, bri: 1, hue: 5, sat: 5 }), // it has not told in which words it was set
    { on: true, brightness: 1, reachable: true },
    { on: true, bri: 1, hue: 5, sat: 5, reachable: true },
  ],
  [thing("Dimmable light", { on: null, bri: null }), { reachable: true }, { reachable: true }],
];

for (const [light, human, api] of told) {
  test(`a ${light.type} in words`, () => {
    assert.deepEqual(stateInWords(light, "human"), human);
    assert.deepEqual(stateInWords(light, "api"), api);
    for (const units of ["human", "api"] as const) lightCommandIn(stateInWords(light, units), light, units); // out fits in
  });
}

test("a message that is sent back sets the colour that it has, not the one that it had before", () => {
  const white = thing("Extended color light", {
    on: true,
    bri: 99,
    colormode: "ct",
    ct: 366,
    hue: 0,
    sat: 254,
    xy: [0.64, 0.33],
  });
  for (const units of ["human", "api"] as const) {
    const { on, bri, ct, xy, hue } = lightCommandIn(stateInWords(white, units), white, units).values;
    assert.deepEqual([on, bri, ct, xy, hue], [true, 99, 366, undefined, undefined], units);
  }
});

test("the values of a change, in words; a group's brightness stands in its action", () => {
  const change = (resource: Resource, section: Change["section"], before: Values, event: Change["event"] = "changed") =>
    changedWords(
      { event, resource, ...(section ? { section } : {}), values: {}, before, cause: { by: "x", depth: 0 } },
      "human",
    );
  assert.deepEqual(change(lamp, "state", { on: false }), { on: true, brightness: 50 });
  assert.equal(change(lamp, "state", { lastupdated: "x" }), undefined);
  assert.equal(change(lamp, "attr", { name: "Old" }), undefined);
  assert.equal(change(lamp, undefined, {}, "added"), undefined);
  assert.deepEqual(change(group, "action", { bri: 127 }), { brightness: 100 });
  assert.deepEqual(change(group, "state", { any_on: false }), { on: true, any: true, brightness: 100 });
  const dark = { ...group, state: { any_on: false, all_on: false } };
  assert.equal(change(dark, "action", { bri: 127 }), undefined, "nobody sees it");
});

test("a group shines as its lights do, not as it was told last", () => {
  const words = (...lights: readonly Resource[]) => stateInWords(asLit(group, lights), "human");
  const [half, dark] = [
    thing("Dimmable light", { on: true, bri: 127 }),
    thing("Dimmable light", { on: false, bri: 1 }),
  ];
  assert.deepEqual(words(half, dark, siren, cover), { on: true, any: true, all: false, brightness: 50 });
  assert.deepEqual(words(thing("Smart plug", { on: true }), dark), { on: true, any: true, all: false });
  assert.equal(stateInWords(asLit(group, [half]), "api").bri, 127);
});

test("a light that is off has no brightness for people", () => {
  const off = thing("Dimmable light", { on: false, bri: 200 });
  assert.equal(stateInWords(off, "human").brightness, 0);
  assert.equal(stateInWords(off, "api").bri, 200);
});

test("the answer is spelled as the wish was", () => {
  const out = (payload: unknown, light = lamp) => resulting(light, lightCommandIn(payload, light, "human"), "human");
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

test("a light that moves slowly is answered as it will be", () => {
  const end = (payload: unknown, light: Resource) => {
    const wish = lightCommandIn(payload, light, "human");
    return resulting(asWished(light, wish), wish, "human");
  };
  assert.equal(end(false, cover), false);
  assert.equal(end(20, cover), 20);
  assert.deepEqual(end({ on: false, position: 0 }, cover), { on: false, position: 0 });
  assert.equal(end("toggle", lock), "off");
  assert.equal(end(true, siren), true);
  assert.equal(end(false, lamp), true, "of a lamp the store knows it already");
});
