/** The next time that a pattern comes true, and the day that it belongs to; the whole of a year is walked in a test of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClockLocation,
  nextOnDay,
  type Occurrence,
  type WallClockPattern,
} from "../../../src/model/time/occurrences.ts";
import { parsePattern } from "../../../src/model/time/time-grammar.ts";

const BERLIN: ClockLocation = { zone: "Europe/Berlin", latitude: 52.52, longitude: 13.405 };
const TROMSO: ClockLocation = { zone: "Europe/Oslo", latitude: 69.65, longitude: 18.96 };
const UTC: ClockLocation = { zone: "UTC" };
const at = (text: string) => Date.parse(`${text}Z`);

/** The first so many after an instant: "2026-03-29T01:00:00", with the day in front where it is another one. */
function next(text: string, after: string, place: ClockLocation, count: number): string[] {
  const found: string[] = [];
  let now = at(after);
  for (let occurrence = nextOnDay(planned(text), now, place); occurrence && found.length < count; ) {
    found.push(told(occurrence));
    now = occurrence.at;
    occurrence = nextOnDay(planned(text), now, place);
  }
  return found;
}

function planned(text: string): WallClockPattern {
  const pattern = parsePattern(text);
  assert.ok(typeof pattern === "object" && pattern.kind !== "timer" && pattern.kind !== "repeated");
  return pattern;
}

function told({ at: instant, day }: Occurrence): string {
  assert.equal(day % 86_400_000, 0);
  return `${new Date(day).toISOString().slice(5, 10)}: ${new Date(instant).toISOString().slice(0, 19)}`;
}

