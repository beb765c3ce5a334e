/** What wakes rules when time passes: a change that has lasted long enough, and where a part of the day begins or ends. */
import { Agenda } from "../../core/agenda.ts";
import { nextOccurrence } from "../../model/occurrences.ts";
import type { Test } from "../../model/operators.ts";
import type { Known, Watch } from "./index.ts";

const PUT_BACK = 1_000; // milliseconds: less than that is how clocks are kept right

/** The conditions of a rule whose time has come, by their index. */
export type Struck = ReadonlyMap<Known, readonly number[]>;

interface Edge {
  readonly index: number; // of the condition
  readonly days: number; //  those on which the edge itself lies
  readonly clock: number;
  next: number; //           instant; infinite if there is none
  last: number; //           the one that struck: a clock that is put back strikes it no second time
}

export class RuleClock {
  readonly #delays = new Agenda<Known>(); // in uptime, which nobody can set
  readonly #turns = new Agenda<Known>(); //  in instants
  readonly #edges = new Map<Known, readonly Edge[]>();
  #zone: string;
  #ahead: number;

  constructor(now: number, uptime: number, zone: string) {
    this.#ahead = now - uptime;
    this.#zone = zone;
  }

  add(rule: Known, now: number): void {
    if (!rule.hasEdges) return;
    const edges = rule.looks.flatMap(({ condition }, index) => edgeOf(condition.test, index));
    this.#edges.set(rule, edges);
    this.#plan(rule, now);
  }

  drop(rule: Known): void {
    this.#delays.delete(rule);
    this.#turns.delete(rule);
    this.#edges.delete(rule);
  }

  /** It has changed. Whoever waits for it already is put off when the time comes: a chatty sensor costs nothing here. */
  moved(watch: Watch): void {
    for (const rule of watch.delays) if (this.#delays.due(rule) === undefined) this.#wait(rule);
  }

  setZone(zone: string, now: number): void {
    this.#zone = zone;
    for (const rule of this.#edges.keys()) this.#plan(rule, now);
  }

  /** Whose time has come since the last tick. */
  tick(now: number, uptime: number): Struck {
    const struck = new Map<Known, readonly number[]>();
    for (const rule of this.#delays.takeDue(uptime))
      if (rule.delay && !this.#wait(rule, uptime)) struck.set(rule, [rule.delay.index]);
    for (const rule of this.#turns.takeDue(now)) {
      const edges = (this.#edges.get(rule) ?? []).filter(({ next }) => next <= now);
      for (const edge of edges) edge.last = edge.next;
      struck.set(
        rule,
        edges.map(({ index }) => index),
      );
      this.#plan(rule, now);
    }
    if (now - uptime < this.#ahead - PUT_BACK) this.setZone(this.#zone, now);
    this.#ahead = now - uptime;
    return struck;
  }

  /** False when it has waited long enough. */
  #wait(rule: Known, uptime = Number.NEGATIVE_INFINITY): boolean {
    if (!rule.delay) return false;
    const due = rule.delay.watch.changed + rule.delay.milliseconds;
    if (due > uptime) this.#delays.set(rule, due);
    return due > uptime;
  }

  #plan(rule: Known, now: number): void {
    const edges = this.#edges.get(rule) ?? [];
    for (const edge of edges) {
      edge.next = this.#next(edge, now);
      if (edge.next === edge.last) edge.next = this.#next(edge, edge.next);
    }
    this.#turns.set(rule, Math.min(...edges.map(({ next }) => next)));
  }

  #next({ days, clock }: Edge, after: number): number {
    const place = { zone: this.#zone };
    return nextOccurrence({ kind: "weekly", days, clock, random: 0 }, after, place) ?? Number.POSITIVE_INFINITY;
  }
}

/** `in` wakes where the part of the day begins, `not in` where it ends; its days are those on which it began. */
function edgeOf(test: Test, index: number): Edge[] {
  if (!("span" in test) || test.span.from === test.span.to) return [];
  const { from, to, days } = test.span;
  const place = test.operator === "in" ? { clock: from, days } : { clock: to, days: to < from ? nextDays(days) : days };
  return [{ index, ...place, next: Number.POSITIVE_INFINITY, last: Number.NaN }];
}

/** 0MTWTFSS, each a day later. */
function nextDays(days: number): number {
  return (days >> 1) | ((days & 1) << 6);
}
