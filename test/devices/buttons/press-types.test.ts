/** Presses, in the words of many remotes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endCode, pressIn } from "../../../src/devices/buttons/press-types.ts";

const ROWS: readonly [action: string, found: string | undefined][] = [
  ["double", ": double"],
  ["double_left", "left: double"],
  ["left_double", "left: double"],
  ["1_double_click", "1: double"],
  ["on_press", "on: press or short"],
  ["on_press_release", "on: short"],
  ["on_hold_release", "on: long"],
  ["hold_release_left", "left: long"],
  ["dots_1_initial_press", "dots_1: press"],
  ["button_1_long_press", "button_1: hold"],
  ["button_2_5_click", "button_2: many"],
  ["tripple_left", "left: triple"],
  ["doubles", undefined],
  ["_", undefined],
  ["", undefined],
];
for (const [action, found] of ROWS) {
  test(`"${action}"`, () => {
    const gesture = pressIn(action);
    assert.equal(gesture && `${gesture.button}: ${gesture.press}`, found);
  });
}

test("a press ends short, a hold long, all others are ends", () => {
  assert.deepEqual([1000, 3001, 1002, 1003, 2004, 7008].map(endCode), [
    1002,
    3003,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
