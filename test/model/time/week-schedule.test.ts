/** Weeks of thermostats: their keys, values that fit, and the result of a change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changesBetween,
  daysOf,
  daysOnAir,
  minutesOf,
  onAirDays,
  readDay,
  timeOf,
  type WeekSchedule,
  withDays,
  withoutEmptyDays,
} from "../../../src/model/time/week-schedule.ts";

const LIMITS = [500, 3000] as const;
const at = (localtime: string, heatsetpoint: number) => ({ localtime, heatsetpoint });
const WORK = [at("T06:30", 2100), at("T22:00", 1750)];
const FREE = [at("T09:00", 2100)];

for (const [key, days] of [
  ["W124", 124],
  ["W1", 1],
  ["W127", 127],
  ["W0", undefined],
  ["W128", undefined],
  ["X1", undefined],
  ["W", undefined],
  ["W01", undefined],
  ["W1.5", undefined],
] as const)
  test(`${key}: ${days}`, () => assert.equal(daysOf(key), days));

const BAD: readonly (readonly [string, unknown])[] = [
  ["nothing", []],
  ["no list", {}],
  ["eleven", Array.from({ length: 11 }, (_, hour) => at(timeOf(hour * 60), 2000))],
  ["an hour that there is not", [at("T24:00", 2000)]],
  ["a minute that there is not", [at("T12:60", 2000)]],
  ["no time", [at("6:30", 2000)]],
  ["too cold", [at("T06:30", 499)]],
  ["too warm", [at("T06:30", 3001)]],
  ["half of a hundredth", [at("T06:30", 2000.5)]],
  ["one member more", [{ ...at("T06:30", 2000), on: true }]],
  ["one member less", [{ localtime: "T06:30" }]],
  ["the same time twice", [at("T06:30", 2000), at("T06:30", 2100)]],
  ["back in time", [at("T06:30", 2000), at("T05:30", 2100)]],
];
for (const [says, day] of BAD) test(`${says} is no day`, () => assert.equal(readDay(day, LIMITS), undefined));
test("ten transitions are", () => {
  const ten = Array.from({ length: 10 }, (_, hour) => at(timeOf(hour * 60 + 59), 2000 + hour));
  assert.deepEqual(readDay(ten, LIMITS), ten);
});

test("a day that gets another list leaves its key; days with equal lists come under one", () => {
  let week: WeekSchedule = withDays({}, { days: 124, transitions: WORK });
  assert.deepEqual(week, { W124: WORK });
  week = withDays(week, { days: 64, transitions: FREE });
  assert.deepEqual(week, { W64: FREE, W60: WORK });
  week = withDays(week, { days: 3, transitions: WORK });
  assert.deepEqual(week, { W64: FREE, W63: WORK });
  week = withDays(week, { days: 63, transitions: [] });
  assert.deepEqual(week, { W64: FREE, W63: [] }, "these are to be empty");
  assert.deepEqual(withoutEmptyDays(week), { W64: FREE });
});

test("only days that change are told", () => {
  const before = { W124: WORK, W3: FREE };
  assert.deepEqual(changesBetween(before, before), []);
  assert.deepEqual(changesBetween({}, { W124: WORK }), [{ days: 124, transitions: WORK }]);
  assert.deepEqual(changesBetween(before, { W63: WORK }), [
    { days: 64, transitions: [] },
    { days: 3, transitions: WORK },
  ]);
  assert.deepEqual(changesBetween({}, { W3: [] }), [{ days: 3, transitions: [] }], "nothing is known of them");
  assert.deepEqual(changesBetween({ W3: [] }, { W3: [] }), []);
});

test("days on air begin with Sunday, and holidays are none", () => {
  assert.deepEqual([124, 1, 64, 3, 127].map(onAirDays), [0x3e, 1, 2, 0x41, 0x7f]);
  for (let days = 1; days <= 127; days += 1) assert.equal(daysOnAir(onAirDays(days)), days);
  assert.equal(daysOnAir(128), 0);
});

test("minutes of a day", () => {
  assert.deepEqual(["T00:00", "T06:30", "T23:59"].map(minutesOf), [0, 390, 1439]);
  for (let minutes = 0; minutes < 1440; minutes += 1) assert.equal(minutesOf(timeOf(minutes)), minutes);
});
