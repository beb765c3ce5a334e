/** Parts of the day on the wall: when one is in them, when they begin and end (automation 1.9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutside, isWithin, readSpan, shownBy, spanEnds, spanStarts, timeOfDay } from "../../src/model/day-spans.ts";

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

const EDGES: [span: string, after: string, upTo: string, starts: boolean, ends: boolean][] = [
  ["T08:00:00/T16:00:00", "2026-03-02T07:59:59", "2026-03-02T08:00:00", true, false],
  ["T08:00:00/T16:00:00", "2026-03-02T08:00:00", "2026-03-02T08:00:01", false, false],
  ["T08:00:00/T16:00:00", "2026-03-02T15:59:59", "2026-03-02T16:00:00", false, true],
  ["T08:00:00/T16:00:00", "2026-03-02T07:00:00", "2026-03-02T17:00:00", true, true],
  ["T08:00:00/T16:00:00", "2026-03-02T08:00:00", "2026-03-02T08:00:00", false, false],
  ["T08:00:00/T16:00:00", "2026-03-02T09:00:00", "2026-03-02T07:00:00", false, false], // somebody set the clock back
  ["T00:00:00/T01:00:00", "2026-03-01T23:59:59", "2026-03-02T00:00:00", true, false],
  ["T22:00:00/T00:00:00", "2026-03-01T23:59:59", "2026-03-02T00:00:00", false, true],
  ["T08:00:00/T08:00:00", "2026-03-02T07:59:59", "2026-03-02T08:00:00", false, false],
  ["W124/T08:00:00/T16:00:00", "2026-03-07T00:00:00", "2026-03-08T23:59:59", false, false],
  ["W124/T08:00:00/T16:00:00", "2026-03-07T00:00:00", "2026-03-09T23:59:59", true, true],
  ["W4/T22:00:00/T06:00:00", "2026-03-07T05:59:59", "2026-03-07T06:00:00", false, true], // Friday's night ends
  ["W4/T22:00:00/T06:00:00", "2026-03-06T05:59:59", "2026-03-06T06:00:00", false, false],
  ["W1/T08:00:00/T16:00:00", "2025-01-01T00:00:00", "2026-03-02T00:00:00", true, true],
  ["W0/T08:00:00/T16:00:00", "2025-01-01T00:00:00", "2026-03-02T00:00:00", false, false],
];

for (const [text, after, upTo, starts, ends] of EDGES) {
  test(`from ${after} to ${upTo}: ${text}`, () => {
    const span = readSpan(text);
    assert.ok(span);
    const [from, to] = [Date.parse(`${after}Z`), Date.parse(`${upTo}Z`)];
    assert.deepEqual([spanStarts(span, from, to), spanEnds(span, from, to)], [starts, ends]);
  });
}

const SHOWN: [instant: string, zone: string, shown: string][] = [
  ["2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29T01:59:59"],
  ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29T03:00:00"],
  ["2026-10-25T00:59:59Z", "Europe/Berlin", "2026-10-25T02:59:59"],
  ["2026-10-25T01:00:00Z", "Europe/Berlin", "2026-10-25T02:59:59.999"],
  ["2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T02:59:59.999"],
  ["2026-10-25T01:59:59.999Z", "Europe/Berlin", "2026-10-25T02:59:59.999"],
  ["2026-10-25T02:00:00Z", "Europe/Berlin", "2026-10-25T03:00:00"],
  ["2026-04-04T15:00:00Z", "Australia/Lord_Howe", "2026-04-05T01:59:59.999"],
  ["2026-04-04T15:30:00Z", "Australia/Lord_Howe", "2026-04-05T02:00:00"],
  ["2026-03-02T12:00:00Z", "UTC", "2026-03-02T12:00:00"],
];

for (const [instant, zone, shown] of SHOWN) {
  test(`by ${instant} the walls of ${zone} have shown ${shown}`, () => {
    assert.equal(shownBy(Date.parse(instant), zone), Date.parse(`${shown}Z`));
  });
}

test("cases 57, 58: a span that begins at 02:30 begins once on each day of 2026, in a gap right after it", () => {
  const span = readSpan("T02:30:00/T05:00:00");
  assert.ok(span);
  const zone = "Europe/Berlin";
  const starts: string[] = [];
  const step = 30 * 60_000;
  const end = Date.parse("2027-01-01T00:00:00Z");
  let shown = shownBy(Date.parse("2026-01-01T00:00:00Z"), zone);
  for (let now = Date.parse("2026-01-01T00:30:00Z"); now < end; now += step) {
    const next = shownBy(now, zone);
    if (spanStarts(span, shown, next)) starts.push(new Date(now).toISOString());
    shown = next;
  }
  assert.equal(starts.length, 365);
  assert.equal(new Set(starts.map((at) => at.slice(0, 10))).size, 365);
  assert.ok(starts.includes("2026-03-29T01:00:00.000Z"));
  assert.ok(starts.includes("2026-10-25T00:30:00.000Z"));
});

test("the time of day", () => {
  assert.equal(timeOfDay("2026-03-29T18:04:09"), 65_049);
  assert.equal(timeOfDay("2026-03-29T18:04:09.123"), 65_049);
  for (const none of ["none", "18:04:09", 5, null, undefined]) assert.equal(timeOfDay(none), Number.NaN);
});
