/** When a battery will be empty: by its own curve, and never where the curve does not say it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type BatteryPoint, batteryEmptyAt } from "../../../src/resources/devices/battery-forecast.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1, 12);
const noise = [0, 2, -1, 1, -2, 0, 1, -1]; // percent, day by day

/** The last of so many days is today. */
function curve(days: number, percentOn: (day: number) => number): readonly BatteryPoint[] {
  return Array.from({ length: days }, (_, day) => [NOW - (days - 1 - day) * DAY, percentOn(day)] as const);
}
const bounded = (percent: number) => Math.max(0, Math.min(100, Math.round(percent)));
const left = (points: readonly BatteryPoint[], now = NOW) => {
  const at = batteryEmptyAt(points, now);
  return at === undefined ? undefined : Math.round((at - now) / DAY);
};
function near(actual: number | undefined, wanted: number, tolerance: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - wanted) <= tolerance, `${actual}, not ${wanted} ± ${tolerance}`);
}

test("a straight fall is prolonged to where devices fall silent", () => {
  near(left(curve(31, (day) => 80 - day)), 45, 1); // 50 % today, 1 % a day, to 5 %
  near(left(curve(61, (day) => 90 - day / 2)), 110, 3);
});

test("nothing is said without any values, with one, or with fewer than 14 days", () => {
  assert.equal(left([]), undefined);
  assert.equal(left([[NOW, 50]]), undefined);
  assert.equal(left(curve(14, (day) => 80 - day * 2)), undefined);
  near(left(curve(16, (day) => 80 - day * 2)), 22, 2);
});

test("too few days with a value among them say nothing", () => {
  const few = [30, 20, 10, 0].map((ago) => [NOW - ago * DAY, 50 + ago] as const);
  assert.equal(left(few), undefined);
});

test("a cell that stays at 100 % says nothing", () => {
  assert.equal(left(curve(300, () => 100)), undefined);
});

test("a cell that was at 100 % for long counts from where it began to fall", () => {
  near(left(curve(200, (day) => bounded(100 - Math.max(0, day - 170)))), 66, 4); // 71 % today, 1 % a day
});

test("a cell that has just left 100 % says nothing yet", () => {
  assert.equal(left(curve(200, (day) => bounded(100 - Math.max(0, day - 190)))), undefined);
});

test("the end of a curve counts more than its part of a year ago", () => {
  near(left(curve(300, (day) => bounded(100 - day / 10 - Math.max(0, day - 200) * 0.4))), 50, 40);
});

test("cold nights and noise change little", () => {
  const noisy = curve(45, (day) => bounded(90 - day + (noise[day % noise.length] ?? 0)));
  near(left(noisy), 40, 5);
  const nights = curve(45, (day) => bounded(90 - day - (day % 9 === 4 ? 20 : 0)));
  near(left(nights), 40, 5);
});

test("a battery that only follows the temperature says nothing", () => {
  assert.equal(left(curve(60, (day) => bounded(85 + 8 * Math.sin(day / 5)))), undefined);
  assert.equal(left(curve(60, (day) => bounded(70 + (noise[day % noise.length] ?? 0) * 3))), undefined);
});

test("a little less within weeks may be anything", () => {
  assert.equal(left(curve(30, (day) => 80 - day / 10)), undefined);
});

test("the curve before a new battery counts for nothing", () => {
  const changed = curve(60, (day) => (day < 30 ? 60 - day * 1.8 : 100 - (day - 30)));
  near(left(changed), 66, 5); // 71 % today
  const justChanged = curve(60, (day) => (day < 55 ? 80 - day : 100));
  assert.equal(left(justChanged), undefined);
});

test("the last of two new batteries counts", () => {
  const points = curve(90, (day) => 100 - (day % 40) * 2);
  assert.equal(left(points), undefined); // ten days old
});

test("a rise that is no new battery ends the forecast, or leaves it as it is", () => {
  near(left(curve(40, (day) => 90 - day + (day === 20 ? 30 : 0))), 46, 5);
});

test("values in coarse steps are understood when there are some of them", () => {
  near(left(curve(80, (day) => bounded(100 - Math.floor(day / 8) * 5))), 80, 25); // 55 % today, 5 % in 8 days
  assert.equal(left(curve(80, (day) => (day < 70 ? 87 : 74))), undefined); // one step says nothing
});

test("a curve that goes on in ever so different ways says nothing", () => {
  assert.equal(left(curve(60, (day) => (day < 30 ? 90 - day * 2 : 30))), undefined);
});

test("an end more than two years ahead is not said", () => {
  assert.equal(left(curve(90, (day) => 100 - day * 0.06)), undefined);
});

test("a device that is silent for weeks says nothing of now", () => {
  const points = curve(40, (day) => 90 - day);
  near(left(points, NOW + 3 * DAY), 43, 3);
  assert.equal(left(points, NOW + 20 * DAY), undefined);
});

test("a battery that is empty already is empty now, and never was before", () => {
  assert.equal(left(curve(40, (day) => bounded(40 - day * 1.1))), 0);
  assert.equal(left(curve(30, (day) => bounded(31 - day))), 0);
});

test("a battery that is far from its curve by now is not told of by it", () => {
  const crash = curve(60, (day) => (day < 57 ? bounded(80 - day / 2) : 3));
  assert.equal(left(crash), undefined);
  const points = curve(31, (day) => 80 - day); // 50 % today
  assert.ok(batteryEmptyAt(points, NOW, 44));
  assert.equal(batteryEmptyAt(points, NOW, 3), undefined);
  assert.equal(batteryEmptyAt(points, NOW, 100), undefined);
});

test("several values a day, in any order, and values that cannot be, do no harm", () => {
  const points = curve(31, (day) => 80 - day);
  const messy = [
    ...points.map(([at, percent]): BatteryPoint => [at - 3_600_000, percent]),
    ...points.toReversed(),
    ...[-1, 101, 255, Number.NaN].map((percent): BatteryPoint => [NOW - DAY, percent]),
    [NOW + 5 * DAY, 100] as const,
    [Number.NaN, 3] as const,
  ];
  near(left(messy), 45, 2);
});

test("gaps of days do no harm", () => {
  near(left(curve(61, (day) => 90 - day).filter((_, day) => day % 4 !== 1 && !(day > 20 && day < 30))), 25, 2);
});

test("a charged battery that is used from day to day says nothing", () => {
  assert.equal(left(curve(60, (day) => 100 - (day % 5) * 12)), undefined);
});
