import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf } from "../../../nodes/messages/change-messages.ts";
import { lightCommandIn, Misunderstood } from "../../../nodes/messages/light-words.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { all, blind, cover, group, huelamp, lamp, lock, plug, siren, thing, white } from "../lights.ts";

const { on: _, ...mute } = plug.state;
const repeater = thing("Range extender", mute);

const [RED, BLUE] = [
  [0.6401, 0.33],
  [0.15, 0.06],
];
const TOLD = { points: [RED, BLUE], style: "linear", segments: 2, offset: 0 };
const MIRRORED = { gradient: { points: [RED, [0.2, 0.2]], style: "mirrored" } };
const strip = thing("Extended color light", { on: true, bri: 1, gradient: {}, music_sync: null });

/** Half of the way takes half of the time. */
const UP = { bri_inc: 254, transitiontime: 25 };

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
  ["a white of lamps", lamp, "warm white", { on: true, ct: 370 }],
  ["a white as a colour", lamp, { color: "neutral white" }, { ct: 250 }],
  ["a white of a lamp that has no colours", white, { colour: "warm white" }, { ct: 370 }],
  ["a white as cold as it can be", lamp, { color: "daylight" }, { ct: 154 }],
  ["degrees and per cent", lamp, { hue: 180, sat: 50 }, { hue: 32_768, sat: 127 }],
  ["a fade", lamp, { on: true, transition: 2.5 }, { on: true, transitiontime: 25 }],
  ["a step", lamp, { step: -10 }, { bri_inc: -25 }],
  ["a stop", lamp, { move: "stop" }, { bri_inc: 0 }],
  ["brighter until it is stopped, at the same pace from everywhere", lamp, { move: "up" }, UP],
  ["darker", thing("Dimmable light", { on: true, bri: 254 }), { move: "down" }, { bri_inc: -254, transitiontime: 50 }],
  ["a step that is too large", lamp, { step: 300 }, { bri_inc: 254 }, 1],
  ["the group of all lights is a group", all, "toggle", { toggle: true }],
  ["a group takes what its members may take", group, { kelvin: 2700, effect: "none" }, { ct: 370, effect: "none" }],
  ["a group by a number", group, 100, { on: true, bri: 254 }],
  ["off goes before a level", lamp, { brightness: 50, on: false }, { on: false }],
  ["a level of 0 goes before on", lamp, { brightness: 0, on: true }, { on: false }],
  ["what was told of a light may be said to it", lamp, { on: true, reachable: true }, { on: true }],
  ["and of a group", group, { any: true, all: false, brightness: 100 }, { on: true, bri: 254 }],
  ["what can only be told moves nothing", lamp, { reachable: false }, {}],
  ["a colour for a lamp that knows no coordinates", huelamp, { color: "blue" }, { hue: 43_690, sat: 254 }],
  ["black on white", white, { kelvin: 4000 }, { ct: 250 }],
  ["mired out of its range", lamp, { ct: 600 }, { ct: 500 }, 1],
  ["raw brightness", lamp, { bri: 300 }, { bri: 255 }, 1],
  ["a gradient of colours", strip, { gradient: ["red", "#0000ff"] }, { gradient: { points: [RED, BLUE] } }],
  ["a gradient as it was told", strip, { gradient: TOLD }, { gradient: TOLD }],
  ["a gradient of a group", group, { gradient: { points: ["red", [0.2, 0.2]], style: "mirrored" } }, MIRRORED],
  ["with the music", strip, { music_sync: true }, { music_sync: true }],
  ["coordinates", lamp, { xy: [0.3, 0.3] }, { xy: [0.3, 0.3] }],
  ["an effect", lamp, { effect: "colorloop" }, { effect: "colorloop" }],
  ["an alert", lamp, { alert: "select" }, { alert: "select" }],
  ["a cover by a number beyond its end", cover, 130, { lift: 0 }, 1],
  ["how far it is open", cover, { position: 25 }, { lift: 75 }],
  ["its slats", cover, { tilt: 25 }, { tilt: 75 }],
  ["a cover that only opens and closes", blind, 40, { open: true }],
  ["position goes before open", cover, { on: true, brightness: 10 }, { lift: 90 }],
  ["toggle locks", thing("Door Lock", { on: false }), "toggle", { on: true }],
  ["a siren sounds", siren, true, { alert: "lselect" }],
  ["a siren is silent", siren, "off", { alert: "none" }],
  ["a siren that sounds is silenced", thing("Warning device", { alert: "lselect" }), "toggle", { alert: "none" }],
  ["a number as text is how bright", lamp, " 50 ", { on: true, bri: 127 }],
  ["so is one of an object", lamp, { kelvin: "2700" }, { ct: 370 }],
  ["true as text", lamp, "true", { on: true }],
  ["whatever its letters", lamp, "OFF", { on: false }],
  ["a colour by itself switches on", lamp, "red", { on: true, xy: RED }],
  ["in digits, too", lamp, "#0000ff", { on: true, xy: BLUE }],
  ["of red, green and blue", lamp, { color: { r: 255, g: 0, b: 0 } }, { xy: RED }],
  ["as the British write it", lamp, { colour: "red" }, { xy: RED }],
  ["a lock by text", lock, { lock: "false" }, { on: false }],
  ["a fan", thing("Fan", { on: true, speed: 1 }), { speed: 9 }, { speed: 6 }, 1],
];