const ROWS: [says: string, text: string, after: string, place: ClockLocation, occurrences: string[]][] = [
  ["once, ahead", "2026-03-02T10:00:00", "2026-03-02T08:59:59", BERLIN, ["03-02: 2026-03-02T09:00:00"]],
  ["once, just now", "2026-03-02T10:00:00", "2026-03-02T09:00:00", BERLIN, []],
  ["once, over", "2026-03-02T10:00:00", "2030-01-01T00:00:00", BERLIN, []],
  ["once, far ahead, in UTC", "2099-12-31T23:59:59", "2026-01-01T00:00:00", UTC, ["12-31: 2099-12-31T23:59:59"]],
  [
    "once, created in the other season",
    "2026-07-01T12:00:00",
    "2026-01-01T00:00:00",
    BERLIN,
    ["07-01: 2026-07-01T10:00:00"],
  ],
  ["once, in a gap", "2026-03-29T02:30:00", "2026-01-01T00:00:00", BERLIN, ["03-29: 2026-03-29T01:00:00"]],
  [
    "case 93: on working days",
    "W124/T07:00:00",
    "2026-03-06T06:00:00",
    BERLIN,
    ["03-09: 2026-03-09T06:00:00", "03-10: 2026-03-10T06:00:00"],
  ],
  [
    "case 94: on Sundays",
    "W1/T09:00:00",
    "2026-03-02T00:00:00",
    BERLIN,
    ["03-08: 2026-03-08T08:00:00", "03-15: 2026-03-15T08:00:00"],
  ],
  ["case 96: on no day", "W0/T09:00:00", "2026-03-02T00:00:00", BERLIN, []],
  [
    "case 100: in the gap",
    "W127/T02:30:00",
    "2026-03-28T12:00:00",
    BERLIN,
    ["03-29: 2026-03-29T01:00:00", "03-30: 2026-03-30T00:30:00"],
  ],
  [
    "in the overlap, once",
    "W127/T02:30:00",
    "2026-10-24T12:00:00",
    BERLIN,
    ["10-25: 2026-10-25T00:30:00", "10-26: 2026-10-26T01:30:00"],
  ],
  [
    "from within the overlap, after its turn",
    "W127/T02:30:00",
    "2026-10-25T01:10:00",
    BERLIN,
    ["10-26: 2026-10-26T01:30:00"],
  ],
  [
    "case 102: UTC knows no summer",
    "W127/T06:00:00",
    "2026-03-28T12:00:00",
    UTC,
    ["03-29: 2026-03-29T06:00:00", "03-30: 2026-03-30T06:00:00"],
  ],
  [
    "case 103: the weekday is that of UTC",
    "W064/T23:30:00",
    "2026-03-02T12:00:00",
    UTC,
    ["03-02: 2026-03-02T23:30:00", "03-09: 2026-03-09T23:30:00"],
  ],
  [
    "a weekday far east of UTC",
    "W64/T00:30:00",
    "2026-03-01T00:00:00",
    { zone: "Pacific/Auckland" },
    ["03-02: 2026-03-01T11:30:00"],
  ],
  [
    "a weekday far west of UTC",
    "W64/T23:30:00",
    "2026-03-02T23:59:00",
    { zone: "Pacific/Honolulu" },
    ["03-02: 2026-03-03T09:30:00", "03-09: 2026-03-10T09:30:00"],
  ],
  ["leap day", "W1/T12:00:00", "2032-02-28T00:00:00", UTC, ["02-29: 2032-02-29T12:00:00"]],
  [
    "around a day that was skipped",
    "W127/T12:00:00",
    "2011-12-29T00:00:00",
    { zone: "Pacific/Apia" },
    ["12-29: 2011-12-29T22:00:00", "12-30: 2011-12-30T10:00:00", "12-31: 2011-12-30T22:00:00"],
  ],
  ["sunset", "sunset", "2026-06-21T12:00:00", BERLIN, ["06-21: 2026-06-21T19:34:24", "06-22: 2026-06-22T19:34:36"]],
  ["dusk, when it gets dark", "dusk", "2026-06-21T12:00:00", BERLIN, ["06-21: 2026-06-21T20:24:39"]],
  ["dawn, before the sun", "dawn+00:10:00", "2026-06-21T00:00:00", BERLIN, ["06-21: 2026-06-21T02:04:04"]],
  ["sunrise, moved", "sunrise-00:30:00", "2026-06-21T02:14:19", BERLIN, ["06-22: 2026-06-22T02:14:32"]],
  [
    "sunset on Mondays",
    "W64/sunset",
    "2026-06-20T00:00:00",
    BERLIN,
    ["06-22: 2026-06-22T19:34:36", "06-29: 2026-06-29T19:34:27"],
  ],
  [
    "an offset into the next day belongs to its day",
    "W64/sunset+06:00:00",
    "2026-06-22T22:00:00",
    BERLIN,
    ["06-22: 2026-06-23T01:34:36"],
  ],
  [
    "an offset into the day before, too",
    "W64/sunrise-12:00:00",
    "2026-06-20T00:00:00",
    BERLIN,
    ["06-22: 2026-06-21T14:44:32"],
  ],
  [
    "beyond the date line",
    "sunrise",
    "2026-06-20T12:00:00",
    { zone: "Pacific/Apia", latitude: -13.83, longitude: -171.76 },
    ["06-21: 2026-06-20T17:50:40", "06-22: 2026-06-21T17:50:52"],
  ],
  [
    "a midnight sun is left out",
    "sunset",
    "2026-05-17T12:00:00",
    TROMSO,
    ["05-17: 2026-05-17T22:05:38", "05-18: 2026-05-18T22:33:51", "07-26: 2026-07-26T22:37:42"],
  ],
  [
    "without a place the sun does not set",
    "sunset",
    "2026-06-21T12:00:00",
    { zone: "Europe/Berlin", latitude: 52.52 },
    [],
  ],
  [
    "at the pole it never does within a day",
    "sunset",
    "2026-06-21T12:00:00",
    { zone: "UTC", latitude: 90, longitude: 0 },
    [],
  ],
  ["on no day, sun or not", "W0/sunset", "2026-06-21T12:00:00", BERLIN, []],
];
for (const [says, text, after, place, occurrences] of ROWS) {
  test(`${text}, ${says}`, () =>
    assert.deepEqual(next(text, after, place, Math.max(1, occurrences.length)), occurrences));
}

test("the random part plays no part here", () => {
  const rows = [
    ["W127/T06:00:00", BERLIN],
    ["2026-03-02T10:00:00", UTC],
    ["sunset", BERLIN],
  ] as const;
  for (const [text, place] of rows)
    assert.deepEqual(
      next(`${text}A02:00:00`, "2026-03-01T00:00:00", place, 3),
      next(text, "2026-03-01T00:00:00", place, 3),
    );
});
