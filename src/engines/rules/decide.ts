/** Whether a rule fires: what it sees when something has woken it, and what it makes of that. */
import { isWithin, timeOfDay } from "../../model/day-spans.ts";
import { type Item, resolve } from "../../model/items.ts";
import { comparedAs, edgeOf, levelOf, type Sight, type Test } from "../../model/operators.ts";
import type { Cause, Resource } from "../../model/resource.ts";
import { wallOf } from "../../model/zones.ts";
import { type EngineParts, timezoneOf } from "../engine.ts";
import type { Struck } from "./clock.ts";
import type { Known, Look, Move } from "./index.ts";
import type { Note } from "./trace.ts";

/** What may make rules fire: one change with all that it moved, a tick, or somebody's wish. */
export interface Happening {
  readonly at: number;
  readonly cause: Cause;
  readonly rules: readonly Known[];
  readonly moves: readonly Move[];
  readonly struck?: Struck; // only of a tick
  readonly wish?: string; //   "try", or who triggers
}

/** What all rules see that a happening wakes. */
export interface View {
  readonly happening: Happening;
  readonly store: EngineParts["store"];
  readonly uptime: number;
  readonly wall: number;
  /** Is told of a condition, counted from 1, whose resource is gone. */
  readonly gone: (rule: Known, condition: number) => void;
}

/** What a condition makes of its item. An edge is what it takes for the rule to fire now. */
interface Seen {
  readonly actual: unknown;
  readonly ok: boolean;
  readonly isEdge: boolean;
}

const NO_DEEDS: Note["deeds"] = [];

export function viewOf(
  { store, clock }: Pick<EngineParts, "store" | "clock">,
  happening: Happening,
  gone: View["gone"],
): View {
  let wall: number | undefined; // few rules look at the clock of the wall, and reading it is dear
  return {
    happening,
    store,
    uptime: clock.uptime(),
    get wall() {
      wall ??= wallOf(happening.at, timezoneOf(store));
      return wall;
    },
    gone,
  };
}

/** All conditions must hold, and of those that were woken one must have its edge. */
export function decide(rule: Known, view: View): Note {
  const { looks } = rule;
  const { at, moves, struck, wish } = view.happening;
  const actual: unknown[] = [];
  let [ok, edge, moved] = [0, -1, -1];
  for (const [index, look] of looks.entries()) {
    const move = moves.find(({ watch }) => watch === look.watch);
    const seen = see(rule, index, look, move, view);
    actual.push(seen.actual);
    if (seen.ok) ok |= 1 << index;
    if (seen.isEdge && edge < 0) edge = index;
    if (move && look.wakes && moved < 0) moved = index;
  }
  const fires = ok === (1 << looks.length) - 1 && (edge >= 0 || wish !== undefined);
  const wokenBy = wish ?? (struck ? "time" : edge >= 0 ? edge : moved);
  return { at, wokenBy, looks, actual, ok, fires, held: undefined, deeds: NO_DEEDS };
}

function see(rule: Known, index: number, { condition, watch, wakes }: Look, move: Move | undefined, view: View): Seen {
  const { item, test } = condition;
  const { struck, wish } = view.happening;
  const found = resolve(view.store, item);
  if (!found) view.gone(rule, index + 1);
  const actual = move ? move.value : found?.value;
  if (!found || actual === undefined || actual === null || isOff(found.resource, item))
    return { actual, ok: false, isEdge: false };
  const number = comparedAs(test, actual);
  const other = "than" in test ? timeOfDay(resolve(view.store, test.than)?.value) : Number.NaN;
  const wall = "span" in test ? view.wall : Number.NaN;
  const sight = { wall, uptime: view.uptime, changed: watch?.changed ?? Number.NaN, other };
  const isNews = wakes && move !== undefined && edgeOf(test, comparedAs(test, move.before), number, sight);
  const isTurn = struck?.get(rule)?.includes(index) ?? false;
  const ok = holds(test, number, sight, isNews || isTurn, wish !== undefined);
  return { actual, ok, isEdge: isNews || isTurn };
}

/** What waits for an edge holds by that; who wishes to know is told how it would be. */
function holds(test: Test, number: number, sight: Sight, isEdge: boolean, isWish: boolean): boolean {
  switch (test.operator) {
    case "dx":
      return isEdge || isWish;
    case "ddx":
      return isEdge || (isWish && sight.changed + test.seconds * 1000 <= sight.uptime);
    case "not in":
      return isEdge ? !isWithin(test.span, sight.wall) : levelOf(test, number, sight); // it may end on a day after its own
    default:
      return levelOf(test, number, sight);
  }
}

/** A sensor that is switched off says nothing but that. */
function isOff({ config }: Resource, { collection, section, member }: Item): boolean {
  return collection === "/sensors" && config.on === false && !(section === "config" && member === "on");
}
