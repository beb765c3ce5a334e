/** When a schedule is to happen; whole stories of it stand with the engine. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  firstPlan,
  planAfterRun,
  randomFrom,
  replanned,
  type Timing,
  timingOf,
  upcomingTimes,
} from "../../../src/model/time/plans.ts";
import { fakeHost } from "../../support/fakes.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z"); // Monday
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const none = () => 0;

function timing(text: string, zone = "UTC"): Timing {
  const found = timingOf({ given: "localtime", localtime: text }, { timezone: zone });
  assert.ok(found);
  return found;
}

test("a draw: whole seconds from 1 to the most, all of them; none where the most is 0", () => {
  const host = fakeHost();
  const draws = new Map<number, number>();
  for (let drawn = 0; drawn < 3_000; drawn += 1) {
    const seconds = randomFrom(host)(5);
    draws.set(seconds, (draws.get(seconds) ?? 0) + 1);
  }
  assert.deepEqual([...draws.keys()].sort(), [1, 2, 3, 4, 5]);
  for (const [seconds, often] of draws) assert.ok(often > 400 && often < 800, `${seconds}: ${often}`);
  assert.equal(randomFrom(host)(0), 0);
  for (const [digits, seconds] of [
    ["000000000000", 1],
    ["ffffffffffff", 1800],
  ] as const)
    assert.equal(randomFrom({ ...host, random: () => digits })(1800), seconds);
});

test("of both times the one that was given counts; a text that cannot be read is no time", () => {
  const attr = { time: "PT00:00:01", localtime: "W127/T12:00:00" };
  assert.equal(timingOf({ ...attr, given: "time" }, {})?.pattern.kind, "timer");
  const { pattern, location } =
    timingOf({ ...attr, given: "localtime" }, { timezone: "Asia/Tokyo", latitude: 5 }) ?? {};
  assert.deepEqual([pattern?.kind, location], ["weekly", { zone: "Asia/Tokyo" }]);
  for (const localtime of ["nonsense", "PT00:00:01A5", undefined, 5])
    assert.equal(timingOf({ given: "localtime", localtime }, {}), undefined);
});

test("repetitions that were missed, however many, cost nothing to count", () => {
  const plan = { base: NOW, due: NOW };
  const late = 30 * 365 * DAY;
  const next = planAfterRun(plan, timing("R/PT00:00:01"), NOW + late, late, none);
  assert.equal(next?.due, NOW + late - 4_000);
  assert.equal(planAfterRun({ ...plan, left: 99 }, timing("R99/PT00:00:01"), NOW + late, late, none), undefined);
});

test("weekly, late: a missed run did not run on its day, and one just in time is not passed over", () => {
  const weekly = timing("W127/T12:00:00");
  const plan = { base: NOW, due: NOW };
  const late = (by: number) => planAfterRun(plan, weekly, NOW + by, by, none);
  assert.deepEqual(late(4_999), { base: NOW + DAY, due: NOW + DAY, days: [NOW - 12 * HOUR] });
  assert.deepEqual(late(5_000), { base: NOW + DAY, due: NOW + DAY, days: [] });
  assert.equal(late(DAY + 3_000)?.due, NOW + DAY);
  assert.equal(late(DAY + 5_000)?.due, NOW + 2 * DAY);
  assert.equal(late(30 * DAY + HOUR)?.due, NOW + 31 * DAY);
});

test("the days on which it ran are remembered for a week, and not for ever", () => {
  const weekly = timing("W127/T12:00:00");
  let plan: object = firstPlan(weekly, NOW - 1, none);
  for (let day = 0; day < 30; day += 1)
    plan = { ...plan, ...planAfterRun({ ...plan }, weekly, NOW + day * DAY, 0, none) };
  const { days, due } = plan as { days: number[]; due: number };
  assert.equal(due, NOW + 30 * DAY);
  assert.equal(days.length, 8);
  assert.equal(days.at(-1), NOW - 12 * HOUR + 29 * DAY);
});

test("a plan that is looked at again and still holds is not drawn again", () => {
  const weekly = timing("W127/T12:00:00A02:00:00");
  const plan = { base: NOW, due: NOW + HOUR };
  assert.deepEqual(
    replanned(plan, weekly, NOW + HOUR / 2, () => 7),
    plan,
  ); // its day has begun
  assert.deepEqual(
    replanned(plan, weekly, NOW - HOUR, () => 7),
    plan,
  );
  const next = NOW + DAY;
  assert.deepEqual(
    replanned(plan, weekly, NOW + HOUR + 5_000, () => 7),
    { base: next, due: next + 7_000 },
  );
  const earlier = NOW - DAY;
  assert.deepEqual(
    replanned(plan, weekly, NOW - 1.5 * DAY, () => 7),
    { base: earlier, due: earlier + 7_000 },
  );
  const elsewhere = NOW - HOUR + DAY;
  assert.deepEqual(replanned(plan, timing("W127/T12:00:00", "Europe/Berlin"), NOW - HOUR / 2, none), {
    base: elsewhere,
    due: elsewhere,
  });
});

test("the times to come leave out the days on which it ran already", () => {
  const weekly = timing("W127/T12:00:00");
  const days = [NOW + 12 * HOUR]; // Tuesday: the clock was put back
  const times = upcomingTimes({ base: NOW, due: NOW, days }, weekly, 3).map(({ at }) => at);
  assert.deepEqual(times, [NOW, NOW + 2 * DAY, NOW + 3 * DAY]);
});

test("the times to come of a timer with a random part become less and less sure", () => {
  const times = upcomingTimes({ base: NOW, due: NOW + 1 }, timing("R/PT01:00:00A00:10:00"), 2);
  assert.deepEqual(times, [
    { at: NOW, until: NOW + 600_000 },
    { at: NOW + HOUR, until: NOW + HOUR + 1_200_000 },
  ]);
  assert.deepEqual(upcomingTimes({}, timing("R/PT01:00:00"), 2), []);
});
