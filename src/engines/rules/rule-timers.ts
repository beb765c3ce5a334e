/** Timers of rules: for a `ddx` whose item has stayed the same for long enough, and for where a part of the day begins or ends. */
import type { ConditionTest } from "../../model/automation/operators.ts";
import { Agenda } from "../../model/time/agenda.ts";
import { nextOccurrence } from "../../model/time/occurrences.ts";
import type { IndexedRule, WatchedItem } from "./watched-items.ts";

const PUT_BACK = 1_000; // milliseconds: by less than that NTP corrects a clock

/** The rules whose time has come, each with the index of its conditions that are due. */
export type DueConditions = ReadonlyMap<IndexedRule, readonly number[]>;

interface SpanEdge {
  readonly index: number; // of the condition
  readonly days: number; //  those on which the edge itself lies
  readonly timeOfDay: number; // seconds since midnight
  next: number; //           instant; infinite if there is none
  last: number; //           the one that was due: a clock that is put back does not wake the rule again
}

export class RuleTimers {
  readonly #delays = new Agenda<IndexedRule>(); // in uptime, which no user can set
  readonly #spanEdges = new Agenda<IndexedRule>(); //  in instants
  readonly #edges = new Map<IndexedRule, readonly SpanEdge[]>();
  #zone: string;
  #ahead: number;

  constructor(now: number, uptime: number, zone: string) {
    this.#ahead = now - uptime;
    this.#zone = zone;
  }

  add(rule: IndexedRule, now: number): void {
    if (!rule.waitsForSpan) return;
    const edges = rule.conditions.flatMap(({ condition }, index) => edgeOf(condition.test, index));
    this.#edges.set(rule, edges);
    this.#plan(rule, now);
  }

  drop(rule: IndexedRule): void {
    this.#delays.delete(rule);
    this.#spanEdges.delete(rule);
    this.#edges.delete(rule);
  }

  /** A rule that waits for this item already is put off when its time comes: a chatty sensor costs nothing here. */
  itemChanged(watched: WatchedItem): void {
    for (const rule of watched.rulesWithDelay) if (this.#delays.due(rule) === undefined) this.#wait(rule);
  }

  setZone(zone: string, now: number): void {
    this.#zone = zone;
    for (const rule of this.#edges.keys()) this.#plan(rule, now);
  }

  tick(now: number, uptime: number): DueConditions {
    const due = new Map<IndexedRule, readonly number[]>();
    for (const rule of this.#delays.takeDue(uptime))
      if (rule.delay && !this.#wait(rule, uptime)) due.set(rule, [rule.delay.index]);
    for (const rule of this.#spanEdges.takeDue(now)) {
      const edges = (this.#edges.get(rule) ?? []).filter(({ next }) => next <= now);
      for (const edge of edges) edge.last = edge.next;
      const indexes = edges.map(({ index }) => index);
      due.set(rule, indexes);
      this.#plan(rule, now);
    }
    if (now - uptime < this.#ahead - PUT_BACK) this.setZone(this.#zone, now);
    this.#ahead = now - uptime;
    return due;
  }

  /** False when the rule has waited long enough. */
  #wait(rule: IndexedRule, uptime = Number.NEGATIVE_INFINITY): boolean {
    if (!rule.delay) return false;
    const due = rule.delay.watched.changed + rule.delay.milliseconds;
    if (due > uptime) this.#delays.set(rule, due);
    return due > uptime;
  }

  #plan(rule: IndexedRule, now: number): void {
    const edges = this.#edges.get(rule) ?? [];
    for (const edge of edges) {
      edge.next = this.#next(edge, now);
      if (edge.next === edge.last) edge.next = this.#next(edge, edge.next);
    }
    this.#spanEdges.set(rule, Math.min(...edges.map(({ next }) => next)));
  }

  #next({ days, timeOfDay }: SpanEdge, after: number): number {
    const place = { zone: this.#zone };
    return (
      nextOccurrence({ kind: "weekly", days, clock: timeOfDay, random: 0 }, after, place) ?? Number.POSITIVE_INFINITY
    );
  }
}

/** An `in` wakes its rule where the part of the day begins, a `not in` where it ends; the days are those on which it began. */
function edgeOf(test: ConditionTest, index: number): SpanEdge[] {
  if (!("span" in test) || test.span.from === test.span.to) return [];
  const { from, to, days } = test.span;
  const begin = { timeOfDay: from, days };
  const end = { timeOfDay: to, days: to < from ? nextDays(days) : days };
  return [{ index, ...(test.operator === "in" ? begin : end), next: Number.POSITIVE_INFINITY, last: Number.NaN }];
}

/** Days as bits, 0MTWTFSS, each a day later. */
function nextDays(days: number): number {
  return (days >> 1) | ((days & 1) << 6);
}
