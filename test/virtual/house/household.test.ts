/** The people of the virtual house: they live by the clock on the wall. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atHour } from "../../../src/virtual/house/household.ts";

for (const [name, month, day] of [
  ["any day", 5, 1],
  ["the day on which summer time ends", 9, 25],
  ["the day on which it begins", 2, 29],
] as const)
  test(`on ${name} the clock shows the hour that is meant`, (t) => {
    const before = process.env.TZ;
    t.after(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    process.env.TZ = "Europe/Berlin";
    const at = new Date(atHour({ year: 2026, month, day }, 17.5));
    assert.deepEqual([at.getDate(), at.getHours(), at.getMinutes()], [day, 17, 30]);
    const next = new Date(atHour({ year: 2026, month, day }, 24 + 6.5));
    assert.deepEqual([next.getHours(), next.getMinutes()], [6, 30]);
  });
