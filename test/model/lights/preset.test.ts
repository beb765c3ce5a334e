/** A fixed brightness and color, and the command that each kind of light gets of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hexOfHue } from "../../../src/model/lights/color.ts";
import { type LightPreset, presetFor, readPreset } from "../../../src/model/lights/preset.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";

const light = (state: Values, attr: Values = {}): Resource => ({
  ...{ address: "/lights/1", type: "Light", attr, config: {}, action: {} },
  state: { on: false, ...state },
});
const WHITE: LightPreset = { bri: 76, ct: 370 };
const RED: LightPreset = { bri: 76, xy: [0.6401, 0.33] };
const GREEN: LightPreset = { hue: 21_845, sat: 254 };
const LEVEL = { bri: 0 };

const told: [what: string, light: Resource, preset: LightPreset, values: Values][] = [
  ["a plug: nothing but on", light({}), RED, {}],
  ["a dimmable lamp: its level", light(LEVEL), RED, { bri: 76 }],
  ["white", light({ ...LEVEL, ct: 1 }), WHITE, { bri: 76, ct: 370 }],
  ["white within the range of the lamp", light({ ct: 1 }, { ctmin: 200, ctmax: 300 }), WHITE, { ct: 300 }],
  ["white of a lamp that knows coordinates", light({ ...LEVEL, xy: [0, 0] }), WHITE, { bri: 76, ct: 370 }],
  ["a lamp of whites takes no color", light({ ...LEVEL, ct: 1 }), RED, { bri: 76 }],
  ["a color", light({ ...LEVEL, xy: [0, 0] }), RED, RED as Values],
  ["a color by hue, of a lamp that knows no other", light({ hue: 0, sat: 0 }), RED, { hue: 0, sat: 254 }],
  ["a hue", light({ hue: 0, sat: 0, xy: [0, 0] }), GREEN, GREEN as Values],
  ["a hue of a lamp that only knows coordinates", light({ xy: [0, 0] }), GREEN, { xy: [0.3, 0.6] }],
  ["a group: all of it", { ...light({}), address: "/groups/1" }, RED, RED as Values],
];
for (const [what, one, preset, values] of told) test(what, () => assert.deepEqual(presetFor(one, preset), values));

test("white of a lamp that knows hues alone is nearly white", () => {
  const { hue, sat } = presetFor(light({ hue: 0, sat: 0 }), { ct: 250 });
  assert.match(hexOfHue(Number(hue), Number(sat)), /^#ff[c-f]/);
});

test("a text is read as a preset, or as nothing", () => {
  assert.deepEqual(readPreset('{"bri":76,"xy":[0.5,0.4]}'), { bri: 76, xy: [0.5, 0.4] });
  assert.deepEqual(readPreset('{"bri":"76","xy":[1],"ct":-1,"on":false,"alert":"select"}'), {});
  for (const none of ["", "{", "[1]", "7", "null", undefined]) assert.equal(readPreset(none), undefined, String(none));
});
