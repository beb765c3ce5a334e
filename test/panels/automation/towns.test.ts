/** Towns by their names: the table is right, and a user who types a name gets the town that is meant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOWN_TABLE } from "../../../panels/automation/editor/town-table.ts";
import { offersFor, townNamed, townNear, townOfZone, townsIn } from "../../../panels/automation/editor/towns.ts";
import { isZone, localSeconds } from "../../../src/model/time/times.ts";

const TOWNS = townsIn(TOWN_TABLE);
const WINTER = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const MOST_BESIDE = 3.3; // hours that a clock goes beside the sun: in the west of China

test("each town has a name, a country, a zone that there is, and stands where its clock says", () => {
  assert.ok(TOWNS.length > 900, String(TOWNS.length));
  for (const town of TOWNS) {
    const { names, country, timezone, latitude, longitude } = town;
    const about = JSON.stringify(town);
    assert.ok(names.length > 0 && names.every((name) => name === name.trim() && name !== ""), about);
    assert.match(country, /^[A-Z]{2}$/, about);
    assert.ok(isZone(timezone), about);
    assert.ok(Math.abs(latitude) <= 80 && Math.abs(longitude) <= 180, about);
    const clock = (Date.parse(`${localSeconds(WINTER, timezone)}Z`) - WINTER) / HOUR;
    const beside = Math.abs(clock - longitude / 15);
    assert.ok(Math.min(beside, 24 - beside) <= MOST_BESIDE, about);
  }
});

test("towns of one country and one zone lie in one part of the world", () => {
  const first = new Map<string, (typeof TOWNS)[number]>();
  for (const town of TOWNS) {
    const key = town.timezone + town.country;
    const { latitude, longitude } = first.get(key) ?? town;
    first.set(key, first.get(key) ?? town);
    const away = Math.hypot(town.latitude - latitude, town.longitude - longitude);
    assert.ok(away < 40, `${town.names[0]} is ${away}° from ${first.get(key)?.names[0]}`);
  }
});

const named: [typed: string, country: string, timezone: string, latitude: number][] = [
  ["Berlin", "", "Europe/Berlin", 52.5],
  [" munchen ", "US", "Europe/Berlin", 48.1],
  ["München", "", "Europe/Berlin", 48.1],
  ["Munich", "", "Europe/Berlin", 48.1],
  ["Zurich", "", "Europe/Zurich", 47.4],
  ["st gallen", "", "Europe/Zurich", 47.4],
  ["東京", "", "Asia/Tokyo", 35.6],
  ["北京", "", "Asia/Shanghai", 39.9],
  ["Birmingham", "GB", "Europe/London", 52.5],
  ["Birmingham", "US", "America/Chicago", 33.5],
  ["Birmingham, United States", "GB", "America/Chicago", 33.5],
  ["Sydney", "", "Australia/Sydney", -33.9],
];
for (const [typed, country, timezone, latitude] of named)
  test(`${JSON.stringify(typed)} typed in ${country || "no country"} is ${timezone}`, () => {
    const town = townNamed(TOWNS, typed, country);
    assert.deepEqual([town?.timezone, town?.latitude], [timezone, latitude]);
  });

test("an offer begins with the typed letters, in its own spelling, and names its town", () => {
  for (const typed of ["mun", "Mün", "zuri", "Zürich", "ber", "san", "lond", "北", "birm"]) {
    const offers = offersFor(TOWNS, typed, "US");
    assert.ok(offers.length > 0 && offers.length <= 8, `${typed}: ${offers}`);
    for (const each of offers) {
      assert.ok(each.toLowerCase().startsWith(typed.toLowerCase()), each);
      assert.ok(townNamed(TOWNS, each), each);
    }
  }
  assert.deepEqual(offersFor(TOWNS, "  "), []);
  assert.deepEqual(offersFor(TOWNS, "Nowhere"), []);
  assert.equal(offersFor(TOWNS, "Birm", "US")[0], "Birmingham, United States", "those of one's own country first");
});

test("a town is near where it is not far", () => {
  assert.equal(townNear(TOWNS, { latitude: 52.52, longitude: 13.41 })?.names[0], "Berlin");
  assert.equal(townNear(TOWNS, { latitude: 0, longitude: -30 }), undefined);
  assert.equal(townOfZone(TOWNS, "Europe/Vienna")?.names[0], "Wien");
});
