/** How values and times of a history are said. */
import { midnightOf, monthOf } from "../../src/model/time/zones.ts";
import type { Scale } from "../../src/model/units.ts";
import { withUnit } from "../devices/values/words.ts";
import { say, sayDayName, sayNumber, sayTime } from "../texts.ts";
import type { CoursePoint, Step } from "./course.ts";

/** A line with a band; a value of true or false; a counter, in bars. */
export type ChartKind = "line" | "truth" | "bars";

const COUNTER = /^state\/(consumption|production)(_\d)?$/;

export function kindOfCourse(member: string, value: unknown): ChartKind {
  if (typeof value === "boolean") return "truth";
  return COUNTER.test(member) ? "bars" : "line";
}

/** A value in words, with its unit. */
export function sayIn({ unit, digits, toHuman }: Scale): (value: number) => string {
  return (value) => withUnit(sayNumber(toHuman(value), digits), unit);
}

export function sayShare(share: number): string {
  const isNearEnd = (share > 0 && share < 0.01) || (share > 0.99 && share < 1);
  return `${sayNumber(share * 100, isNearEnd ? 1 : 0)} %`;
}

const FORMS: Readonly<Record<Step, Intl.DateTimeFormatOptions>> = {
  minute: { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  hour: { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

export function sayStep(at: number, step: Step): string {
  return sayTime(at, FORMS[step]);
}

const HOUR = 3_600_000; // milliseconds
const ABOUT_A_DAY = 26 * HOUR; // an hour that has begun at both ends
const FEW = 8; //                hours: their middle is no full hour
const ROUND = HOUR / 12;

/** The clock below a course. */
interface ClockBelow {
  readonly start: string;
  readonly middle?: { readonly share: number; readonly text: string }; // where it stands: 0 to 1
}

/** Of about a day: when it begins, and a round time near its middle. Undefined: a longer course, or one that is long ago. */
export function clockBelow(from: number, to: number, now: number): ClockBelow | undefined {
  if (now - from > ABOUT_A_DAY) return undefined;
  const length = to - from;
  const unit = length < FEW * HOUR ? ROUND : HOUR;
  const at = Math.round((from + length / 2) / unit) * unit;
  const clock = (moment: number) => sayTime(moment, { timeStyle: "short" });
  if (length < 4 * unit) return { start: clock(from) };
  return { start: clock(from), middle: { share: (at - from) / length, text: clock(at) } };
}

const MONTHS = 3; // so that the last whole one has one before it
const MOSTLY = 0.5; // a month of which less is known says nothing beside the others

/** From when a counter is asked for its sums. */
export function totalsFrom(now: number, zone: string): { readonly days: number; readonly months: number } {
  return { days: midnightOf(now, zone, -1), months: monthOf(now, zone, 1 - MONTHS) };
}

/** The growth of a counter: this day and the one before, this month and those before. */
export function totalsOf(
  days: readonly CoursePoint[],
  months: readonly CoursePoint[],
  now: number,
  zone: string,
): readonly (readonly [title: string, grown: number])[] {
  const thisMonth = monthOf(now, zone);
  return [
    ...days.toReversed().map(({ at, grown = 0 }) => [sayDayName(at, now, zone), grown] as const),
    ...months.toReversed().flatMap(({ at, known, grown = 0 }) => {
      const name = sayTime(at, { month: "long", timeZone: zone });
      if (at >= thisMonth) return [[say("history.so-far", { name }), grown] as const];
      return known < MOSTLY ? [] : [[name, grown] as const];
    }),
  ];
}
