/** The result of a measurement, and how ours and its control are run: side by side, in pairs, the median of the pairs' ratios. */
import process from "node:process";
import { median } from "./load.ts";

export const WRITTEN_BEHIND = 22_000; // milliseconds, until facts that were told have reached the disk

export interface Result {
  readonly goal: string; //     "P1"
  readonly what: string;
  readonly ours: number; //     the median
  readonly control: number;
  readonly unit: string;
  readonly ratio: number; //    ours to control: the median of the pairs' ratios
  readonly least?: number; //   of them
  readonly most?: number;
  readonly pairs?: number; //   how many there were
  readonly wanted: string; //   "≥ 0.85"
  readonly reached: boolean;
}

export interface Bench {
  readonly goals: readonly string[];
  readonly run: (long: boolean) => Promise<readonly Result[]>;
}

/** Figures of ours and of the control, taken one right after the other. */
export type Pair = readonly [ours: number, control: number];

export interface Paired {
  readonly ours: number;
  readonly control: number;
  readonly pairs: readonly Pair[];
}

type Told = Pick<Result, "goal" | "what" | "unit"> & (Paired | (Omit<Paired, "pairs"> & { readonly pairs?: never }));

/** `-- --short` tries whether each part runs; its numbers are no measurement. */
export const SHORT = process.env.BENCH_SHORT === "1";
export const ROUNDS = SHORT ? 2 : 7;

/** Runs both in turn, and the one that begins changes: other load on the machine hits both alike. */
export async function sideBySide(
  ours: () => Promise<number>,
  control: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Paired> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push([await ours(), await control()]);
    else {
      const other = await control();
      pairs.push([await ours(), other]);
    }
  }
  return paired(pairs);
}

export function paired(pairs: readonly Pair[]): Paired {
  return { ours: median(pairs.map(([ours]) => ours)), control: median(pairs.map(([, control]) => control)), pairs };
}

/** The same pairs, seen otherwise: less an allowance, say. */
export function changed({ pairs }: Paired, change: (pair: Pair) => Pair): Paired {
  return paired(pairs.map(change));
}

export function atLeast(wanted: number, told: Told): Result {
  const ratio = ratioOf(told);
  return { ...ratio, wanted: `≥ ${wanted}`, reached: ratio.ratio >= wanted };
}

export function atMost(wanted: number, told: Told): Result {
  const ratio = ratioOf(told);
  return { ...ratio, wanted: `≤ ${wanted}`, reached: ratio.ratio <= wanted };
}

/** A number without a goal of its own, beside those with one. */
export function toldOnly(told: Told): Result {
  return { ...ratioOf(told), wanted: "told only", reached: true };
}

function ratioOf({ pairs, ...told }: Told): Omit<Result, "wanted" | "reached"> {
  if (!pairs) return { ...told, ratio: told.ours / told.control };
  const ratios = pairs.map(([ours, control]) => ours / control);
  const spread = { least: Math.min(...ratios), most: Math.max(...ratios), pairs: ratios.length };
  return { ...told, ratio: median(ratios), ...spread };
}
