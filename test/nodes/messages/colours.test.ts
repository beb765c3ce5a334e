import assert from "node:assert/strict";
import { test } from "node:test";
import { readColour, xyOf } from "../../../nodes/messages/colours.ts";

const rows: readonly [text: string, rgb: readonly [number, number, number] | undefined][] = [
  ["tomato", [255, 99, 71]],
  ["Dark Orange", [255, 140, 0]],
  ["#ff6347", [255, 99, 71]],
  ["ff6347", [255, 99, 71]],
  ["#f63", [255, 102, 51]],
  ["#000000", [0, 0, 0]],
  ["nothing", undefined],
  ["constructor", undefined],
  ["", undefined],
  ["#ff63", undefined],
];

for (const [text, rgb] of rows) {
  test(`${JSON.stringify(text)} is ${rgb ?? "no colour"}`, () => {
    assert.deepEqual(readColour(text), rgb && { red: rgb[0], green: rgb[1], blue: rgb[2] });
  });
}

test("the corners of sRGB and its white lie where they are known to lie", () => {
  assert.deepEqual(xyOf({ red: 255, green: 0, blue: 0 }), [0.6401, 0.33]);
  assert.deepEqual(xyOf({ red: 0, green: 255, blue: 0 }), [0.3, 0.6]);
  assert.deepEqual(xyOf({ red: 0, green: 0, blue: 255 }), [0.15, 0.06]);
  assert.deepEqual(xyOf({ red: 255, green: 255, blue: 255 }), [0.3127, 0.329]);
  assert.equal(xyOf({ red: 0, green: 0, blue: 0 }), undefined, "black cannot be shone");
});
