/**
 * Rollups: what a value was, minute by minute for a day, hour by hour for a month, day by day for five years.
 */
/** The steps that the disk keeps; a month is put together of days. */
export const TIERS = ["minute", "hour", "day"] as const;
export type Tier = (typeof TIERS)[number];
export const STEPS = [...TIERS, "month"] as const;
export type Step = (typeof STEPS)[number];

export const MINUTE = 60_000; // milliseconds
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A number from `at` on, for one step. The mean of a boolean is the share of the time in which it was true. */
export interface Rollup {
  readonly at: number; // milliseconds, UTC
  readonly min: number;
  readonly max: number;
  readonly mean: number; // by time, not by reports
  readonly last: number;
  readonly count: number; // how often a value came; 0: it was held
  readonly known: number; // for which share of the step it was known: 0 to 1
  readonly grown?: number; // of a counter: by how much it grew, without its resets and spikes
}

/** Both tell of the same step: a restart or a clock that was put back came in between. */
export function joined(one: Rollup, other: Rollup): Rollup {
  const known = one.known + other.known;
  const mean = known > 0 ? (one.mean * one.known + other.mean * other.known) / known : other.mean;
  const grown =
    one.grown === undefined && other.grown === undefined ? undefined : (one.grown ?? 0) + (other.grown ?? 0);
  return {
    at: Math.min(one.at, other.at),
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    mean,
    last: other.last,
    count: one.count + other.count,
    known: Math.min(1, known),
    ...(grown === undefined ? {} : { grown }),
  };
}

/** In their order, each step once. */
export function inOrder(rollups: readonly Rollup[]): readonly Rollup[] {
  const sorted = rollups.toSorted((one, other) => one.at - other.at); // stable: a later rollup stays behind
  const all: Rollup[] = [];
  for (const rollup of sorted) {
    const before = all.at(-1);
    if (before?.at === rollup.at) all[all.length - 1] = joined(before, rollup);
    else all.push(rollup);
  }
  return all;
}

export interface SeriesRollups {
  readonly series: string; // a name that no other series has
  readonly rollups: readonly Rollup[];
}
