import assert from "node:assert/strict";
import { test } from "node:test";
import { calendar, Series, spanAt, spansIn } from "../../../src/engines/history/series.ts";
import type { Step } from "../../../src/model/history/rollups.ts";

const HOURS = 3_600_000;
const at = (text: string) => Date.parse(text);

const cases: readonly (readonly [step: Step, zone: string, when: string, start: string, end: string])[] = [
  ["minute", "Asia/Kolkata", "2026-03-01T10:20:30.500Z", "2026-03-01T10:20:00Z", "2026-03-01T10:21:00Z"],
  ["hour", "UTC", "2026-03-01T10:20:30Z", "2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z"],
  ["hour", "Asia/Kolkata", "2026-03-01T10:20:30Z", "2026-03-01T09:30:00Z", "2026-03-01T10:30:00Z"],
  ["hour", "America/St_Johns", "2026-01-01T10:20:00Z", "2026-01-01T09:30:00Z", "2026-01-01T10:30:00Z"],
  ["day", "Europe/Berlin", "2026-01-15T23:30:00Z", "2026-01-15T23:00:00Z", "2026-01-16T23:00:00Z"],
  ["day", "Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
  ["day", "Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
  ["day", "America/Santiago", "2026-09-06T12:00:00Z", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"], // has no midnight
  ["month", "Europe/Berlin", "2026-03-29T12:00:00Z", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"],
  ["month", "Europe/Berlin", "2026-12-31T23:30:00Z", "2026-12-31T23:00:00Z", "2027-01-31T23:00:00Z"],
];
for (const [step, zone, when, start, end] of cases) {
  test(`the ${step} of ${when} in ${zone}`, () => {
    assert.deepEqual(spanAt(step, at(when), zone), { start: at(start), end: at(end) });
  });
}

for (const zone of ["UTC", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kolkata"]) {
  test(`days follow each other through a year in ${zone}`, () => {
    const days = [...spansIn("day", at("2026-01-10T12:00:00Z"), at("2027-01-10T12:00:00Z"), zone)];
    assert.equal(days.length, 366);
    for (const [n, day] of days.entries()) {
      assert.deepEqual(day, spanAt("day", (day.start + day.end) / 2, zone));
      if (n > 0) assert.equal(day.start, days[n - 1]?.end);
    }
    const months = [...spansIn("month", at("2026-01-10T12:00:00Z"), at("2027-01-10T12:00:00Z"), zone)];
    assert.equal(months.length, 13);
  });
}

test("the spans of now are looked up again when they are left, or the zone changes", () => {
  let zone = "UTC";
  const spanOf = calendar(() => zone);
  const now = at("2026-03-01T10:20:00Z");
  assert.equal(spanOf("day", now).start, at("2026-03-01T00:00:00Z"));
  assert.equal(spanOf("day", now + 24 * HOURS).start, at("2026-03-02T00:00:00Z"));
  zone = "Europe/Berlin";
  assert.equal(spanOf("day", now).start, at("2026-02-28T23:00:00Z"));
});

test("many claims on top of each other are taken back together, to the first value", () => {
  const spanOf = calendar(() => "UTC");
  const now = at("2026-03-01T10:20:00Z");
  const series = new Series("/lights/1/state/bri", false);
  series.begin({ value: 10, at: now }, { since: now, now }, spanOf);
  for (const value of [20, 30, 40, 50, 60, 70]) series.tell(value, now, spanOf, true);
  assert.ok(series.takeBack(60, now, spanOf), "the last one alone");
  assert.equal(series.openRollup("hour")?.max, 60);
  series.tell(80, now, spanOf, true);
  assert.ok(series.takeBack(10, now + HOURS / 2, spanOf));
  assert.equal(series.openRollup("hour")?.max, 10);
});
