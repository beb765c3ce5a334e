/** How values become places and paths of a plot, and where its lines and words stand. Pure. */
import { midnightOf, monthOf, wallOf } from "../../src/model/time/zones.ts";
import { houseZone } from "../texts.ts";
import type { CoursePoint } from "./course.ts";
import type { Range } from "./range.ts";

export interface Frame extends Range {
  readonly width: number;
  readonly height: number;
  readonly min: number; // of the values
  readonly max: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AIR = 0.08; // above and below the values
const TOUCHING = 1.5; // steps: further apart are two lines

export function xOf({ from, to, width }: Range & { readonly width: number }, at: number): number {
  return rounded(((at - from) / Math.max(1, to - from)) * width);
}

export function yOf({ min, max, height }: Frame, value: number): number {
  return rounded(max === min ? height / 2 : height - ((value - min) / (max - min)) * height);
}

interface Extent {
  readonly min: number;
  readonly max: number;
}

/**
 * From where to where the values go, with some air within the limits; undefined where there are none. `least`: a battery that
 * lost one percent has not plunged.
 */
export function extentOf(points: readonly CoursePoint[], limits?: Extent, least = 0): Extent | undefined {
  if (points.length === 0) return undefined;
  const lowest = Math.min(...points.map((point) => point.min));
  const highest = Math.max(...points.map((point) => point.max));
  const lacks = Math.max(0, least - (highest - lowest)) / 2;
  const [min, max] = [lowest - lacks, highest + lacks];
  const air = max === min ? Math.max(1, Math.abs(max) * AIR) : (max - min) * AIR;
  return {
    min: Math.min(lowest, Math.max(limits?.min ?? Number.NEGATIVE_INFINITY, min - air)),
    max: Math.max(highest, Math.min(limits?.max ?? Number.POSITIVE_INFINITY, max + air)),
  };
}

/** A line through the middle of each step; where nothing is known it is broken. */
export function linePath(points: readonly CoursePoint[], frame: Frame): string {
  return runsOf(points)
    .map((run) => {
      const first = run[0] as CoursePoint;
      const last = run.at(-1) as CoursePoint;
      const middles = run.map((point) => `L${xOf(frame, (point.at + point.end) / 2)} ${yOf(frame, point.mean)}`);
      const start = `M${xOf(frame, first.at)} ${yOf(frame, first.mean)}`;
      return `${start}${middles.join("")}L${xOf(frame, last.end)} ${yOf(frame, last.last)}`;
    })
    .join("");
}

/** For values of true or false, and for values minute by minute: a value holds until the next. */
export function stepPath(points: readonly CoursePoint[], frame: Frame): string {
  return runsOf(points)
    .map((run) => {
      const steps = run.map((point) => `V${yOf(frame, point.mean)}H${xOf(frame, point.end)}`);
      const first = run[0] as CoursePoint;
      return `M${xOf(frame, first.at)} ${yOf(frame, first.mean)}${steps.join("")}`;
    })
    .join("");
}

/**
 * Of yes and no the gateway keeps for how much of each step it was yes. In a minute that is when it changed, as its last value says;
 * in an hour that moment is unknown, and the share is the height.
 */
export function switched(points: readonly CoursePoint[]): readonly CoursePoint[] {
  return points.flatMap((point) => {
    const { at, end, mean, last } = point;
    if (end - at > MINUTE || mean <= 0 || mean >= 1) return [point];
    const between = last > 0 ? end - mean * (end - at) : at + mean * (end - at);
    const isOn = last > 0 ? [0, 1] : [1, 0];
    return [
      { ...point, end: between, mean: isOn[0] ?? 0 },
      { ...point, at: between, mean: isOn[1] ?? 0 },
    ];
  });
}

/** Yes and no as an area. */
export function truthPath(points: readonly CoursePoint[], frame: Frame): string {
  return areaPath(switched(points), frame);
}

/** The area below steps. */
function areaPath(points: readonly CoursePoint[], frame: Frame): string {
  return runsOf(points)
    .map((run) => {
      const first = run[0] as CoursePoint;
      const steps = run.map((point) => `V${yOf(frame, point.mean)}H${xOf(frame, point.end)}`);
      return `M${xOf(frame, first.at)} ${frame.height}${steps.join("")}V${frame.height}Z`;
    })
    .join("");
}

/** A counter in bars. */
export function barsPath(points: readonly CoursePoint[], frame: Frame): string {
  return points
    .map(({ at, end, grown = 0 }) => {
      const [left, right] = [xOf(frame, at) + 0.5, xOf(frame, end) - 0.5];
      return `M${left} ${frame.height}V${yOf(frame, grown)}H${Math.max(left + 0.5, right)}V${frame.height}Z`;
    })
    .join("");
}

/** The area between the least and the most of each step: the steps of a value that holds until the next lie within it. */
export function stepBandPath(points: readonly CoursePoint[], frame: Frame): string {
  return runsOf(points)
    .filter((run) => run.some(({ min, max }) => min !== max))
    .map((run) => {
      const first = run[0] as CoursePoint;
      const there = run.map(({ max, end }) => `V${yOf(frame, max)}H${xOf(frame, end)}`);
      const begins = run.map(({ at }, index) => run[index - 1]?.end ?? at); // a short gap belongs to the later one
      const back = run
        .map(({ min }, index) => `V${yOf(frame, min)}H${xOf(frame, begins[index] as number)}`)
        .toReversed();
      return `M${xOf(frame, first.at)} ${yOf(frame, first.max)}${there.join("")}${back.join("")}Z`;
    })
    .join("");
}

/** The same around a line that goes through the middles. */
export function bandPath(points: readonly CoursePoint[], frame: Frame): string {
  return runsOf(points)
    .filter((run) => run.some(({ min, max }) => min !== max))
    .map((run) => {
      const there = run.map((point) => `L${xOf(frame, middleOf(point))} ${yOf(frame, point.max)}`);
      const back = run.toReversed().map((point) => `L${xOf(frame, middleOf(point))} ${yOf(frame, point.min)}`);
      return `M${[...there, ...back].join("").slice(1)}Z`;
    })
    .join("");
}

/** Points that touch each other. */
function runsOf(points: readonly CoursePoint[]): readonly (readonly CoursePoint[])[] {
  const runs: CoursePoint[][] = [];
  let before: CoursePoint | undefined;
  for (const point of points) {
    const isNext =
      before && point.at - before.at <= TOUCHING * Math.max(MINUTE, point.end - point.at, before.end - before.at);
    if (isNext) runs.at(-1)?.push(point);
    else runs.push([point]);
    before = point;
  }
  return runs;
}

/** Round numbers between the two. */
export function valueTicks(min: number, max: number, most: number): readonly number[] {
  const rough = (max - min) / Math.max(1, most);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let n = Math.ceil(min / step); n * step <= max; n += 1) ticks.push(Number((n * step).toPrecision(12)));
  return ticks;
}

