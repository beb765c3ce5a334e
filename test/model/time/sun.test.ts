/** Sunrise, sunset and twilight against the almanacs for cities on all continents, and against the calendar of the polar regions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type GeoPosition, PHASES, type SunPhase, solarDayAround, solarDayOf } from "../../../src/model/time/sun.ts";
import { localSeconds } from "../../../src/model/time/times.ts";
import { instantOf } from "../../../src/model/time/zones.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text}Z`);

/** 19:34:24 in the evening of Berlin is the time of other gateways, to the second. */
const BERLIN_SUMMER: Record<SunPhase, string | undefined> = {
  nadir: "2026-06-20T23:09:22",
  nightEnd: undefined,
  nauticalDawn: "2026-06-21T00:30:35",
  dawn: "2026-06-21T01:54:04",
  sunriseStart: "2026-06-21T02:44:19",
  sunriseEnd: "2026-06-21T02:49:01",
  goldenHour1: "2026-06-21T03:40:28",
  solarNoon: "2026-06-21T11:09:22",
  goldenHour2: "2026-06-21T18:38:15",
  sunsetStart: "2026-06-21T19:29:42",
  sunsetEnd: "2026-06-21T19:34:24",
  dusk: "2026-06-21T20:24:39",
  nauticalDusk: "2026-06-21T21:48:08",
  nightStart: undefined,
};

test("cases 168 and 169: all phases of a day in Berlin, to the second", () => {
  const { times } = solarDayAround(at("2026-06-21T10:00:00"), { latitude: 52.52, longitude: 13.405 });
  const found = Object.keys(PHASES).map((name) => {
    const time = times.get(name as SunPhase);
    return [name, time === undefined ? undefined : new Date(time).toISOString().slice(0, 19)];
  });
  assert.deepEqual(Object.fromEntries(found), BERLIN_SUMMER);
  assert.ok([...times.values()].every((time) => time % 1000 === 0));
});

/** Local times as almanacs print them, rounded to the minute. */
const PRINTED: [city: string, zone: string, spot: [number, number], day: string, sunrise: string, sunset: string][] = [
  ["London", "Europe/London", [51.5074, -0.1278], "2026-06-21", "04:43", "21:21"],
  ["London", "Europe/London", [51.5074, -0.1278], "2026-12-21", "08:04", "15:53"],
  ["Berlin", "Europe/Berlin", [52.52, 13.405], "2026-06-21", "04:43", "21:33"],
  ["Berlin", "Europe/Berlin", [52.52, 13.405], "2026-12-21", "08:15", "15:54"],
  ["Berlin", "Europe/Berlin", [52.52, 13.405], "2026-03-20", "06:09", "18:19"],
  ["Helsinki", "Europe/Helsinki", [60.1699, 24.9384], "2026-06-21", "03:54", "22:50"],
  ["Helsinki", "Europe/Helsinki", [60.1699, 24.9384], "2026-12-21", "09:24", "15:13"],
  ["Reykjavik", "Atlantic/Reykjavik", [64.1466, -21.9426], "2026-06-21", "02:55", "24:04"],
  ["Reykjavik", "Atlantic/Reykjavik", [64.1466, -21.9426], "2026-12-21", "11:22", "15:29"],
  ["New York", "America/New_York", [40.7128, -74.006], "2026-06-21", "05:25", "20:31"],
  ["New York", "America/New_York", [40.7128, -74.006], "2026-12-21", "07:17", "16:32"],
  ["Anchorage", "America/Anchorage", [61.2181, -149.9003], "2026-06-21", "04:20", "23:42"],
  ["Anchorage", "America/Anchorage", [61.2181, -149.9003], "2026-12-21", "10:14", "15:41"],
  ["Quito", "America/Guayaquil", [-0.1807, -78.4678], "2026-09-22", "06:03", "18:10"],
  ["Buenos Aires", "America/Argentina/Buenos_Aires", [-34.6037, -58.3816], "2026-12-21", "05:37", "20:06"],
  ["Buenos Aires", "America/Argentina/Buenos_Aires", [-34.6037, -58.3816], "2026-06-21", "08:00", "17:50"],
  ["Ushuaia", "America/Argentina/Ushuaia", [-54.8019, -68.303], "2026-12-21", "04:51", "22:11"],
  ["Ushuaia", "America/Argentina/Ushuaia", [-54.8019, -68.303], "2026-06-21", "09:59", "17:11"],
  ["Cape Town", "Africa/Johannesburg", [-33.9249, 18.4241], "2026-12-21", "05:32", "19:57"],
  ["Cape Town", "Africa/Johannesburg", [-33.9249, 18.4241], "2026-06-21", "07:51", "17:45"],
  ["Singapore", "Asia/Singapore", [1.3521, 103.8198], "2026-03-20", "07:09", "19:15"],
  ["Tokyo", "Asia/Tokyo", [35.6762, 139.6503], "2026-06-21", "04:26", "19:00"],
  ["Tokyo", "Asia/Tokyo", [35.6762, 139.6503], "2026-12-22", "06:47", "16:32"],
  ["Sydney", "Australia/Sydney", [-33.8688, 151.2093], "2026-06-21", "07:00", "16:54"],
  ["Sydney", "Australia/Sydney", [-33.8688, 151.2093], "2026-12-22", "05:41", "20:06"],
  ["Auckland", "Pacific/Auckland", [-36.8485, 174.7633], "2026-06-21", "07:33", "17:11"],
  ["Auckland", "Pacific/Auckland", [-36.8485, 174.7633], "2026-12-22", "05:58", "20:40"],
  ["Apia", "Pacific/Apia", [-13.83, -171.76], "2026-06-21", "06:49", "18:08"],
];

