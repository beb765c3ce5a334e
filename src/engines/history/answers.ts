/** The steps of an answer: the rollups that were kept, and between them the value that was held. */
import type { HistoryDisk } from "../../model/history/ports.ts";
import { DAY, HOUR, joined, MINUTE, type Rollup, type Step, TIERS, type Tier } from "../../model/history/rollups.ts";
import { type Span, spanAt, spansIn } from "./series.ts";

const TIER_LENGTHS: Readonly<Record<Tier, number>> = { minute: MINUTE, hour: HOUR, day: DAY + HOUR }; // at most

/** A time in which the history did not watch. */
export type Gap = readonly [from: number, to: number];

interface Course {
  readonly step: Step;
  readonly from: number;
  readonly to: number; // not after now
  readonly zone: string;
  readonly rollups: readonly Rollup[]; // in order
  readonly before: number | undefined; // the value at `from`, as far as that is known
  readonly gaps: readonly Gap[];
}

/** Steps of which nothing is known are left out. */
export function filled({ step, from, to, zone, rollups, before, gaps }: Course): readonly Rollup[] {
  const all: Rollup[] = [];
  let held = before;
  let next = 0;
  const isCounter = rollups.some(({ grown }) => grown !== undefined);
  for (const { start, end } of spansIn(step, from, to, zone)) {
    let own: Rollup | undefined;
    for (let rollup = rollups[next]; rollup && rollup.at < end; rollup = rollups[++next]) {
      own = own ? joined(own, { ...rollup, at: own.at }) : rollup;
    }
    if (own) all.push({ ...own, at: start });
    else if (held !== undefined) {
      const known = knownIn(Math.max(start, from), Math.min(end, to), gaps) / (end - start);
      if (known > 0) all.push({ ...steady(start, held, known), ...(isCounter ? { grown: 0 } : {}) });
    }
    held = own?.last ?? held;
  }
  return all;
}

/** Days of a month become one: each counts by how long it was known. */
export function monthOf(days: readonly Rollup[], span: Span): Rollup {
  const [first, ...rest] = days as readonly [Rollup, ...Rollup[]];
  const length = (span.end - span.start) / DAY;
  const share = (rollup: Rollup) => ({ ...rollup, known: rollup.known / length });
  return { ...rest.reduce((all, day) => joined(all, share(day)), share(first)), at: span.start };
}

function steady(at: number, value: number, known: number): Rollup {
  return { at, min: value, max: value, mean: value, last: value, count: 0, known };
}

function knownIn(from: number, to: number, gaps: readonly Gap[]): number {
  let known = to - from;
  for (const [begin, end] of gaps) known -= Math.max(0, Math.min(to, end) - Math.max(from, begin));
  return Math.max(0, known);
}

interface TimeWish {
  readonly step: Tier;
  readonly from: number;
  readonly to: number;
}

/** From the beginning of a step on, and only of the time from `since` to now. */
export function timeAsked(
  { step, from, to }: TimeWish,
  { now, since, zone }: { readonly now: number; readonly since: number; readonly zone: string },
): { readonly from: number; readonly to: number } {
  return { from: spanAt(step, Math.min(Math.max(from, since), now), zone).start, to: Math.min(to, now) };
}

/** By the finest tier that still has it: a value that never changes was recorded once. */
export async function valueBefore(
  disk: HistoryDisk,
  step: Tier,
  name: string,
  from: number,
): Promise<number | undefined> {
  for (const tier of TIERS.slice(TIERS.indexOf(step))) {
    const rollup = await disk.lastBefore(tier, name, from - TIER_LENGTHS[tier] + 1);
    if (rollup) return rollup.last;
  }
  return undefined;
}
