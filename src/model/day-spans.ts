/** Parts of the day, "W124/T08:00:00/T16:00:00": what they say, and when they begin and end on the clock of the wall. */
import { offsetAt } from "./zones.ts";

/** A part of the day, on some days of the week; the days are those on which it begins. */
export interface DaySpan {
  readonly days: number; // 0MTWTFSS: Monday 64 … Sunday 1
  readonly from: number; // seconds since midnight, on the clock of the wall
  readonly to: number;
}

const SECOND = 1_000;
const DAY = 86_400_000;
const EVERY_DAY = 127;
const SPAN = /^(?:W(\d{1,3})\/)?T(\d\d:\d\d:\d\d)\/T(\d\d:\d\d:\d\d)$/;

export function readSpan(text: unknown): DaySpan | undefined {
  const [, days = String(EVERY_DAY), start, end] = (typeof text === "string" && SPAN.exec(text)) || [];
  const [from, to] = [readClock(start), readClock(end)];
  if (from === undefined || to === undefined || Number(days) > EVERY_DAY) return undefined;
  return { days: Number(days), from, to };
}

/** Half-open: it begins within, and ends outside. */
export function isWithin({ days, from, to }: DaySpan, wall: number): boolean {
  const [day, second] = dayAndSecond(wall);
  if (from <= to) return second >= from && second < to && falls(days, day);
  return (second >= from && falls(days, day)) || (second < to && falls(days, day - 1));
}

/** On one of its days, and not in it; a span without length has no outside either. */
export function isOutside({ days, from, to }: DaySpan, wall: number): boolean {
  const [day, second] = dayAndSecond(wall);
  if (!falls(days, day)) return false;
  return from < to ? second < from || second >= to : second < from && second >= to;
}

/** Whether it begins while the wall shows times after the first of these up to the second; both from `shownBy`. */
export function spanStarts(span: DaySpan, after: number, upTo: number): boolean {
  return span.from !== span.to && strikes(span.days, span.from * SECOND, after, upTo);
}

/** Whether it ends there; its days are those on which it began. */
export function spanEnds(span: DaySpan, after: number, upTo: number): boolean {
  const { days, from, to } = span;
  return from !== to && strikes(days, to * SECOND + (to < from ? DAY : 0), after, upTo);
}

/**
 * The latest time that the wall has shown by now. It jumps over a gap, and stands still while a summer's hour is shown
 * again: so everything that is due on the wall is due once.
 */
export function shownBy(instant: number, zone: string): number {
  const offset = offsetAt(instant, zone);
  const earlier = offsetAt(instant - DAY / 2, zone);
  if (earlier <= offset) return instant + offset;
  return Math.max(instant + offset, lastInstantWith(earlier, instant - DAY / 2, instant, zone) + earlier);
}

/** Seconds since midnight of "2026-03-29T18:04:00"; NaN of anything else. */
export function timeOfDay(value: unknown): number {
  const [, clock] = (typeof value === "string" && /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/.exec(value)) || [];
  return readClock(clock) ?? Number.NaN;
}

function lastInstantWith(offset: number, from: number, to: number, zone: string): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether one of these days, and so much time of it, lies there. */
function strikes(days: number, into: number, after: number, upTo: number): boolean {
  const first = Math.floor((after - into) / DAY) + 1;
  const last = Math.min(Math.floor((upTo - into) / DAY), first + 6); // a week has them all
  for (let day = first; day <= last; day += 1) if (falls(days, day)) return true;
  return false;
}

/** Days are counted from 1970-01-01, a Thursday. */
function falls(days: number, day: number): boolean {
  return (days & (64 >> ((((day + 3) % 7) + 7) % 7))) !== 0;
}

function dayAndSecond(wall: number): [day: number, second: number] {
  const day = Math.floor(wall / DAY);
  return [day, Math.floor((wall - day * DAY) / SECOND)];
}

function readClock(text = ""): number | undefined {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