const TWILIGHT: [city: string, zone: string, spot: [number, number], day: string, phase: SunPhase, time: string][] = [
  ["London", "Europe/London", [51.5074, -0.1278], "2026-12-21", "dawn", "07:23"],
  ["London", "Europe/London", [51.5074, -0.1278], "2026-12-21", "dusk", "16:34"],
  ["London", "Europe/London", [51.5074, -0.1278], "2026-12-21", "nightStart", "17:58"],
  ["London", "Europe/London", [51.5074, -0.1278], "2026-06-21", "dawn", "03:55"],
  ["New York", "America/New_York", [40.7128, -74.006], "2026-06-21", "dusk", "21:04"],
  ["New York", "America/New_York", [40.7128, -74.006], "2026-06-21", "nightStart", "22:37"],
  ["New York", "America/New_York", [40.7128, -74.006], "2026-12-21", "dawn", "06:46"],
  ["Sydney", "Australia/Sydney", [-33.8688, 151.2093], "2026-06-21", "dawn", "06:32"],
  ["Sydney", "Australia/Sydney", [-33.8688, 151.2093], "2026-06-21", "nightStart", "18:23"],
  ["London", "Europe/London", [51.5074, -0.1278], "2026-06-21", "solarNoon", "13:02"],
  ["Berlin", "Europe/Berlin", [52.52, 13.405], "2026-12-21", "solarNoon", "12:04"],
];

const rows = PRINTED.flatMap(([city, zone, spot, day, sunrise, sunset]) => [
  [city, zone, spot, day, "sunriseStart", sunrise] as const,
  [city, zone, spot, day, "sunsetEnd", sunset] as const,
]);
for (const [city, zone, [latitude, longitude], day, phase, printed] of [...rows, ...TWILIGHT]) {
  test(`${city}, ${day}: ${phase} at ${printed}`, () => {
    const midnight = at(`${day}T00:00:00`);
    const [hours = 0, minutes = 0] = printed.split(":").map(Number);
    const wanted = instantOf(midnight + (hours * 60 + minutes) * MINUTE, zone);
    const found = solarDayAround(instantOf(midnight + DAY / 2, zone), { latitude, longitude }).times.get(phase) ?? 0;
    const off = Math.abs(found - wanted) / MINUTE;
    assert.ok(off <= 2.2, `${localSeconds(found, zone)} is ${off.toFixed(1)} minutes away`);
  });
}

