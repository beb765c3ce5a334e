/** Times as people write them, read as patterns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { patternOf } from "../../../nodes/messages/plain-times.ts";

const times: readonly [text: string, pattern: string | undefined][] = [
  ["07:30", "W127/T07:30:00"],
  [" 7:30 ", "W127/T07:30:00"],
  ["7.30", "W127/T07:30:00"],
  ["23:59:30", "W127/T23:59:30"],
  ["7:30 pm", "W127/T19:30:00"],
  ["7:30PM", "W127/T19:30:00"],
  ["12:05 a.m.", "W127/T00:05:00"],
  ["12 pm", "W127/T12:00:00"],
  ["sunset", "W127/sunset"],
  ["Sunrise", "W127/sunrise"],
  ["W124/T06:30:00", "W124/T06:30:00"],
  ["sunset-00:30:00", "sunset-00:30:00"],
  ["7", undefined],
  ["13:00 pm", undefined],
  ["24:00", undefined],
  ["7:60", undefined],
  ["7:30 m", undefined],
  ["soon", undefined],
  ["", undefined],
];

for (const [text, pattern] of times)
  test(`“${text}” is ${pattern ?? "no time"}`, () => {
    assert.equal(patternOf(text), pattern);
  });
