/** How values and times of a history are said. */
import type { Scale } from "../../src/model/units.ts";
import { withUnit } from "../devices/values/words.ts";
import { sayNumber, sayTime } from "../texts.ts";
import type { Step } from "./course.ts";

/** A line with a band; what is true or false; a counter, in bars. */
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
