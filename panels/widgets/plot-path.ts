/** The history of a number as a line: a value holds until the next report. Pure. */
import type { HistoryPoint } from "../api.ts";

export interface PlotLine {
  readonly path: string; // of an SVG
  readonly min: number;
  readonly max: number;
  readonly from: number; // milliseconds
  readonly to: number;
  readonly last: number;
}

/** The history and the changes since. The last of one may be the first of the other, by another clock. */
export function joined(asked: readonly HistoryPoint[], heard: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const all = [...asked];
  for (const [at, value] of heard) {
    const [last = Number.NEGATIVE_INFINITY, before] = all.at(-1) ?? [];
    if (at > last && value !== before) all.push([at, value]);
  }
  return all;
}

/** Undefined while there is too little to draw. Clocks may differ: now is never before the last point. */
export function plotLine(
  points: readonly HistoryPoint[],
  now: number,
  width: number,
  height: number,
): PlotLine | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return undefined;
  const values = points.map(([, value]) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [first[0], Math.max(now, last[0])];
  const x = (at: number) => rounded(((at - from) / Math.max(1, to - from)) * width);
  const y = (value: number) => rounded(min === max ? height / 2 : height - ((value - min) / (max - min)) * height);
  const steps = points.slice(1).map(([at, value]) => `H${x(at)}V${y(value)}`);
  return { path: `M${x(from)} ${y(first[1])}${steps.join("")}H${width}`, min, max, from, to, last: last[1] };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
