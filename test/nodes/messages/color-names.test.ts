import assert from "node:assert/strict";
import { test } from "node:test";
import { readColor, readWhite } from "../../../nodes/messages/color-names.ts";

const rows: readonly [text: string, rgb: readonly [number, number, number] | undefined][] = [
  ["tomato", [255, 99, 71]],
  ["Dark Orange", [255, 140, 0]],
  ["Rot", [255, 0, 0]],
  ["grün", [0, 128, 0]],
  ["azul", [0, 0, 255]],
  ["紫色", [128, 0, 128]],
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

for (const [text, kelvin] of [
  ["warm white", 2_700],
  ["Warm_White", 2_700],
  ["neutral white", 4_000],
  ["cool white", 6_500],
  ["cold white", 6_500],
  ["Daylight", 6_500],
  ["white", undefined],
  ["constructor", undefined],
] as const)
  test(`${JSON.stringify(text)} is ${kelvin ?? "no white of a lamp"}`, () => assert.equal(readWhite(text), kelvin));
