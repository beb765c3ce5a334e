import assert from "node:assert/strict";
import { test } from "node:test";
import { readColor } from "../../../nodes/messages/light-words.ts";

const rows: readonly [text: string, rgb: readonly [number, number, number] | undefined][] = [
  ["tomato", [255, 99, 71]],
  ["Dark Orange", [255, 140, 0]],
  ["#ff6347", [255, 99, 71]],
  ["ff6347", [255, 99, 71]],
  ["#f63", [255, 102, 51]],
  ["rgb(255, 99, 71)", [255, 99, 71]],
  ["RGB(255 99 71)", [255, 99, 71]],
  ["rgb(256, 0, 0)", undefined],
  ["#000000", [0, 0, 0]],
  ["nothing", undefined],
  ["constructor", undefined],
  ["", undefined],
  ["#ff63", undefined],
];

for (const [text, rgb] of rows) {
  test(`${JSON.stringify(text)} is ${rgb ?? "no color"}`, () => {
    assert.deepEqual(readColor(text), rgb && { red: rgb[0], green: rgb[1], blue: rgb[2] });
  });
}
