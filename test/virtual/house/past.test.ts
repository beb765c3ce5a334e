/** The past that is made up for the virtual house: it could have been, it is the same each time, and it ends where the present begins. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { batteryEmptyAt } from "../../../src/resources/devices/battery-forecast.ts";
import { INHABITANTS } from "../../../src/virtual/house/residents.ts";
import { openVirtualHouse } from "../../../src/virtual/index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const house = await openVirtualHouse({ life: false });
after(() => house.close());
const now = Date.now();
const past = house.past();
const ieeeOf = (name: string) =>
  (house.inspect().stations as readonly { name: string; ieee: string }[]).find((one) => one.name === name)?.ieee;

function valuesOf(name: string, member: string) {
  const own = past.find(
    ({ device, group, member: told }) => (device === ieeeOf(name) || group === name) && told === member,
  );
  return own?.values ?? assert.fail(`${name} has no ${member}`);
}

test("all of it lies in the last two months, in order", () => {
  for (const { member, values } of past) {
    assert.ok(values.length > 0, member);
    for (const [n, [at, value]] of values.entries()) {
      assert.ok(at <= now + HOUR && at > now - 63 * DAY, member);
      assert.ok(n === 0 || at >= (values[n - 1]?.[0] ?? 0), `${member} ${n}`);
      assert.ok(Number.isInteger(value), `${member} ${value}`);
    }
  }
});

test("each time it is the same", () => {
  const again = house.past();
  for (const [n, { member, values }] of past.entries()) {
    if (!/\/(on|presence|open|lift)$/.test(member)) continue; // others are told of at times that begin with now
    assert.deepEqual(again[n]?.values.slice(1, -1), values.slice(1, -1), member);
  }
});

test("residents have a past, and strangers have none", () => {
  const told = new Set(past.map(({ device }) => device));
  for (const { name, role } of INHABITANTS) assert.equal(told.has(ieeeOf(name)), role === "resident", name);
});

for (const [name, member, least, most, present] of [
  ["Bathroom climate", "state/temperature", 1700, 2450, 2080],
  ["Bathroom climate", "state/humidity", 4000, 9500, 5120],
  ["Hall motion", "state/temperature", 1800, 2550, 2150],
  ["Living room thermostat", "state/temperature", 1650, 2400, 2010],
] as const)
  test(`${member} of ${name} is that of a house, and ends as it is now`, () => {
    const values = valuesOf(name, member).map(([, value]) => value);
    assert.ok(
      Math.min(...values) >= least && Math.max(...values) <= most,
      `${Math.min(...values)}…${Math.max(...values)}`,
    );
    assert.ok(Math.max(...values) - Math.min(...values) > 150, "days are no line");
    assert.ok(Math.abs((values.at(-1) ?? 0) - present) < 40, `${values.at(-1)}`);
  });

test("lamps shine in the evening, are off now, and light their rooms", () => {
  const lit = valuesOf("Living room lamp", "state/on").filter(([, value]) => value === 1);
  assert.ok(lit.length > 40);
  for (const [at] of lit) assert.ok(new Date(at).getHours() >= 17);
  assert.equal(valuesOf("Living room lamp", "state/on").at(-1)?.[1], 0);
  const room = valuesOf("Living room", "state/any_on");
  assert.ok(lit.every(([at]) => (room.findLast(([then]) => then <= at) ?? [])[1] === 1));
});

test("the plug's meter goes up to its present value, and never down", () => {
  const values = valuesOf("Washing machine", "state/consumption").map(([, value]) => value);
  assert.ok(values.every((value, n) => value >= (values[n - 1] ?? 0)));
  assert.ok((values[0] ?? 0) >= 0 && Math.abs((values.at(-1) ?? 0) - 12_340) <= 20, `${values[0]}…${values.at(-1)}`);
  assert.ok(Math.max(...valuesOf("Washing machine", "state/power").map(([, watts]) => watts)) > 1000);
});

test("batteries tell when they will be empty, where they can; one is low now", () => {
  const daysLeft = (name: string) => {
    const at = batteryEmptyAt(valuesOf(name, "config/battery"), now);
    return at === undefined ? undefined : Math.round((at - now) / DAY);
  };
  const levelOf = (name: string) => valuesOf(name, "config/battery").at(-1)?.[1] ?? 0;
  const front = daysLeft("Front door") ?? 0;
  assert.ok(front > 90 && front < 150, `${front}`);
  assert.equal(daysLeft("Bathroom climate"), undefined);
  assert.ok(levelOf("Bedroom dimmer") <= 15 && (daysLeft("Bedroom dimmer") ?? 99) < 45);
  for (const name of ["Bedroom blind", "Hall motion", "Living room remote", "Living room thermostat"])
    assert.ok((daysLeft(name) ?? 0) > 90, name);
});

test("weekdays and weekends differ, and no two days are alike", () => {
  const goes = valuesOf("Front door", "state/open").filter(([, value]) => value === 1);
  const isFree = (at: number) => new Date(at).getDay() % 6 === 0;
  const early = goes.filter(([at]) => new Date(at).getHours() < 9);
  assert.ok(early.length > 40 && early.every(([at]) => !isFree(at)), "nobody leaves for work at the weekend");
  const minutes = new Set(early.map(([at]) => new Date(at).getHours() * 60 + new Date(at).getMinutes()));
  assert.ok(minutes.size > 20, `${minutes.size}`);
});

/** When it began to heat. */
function washes(): readonly number[] {
  const power = valuesOf("Washing machine", "state/power");
  return power.flatMap(([at, watts], n) => (watts > 1500 && (power[n - 1]?.[1] ?? 0) < 1500 ? [at] : []));
}

