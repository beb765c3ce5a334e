/** A year of each zone, minute by minute: every part of the day begins and ends once on each of its days, as early as can be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleTimers } from "../../../src/engines/rules/rule-timers.ts";
import { type IndexedRule, RuleIndex } from "../../../src/engines/rules/watched-items.ts";
import type { Address } from "../../../src/model/resource.ts";
import { house } from "../../support/fakes.ts";
import { type Span, spansOfYear, wholeDays } from "../../support/year.ts";

const MINUTE = 60_000;
const ZONES = [
  "Europe/Berlin",
  "Australia/Lord_Howe",
  ...(process.env.LONG ? ["America/New_York", "Pacific/Apia"] : []),
];
const MONDAYS = [1];
const ALL = [0, 1, 2, 3, 4, 5, 6];
const PARTS: readonly (readonly [operator: string, value: string, clock: string, weekdays: readonly number[]])[] = [
  ["in", "T00:00:00/T01:00:00", "00:00", ALL],
  ["in", "T02:15:00/T12:00:00", "02:15", ALL],
  ["in", "T02:30:00/T02:00:00", "02:30", ALL],
  ["in", "W64/T02:00:00/T03:00:00", "02:00", MONDAYS],
  ["not in", "T22:00:00/T02:15:00", "02:15", ALL],
  ["not in", "W1/T22:00:00/T02:30:00", "02:30", MONDAYS],
  ["not in", "T03:00:00/T00:00:00", "00:00", ALL],
];

for (const zone of ZONES) {
  test(zone, async () => {
    const home = await house();
    const index = new RuleIndex(home);
    const rules = PARTS.map(([operator, value], at): IndexedRule => {
      const address: Address = `/rules/${at + 1}`;
      const conditions = [{ address: "/config/localtime", operator, value }];
      const known = index.read({ address, type: "Rule", attr: { conditions }, config: {}, state: {}, action: {} });
      assert.ok(known);
      return known;
    });
    await home.stop();
    const spans = spansOfYear(zone);
    const days = wholeDays(spans);
    const struck = walk(zone, rules, spans, days);
    for (const [at, [operator, value, clock, weekdays]] of PARTS.entries()) {
      const says = `${operator} ${value}`;
      const instants = struck[at] ?? [];
      const expected = days.filter((day) => weekdays.includes(new Date(day).getUTCDay()));
      assert.deepEqual(
        instants.map((instant) => shown(instant, zone).slice(0, 10)),
        expected,
        says,
      );
      for (const instant of instants) {
        const [now, before] = [shown(instant, zone).slice(11), shown(instant - MINUTE, zone).slice(11)];
        assert.ok(now === clock || (before < clock && now > clock), `${says}: ${shown(instant, zone)}`);
      }
    }
  });
}

/** When each rule was struck, on the days that count; between the spans the clock stood still. */
function walk(zone: string, rules: readonly IndexedRule[], spans: readonly Span[], days: readonly string[]) {
  const struck: number[][] = rules.map(() => []);
  const start = spans[0]?.from ?? 0;
  const clock = new RuleTimers(start, 0, zone);
  for (const rule of rules) clock.add(rule, start);
  for (const { from, to } of spans)
    for (let now = from; now < to; now += MINUTE)
      for (const rule of clock.tick(now, now - start).keys())
        if (days.includes(shown(now, zone).slice(0, 10))) struck[rules.indexOf(rule)]?.push(now);
  return struck;
}

/** By the database of the runtime, without any of our own arithmetic. */
function shown(instant: number, zone: string): string {
  return new Date(instant).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);
}
