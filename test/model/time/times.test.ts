/** Time as clients read it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isWallTime,
  isZone,
  localSeconds,
  readUtc,
  utcMilliseconds,
  utcSeconds,
  zones,
} from "../../../src/model/time/times.ts";

test("UTC without a zone", () => {
  const now = Date.parse("2026-03-29T00:59:59.007Z");
  assert.equal(utcMilliseconds(now), "2026-03-29T00:59:59.007");
  assert.equal(utcSeconds(now), "2026-03-29T00:59:59");
  assert.equal(readUtc(utcMilliseconds(now)), now);
});

const WALLS: [utc: string, zone: string, local: string][] = [
  ["2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29T01:59:59"],
  ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29T03:00:00"],
  ["2026-10-25T00:59:59Z", "Europe/Berlin", "2026-10-25T02:59:59"],
  ["2026-10-25T01:00:00Z", "Europe/Berlin", "2026-10-25T02:00:00"],
  ["2026-01-01T00:00:00Z", "UTC", "2026-01-01T00:00:00"],
  ["2026-01-01T00:00:00Z", "Asia/Kathmandu", "2026-01-01T05:45:00"],
  ["2028-02-29T23:30:00Z", "America/New_York", "2028-02-29T18:30:00"],
  ["2038-01-19T03:14:08Z", "Pacific/Auckland", "2038-01-19T16:14:08"],
  ["2026-01-01T00:00:00Z", "Nowhere/At_all", "2026-01-01T00:00:00"],
];
for (const [utc, zone, local] of WALLS) {
  test(`${utc} in ${zone} is ${local}`, () => {
    assert.equal(localSeconds(Date.parse(utc), zone), local);
    assert.equal(localSeconds(Date.parse(utc), zone), local, "also the second time");
  });
}

test("zones: names of the database, no bare offsets", () => {
  for (const name of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"]) assert.equal(isZone(name), true, name);
  for (const name of ["", "None", "+02:00", "Mars/Base", "Europe/Berlin "]) assert.equal(isZone(name), false, name);
  assert.ok(zones().includes("UTC"));
  assert.ok(zones().every(isZone));
});

const MOMENTS: [text: string, is: boolean][] = [
  ["2026-03-01T06:12:00", true],
  ["2026-03-01T06:12:00.123", true],
  ["2028-02-29T23:59:59", true],
  ["2026-02-29T00:00:00", false],
  ["2026-02-31T00:00:00", false],
  ["2026-04-31T00:00:00", false],
  ["2026-01-01T24:00:00", false],
  ["2026-13-01T00:00:00", false],
  ["2026-03-01T06:12:00Z", false],
  ["2026-03-01", false],
  ["none", false],
];
for (const [text, is] of MOMENTS)
  test(`${text} is ${is ? "a" : "no"} moment of a day that there is`, () => assert.equal(isWallTime(text), is));

test("text that is no UTC time is no number", () => {
  for (const text of ["none", "", "2026-03-29", "5", 5, null, undefined]) assert.ok(Number.isNaN(readUtc(text)));
});
