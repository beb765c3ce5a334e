/** The condition of a rule, read: which item it watches, and what it tests of it. */
import type { ValueKind } from "../fields.ts";
import { isObject } from "../resource.ts";
import { readDelay, readSpan } from "../time/time-grammar.ts";
import { type Item, LOCALTIME, readItem } from "./items.ts";
import { type Comparison, type ConditionTest, OPERATORS, type Operator } from "./operators.ts";

/** As a rule keeps and shows it. */
export interface ConditionText {
  readonly address: string;
  readonly operator: string;
  readonly value?: string;
}

export interface Condition {
  readonly text: ConditionText;
  readonly item: Item;
  readonly test: ConditionTest;
}

/** A condition that a client sends; undefined when it is none. */
export function readCondition(given: unknown): Condition | undefined {
  return parseCondition(given, sentNumber);
}

/** A condition that a rule keeps: a number that was sent as such (20.5) has become a text. */
export function keptCondition(text: ConditionText): Condition | undefined {
  return parseCondition(text, (value) => sentNumber(value) ?? (value ? finite(Number(value)) : undefined));
}

/** The first condition that cannot stand beside those before it (interface 2.4). */
export function misplacedCondition(conditions: readonly Condition[]): Condition | undefined {
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

/** Whether an item of this kind can be tested so. */
export function suits({ item, test }: Condition, kind: ValueKind): boolean {
  return "than" in test ? item.member === LOCALTIME.member : OPERATORS[test.operator].suits.includes(kind);
}

type NumberReader = (value: unknown) => number | undefined;

function parseCondition(given: unknown, toNumber: NumberReader): Condition | undefined {
  if (!isObject(given)) return undefined;
  const { operator, value } = given;
  if (typeof given.address !== "string" || typeof operator !== "string") return undefined;
  const address = given.address.replace(/\/illuminance$/, "/lux");
  const item = readItem(address);
  const test = item && isOperator(operator) ? readTest(operator, item, value, toNumber) : undefined;
  if (!item || !test) return undefined;
  const text = value === undefined || value === null ? {} : { value: valueText(value) };
  return { text: { address, operator, ...text }, item, test };
}

function readTest(operator: Operator, item: Item, value: unknown, toNumber: NumberReader): ConditionTest | undefined {
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

function readComparison(
  operator: Comparison,
  item: Item,
  value: unknown,
  toNumber: NumberReader,
): ConditionTest | undefined {
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
function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}
