/** A year of each zone, minute by minute: every part of the day begins and ends once on each of its days, as early as can be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleTimers } from "../../../src/engines/rules/rule-timers.ts";
import { type IndexedRule, RuleIndex } from "../../../src/engines/rules/watched-items.ts";
import type { Address } from "../../../src/model/resource.ts";
import { house } from "../../support/fakes.ts";

const MINUTE = 60_000;
const ZONES = [
  "Europe/Berlin",
  "Australia/Lord_Howe",
  ...(process.env.LONG ? ["America/New_York", "Pacific/Apia"] : []),
];
const PARTS: readonly (readonly [operator: string, value: string, clock: string, days: number])[] = [
  ["in", "T00:00:00/T01:00:00", "00:00", 365],
  ["in", "T02:15:00/T12:00:00", "02:15", 365],
  ["in", "T02:30:00/T02:00:00", "02:30", 365],
  ["in", "W64/T02:00:00/T03:00:00", "02:00", 52],
  ["not in", "T22:00:00/T02:15:00", "02:15", 365],
  ["not in", "W1/T22:00:00/T02:30:00", "02:30", 52],
  ["not in", "T03:00:00/T00:00:00", "00:00", 365],
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
    const struck = walk(zone, rules);
    for (const [at, [operator, value, clock, days]] of PARTS.entries()) {
      const says = `${operator} ${value}`;
      const instants = struck[at] ?? [];
      assert.equal(instants.length, days, says);
      assert.equal(new Set(instants.map((instant) => shown(instant, zone).slice(0, 10))).size, days, says);
      for (const instant of instants) {
        const [now, before] = [shown(instant, zone).slice(11), shown(instant - MINUTE, zone).slice(11)];
        assert.ok(now === clock || (before < clock && now > clock), `${says}: ${shown(instant, zone)}`);
      }
    }
  });
}

/** When each rule was struck, on the days that the wall shows as those of 2026. */
function walk(zone: string, rules: readonly IndexedRule[]): number[][] {
  const struck: number[][] = rules.map(() => []);
  let now = Date.UTC(2025, 11, 31);
  const clock = new RuleTimers(now, 0, zone);
  for (const rule of rules) clock.add(rule, now);
  for (let uptime = 0; uptime < 367 * 1440 * MINUTE; uptime += MINUTE) {
    for (const rule of clock.tick(now, uptime).keys())
      if (shown(now, zone).startsWith("2026")) struck[rules.indexOf(rule)]?.push(now);
    now += MINUTE;
  }
  return struck;
}

/** By the database of the runtime, without any of our own arithmetic. */
function shown(instant: number, zone: string): string {
  return new Date(instant).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);
}
