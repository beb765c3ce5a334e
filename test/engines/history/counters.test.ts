import assert from "node:assert/strict";
import { test } from "node:test";
import { type CounterState, count, isCounter } from "../../../src/engines/history/counters.ts";

const MINUTE = 60_000;

/** The amount that each value adds, one a minute; a dash: not believed. */
function grown(values: readonly number[]): readonly (number | "-")[] {
  const [first = 0, ...rest] = values;
  let state: CounterState = { trusted: { value: first, at: 0 } };
  return rest.map((value, n) => {
    const counted = count(state, { value, at: (n + 1) * MINUTE });
    state = counted.state;
    return counted.isTrusted ? counted.grown : "-";
  });
}

const cases: readonly (readonly [says: string, values: readonly number[], adds: readonly (number | "-")[]])[] = [
  ["it grows", [100, 110, 110, 115], [10, 0, 5]],
  ["it begins at 0 again: what came before it was noticed counts", [5000, 5010, 3, 8], [10, "-", 8]],
  ["a single dip is no reset", [5000, 0, 5010], ["-", 10]],
  ["a single spike is no consumption", [5000, 99_999_999, 5010], ["-", 10]],
  ["a spike of many kinds", [5000, 99_999_999, 0, 5010, 5020], ["-", "-", 10, 10]],
  ["another counter takes its place: only what it counts itself", [5000, 800_000, 800_010], ["-", 10]],
  ["a smaller one takes its place", [500_000, 300_000, 300_007], ["-", 7]],
  ["a whole kilowatt hour at once", [1000, 2000, 3000], [1000, 1000]],
];
for (const [says, values, adds] of cases) test(says, () => assert.deepEqual(grown(values), adds));

test("an amount that is much for a minute is little for a week", () => {
  const state = { trusted: { value: 0, at: 0 } };
  assert.equal(count(state, { value: 50_000, at: MINUTE }).isTrusted, false);
  assert.equal(count(state, { value: 50_000, at: 7 * 24 * 60 * MINUTE }).grown, 50_000);
});

test("which members count", () => {
  const members = ["consumption", "consumption_2", "production", "power", "temperature", "battery", "on"];
  assert.deepEqual(members.filter(isCounter), ["consumption", "consumption_2", "production"]);
});