/** Four days beside the printed dates: there the sun creeps along the horizon, and almanacs differ, too. */
const POLAR: [place: string, spot: GeoPosition, day: string, sun: "rises and sets" | "stays up" | "stays down"][] = [
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-05-14", "rises and sets"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-05-24", "stays up"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-07-22", "stays up"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-07-31", "rises and sets"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-11-23", "rises and sets"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-12-02", "stays down"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-01-10", "stays down"],
  ["Tromsø", { latitude: 69.6492, longitude: 18.9553 }, "2026-01-20", "rises and sets"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-04-15", "rises and sets"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-04-24", "stays up"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-08-19", "stays up"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-08-28", "rises and sets"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-10-30", "stays down"],
  ["Longyearbyen", { latitude: 78.2232, longitude: 15.6267 }, "2026-02-11", "stays down"],
  ["McMurdo", { latitude: -77.85, longitude: 166.67 }, "2026-12-21", "stays up"],
  ["McMurdo", { latitude: -77.85, longitude: 166.67 }, "2026-03-20", "rises and sets"],
  ["McMurdo", { latitude: -77.85, longitude: 166.67 }, "2026-06-21", "stays down"],
  ["the North Pole", { latitude: 90, longitude: 0 }, "2026-03-14", "stays down"],
  ["the North Pole", { latitude: 90, longitude: 0 }, "2026-03-24", "stays up"],
  ["the South Pole", { latitude: -90, longitude: 0 }, "2026-03-14", "stays up"],
  ["the South Pole", { latitude: -90, longitude: 0 }, "2026-03-28", "stays down"],
];
for (const [place, spot, day, sun] of POLAR) {
  test(`${place}, ${day}: the sun ${sun}`, () => {
    const { times, highest } = solarDayAround(at(`${day}T12:00:00`), spot);
    const rises = times.has("sunriseStart");
    assert.equal(times.has("sunsetEnd"), rises);
    assert.equal(rises ? "rises and sets" : highest > -0.833 ? "stays up" : "stays down", sun);
  });
}

test("each instant lies in its solar day, and the phases come in their order, all over the world", () => {
  for (let latitude = -90; latitude <= 90; latitude += 15) {
    for (const longitude of [-180, -179.9, -90, -0.1, 0, 13.4, 90, 179.9, 180]) {
      const spot = { latitude, longitude };
      for (let now = at("2025-12-20T00:00:00"); now < at("2027-01-10T00:00:00"); now += 9.7 * DAY) {
        const day = solarDayOf(now, spot);
        assert.ok(
          day.nadir <= now && now < day.nadir + DAY + MINUTE,
          `${latitude} ${longitude} ${new Date(now).toISOString()}`,
        );
        const times = [...day.times.values()];
        assert.deepEqual(
          times,
          times.toSorted((one, other) => one - other),
        );
        assert.equal(times[0], day.nadir);
      }
    }
  }
});

test("a solar day ends when the next begins", () => {
  for (const [latitude, longitude] of [
    [52.52, 13.405],
    [-33.87, 151.21],
    [0, -180],
  ] as const) {
    const spot = { latitude, longitude };
    for (let noon = at("2026-01-01T12:00:00"); noon < at("2027-01-01T12:00:00"); noon += DAY) {
      const { nadir } = solarDayAround(noon, spot);
      assert.equal(solarDayOf(nadir, spot).nadir, nadir);
      const before = solarDayOf(nadir - 1, spot).nadir;
      assert.ok(nadir - before > DAY - MINUTE && nadir - before < DAY + MINUTE);
    }
  }
});