test("the machine washes when people have time, not by the calendar, rests at night, and is at work now", () => {
  const begun = washes();
  const gaps = new Set(begun.map((at, n) => Math.round((at - (begun[n - 1] ?? 0)) / DAY)));
  assert.ok(begun.length > 12 && begun.length < 45 && gaps.size > 3, `${begun.length} washes, ${gaps.size} gaps`);
  const atNight = begun.slice(0, -1).filter((at) => new Date(at).getHours() < 7);
  assert.deepEqual(atNight, []);
  const [at = 0, watts = 0] = valuesOf("Washing machine", "state/power").at(-1) ?? [];
  assert.ok(now - at < 10 * 60_000 && watts > 5 && watts < 250, `${watts} W since ${now - at} ms`);
});

test("nothing jumps where it meets the present, and no temperature from one moment to the next", () => {
  for (const [name, member, most] of [
    ["Bathroom climate", "state/temperature", 30],
    ["Hall motion", "state/temperature", 30],
    ["Hall thermostat", "state/temperature", 30],
    ["Bathroom climate", "state/humidity", 150],
  ] as const) {
    const values = valuesOf(name, member).filter(([at]) => at > now - 3.5 * HOUR);
    const steps = values.slice(1).map(([, value], n) => Math.abs(value - (values[n]?.[1] ?? 0)));
    assert.ok(Math.max(...steps) <= most, `${name} ${member}: ${Math.max(...steps)}`);
  }
});

test("the hall sees people when they are up and at home, and is dark at night", () => {
  const seen = valuesOf("Hall motion", "state/presence").filter(([, value]) => value === 1);
  const perDay = seen.length / 62;
  assert.ok(perDay > 15 && perDay < 70, `${perDay} times a day`);
  assert.equal(seen.filter(([at]) => new Date(at).getHours() >= 2 && new Date(at).getHours() < 5).length, 0);
  const dark = valuesOf("Hall motion", "state/lux").filter(([at]) => [23, 0, 1, 2].includes(new Date(at).getHours()));
  assert.ok(dark.length > 50 && dark.every(([, lux]) => lux === 1));
});

test("no battery fills by itself; the door's was changed", () => {
  const rises = (name: string) => {
    const values = valuesOf(name, "config/battery").map(([, value]) => value);
    return values.filter((value, n) => value > (values[n - 1] ?? value)).length;
  };
  assert.deepEqual(["Bedroom blind", "Hall motion", "Bathroom climate", "Front door"].map(rises), [0, 0, 0, 1]);
});

test("a house that came empty has no past", async () => {
  const empty = await openVirtualHouse({ empty: true });
  assert.deepEqual(empty.past(), []);
  await empty.close();
});
