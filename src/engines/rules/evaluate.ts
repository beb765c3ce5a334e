/** Whether a rule fires: its conditions are evaluated when an event has woken it. */
import { type Item, resolve } from "../../model/automation/items.ts";
import {
  type ConditionContext,
  type ConditionTest,
  comparedAs,
  edgeOf,
  levelOf,
} from "../../model/automation/operators.ts";
import type { Cause, Resource } from "../../model/resource.ts";
import { isWithin, timeOfDay } from "../../model/time/time-grammar.ts";
import { wallOf } from "../../model/time/zones.ts";
import { type EngineParts, timezoneOf } from "../engine.ts";
import type { DueConditions } from "./rule-timers.ts";
import type { EvaluationNote } from "./rule-trace.ts";
import type { IndexedCondition, IndexedRule, ItemChange } from "./watched-items.ts";

/** An event that may make rules fire: one change of a resource, a tick of the clock, or a request. */
export interface RuleEvent {
  readonly at: number;
  readonly cause: Cause;
  readonly rules: readonly IndexedRule[];
  readonly changes: readonly ItemChange[];
  readonly due?: DueConditions; //    only of a tick
  readonly requestedBy?: string; //   "try", or the cause of the request
}

/** The view of all rules that the same event wakes. */
interface EvaluationContext {
  readonly event: RuleEvent;
  readonly store: EngineParts["store"];
  readonly uptime: number;
  readonly wall: number;
  /** Is told of a condition, counted from 1, whose resource is gone. */
  readonly resourceGone: (rule: IndexedRule, condition: number) => void;
}

/** How a condition sees its item. With its edge, the rule may fire now. */
interface ConditionOutcome {
  readonly actual: unknown;
  readonly lux?: unknown; // beside a member that follows from it
  readonly ok: boolean;
  readonly isEdge: boolean;
}

/** Members that follow from the light level. */
const OF_LIGHT: readonly string[] = ["dark", "daylight"];
const NO_ACTIONS: EvaluationNote["actions"] = [];

export function contextOf(
  { store, clock }: Pick<EngineParts, "store" | "clock">,
  event: RuleEvent,
  resourceGone: EvaluationContext["resourceGone"],
): EvaluationContext {
  let wall: number | undefined; // few rules look at the wall clock, and reading it is dear
  return {
    event,
    store,
    uptime: clock.uptime(),
    get wall() {
      wall ??= wallOf(event.at, timezoneOf(store));
      return wall;
    },
    resourceGone,
  };
}

/** A rule fires when all its conditions hold, and one of those that the event woke has its edge. */
export function evaluate(rule: IndexedRule, context: EvaluationContext): EvaluationNote {
  const { conditions } = rule;
  const { at, changes, due, requestedBy } = context.event;
  const actual: unknown[] = [];
  let lux: unknown[] | undefined; // few rules look at the light
  let [ok, edge, woken] = [0, -1, -1];
  for (const [index, indexed] of conditions.entries()) {
    const change = changes.find(({ watched }) => watched === indexed.watched);
    const outcome = evaluateCondition(rule, index, change, context);
    actual.push(outcome.actual);
    if (outcome.lux !== undefined) {
      lux ??= [];
      lux[index] = outcome.lux;
    }
    if (outcome.ok) ok |= 1 << index;
    if (outcome.isEdge && edge < 0) edge = index;
    if (change && indexed.wakes && woken < 0) woken = index;
  }
  const fires = ok === (1 << conditions.length) - 1 && (edge >= 0 || requestedBy !== undefined);
  const wokenBy = requestedBy ?? (due ? "time" : edge >= 0 ? edge : woken);
  return { at, wokenBy, conditions, actual, lux, ok, fires, held: undefined, actions: NO_ACTIONS };
}

function evaluateCondition(
  rule: IndexedRule,
  index: number,
  change: ItemChange | undefined,
  context: EvaluationContext,
): ConditionOutcome {
  const { condition, watched, wakes } = rule.conditions[index] as IndexedCondition;
  const { item, test } = condition;
  const { due, requestedBy } = context.event;
  const found = resolve(context.store, item);
  if (!found) context.resourceGone(rule, index + 1);
  const actual = change ? change.value : found?.value;
  if (!found || actual === undefined || actual === null || isOff(found.resource, item))
    return { actual, ok: false, isEdge: false };
  const number = comparedAs(test, actual);
  const other = "than" in test ? timeOfDay(resolve(context.store, test.than)?.value) : Number.NaN;
  const wall = "span" in test ? context.wall : Number.NaN;
  const sight = { wall, uptime: context.uptime, changed: watched?.changed ?? Number.NaN, other };
  const isChangeEdge = wakes && change !== undefined && edgeOf(test, comparedAs(test, change.before), number, sight);
  const isEdge = isChangeEdge || (due?.get(rule)?.includes(index) ?? false);
  const lux = OF_LIGHT.includes(item.member) ? found.resource.state.lux : undefined;
  return { actual, lux, ok: holds(test, number, sight, isEdge, requestedBy !== undefined), isEdge };
}

/** A condition that waits for an edge holds only by that; a request is told how it would be. */
function holds(
  test: ConditionTest,
  number: number,
  sight: ConditionContext,
  isEdge: boolean,
  isRequest: boolean,
): boolean {
  switch (test.operator) {
    case "dx":
      return isEdge || isRequest;
    case "ddx":
      return isEdge || (isRequest && sight.changed + test.seconds * 1000 <= sight.uptime);
    case "not in":
      return isEdge ? !isWithin(test.span, sight.wall) : levelOf(test, number, sight); // it may end on a day after its own
    default:
      return levelOf(test, number, sight);
  }
}

/** Of a sensor that is switched off no condition holds but those on `config/on`. */
function isOff({ config }: Resource, { collection, section, member }: Item): boolean {
  return collection === "/sensors" && config.on === false && !(section === "config" && member === "on");
}
