/** The grammar of times (automation 1.9, 2.5): the meaning of each form, texts without one, and how it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clockText,
  delayText,
  isOutside,
  isWithin,
  lackIn,
  type Pattern,
  parsePattern,
  patternParts,
  readDelay,
  readSpan,
  spanText,
  textOfParts,
  timeOfDay,
} from "../../../src/model/time/time-grammar.ts";

const SAYS: [text: string, pattern: Pattern][] = [
  ["2026-03-02T10:00:00", { kind: "once", at: Date.parse("2026-03-02T10:00:00Z"), random: 0 }],
  ["2028-02-29T23:59:59", { kind: "once", at: Date.parse("2028-02-29T23:59:59Z"), random: 0 }],
  ["2026-03-02T10:00:00A00:30:00", { kind: "once", at: Date.parse("2026-03-02T10:00:00Z"), random: 1800 }],
  ["PT00:10:00", { kind: "timer", seconds: 600, random: 0 }],
  ["PT00:00:01", { kind: "timer", seconds: 1, random: 0 }],
  ["PT00:00:60", { kind: "timer", seconds: 60, random: 0 }],
  ["PT99:99:99", { kind: "timer", seconds: 99 * 3600 + 99 * 60 + 99, random: 0 }],
  ["PT00:01:00A00:00:10", { kind: "timer", seconds: 60, random: 10 }],
  ["R/PT01:00:00", { kind: "repeated", seconds: 3600, times: 0, random: 0 }],
  ["R0/PT01:00:00", { kind: "repeated", seconds: 3600, times: 0, random: 0 }],
  ["R00/PT01:00:00", { kind: "repeated", seconds: 3600, times: 0, random: 0 }],
  ["R1/PT01:00:00", { kind: "repeated", seconds: 3600, times: 1, random: 0 }],
  ["R03/PT00:00:30", { kind: "repeated", seconds: 30, times: 3, random: 0 }],
  ["R99/PT00:00:30A00:00:05", { kind: "repeated", seconds: 30, times: 99, random: 5 }],
  ["W124/T07:00:00", { kind: "weekly", days: 124, clock: 25_200, random: 0 }],
  ["W064/T23:30:00", { kind: "weekly", days: 64, clock: 84_600, random: 0 }],
  ["W1/T00:00:00", { kind: "weekly", days: 1, clock: 0, random: 0 }],
  ["W0/T09:00:00", { kind: "weekly", days: 0, clock: 32_400, random: 0 }],
  ["W000/T09:00:00", { kind: "weekly", days: 0, clock: 32_400, random: 0 }],
  ["W127/T23:59:59", { kind: "weekly", days: 127, clock: 86_399, random: 0 }],
  ["W064/T23:50:00A00:30:00", { kind: "weekly", days: 64, clock: 85_800, random: 1800 }],
  ["W127/T06:00:00A00:00:00", { kind: "weekly", days: 127, clock: 21_600, random: 0 }],
  ["W127/T06:00:00A12:00:00", { kind: "weekly", days: 127, clock: 21_600, random: 43_200 }],
  ["W127/T06:00:00A13:00:00", { kind: "weekly", days: 127, clock: 21_600, random: 43_200 }],
  ["W127/T06:00:00A99:99:99", { kind: "weekly", days: 127, clock: 21_600, random: 43_200 }],
  ["sunrise", { kind: "sun", days: 127, event: "sunrise", offset: 0, random: 0 }],
  ["W3/sunset", { kind: "sun", days: 3, event: "sunset", offset: 0, random: 0 }],
  ["W127/sunset-00:30:00", { kind: "sun", days: 127, event: "sunset", offset: -1800, random: 0 }],
  ["sunrise+12:00:00", { kind: "sun", days: 127, event: "sunrise", offset: 43_200, random: 0 }],
  ["sunrise-00:00:00", { kind: "sun", days: 127, event: "sunrise", offset: 0, random: 0 }],
  ["W124/sunset+01:00:00A00:10:00", { kind: "sun", days: 124, event: "sunset", offset: 3600, random: 600 }],
];
for (const [text, pattern] of SAYS) test(text, () => assert.deepStrictEqual(parsePattern(text), pattern));

const NOTHING = [
  ...["", "tomorrow", "W128/T09:00:00", "W999/T09:00:00", "W127/T25:00:00", "W127/T24:00:00", "W127/T23:60:00"],
  ...[
    "W127/T23:59:60",
    "W/T09:00:00",
    "W1270/T09:00:00",
    "W-1/T09:00:00",
    "T09:00:00",
    "W127/T9:00:00",
    "w127/T09:00:00",
  ],
  ...[
    "W124/T08:00:00/T09:00:00",
    "T08:00:00/T09:00:00",
    "PT00:00:00",
    "PT0:00:10",
    "PT00:10",
    "PT100:00:00",
    "-PT00:10:00",
  ],
  ...["R123/PT00:00:10", "R03/PT00:00:00", "R3", "R-1/PT00:00:10", "R/T00:00:10", "RR/PT00:00:10", "R1/W127/T09:00:00"],
  ...["2026-03-02", "2026-03-02T10:00", "2026-03-02T10:00:00Z", "2026-03-02T10:00:00.000", "2026-03-02 10:00:00"],
  ...[
    "2026-02-29T10:00:00",
    "2026-02-31T10:00:00",
    "2026-13-01T10:00:00",
    "2026-00-10T10:00:00",
    "2026-03-02T24:00:00",
  ],
  ...["sunrise+12:00:01", "sunset-23:00:00", "sunset+00:60:00", "sunset00:30:00", "sunset+0:30:00", "Sunrise", "noon"],
  ...[
    "W128/sunset",
    "PT/sunset",
    "sunrise/sunset",
    " PT00:00:10",
    "PT00:00:10 ",
    "PT00:00:10\n",
    "\nPT00:00:10",
    "PT٠٠:٠٠:١٠",
  ],
  "W".repeat(100_000),
];
for (const text of NOTHING) {
  test(`${JSON.stringify(text.slice(0, 40))} says no time`, () => assert.equal(parsePattern(text), undefined));
}

const BAD_RANDOM = [
  ...["W127/T06:00:00A", "W127/T06:00:00Ax", "W127/T06:00:00A00:30", "W127/T06:00:00A0:30:00", "PT00:00:10A-00:00:10"],
  ...[
    "W127/T06:00:00A00:30:00A00:30:00",
    "2026-03-02T10:00:00A00:30:00Z",
    "PT00:00:10A00:00:10\n",
    "sunsetAPT00:10:00",
    "A",
  ],
];
for (const text of BAD_RANDOM) {
  test(`${JSON.stringify(text)}: only the part after the A is wrong`, () =>
    assert.equal(parsePattern(text), "bad random"));
}

const WRITTEN = [
  ...[
    "2026-03-02T10:00:00A00:30:00",
    "PT00:10:00",
    "R/PT01:00:00",
    "R03/PT00:00:30",
    "W124/T07:00:00",
    "W001/T00:00:00",
  ],
  ...["W127/sunset-00:30:00", "W003/sunrise", "W124/sunset+01:00:00A00:10:00"],
];
for (const text of WRITTEN)
  test(`${text} is written as it was`, () => {
    const { kind, ...parts } = patternParts(text) ?? assert.fail(text);
    assert.equal(textOfParts(kind, parts), text);
  });

test("a pattern that a user has not finished lacks a day or a time", () => {
  for (const text of ["W0/T07:00:00", "W000/sunset"]) assert.equal(lackIn(text), "day", text);
  for (const text of ["PT00:00:00", "R05/PT00:00:00"]) assert.equal(lackIn(text), "length", text);
  for (const text of ["", "T", "W127/T", "W127/TA00:10:00"]) assert.equal(lackIn(text), "time", text);
  for (const text of ["W127/T07:00:00", "sunset", "PT00:00:05", "tomorrow"])
    assert.equal(lackIn(text), undefined, text);
});

test("parts of the day, delays and times of day are written as they are read", () => {
  for (const text of ["T08:00:00/T16:00:00", "W124/T22:00:00/T06:00:00", "W001/T00:00:00/T23:59:59"])
    assert.equal(spanText(readSpan(text) ?? assert.fail(text)), text);
  for (const text of ["PT00:05:00", "PT23:59:59"]) assert.equal(delayText(readDelay(text) ?? Number.NaN), text);
  for (const none of ["PT24:00:00", "00:05:00", 5, undefined]) assert.equal(readDelay(none), undefined);
  assert.equal(clockText(23_400), "06:30:00");
});

// ---- parts of the day on the wall: half-open, and by the days on which they begin

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
