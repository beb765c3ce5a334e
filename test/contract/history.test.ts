/** The history of a value over REST: the query names the values; each parameter that does not fit is refused with a sentence. */
import assert from "node:assert/strict";
import type { Values } from "../../src/model/resource.ts";
import { clip, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen, type World } from "../support/transports.ts";

const OF_1 = "/sensors/1/history";

async function measured(
  { ask, clock }: World,
  type = "CLIPTemperature",
  member = "temperature",
  values: readonly unknown[] = [2000, 2200],
) {
  await ask("PUT", "/config", { timezone: "UTC" });
  await created(ask, "/sensors", clip(type));
  for (const value of values) {
    await ask("PUT", "/sensors/1/state", { [member]: value });
    await settle();
    clock.advance(60);
    await settle();
  }
}

contract("minutes of a number: least, most, mean, last and how often it came", async (world) => {
  await measured(world);
  const { values, ...about } = await seen(world.ask, `${OF_1}?member=temperature`);
  assert.deepEqual(about, {
    member: "state/temperature",
    unit: "0.01 °C",
    step: "minute",
    from: "2026-02-28T12:02:00Z",
    to: "2026-03-01T12:02:00Z",
  });
  assert.deepEqual(values, [
    { at: "2026-03-01T12:00:00Z", min: 2000, max: 2000, mean: 2000, last: 2000, count: 1 },
    { at: "2026-03-01T12:01:00Z", min: 2200, max: 2200, mean: 2200, last: 2200, count: 1 },
  ]);
});

contract("hours, days and months, by names of sections, and times in several forms", async (world) => {
  await measured(world);
  const at = Date.parse("2026-03-01T12:00:00Z");
  for (const step of ["hour", "day", "month"]) {
    const one = await seen(
      world.ask,
      `${OF_1}?member=state/temperature&step=${step}&from=${at}&to=2026-03-01T12:01:30Z`,
    );
    const [value] = one.values as readonly Values[];
    assert.deepEqual([one.step, value?.min, value?.max, value?.count], [step, 2000, 2200, 2]);
    assert.ok(Number(value?.known) < 1);
  }
  const none = await seen(world.ask, `${OF_1}?member=temperature&from=2025-03-01T12:00:00&to=2025-03-02T12:00:00`);
  assert.deepEqual([none.step, none.values], ["day", []]);
  const battery = await seen(world.ask, `${OF_1}?member=config/battery`);
  assert.deepEqual([battery.member, battery.unit, battery.values], ["config/battery", "%", []]);
});

contract("of a truth its share; of a counter what it grew by", async (world) => {
  await measured(world, "CLIPPresence", "presence", [true, false]);
  const hours = await seen(world.ask, `${OF_1}?member=presence&step=hour`);
  const [{ known, ...hour }] = hours.values as [Values];
  assert.ok(Math.abs(Number(known) - 2 / 60) < 0.01);
  assert.deepEqual(hour, { at: "2026-03-01T12:00:00Z", share: 0.5, last: false, count: 2 });
  await created(world.ask, "/sensors", clip("CLIPConsumption"));
  for (const consumption of [5, 15]) {
    await world.ask("PUT", "/sensors/2/state", { consumption });
    await settle();
  }
  const [day] = (await seen(world.ask, "/sensors/2/history?member=consumption&step=day")).values as [Values];
  assert.equal(day.grown, 15); // it began at 0
});

contract("lights and groups have it, too; what there is not is not found", async (world) => {
  await created(world.ask, "/groups", { name: "Hall" });
  await settle();
  world.clock.advance(60);
  const { values } = await seen(world.ask, "/groups/1/history?member=any_on");
  assert.deepEqual((values as readonly Values[])[0], { at: "2026-03-01T12:00:00Z", share: 0, last: false, count: 0 });
  assert.deepEqual(inShort(await world.ask("GET", "/sensors/9/history?member=presence")), [404, [3, "/sensors/9"]]);
  assert.deepEqual(inShort(await world.ask("GET", "/lights/9/history?member=on")), [404, [3, "/lights/9"]]);
});

const refused: readonly (readonly [query: string, type: number, at: string, says: RegExp])[] = [
  ["", 5, OF_1, /missing parameter, member/],
  ["?member=", 5, OF_1, /missing parameter, member/],
  ["?member=tempreature", 7, `${OF_1}/member`, /tempreature.*it takes one of temperature/],
  ["?member=lastupdated", 7, `${OF_1}/member`, /it takes one of temperature/],
  ["?member=attr/name", 7, `${OF_1}/member`, /it takes one of temperature/],
  ["?member=__proto__", 7, `${OF_1}/member`, /it takes one of/],
  ["?member=temperature&step=week", 7, `${OF_1}/step`, /week.*it takes minute, hour, day, month/],
  ["?member=temperature&from=yesterday", 7, `${OF_1}/from`, /yesterday.*it takes a time in UTC/],
  ["?member=temperature&from=2026-02-31T00:00:00Z", 7, `${OF_1}/from`, /it takes a time in UTC/],
  ["?member=temperature&to=-5", 7, `${OF_1}/to`, /it takes a time in UTC/],
  ["?member=temperature&to=999999999999999", 7, `${OF_1}/to`, /it takes a time in UTC/],
  ["?member=temperature&from=2027-01-01T00:00:00Z&to=2026-01-01T00:00:00Z", 7, `${OF_1}/from`, /a time before `to`/],
  ["?member=temperature&step=minute&from=2026-01-01T00:00:00Z", 7, `${OF_1}/step`, /at most 2000 values/],
  ["?member=temperature&member=on", 7, `${OF_1}/member`, /it takes one value/],
  ["?member=temperature&zoom=3", 6, `${OF_1}/zoom`, /parameter, zoom, not available/],
];

contract("what does not fit is refused with a sentence, and nothing is answered", async (world) => {
  await measured(world);
  for (const [query, type, at, says] of refused) {
    const { status, body } = await world.ask("GET", `${OF_1}${query}`);
    const [{ error }] = body as [{ error: { type: number; address: string; description: string } }];
    assert.deepEqual([status, error.type, error.address], [400, type, at], query);
    assert.match(error.description, says);
  }
});

contract("a history that cannot be read: 503, and all else goes on", async (world) => {
  await measured(world);
  world.historyDisk.read = async () => {
    throw new Error("the disk reports a fault");
  };
  const { status, body } = await world.ask("GET", `${OF_1}?member=temperature`);
  assert.equal(status, 503);
  assert.match(JSON.stringify(body), /the disk reports a fault/);
  assert.equal((await world.ask("GET", "/sensors/1")).status, 200);
});

contract("a question mark elsewhere changes nothing", async (world) => {
  await measured(world);
  assert.deepEqual(await seen(world.ask, "/sensors/1?_=123"), await seen(world.ask, "/sensors/1"));
});
