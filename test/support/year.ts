/** A year of a zone, minute by minute: all of it in the long run, else the days around changes of its clocks, and the turns of the year. */
import process from "node:process";

const DAY = 86_400_000;
const AROUND = 5; // days before and behind a change
export const YEAR = 2026;

/** From midnight to midnight, UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One after the other; the first and the last day of each may be cut by the zone. */
export function spansOfYear(zone: string): readonly Span[] {
  const whole = { from: Date.UTC(YEAR - 1, 11, 30), to: Date.UTC(YEAR + 1, 0, 3) };
  if (process.env.LONG) return [whole];
  const spans: Span[] = [];
  const add = (at: number) => {
    const { from, to } = { from: at - AROUND * DAY, to: at + AROUND * DAY };
    const last = spans.at(-1);
    if (last && from <= last.to) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from, to });
  };
  for (let day = whole.from; day <= whole.to; day += DAY) {
    const isTurn = day === Date.UTC(YEAR, 0, 1) || day === Date.UTC(YEAR + 1, 0, 1);
    if (isTurn || offset(day, zone) !== offset(day + DAY, zone)) add(day);
  }
  return spans;
}

/** The days of the year that the spans hold whole, in any zone: "2026-03-29". */
export function wholeDays(spans: readonly Span[]): readonly string[] {
  const days: string[] = [];
  for (const { from, to } of spans)
    for (let day = from + DAY; day < to - DAY; day += DAY) days.push(new Date(day).toISOString().slice(0, 10));
  return days.filter((day) => day.startsWith(String(YEAR)));
}

function offset(instant: number, zone: string): number {
  const wall = new Date(instant).toLocaleString("sv-SE", { timeZone: zone });
  return Date.parse(`${wall.replace(" ", "T")}Z`) - instant;
}
