/** The condition of a rule as it is understood: which item it looks at, and what it makes of it. */
import type { ValueKind } from "./fields.ts";
import { type Item, LOCALTIME, readItem } from "./items.ts";
import { type Comparison, OPERATORS, type Operator, type Test } from "./operators.ts";
import { isObject } from "./resource.ts";
import { readDelay, readSpan } from "./time-grammar.ts";

/** As a rule keeps and shows it. */
export interface ConditionText {
  readonly address: string;
  readonly operator: string;
  readonly value?: string;
}

export interface Condition {
  readonly text: ConditionText;
  readonly item: Item;
  readonly test: Test;
}

/** A client's; undefined when it is none. */
export function readCondition(given: unknown): Condition | undefined {
  return understood(given, sentNumber);
}

/** One that a rule keeps: a number that came as such (20.5) has become a text. */
export function keptCondition(text: ConditionText): Condition | undefined {
  return understood(text, (value) => sentNumber(value) ?? (value ? finite(Number(value)) : undefined));
}

/** The first that cannot stand beside those before it (interface 2.4). */
export function checkSet(conditions: readonly Condition[]): Condition | undefined {
  return conditions.find(({ test }, index) => {
    const before = conditions.slice(0, index).map((each) => each.test.operator);
    return (BESIDE_NONE_OF[test.operator] ?? []).some((operator) => before.includes(operator));
  });
}

const BESIDE_NONE_OF: Partial<Record<Operator, readonly Operator[]>> = {
  dx: ["dx", "ddx"],
  ddx: ["dx", "ddx"],
  in: ["in", "not in"],
  "not in": ["in"],
};

/** Whether it can be asked of an item of this kind. */
export function suits({ item, test }: Condition, kind: ValueKind): boolean {
  return "than" in test ? item.member === LOCALTIME.member : OPERATORS[test.operator].suits.includes(kind);
}

type NumberReader = (value: unknown) => number | undefined;

function understood(given: unknown, toNumber: NumberReader): Condition | undefined {
  if (!isObject(given)) return undefined;
  const { operator, value } = given;
  if (typeof given.address !== "string" || typeof operator !== "string") return undefined;
  const address = given.address.replace(/\/illuminance$/, "/lux");
  const item = readItem(address);
  const test = item && isOperator(operator) ? readTest(operator, item, value, toNumber) : undefined;
  if (!item || !test) return undefined;
  const text = value === undefined || value === null ? {} : { value: textOf(value) };
  return { text: { address, operator, ...text }, item, test };
}

function readTest(operator: Operator, item: Item, value: unknown, toNumber: NumberReader): Test | undefined {
  const isTime = item === LOCALTIME;
  switch (operator) {
    case "dx":
      return { operator };
    case "ddx":
    case "stable": {
      const seconds = readDelay(value);
      return seconds === undefined || (isTime && operator === "stable") ? undefined : { operator, seconds };
    }
    case "in":
    case "not in": {
      const span = readSpan(value);
      return span && isTime ? { operator, span } : undefined;
    }
    default:
      return readComparison(operator, item, value, toNumber);
  }
}

function readComparison(operator: Comparison, item: Item, value: unknown, toNumber: NumberReader): Test | undefined {
  if ((operator === "gt" || operator === "lt") && item.section === "state" && item.member === LOCALTIME.member) {
    const than = typeof value === "string" ? readItem(value) : undefined;
    const isClock = than?.member === LOCALTIME.member && (than === LOCALTIME || isSensorState(than));
    return isClock ? { operator, than } : undefined;
  }
  const number = toNumber(value);
  return number === undefined || item === LOCALTIME ? undefined : { operator, value: number };
}

function isSensorState({ collection, section }: Item): boolean {
  return collection === "/sensors" && section === "state";
}

function sentNumber(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return finite(value);
  if (value === "true" || value === "false") return Number(value === "true");
  return typeof value === "string" && /^[+-]?\d+$/.test(value) ? finite(Number(value)) : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Values are kept, and shown, as text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}
