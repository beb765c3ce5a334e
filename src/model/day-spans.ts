/** Parts of the day, "W124/T08:00:00/T16:00:00": what they say, and when the clock of the wall is in them. */

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

/** Seconds since midnight of "2026-03-29T18:04:00"; NaN of anything else. */
export function timeOfDay(value: unknown): number {
  const [, clock] = (typeof value === "string" && /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/.exec(value)) || [];
  return readClock(clock) ?? Number.NaN;
}

/** Days are counted from 1970-01-01, a Thursday. */
function falls(days: number, day: number): boolean {
  return (days & (64 >> ((((day + 3) % 7) + 7) % 7))) !== 0;
}

function dayAndSecond(wall: number): [day: number, second: number] {
  const day = Math.floor(wall / DAY);
  return [day, Math.floor((wall - day * DAY) / SECOND)];
}

/** "00:05:00" → 300, and never a day or more. */
export function readClock(text = ""): number | undefined {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
