/** When a pattern of time comes true next, by the wall clock of a location. */
import { type GeoPosition, type SunPhase, solarDayAround } from "./sun.ts";
import type { Pattern, SunEvent } from "./time-grammar.ts";
import { instantOf, wallOf } from "./zones.ts";

/** A time zone, and where the sun is seen from; without latitude and longitude it neither rises nor sets. */
export interface ClockLocation extends Partial<GeoPosition> {
  readonly zone: string;
}

export type WallClockPattern = Extract<Pattern, { kind: "once" | "weekly" | "sun" }>;

export interface Occurrence {
  readonly at: number; //  the planned instant, without a random part
  readonly day: number; // the day that it belongs to: its midnight, as a wall time
}

const DAY = 86_400_000;
const NOON = DAY / 2;
const PHASE_OF: Readonly<Record<SunEvent, SunPhase>> = {
  dawn: "dawn",
  sunrise: "sunriseStart",
  sunset: "sunsetEnd",
  dusk: "dusk",
};

/** The first planned instant after this one; undefined if there is none. */
export function nextOccurrence(pattern: WallClockPattern, after: number, place: ClockLocation): number | undefined {
  return nextOnDay(pattern, after, place)?.at;
}

/** The same, with the day that it belongs to: an offset from sunset may move it into the next. */
export function nextOnDay(pattern: WallClockPattern, after: number, place: ClockLocation): Occurrence | undefined {
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
function searched(pattern: WallClockPattern, wall: number): readonly [first: number, last: number] {
  switch (pattern.kind) {
    case "once":
      return [dayOf(pattern.at), dayOf(pattern.at)];
    case "weekly": // a time that the wall clock shows is past, even if the clock shows it for the second time
      return [dayOf(wall - pattern.clock * 1000) + DAY, dayOf(wall) + 8 * DAY];
    case "sun":
      return [dayOf(wall) - 2 * DAY, dayOf(wall) + 400 * DAY];
  }
}

/** From a day to the instant on it. */
function instantsOf(
  pattern: WallClockPattern,
  { zone, latitude, longitude }: ClockLocation,
): (day: number) => number | undefined {
  switch (pattern.kind) {
    case "once":
      return () => instantOf(pattern.at, zone);
    case "weekly":
      return (day) => instantOf(day + pattern.clock * 1000, zone);
    case "sun": {
      if (latitude === undefined || longitude === undefined) return () => undefined;
      const phase = PHASE_OF[pattern.event];
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
