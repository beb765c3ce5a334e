/** Values are checked against the exposes of a device. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expected, propertiesIn } from "../../../src/devices/plan/exposes.ts";
import type { Expose } from "../../../src/model/radio/device-facts.ts";

const numeric = (more: Partial<Expose> = {}): Expose => ({ type: "numeric", name: "n", property: "n", ...more });
const SWITCH: Expose = { type: "binary", name: "s", value_on: "ON", value_off: "OFF", value_toggle: "TOGGLE" };
const COLOR: Expose = {
  type: "composite",
  property: "color",
  features: [numeric({ name: "x", property: "x", value_min: 0, value_max: 1 }), { type: "text", name: "note" }],
};

const CASES: [expose: Expose, value: unknown, sentence: string | undefined][] = [
  [SWITCH, "ON", undefined],
  [SWITCH, "TOGGLE", undefined],
  [SWITCH, true, '"ON" or "OFF" or "TOGGLE"'],
  [{ type: "binary", value_on: true, value_off: false }, false, undefined],
  [{ type: "binary", value_on: true, value_off: false }, "false", "true or false"],
  [{ type: "enum", values: ["low", "high"] }, "low", undefined],
  [{ type: "enum", values: ["low", "high"] }, "LOW", '"low" or "high"'],
  [{ type: "enum", values: [1, 2] }, "1", "1 or 2"],
  [{ type: "enum", values: ["low"] }, "constructor", '"low"'],
  [numeric(), 1e9, undefined],
  [numeric(), Number.NaN, "a number"],
  [numeric(), "5", "a number"],
  [numeric(), null, "a number"],
  [numeric({ value_min: 1, value_max: 5, unit: "s" }), 5, undefined],
  [numeric({ value_min: 1, value_max: 5, unit: "s" }), 5.1, "a number from 1 to 5 (s)"],
  [numeric({ value_min: 1 }), 0, "a number of at least 1"],
  [numeric({ value_max: 1 }), 2, "a number of at most 1"],
  [numeric({ value_max: 1, presets: [{ name: "previous", value: 65535 }] }), "previous", undefined],
  [{ type: "text" }, "", undefined],
  [{ type: "text", length_max: 3 }, "four", "a text with a length of at most 3"],
  [{ type: "text" }, 4, "a text"],
  [{ type: "list", item_type: numeric({ value_max: 9 }) }, [1, 9], undefined],
  [{ type: "list", item_type: numeric({ value_max: 9 }) }, [1, 10], "a list with each item a number of at most 9"],
  [{ type: "list", length_min: 2, length_max: 2 }, [1], "a list with a length from 2 to 2"],
  [{ type: "list" }, {}, "a list"],
  [COLOR, { x: 0.5 }, undefined],
  [COLOR, { x: 0.5, note: "warm" }, undefined],
  [COLOR, { x: 2 }, "an object with x as a number from 0 to 1"],
  [COLOR, { z: 2 }, "an object with x, note"],
  [COLOR, JSON.parse('{"__proto__": 1}'), "an object with x, note"],
  [COLOR, [1], "an object with x, note"],
  [COLOR, null, "an object with x, note"],
  [{ type: "light" }, {}, "nothing that can be set as a whole"],
  [{ type: "toString" }, {}, "nothing that can be set as a whole"],
];
for (const [expose, value, sentence] of CASES) {
  test(`${expose.type} ${JSON.stringify(value)}: ${sentence ?? "fits"}`, () => {
    assert.equal(expected(expose, value), sentence);
  });
}

test("properties: a light has those of its features, a composite is one; the first of a name counts", () => {
  const light: Expose = { type: "light", features: [{ ...SWITCH, property: "state" }, COLOR] };
  const found = propertiesIn([light, numeric({ property: "__proto__" }), { ...COLOR, name: "again" }, { type: "odd" }]);
  assert.deepEqual([...found.keys()], ["state", "color", "__proto__"]);
  assert.equal(found.get("color"), COLOR);
});

test("a composite that can be neither read nor set is a bundle", () => {
  const folder: Expose = {
    type: "composite",
    property: "week",
    access: 0,
    features: [numeric({ property: "monday" })],
  };
  assert.deepEqual([...propertiesIn([folder]).keys()], ["monday"]);
});

test("a property of two shapes takes both", () => {
  const hue: Expose = { ...COLOR, name: "color_hs", features: [numeric({ name: "hue", property: "hue" })] };
  const told: Expose = { type: "enum", property: "mode", access: 1, values: ["off"] };
  const found = propertiesIn([
    COLOR,
    hue,
    told,
    { ...told, access: 2, values: ["on"] },
    { ...numeric(), property: "mode" },
  ]);
  const color = found.get("color") as Expose;
  for (const value of [{ x: 0.5 }, { hue: 5 }]) assert.equal(expected(color, value), undefined);
  assert.equal(expected(color, { x: 2 }), "an object with x as a number from 0 to 1");
  assert.deepEqual(found.get("mode"), { ...told, access: 3, values: ["off", "on"] });
});
