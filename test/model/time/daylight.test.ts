/** The light of the sky: in Berlin through a summer's evening, where it never gets dark, and where the sun stays away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { positionOf, skyAt } from "../../../src/model/time/daylight.ts";
import { type GeoPosition, PHASES, solarDayOf } from "../../../src/model/time/sun.ts";

const NO_SHIFT = { sunriseoffset: 0, sunsetoffset: 0 };
const USUAL = { sunriseoffset: 30, sunsetoffset: -30 };
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const HELSINKI = { latitude: 60.17, longitude: 24.94 };
const TROMSO = { latitude: 69.65, longitude: 18.96 };
const LONGYEARBYEN = { latitude: 78.22, longitude: 15.63 };
const APIA = { latitude: -13.83, longitude: -171.76 };
const at = (text: string) => Date.parse(`${text}Z`);

const SKIES: [
  says: string,
  spot: GeoPosition,
  shift: typeof NO_SHIFT,
  utc: string,
  status: number,
  daylight: boolean,
  dark: boolean,
][] = [
  ["case 168: a second before the day ends", BERLIN, USUAL, "2026-06-21T19:04:23", 180, true, false],
  ["case 168: the day has ended", BERLIN, USUAL, "2026-06-21T19:04:24", 180, false, false],
  ["case 168: not dark yet", BERLIN, USUAL, "2026-06-21T19:54:38", 200, false, false],
  ["case 168: dark", BERLIN, USUAL, "2026-06-21T19:54:39", 200, false, true],
  ["case 169: offsets 0", BERLIN, NO_SHIFT, "2026-06-21T19:36:00", 200, false, false],
  ["the sun is up and the day has not begun", BERLIN, USUAL, "2026-06-21T03:14:18", 150, false, false],
  ["the day has begun", BERLIN, USUAL, "2026-06-21T03:14:19", 150, true, false],
  ["morning twilight ends the night, later by its offset", BERLIN, USUAL, "2026-06-21T02:24:03", 130, false, true],
  ["and then it is not dark", BERLIN, USUAL, "2026-06-21T02:24:04", 130, false, false],
  ["summer, deep in the night: no astronomical night", BERLIN, NO_SHIFT, "2026-06-21T23:00:00", 220, false, true],
  ["the new solar day", BERLIN, NO_SHIFT, "2026-06-21T23:10:00", 100, false, true],
  ["winter night", BERLIN, NO_SHIFT, "2026-12-21T22:00:00", 230, false, true],
  [
    "an offset that reaches over midnight",
    HELSINKI,
    { sunriseoffset: 0, sunsetoffset: 120 },
    "2026-06-21T22:30:00",
    100,
    false,
    false,
  ],
  [
    "an offset that has run out",
    HELSINKI,
    { sunriseoffset: 120, sunsetoffset: 120 },
    "2026-06-22T00:00:00",
    130,
    false,
    true,
  ],
  [
    "so much offset that there is no day left",
    LONGYEARBYEN,
    { sunriseoffset: 120, sunsetoffset: -120 },
    "2026-02-20T11:00:00",
    150,
    false,
    false,
  ],
  ["polar day, noon", TROMSO, USUAL, "2026-06-21T10:50:00", 170, true, false],
  ["polar day, midnight", TROMSO, USUAL, "2026-06-21T23:30:00", 100, true, false],
  ["polar night with twilight, noon", TROMSO, NO_SHIFT, "2026-12-21T10:45:00", 170, false, false],
  ["polar night with twilight, evening", TROMSO, NO_SHIFT, "2026-12-21T18:00:00", 230, false, true],
  ["polar night without twilight, noon", LONGYEARBYEN, NO_SHIFT, "2026-12-21T11:00:00", 170, false, true],
  ["the sun sets and it does not get dark", TROMSO, NO_SHIFT, "2026-05-10T22:30:00", 200, false, false],
  ["the first sunset after a polar day", TROMSO, NO_SHIFT, "2026-07-26T22:40:00", 200, false, false],
  ["at the North Pole in summer", { latitude: 90, longitude: 0 }, NO_SHIFT, "2026-06-21T00:30:00", 100, true, false],
  ["at the South Pole in winter", { latitude: -90, longitude: 0 }, NO_SHIFT, "2026-06-21T13:00:00", 170, false, true],
  ["on the other side of the date line", APIA, NO_SHIFT, "2026-06-21T23:00:00", 160, true, false],
];
for (const [says, spot, shift, utc, ...sky] of SKIES) {
  test(`${says} (${utc}Z)`, () => {
    const { status, daylight, dark } = skyAt(at(utc), spot, shift);
    assert.deepEqual([status, daylight, dark], sky);
  });
}

test("through a year, everywhere: only the codes that clients know, forward within a day; never both day and dark", () => {
  const codes: readonly number[] = Object.values(PHASES).map(({ status }) => status);
  for (const spot of [BERLIN, TROMSO, LONGYEARBYEN, APIA, { latitude: 0, longitude: 180 }]) {
    let last = { status: 100, nadir: 0 };
    for (let now = at("2026-01-01T00:00:00"); now < at("2027-01-01T00:00:00"); now += 47 * 60_000) {
      const { status, daylight, dark } = skyAt(now, spot, NO_SHIFT);
      assert.ok(codes.includes(status));
      const { nadir } = solarDayOf(now, spot);
      assert.ok(nadir > last.nadir || status >= last.status, `${last.status} → ${status}`);
      assert.ok(!(daylight && dark));
      last = { status, nadir };
    }
  }
});

test("a polar day has no gap where one solar day ends and the next begins", () => {
  for (let now = at("2026-06-01T22:00:00"); now < at("2026-06-03T00:00:00"); now += 1000) {
    const { daylight, dark } = skyAt(now, LONGYEARBYEN, USUAL);
    assert.ok(daylight && !dark, new Date(now).toISOString());
  }
});

test("half a place is no place", () => {
  assert.deepEqual(positionOf({ latitude: 0, longitude: 0, name: "x" }), { latitude: 0, longitude: 0 });
  for (const config of [undefined, {}, { latitude: 52 }, { longitude: 13 }, { latitude: 52, longitude: null }])
    assert.equal(positionOf(config), undefined);
});
