/** What a measurement says, and how ours and its control are run: in turn, in one run, medians of at least five. */
import { median } from "./load.ts";

export interface Result {
  readonly goal: string; //     "P1"
  readonly what: string;
  readonly ours: number;
  readonly control: number;
  readonly unit: string;
  readonly ratio: number; //    ours to control
  readonly wanted: string; //   "≥ 0.85"
  readonly reached: boolean;
}

export interface Bench {
  readonly goals: readonly string[];
  readonly run: (long: boolean) => Promise<readonly Result[]>;
}

const ROUNDS = 5;

/** Runs both in turn; the medians are what is told. */
export async function sideBySide(
  ours: () => Promise<number>,
  control: () => Promise<number>,
  rounds = ROUNDS,
): Promise<{ readonly ours: number; readonly control: number }> {
  const figures: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) figures.push([await ours(), await control()]);
  return { ours: median(figures.map(([own]) => own)), control: median(figures.map(([, other]) => other)) };
}

export function atLeast(wanted: number, given: Pick<Result, "goal" | "what" | "ours" | "control" | "unit">): Result {
  const ratio = given.ours / given.control;
  return { ...given, ratio, wanted: `≥ ${wanted}`, reached: ratio >= wanted };
}

export function atMost(wanted: number, given: Pick<Result, "goal" | "what" | "ours" | "control" | "unit">): Result {
  const ratio = given.ours / given.control;
  return { ...given, ratio, wanted: `≤ ${wanted}`, reached: ratio <= wanted };
}
