/** The time that a plot shows: moved, enlarged, and in which steps it is asked for. Pure. */
import { instantOf, midnightOf } from "../../src/model/time/zones.ts";
import { houseZone } from "../texts.ts";
import type { Step } from "./course.ts";

export interface Range {
  readonly from: number; // milliseconds
  readonly to: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORTEST = 10 * MINUTE;
const LONGEST = 5 * 366 * DAY;
const AHEAD = 0.04; // share of the range: the newest value does not stick to the edge

export const PRESETS = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;
export type Preset = keyof typeof PRESETS;

export function latest(length: number, now: number): Range {
  const to = now + length * AHEAD;
  return { from: to - length, to };
}

const ALL_KNOWN = 20 * HOUR; // a course that began since then is no part of a longer one: the gateway is new, or was away
const BESIDE = 1.1; //          times the known length, so that the course does not begin at the edge

/** The first range: not a whole day for a value that is known since an hour ago. A bar is an hour at least, so bars get a day. */
export function fitting(preset: Preset, since: number, isBars: boolean, now: number): Range {
  const known = now - since;
  if (known > ALL_KNOWN) return latest(PRESETS[preset], now);
  return latest(isBars ? DAY : Math.max(SHORTEST, known * BESIDE), now);
}

/** The chosen day, from midnight to midnight on the clock of the house: "2026-11-22". Undefined: no date, a future day, or one too old. */
export function dayAround(text: string, now: number, zone = houseZone()): Range | undefined {
  const wall = Date.parse(text);
  if (Number.isNaN(wall)) return undefined;
  const from = instantOf(wall, zone);
  const isKnown = from <= now && from > now - LONGEST;
  return isKnown ? { from, to: midnightOf(from, zone, 1) } : undefined;
}

/** The button that fits the range. */
export function presetOf({ from, to }: Range): Preset | undefined {
  return (Object.keys(PRESETS) as Preset[]).find((name) => Math.abs(PRESETS[name] - (to - from)) < MINUTE);
}

/** By a share of the range; not into the future, and not into a time that the gateway does not keep. */
export function moved({ from, to }: Range, share: number, now: number): Range {
  return within({ from: from + share * (to - from), to: to + share * (to - from) }, now);
}

/** As long, and just before; only up to where the present is, so that the one is as much as the other. */
export function before({ from, to }: Range, now: number): Range {
  return { from: from - (to - from), to: Math.min(to, Math.max(from, now)) - (to - from) };
}

/** Shows less (a factor above 1) or more; the moment at this share of the range stays there. */
export function enlarged({ from, to }: Range, factor: number, at: number, now: number): Range {
  const length = Math.min(LONGEST, Math.max(SHORTEST, (to - from) / factor));
  const center = from + at * (to - from);
  return within({ from: center - at * length, to: center + (1 - at) * length }, now);
}

/** Shares of the width at which two fingers are. */
export type Grip = readonly [one: number, other: number];

const CLOSEST = 0.02; // fingers that meet

/** Two fingers: the moment between them stays there, also where they move together. */
export function pinched(range: Range, before: Grip, after: Grip, now: number): Range {
  const factor = spreadOf(after) / spreadOf(before);
  const enlargedThere = enlarged(range, factor, middleOf(before), now);
  return moved(enlargedThere, middleOf(before) - middleOf(after), now);
}

function spreadOf([one, other]: Grip): number {
  return Math.max(CLOSEST, Math.abs(other - one));
}

function middleOf([one, other]: Grip): number {
  return (one + other) / 2;
}

/** The range goes up to now: a user who looks closer at it wants to see the newest. */
export function endsNow({ to }: Range, now: number): boolean {
  return to >= now;
}

function within({ from, to }: Range, now: number): Range {
  const length = to - from;
  const late = Math.max(0, to - (now + length * AHEAD));
  const early = Math.max(0, now - LONGEST - from);
  const shift = late > 0 ? -late : early;
  return { from: from + shift, to: to + shift };
}

/** Bars with half in sight, or that fill half of the plot: the plot draws the bars of the sum, and no day with one hour in sight. */
export function seenBars<Bar extends { readonly at: number; readonly end: number }>(
  bars: readonly Bar[],
  { from, to }: Range,
): readonly Bar[] {
  return bars.filter(({ at, end }) => 2 * (Math.min(end, to) - Math.max(at, from)) >= Math.min(end - at, to - from));
}

/** Minutes are kept for a day, hours for a month; and no screen has room for more than some hundred. */
export function stepFor({ from, to }: Range, now: number): Step {
  const length = to - from;
  if (length <= 1.1 * DAY && now - from <= 1.2 * DAY) return "minute";
  return length <= 40 * DAY && now - from <= 33 * DAY ? "hour" : "day";
}

/** Both lines of a plot have the same steps: of the time before none may be kept that are so short. */
export function stepBeside(range: Range, now: number): Step {
  return stepFor(before(range, now), now);
}

/** A counter is told in bars: how much it was in each. */
export function barsFor({ from, to }: Range, now: number): Step {
  const length = to - from;
  if (length <= 2 * DAY && now - from <= 33 * DAY) return "hour";
  return length <= 62 * DAY ? "day" : "month";
}
