/** Between instants and walls, also where a wall skips an hour, repeats one, or skips a whole day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantOf, midnightOf, monthOf, offsetAt, wallOf } from "../../../src/model/time/zones.ts";

const MINUTE = 60_000;
const at = (text: string) => Date.parse(`${text}Z`);

const OFFSETS: [zone: string, utc: string, minutes: number][] = [
  ["UTC", "2026-07-01T00:00:00", 0],
  ["Europe/Berlin", "2026-03-29T00:59:59.999", 60],
  ["Europe/Berlin", "2026-03-29T01:00:00", 120],
  ["Europe/Berlin", "2026-10-25T00:59:59.999", 120],
  ["Europe/Berlin", "2026-10-25T01:00:00", 60],
  ["Australia/Lord_Howe", "2026-04-04T14:59:59.999", 660],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00", 630],
  ["America/St_Johns", "2026-01-01T00:00:00", -210],
  ["Asia/Kathmandu", "2026-01-01T00:00:00", 345],
  ["Pacific/Apia", "2011-12-30T09:59:59.999", -600],
  ["Pacific/Apia", "2011-12-30T10:00:00", 840],
  ["Pacific/Kiritimati", "2026-01-01T00:00:00", 840],
  ["Nowhere/At_all", "2026-07-01T00:00:00", 0],
];
for (const [zone, utc, minutes] of OFFSETS) {
  test(`${zone} is ${minutes} minutes ahead at ${utc}Z`, () => {
    assert.equal(offsetAt(at(utc), zone), minutes * MINUTE);
    assert.equal(wallOf(at(utc), zone), at(utc) + minutes * MINUTE, "milliseconds are kept");
  });
}

const WALLS: [says: string, zone: string, wall: string, utc: string][] = [
  ["winter", "Europe/Berlin", "2026-03-28T02:30:00", "2026-03-28T01:30:00"],
  ["just before the gap", "Europe/Berlin", "2026-03-29T01:59:59.999", "2026-03-29T00:59:59.999"],
  ["the first that is skipped", "Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T01:00:00"],
  ["in the gap: right behind it", "Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:00:00"],
  ["the last that is skipped", "Europe/Berlin", "2026-03-29T02:59:59.999", "2026-03-29T01:00:00"],
  ["behind the gap", "Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T01:00:00"],
  ["summer", "Europe/Berlin", "2026-03-30T02:30:00", "2026-03-30T00:30:00"],
  ["shown twice: the first time", "Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00"],
  ["the first that is shown twice", "Europe/Berlin", "2026-10-25T02:00:00", "2026-10-25T00:00:00"],
  ["behind what is shown twice", "Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00"],
  ["a gap of half an hour", "Australia/Lord_Howe", "2026-10-04T02:15:30", "2026-10-03T15:30:00"],
  ["half an hour twice", "Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00"],
  ["behind half an hour", "Australia/Lord_Howe", "2026-04-05T01:30:00", "2026-04-04T14:30:00"],
  ["a skipped midnight", "Africa/Cairo", "2026-04-24T00:00:00", "2026-04-23T22:00:00"],
  ["midnight comes twice", "America/Havana", "2026-11-01T00:30:00", "2026-11-01T04:30:00"],
  ["a skipped day", "Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T10:00:00"],
  ["the day behind it", "Pacific/Apia", "2011-12-31T00:00:00", "2011-12-30T10:00:00"],
  ["a gap one minute after midnight", "America/St_Johns", "2010-03-14T00:30:00", "2010-03-14T03:31:00"],
  ["UTC has no gaps", "UTC", "2026-03-29T02:30:00", "2026-03-29T02:30:00"],
  ["2038", "Europe/Berlin", "2038-01-19T04:14:08", "2038-01-19T03:14:08"],
  ["the last year that four digits can say", "Asia/Tokyo", "9999-12-31T23:59:59", "9999-12-31T14:59:59"],
  ["so long ago that nobody is scheduled", "UTC", "0001-01-01T00:00:00", "0001-01-01T00:00:00"],
];
for (const [says, zone, wall, utc] of WALLS) {
  test(`${wall} in ${zone}, ${says}: ${utc}Z`, () => assert.equal(instantOf(at(wall), zone), at(utc)));
}

test("every hour that a wall shows leads back to where it came from, or to the first time it was shown", () => {
  for (const zone of [
    "Europe/Berlin",
    "America/New_York",
    "Africa/Casablanca",
    "Pacific/Chatham",
    "Antarctica/Troll",
  ]) {
    for (let instant = at("2026-01-01T00:00:00"); instant < at("2027-01-01T00:00:00"); instant += 60 * MINUTE) {
      const found = instantOf(wallOf(instant, zone), zone);
      assert.equal(wallOf(found, zone), wallOf(instant, zone));
      assert.ok(found <= instant && instant - found <= 120 * MINUTE, `${zone} ${new Date(instant).toISOString()}`);
    }
  }
});

test("midnights and firsts of the month, before and after, also where the clock changes between", () => {
  const zone = "Europe/Berlin";
  const noon = at("2026-03-29T10:00:00");
  const told = [0, 1, -1].map((days) => new Date(midnightOf(noon, zone, days)).toISOString());
  assert.deepEqual(told, ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z", "2026-03-27T23:00:00.000Z"]);
  assert.equal(midnightOf(noon, zone, 0, 22), at("2026-03-29T20:00:00"));
  assert.equal(monthOf(noon, zone), at("2026-02-28T23:00:00"));
  assert.deepEqual(
    [monthOf(noon, zone, 1), monthOf(noon, zone, -3)],
    [at("2026-03-31T22:00:00"), at("2025-11-30T23:00:00")],
  );
});
