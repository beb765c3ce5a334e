/**
 * The operators of rules' conditions: which items they suit, when they hold, and what more it takes when a change of
 * their own item woke the rule. Values are numbers here (false 0, true 1), NaN where there is none, or no number.
 */
import type { ValueKind } from "../fields.ts";
import { type DaySpan, isOutside, isWithin, timeOfDay } from "../time/time-grammar.ts";
import type { Item } from "./items.ts";

export type Comparison = "eq" | "ne" | "gt" | "lt";
export type Operator = Comparison | "dx" | "ddx" | "stable" | "in" | "not in";

/** The test of a condition on its item. */
export type ConditionTest =
  | { readonly operator: Comparison; readonly value: number } //                 false is 0, true is 1
  | { readonly operator: "gt" | "lt"; readonly than: Item } //                    a time of day: that of another item
  | { readonly operator: "dx" }
  | { readonly operator: "ddx" | "stable"; readonly seconds: number }
  | { readonly operator: "in" | "not in"; readonly span: DaySpan };

/** The facts that a test needs besides the value of its item. */
export interface ConditionContext {
  readonly wall: number; //    the clock of the wall, read as if it were UTC: milliseconds
  readonly uptime: number; //  milliseconds of a clock that no user can set
  readonly changed: number; // the uptime at which the item last became different; NaN: not since the start
  readonly other: number; //   the time of day of the item that it is compared with, by `timeOfDay`; NaN: there is none
}

interface OperatorRow {
  readonly suits: readonly ValueKind[];
  readonly takes: "number" | "nothing" | "delay" | "span";
  readonly wakes: "becoming true" | "change" | "time" | "never"; // "time": a clock knows its edge, not `edgeOf`
}

const NUMBERS: readonly ValueKind[] = ["int", "num"];
const ANY: readonly ValueKind[] = ["bool", "int", "num", "text", "time", "list", "object"];

export const OPERATORS: Readonly<Record<Operator, OperatorRow>> = {
  eq: { suits: ["bool", ...NUMBERS], takes: "number", wakes: "becoming true" },
  ne: { suits: ["bool", ...NUMBERS], takes: "number", wakes: "becoming true" },
  gt: { suits: NUMBERS, takes: "number", wakes: "becoming true" },
  lt: { suits: NUMBERS, takes: "number", wakes: "becoming true" },
  dx: { suits: ANY, takes: "nothing", wakes: "change" },
  ddx: { suits: ANY, takes: "delay", wakes: "time" },
  stable: { suits: ANY, takes: "delay", wakes: "never" },
  in: { suits: ["time"], takes: "span", wakes: "time" },
  "not in": { suits: ["time"], takes: "span", wakes: "time" },
};

type NumberComparison = (actual: number, value: number) => boolean;

const HOLDS: Readonly<Record<Comparison, NumberComparison>> = {
  eq: (actual, value) => actual === value,
  ne: (actual, value) => actual !== value,
  gt: (actual, value) => actual > value,
  lt: (actual, value) => actual < value,
};

/** "Later than": of two times of day it is the other that must be it. */
const OTHER_HOLDS: Readonly<Record<"gt" | "lt", NumberComparison>> = {
  gt: (actual, other) => !(other < actual),
  lt: (actual, other) => !(other > actual),
};

/** Whether a test holds, regardless of the change that woke the rule. A `dx` and a `ddx` never do: only their own edge makes them true. */
export function levelOf(test: ConditionTest, actual: number, sight: ConditionContext): boolean {
  switch (test.operator) {
    case "dx":
    case "ddx":
      return false;
    case "stable":
      return !(sight.changed + test.seconds * 1000 > sight.uptime); // an item that never changed is stable
    case "in":
      return isWithin(test.span, sight.wall);
    case "not in":
      return isOutside(test.span, sight.wall);
    default:
      return "than" in test
        ? OTHER_HOLDS[test.operator](actual, sight.other)
        : HOLDS[test.operator](actual, test.value);
  }
}

/**
 * Whether the change of its item from `before` is news to it, given that it holds; a `dx` holds by that alone. A text or
 * a time is no number: each reported change of it is news. An item that was never set before has become its value.
 */
export function edgeOf(
  test: ConditionTest,
  before: number,
  actual: number,
  sight: Pick<ConditionContext, "other">,
): boolean {
  switch (test.operator) {
    case "eq":
    case "ne":
    case "dx":
      return actual !== before;
    case "gt":
    case "lt":
      if ("than" in test) return Number.isNaN(before) || !OTHER_HOLDS[test.operator](before, sight.other);
      return !HOLDS[test.operator](before, test.value);
    default:
      return true;
  }
}

export function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "boolean" ? Number(value) : Number.NaN;
}

/** A time is compared by its time of day, a number by itself. */
export function comparedAs(test: ConditionTest, value: unknown): number {
  return "than" in test ? timeOfDay(value) : numberOf(value);
}
