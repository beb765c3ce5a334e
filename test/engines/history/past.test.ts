/** Values from before a history began: they go the way of all values, and replace none that was kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HISTORY } from "../../../src/model/history/ports.ts";
import type { Cause } from "../../../src/model/resource.ts";
import { clip, house, START, settle } from "../../support/fakes.ts";

const RADIO: Cause = { by: "radio", depth: 0 };
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const settings = { timezone: "UTC" };

async function home(type: string) {
  const world = await house({ settings });
  await world.ask("POST", "/sensors", clip(type, { uniqueid: "u" }));
  await settle();
  const read = (member: string, step: "minute" | "hour" | "day", from: number) =>
    world.engines
      .get(HISTORY)
      .read({ address: "/sensors/1", section: "state", member, step, from, to: world.clock.now() });
  const tellPast = (member: string, values: readonly (readonly [number, number])[]) =>
    world.engines.get(HISTORY).tellPast([{ address: "/sensors/1", member: `state/${member}`, values }]);
  return { ...world, read, tellPast };
}

/** One value each half hour. */
const halfHours = (days: number, value: (at: number) => number) =>
  Array.from({ length: days * 48 }, (_, n) => START - (days * 48 - n) * 30 * MINUTE).map(
    (at) => [at, value(at)] as const,
  );

test("minutes of a day, hours of a month, and all days are kept, and the present goes on behind them", async () => {
  const world = await home("CLIPTemperature");
  await world.tellPast(
    "temperature",
    halfHours(60, (at) => (at % DAY < DAY / 2 ? 1800 : 2200)),
  );
  world.store.patch("/sensors/1", "state", { temperature: 2100 }, RADIO);
  await settle();
  world.clock.advance(60);
  const days = await world.read("temperature", "day", START - 90 * DAY);
  assert.equal(days.length, 61);
  for (const { min, max, mean } of days.slice(1, -1))
    assert.deepEqual([min, max, Math.round(mean)], [1800, 2200, 2000]);
  assert.equal(days.at(-1)?.last, 2100);
  const kept = (tier: "minute" | "hour") =>
    [...world.historyDisk.rollups[tier].values()].flat().map(({ at }) => Math.round((START - at) / HOUR));
  assert.ok(Math.max(...kept("minute")) <= 24 && kept("minute").length >= 47);
  assert.ok(Math.max(...kept("hour")) <= 31 * 24 && kept("hour").length >= 31 * 24 - 1);
  await world.stop();
});

test("a counter tells the use of each day", async () => {
  const world = await home("CLIPConsumption");
  const begin = START - 10 * DAY;
  await world.tellPast(
    "consumption",
    halfHours(10, (at) => ((at - begin) / HOUR) * 2),
  );
  const days = await world.read("consumption", "day", begin);
  assert.deepEqual(
    days.slice(1, -1).map(({ grown }) => grown),
    days.slice(1, -1).map(() => 48),
  );
  await world.stop();
});

test("a kept value of that time stays as it is; one told of the present does not count twice", async () => {
  const world = await home("CLIPTemperature");
  await world.tellPast(
    "temperature",
    halfHours(5, () => 2000),
  );
  await world.tellPast(
    "temperature",
    halfHours(5, () => 1000),
  );
  await world.tellPast("temperature", [[world.clock.now() + HOUR, 500]]);
  const days = await world.read("temperature", "day", START - 10 * DAY);
  assert.deepEqual([...new Set(days.map(({ min }) => min))], [2000]);
  await world.engines.get(HISTORY).tellPast([{ address: "/sensors/99", member: "state/temperature", values: [] }]);
  await world.stop();
});
