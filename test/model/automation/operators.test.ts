/** Operators of rules: their truth, as a table (automation 1.9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOCALTIME } from "../../../src/model/automation/items.ts";
import {
  type ConditionContext,
  type ConditionTest,
  comparedAs,
  edgeOf,
  levelOf,
  numberOf,
} from "../../../src/model/automation/operators.ts";
import { readSpan, timeOfDay } from "../../../src/model/time/time-grammar.ts";

const NOWHERE = Number.NaN;
const sight = (more: Partial<ConditionContext> = {}): ConditionContext => ({
  wall: 0,
  uptime: 0,
  changed: NOWHERE,
  other: NOWHERE,
  ...more,
});

/** The value before, the value now: does it hold, and is it news? */
const COMPARED: [
  operator: "eq" | "ne" | "gt" | "lt",
  value: number,
  before: number,
  now: number,
  level: boolean,
  edge: boolean,
][] = [
  ["eq", 1, 0, 1, true, true],
  ["eq", 1, 1, 1, true, false],
  ["eq", 1, 1, 0, false, true],
  ["eq", 1, NOWHERE, 1, true, true],
  ["eq", 1002, 1002, 1002, true, false],
  ["ne", 0, 1, 2, true, true],
  ["ne", 0, 2, 2, true, false],
  ["ne", 0, 2, 0, false, true],
  ["ne", 0, 0, 3, true, true],
  ["ne", 0, NOWHERE, 3, true, true],
  ["lt", 12_000, 13_000, 12_000, false, true],
  ["lt", 12_000, 12_000, 11_999, true, true],
  ["lt", 12_000, 11_999, 100, true, false],
  ["lt", 12_000, NOWHERE, 100, true, true],
  ["gt", 20.5, 20, 21, true, true],
  ["gt", 20.5, 20.5, 20.6, true, true],
  ["gt", 20.5, 21, 22, true, false],
  ["gt", 20.5, 20, 20.5, false, true],
  ["gt", 5_000_000_000, 0, 5_000_000_001, true, true],
  ["gt", 0, NOWHERE, 1, true, true],
  ["gt", 0, 0, NOWHERE, false, true],
];

for (const [operator, value, before, now, level, edge] of COMPARED) {
  test(`${before} → ${now}, ${operator} ${value}`, () => {
    const asked: ConditionTest = { operator, value };
    assert.equal(levelOf(asked, now, sight()), level);
    assert.equal(edgeOf(asked, before, now, sight()), edge);
  });
}

test("dx holds by its edge alone; texts and times are news whenever they are told", () => {
  const dx: ConditionTest = { operator: "dx" };
  assert.equal(levelOf(dx, 1, sight()), false);
  assert.equal(edgeOf(dx, 0, 1, sight()), true);
  assert.equal(edgeOf(dx, 1, 1, sight()), false);
  const told = (before: unknown, now: unknown) => edgeOf(dx, numberOf(before), numberOf(now), sight());
  assert.equal(told("2026-03-01T12:00:00.000", "2026-03-01T12:00:00.001"), true);
  assert.equal(told([0.1, 0.2], [0.1, 0.3]), true);
  assert.equal(told(false, true), true);
});

test("ddx never holds by itself: it is a matter of time", () => {
  assert.equal(levelOf({ operator: "ddx", seconds: 10 }, 1, sight({ changed: 0, uptime: 10_000 })), false);
});

test("stable: for so long it has not changed", () => {
  const stable = (changed: number, uptime: number) =>
    levelOf({ operator: "stable", seconds: 300 }, 1, sight({ changed, uptime }));
  assert.equal(stable(0, 299_999), false);
  assert.equal(stable(0, 300_000), true);
  assert.equal(stable(NOWHERE, 1), true, "case 44: never since the start");
});

test("in and not in are asked of the wall", () => {
  const span = readSpan("T08:00:00/T16:00:00");
  assert.ok(span);
  const at = (time: string) => sight({ wall: Date.parse(`2026-03-02T${time}Z`) });
  assert.equal(levelOf({ operator: "in", span }, NOWHERE, at("08:00:00")), true);
  assert.equal(levelOf({ operator: "not in", span }, NOWHERE, at("08:00:00")), false);
  assert.equal(levelOf({ operator: "not in", span }, NOWHERE, at("16:00:00")), true);
});

/** "The value is later than the item": case 75. */
const LATER: [operator: "gt" | "lt", own: string, other: string, level: boolean][] = [
  ["gt", "18:04:00", "18:00:00", false],
  ["gt", "18:04:00", "18:04:00", true],
  ["gt", "18:04:00", "18:10:00", true],
  ["lt", "18:04:00", "18:00:00", true],
  ["lt", "18:04:00", "18:04:00", true],
  ["lt", "18:04:00", "18:10:00", false],
];

for (const [operator, own, other, level] of LATER) {
  test(`${own} ${operator} the time of day ${other}: ${level}`, () => {
    const asked: ConditionTest = { operator, than: LOCALTIME };
    const actual = comparedAs(asked, `2026-03-01T${own}`);
    const seen = sight({ other: timeOfDay(`2026-03-05T${other}`) });
    assert.equal(levelOf(asked, actual, seen), level);
    assert.equal(edgeOf(asked, actual, actual, seen), !level, "it has become so");
  });
}

test("a time of day that there is none to compare with holds", () => {
  const asked: ConditionTest = { operator: "gt", than: LOCALTIME };
  assert.equal(levelOf(asked, 5, sight()), true);
  assert.equal(edgeOf(asked, NOWHERE, 5, sight({ other: 6 })), true);
  assert.equal(edgeOf(asked, 6, 5, sight({ other: 5 })), true);
});

test("numbers of values that are none", () => {
  assert.deepEqual([true, false, 2.5, "5", null, undefined, [1]].map(numberOf), [
    1,
    0,
    2.5,
    NOWHERE,
    NOWHERE,
    NOWHERE,
    NOWHERE,
  ]);
  assert.equal(comparedAs({ operator: "eq", value: 1 }, true), 1);
});
