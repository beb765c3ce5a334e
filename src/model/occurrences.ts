/** When a pattern of time comes true next, on the wall clock of a place. */

import { type Spot, solarDayAround } from "./sun.ts";
import type { Pattern } from "./time-grammar.ts";
import { instantOf, wallOf } from "./zones.ts";

/** Where the wall is. Without latitude and longitude the sun neither rises nor sets. */
export interface Place extends Partial<Spot> {
  readonly zone: string;
}

export type Planned = Extract<Pattern, { kind: "once" | "weekly" | "sun" }>;

export interface Occurrence {
  readonly at: number; //  the planned instant, without a random part
  readonly day: number; // the day that it belongs to: its midnight, as a wall time
}

const DAY = 86_400_000;
const NOON = DAY / 2;

/** The first planned instant after this one; undefined if there is none. */
export function nextOccurrence(pattern: Planned, after: number, place: Place): number | undefined {
  return upcoming(pattern, after, place)?.at;
}

/** The same, with the day that it belongs to: an offset from sunset may move it into the next. */
export function upcoming(pattern: Planned, after: number, place: Place): Occurrence | undefined {
  const instant = instantsOf(pattern, place);
  const [first, last] = searched(pattern, wallOf(after, place.zone));
  for (let day = first; day <= last; day += DAY) {
    if (pattern.kind !== "once" && !isOn(pattern.days, day)) continue;
    const at = instant(day);
    if (at !== undefined && at > after) return { at, day };
  }
  return undefined;
}

/** The days among which the next one is. Offsets reach over midnight; the sun of the poles may be away for half a year. */
function searched(pattern: Planned, wall: number): readonly [first: number, last: number] {
  switch (pattern.kind) {
    case "once":
      return [dayOf(pattern.at), dayOf(pattern.at)];
    case "weekly": // what the wall shows is past, even if it shows it for the second time
      return [dayOf(wall - pattern.clock * 1000) + DAY, dayOf(wall) + 8 * DAY];
    case "sun":
      return [dayOf(wall) - 2 * DAY, dayOf(wall) + 400 * DAY];
  }
}

/** From a day to the instant on it. */
function instantsOf(pattern: Planned, { zone, latitude, longitude }: Place): (day: number) => number | undefined {
  switch (pattern.kind) {
    case "once":
      return () => instantOf(pattern.at, zone);
    case "weekly":
      return (day) => instantOf(day + pattern.clock * 1000, zone);
    case "sun": {
      if (latitude === undefined || longitude === undefined) return () => undefined;
      const phase = pattern.event === "sunrise" ? "sunriseStart" : "sunsetEnd";
      return (day) => {
        const time = solarDayAround(instantOf(day + NOON, zone), { latitude, longitude }).times.get(phase);
        return time === undefined ? undefined : time + pattern.offset * 1000;
      };
    }
  }
}

/** The days of a week stand as 0MTWTFSS. */
function isOn(days: number, day: number): boolean {
  const weekday = new Date(day).getUTCDay() || 7; // 7 is Sunday
  return (days & (1 << (7 - weekday))) !== 0;
}

function dayOf(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}
