/** The history of a yes or no as rows: how long it was so, and not for each of its steps. Pure. */
import { sayTimeSpan } from "../texts.ts";
import type { CoursePoint, Step } from "./course.ts";
import { switched } from "./scale.ts";
import { sayShare, sayStep } from "./words.ts";

const BY_THE_CLOCK: readonly Step[] = ["minute", "hour"]; // days and months are rows of their own

/** Steps that touch each other and tell the same are one; a minute in which it changed is two. The oldest first. */
export function spansOf(points: readonly CoursePoint[], step: Step): readonly CoursePoint[] {
  if (!BY_THE_CLOCK.includes(step)) return points;
  const spans: CoursePoint[] = [];
  for (const point of switched(points)) {
    const before = spans.at(-1);
    const isSame = before && point.at <= before.end && sayShare(point.mean) === sayShare(before.mean);
    if (isSame) spans[spans.length - 1] = { ...before, end: point.end, last: point.last };
    else spans.push(point);
  }
  return spans;
}

/** "Nov 22, 5:20 – 11:00 PM" */
export function saySpanOfTime({ at, end }: CoursePoint, step: Step): string {
  return BY_THE_CLOCK.includes(step) ? sayTimeSpan(at, end) : sayStep(at, step);
}
