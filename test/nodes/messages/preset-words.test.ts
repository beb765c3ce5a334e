/** A light node with a fixed brightness and color: any message switches on like that, and its own values go before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { presetCommandIn, presetValues } from "../../../nodes/messages/preset-words.ts";
import type { LightPreset } from "../../../src/model/lights/preset.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { cover, group, huelamp, lamp, lock, plug, siren, thing, white } from "../lights.ts";

const WARM: LightPreset = { bri: 76, ct: 370 };
const RED = [0.6401, 0.33];
const FIXED = { on: true, ...WARM };
const out = thing("Extended color light", { ...lamp.state, on: false });
const dark: Resource = { ...group, state: { any_on: false, all_on: false } };

const told: readonly [says: string, light: Resource, payload: unknown, values: Values][] = [
  ["the time of an inject node", lamp, 1_784_900_000_000, FIXED],
  ["nothing", lamp, undefined, FIXED],
  ["what no light understands", lamp, { presence: true }, FIXED],
  ["a word that is none", lamp, "motion", FIXED],
  ["on", lamp, true, FIXED],
  ["off", lamp, false, { on: false }],
  ["off, as a word", lamp, "off", { on: false }],
  ["0", lamp, 0, { on: false }],
  ["toggle of what is on", lamp, "toggle", { on: false }],
  ["toggle of what is off", out, "toggle", FIXED],
  ["toggle of a group in which something is on", group, "toggle", { on: false }],
  ["toggle of a dark group", dark, "toggle", FIXED],
  ["a level of its own", lamp, 80, { on: true, bri: 203, ct: 370 }],
  ["a color of its own", lamp, "red", { on: true, bri: 76, xy: RED }],
  ["a level in an object", lamp, { brightness: 80 }, { on: true, bri: 203, ct: 370 }],
  ["a fade of its own", lamp, { transition: 3 }, { ...FIXED, transitiontime: 30 }],
  ["an effect is a color", lamp, { effect: "colorloop" }, { on: true, bri: 76, effect: "colorloop" }],
  ["a step", lamp, { step: 10 }, { bri_inc: 25 }],
  ["a stop", lamp, { move: "stop" }, { bri_inc: 0 }],
  ["a group takes all of it", group, true, FIXED],
  ["a plug is on", plug, true, { on: true }],
  ["a blind opens", cover, true, { open: true }],
  ["a siren sounds", siren, 1_784_900_000_000, { alert: "lselect" }],
];
for (const [says, light, payload, values] of told)
  test(says, () => assert.deepEqual(presetCommandIn(payload, light, WARM, "human").values, values));

test("in the words of the lamp", () => {
  assert.deepEqual(presetValues(huelamp, { xy: [0.6401, 0.33] }), { on: true, hue: 0, sat: 254 });
  assert.deepEqual(presetValues(white, { bri: 9, xy: [0.6401, 0.33] }), { on: true, bri: 9 });
  assert.deepEqual(presetValues(lock, WARM), { on: true });
});

test("the answer names the members that were fixed, in the units of the node", () => {
  const names = (preset: LightPreset, units: "human" | "api") => presetCommandIn("go", lamp, preset, units).names;
  assert.deepEqual(names(WARM, "human"), ["on", "brightness", "kelvin"]);
  assert.deepEqual(names(WARM, "api"), ["on", "bri", "ct"]);
  assert.deepEqual(names({ xy: [0.5, 0.4] }, "human"), ["on", "color"]);
});