for (const [says, light, payload, values, warnings = 0] of wishes) {
  test(says, () => {
    const wish = lightCommandIn(payload, light, "human");
    assert.deepEqual(wish.values, values);
    assert.equal(wish.warnings.length, warnings);
  });
}

test("in units of the API", () => {
  assert.deepEqual(lightCommandIn(127, lamp, "api").values, { on: true, bri: 127 });
  assert.deepEqual(lightCommandIn({ hue: 1000, sat: 100 }, lamp, "api").values, { hue: 1000, sat: 100 });
  assert.deepEqual(lightCommandIn({ step: 100 }, lamp, "api").values, { bri_inc: 100 });
  assert.deepEqual(lightCommandIn(70, cover, "api").values, { lift: 30 }, "per cent are the API's own");
});

const refused: readonly [payload: unknown, key: string][] = [
  [undefined, "payload"],
  [null, "payload"],
  [{}, "payload"],
  [[], "payload"],
  [{ payload: { brightness: 5 } }, "whole"],
  [Number.NaN, "number"],
  ["maybe", "word"],
  ["bad", "word"],
  ["2026-07-01T20:00:00.000Z", "word"],
  [{ brightnes: 5 }, "member-near"],
  [{ volume: 5 }, "member"],
  [{ __proto__x: 1 }, "member"],
  [JSON.parse('{"__proto__":1}'), "member"],
  [{ constructor: 1 }, "member"],
  [{ color: "no colour" }, "color"],
  [{ colour: 5 }, "color"],
  [{ color: { r: 256, g: 0, b: 0 } }, "color"],
  [{ color: "black" }, "color"],
  [{ kelvin: "warm" }, "number"],
  [{ brightness: "" }, "number"],
  [{ brightness: true }, "number"],
  [{ xy: [2, 0] }, "xy"],
  [{ effect: 5 }, "text"],
  [{ move: "sideways" }, "move"],
  [{ move: "constructor" }, "move"],
  [{ move: Object.create(null) }, "move"],
  [{ lock: "yes" }, "truth"],
];

for (const [payload, key] of refused) {
  test(`${JSON.stringify(payload)} is not understood`, () => {
    assert.throws(
      () => lightCommandIn(payload, lamp, "human"),
      (error) => error instanceof Misunderstood && error.message === key,
    );
  });
}

const lacking: readonly [light: Resource, payload: Values][] = [
  [plug, { color: "red" }],
  [plug, { bri: 5 }],
  [plug, { step: 5 }],
  [plug, { move: "up" }],
  [white, { hue: 5 }],
  [white, { color: "red" }],
  [lamp, { position: 5 }],
  [lamp, { lock: true }],
  [blind, { tilt: 5 }],
  [lock, { kelvin: 2700 }],
  [repeater, { on: true }],
];

for (const [light, payload] of lacking) {
  test(`a ${light.type} takes no ${Object.keys(payload)}`, () => {
    const [name = ""] = Object.keys(payload);
    assert.throws(() => lightCommandIn(payload, light, "human"), {
      message: ["color", "hue"].includes(name) ? "lacks-color" : "lacks",
      values: { name, light: nameOf(light) },
    });
  });
}
