/** Parts of the day on the wall: when one is in them, half-open, and by the days on which they begin (automation 1.9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutside, isWithin, readSpan, timeOfDay } from "../../src/model/day-spans.ts";

/** 2026-03-02 is a Monday. */
const WITHIN: [span: string, wall: string, within: boolean, outside: boolean][] = [
  ["T08:00:00/T16:00:00", "2026-03-02T07:59:59.999", false, true],
  ["T08:00:00/T16:00:00", "2026-03-02T08:00:00.000", true, false],
  ["T08:00:00/T16:00:00", "2026-03-02T15:59:59.999", true, false],
  ["T08:00:00/T16:00:00", "2026-03-02T16:00:00.000", false, true],
  ["T22:00:00/T06:00:00", "2026-03-02T21:59:59.999", false, true],
  ["T22:00:00/T06:00:00", "2026-03-02T22:00:00.000", true, false],
  ["T22:00:00/T06:00:00", "2026-03-02T00:00:00.000", true, false],
  ["T22:00:00/T06:00:00", "2026-03-02T05:59:59.999", true, false],
  ["T22:00:00/T06:00:00", "2026-03-02T06:00:00.000", false, true],
  ["T00:00:00/T01:00:00", "2026-03-02T00:00:00.000", true, false],
  ["T23:00:00/T00:00:00", "2026-03-02T23:30:00.000", true, false],
  ["T23:00:00/T00:00:00", "2026-03-02T00:00:00.000", false, true],
  ["T08:00:00/T08:00:00", "2026-03-02T08:00:00.000", false, false],
  ["T08:00:00/T08:00:00", "2026-03-02T12:00:00.000", false, false],
  ["W124/T08:00:00/T16:00:00", "2026-03-07T12:00:00.000", false, false], // Saturday
  ["W124/T08:00:00/T16:00:00", "2026-03-07T20:00:00.000", false, false], // nothing is asked of that day
  ["W124/T08:00:00/T16:00:00", "2026-03-06T12:00:00.000", true, false],
  ["W64/T08:00:00/T16:00:00", "2026-03-02T12:00:00.000", true, false],
  ["W1/T08:00:00/T16:00:00", "2026-03-08T12:00:00.000", true, false],
  ["W0/T08:00:00/T16:00:00", "2026-03-08T12:00:00.000", false, false],
  ["W6/T23:00:00/T08:00:00", "2026-03-06T01:00:00.000", false, false], // the night from Thursday
  ["W6/T23:00:00/T08:00:00", "2026-03-06T23:30:00.000", true, false], // Friday
  ["W6/T23:00:00/T08:00:00", "2026-03-07T23:30:00.000", true, false], // Saturday
  ["W6/T23:00:00/T08:00:00", "2026-03-08T07:00:00.000", true, false],
  ["W6/T23:00:00/T08:00:00", "2026-03-08T23:30:00.000", false, false], // Sunday is none of its days
  ["W6/T23:00:00/T08:00:00", "2026-03-09T07:00:00.000", false, false],
  ["T08:00:00/T16:00:00", "1965-01-01T12:00:00.000", true, false],
];

for (const [text, wall, within, outside] of WITHIN) {
  test(`${wall}: ${text}`, () => {
    const span = readSpan(text);
    assert.ok(span);
    const at = Date.parse(`${wall}Z`);
    assert.deepEqual([isWithin(span, at), isOutside(span, at)], [within, outside]);
  });
}

test("the time of day", () => {
  assert.equal(timeOfDay("2026-03-29T18:04:09"), 65_049);
  assert.equal(timeOfDay("2026-03-29T18:04:09.123"), 65_049);
  for (const none of ["none", "18:04:09", 5, null, undefined]) assert.equal(timeOfDay(none), Number.NaN);
});