export interface TimeTick {
  readonly at: number;
  readonly shows: "time" | "day" | "month" | "year";
}

const STEPS: readonly number[] = [
  ...[5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[DAY, 2 * DAY, 7 * DAY, 14 * DAY],
];
const MONTHS: readonly number[] = [1, 2, 3, 6, 12, 24];

/** Full hours, midnights and firsts of the month, by the clock of the house. */
export function timeTicks({ from, to }: Range, most: number, zone = houseZone()): readonly TimeTick[] {
  const step = STEPS.find((each) => (to - from) / each <= most);
  if (step === undefined) return monthTicks({ from, to }, most, zone);
  const ticks: TimeTick[] = [];
  const first = midnightOf(from, zone);
  if (step >= DAY) {
    const days = step / DAY;
    for (let n = -(Math.round(wallOf(first, zone) / DAY) % days); ; n += days) {
      const at = midnightOf(first, zone, n);
      if (at > to) return ticks;
      if (at >= from) ticks.push({ at, shows: "day" });
    }
  }
  for (let day = first; day <= to; day = midnightOf(day, zone, 1)) {
    const end = midnightOf(day, zone, 1);
    for (let at = day; at < end - step / 2 && at <= to; at += step)
      if (at >= from) ticks.push({ at, shows: at === day ? "day" : "time" });
  }
  return ticks;
}

const CUT = 58; // pixels: a label is no wider, "12:00 PM" among them

interface TimeLabel {
  readonly tick: TimeTick;
  readonly x: number;
  readonly anchor: "start" | "end";
}

/** A label stands at the right of its line, near the right edge at its left; where the one before leaves no room there, it has none. */
export function timeLabels(ticks: readonly TimeTick[], frame: Frame): readonly TimeLabel[] {
  return ticks.flatMap((tick, index): readonly TimeLabel[] => {
    const x = xOf(frame, tick.at);
    if (x < frame.width - CUT) return [{ tick, x: Math.max(2, x + 3), anchor: "start" }];
    const before = ticks[index - 1];
    const isFree = before === undefined || xOf(frame, before.at) < x - 2 * CUT;
    return isFree ? [{ tick, x: x - 3, anchor: "end" }] : [];
  });
}

function monthTicks({ from, to }: Range, most: number, zone: string): readonly TimeTick[] {
  const step = MONTHS.find((each) => (to - from) / (each * 30 * DAY) <= most) ?? 60;
  const ticks: TimeTick[] = [];
  const monthIn = (at: number) => new Date(wallOf(at, zone)).getUTCMonth();
  for (let month = -monthIn(from); ; month += step) {
    const at = monthOf(from, zone, month);
    if (at > to) return ticks;
    if (at >= from) ticks.push({ at, shows: monthIn(at) === 0 ? "year" : "month" });
  }
}

/** The point at a time; undefined where nothing is known. */
export function pointAt(points: readonly CoursePoint[], at: number): CoursePoint | undefined {
  return points.findLast((point) => point.at <= at && at < point.end) ?? nearest(points, at);
}

function nearest(points: readonly CoursePoint[], at: number): CoursePoint | undefined {
  const last = points.at(-1);
  return last && at >= last.end && at - last.end < last.end - last.at + MINUTE ? last : undefined;
}

function middleOf({ at, end }: CoursePoint): number {
  return (at + end) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
