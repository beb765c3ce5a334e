/** Moments on the wall clock of the gateway, by which rules and schedules go, wherever the browser is. Pure. */
import { knownZone, say, sayNearDay, sayTime } from "../texts.ts";

/** As a moment is said everywhere, but in this zone: today only the time, else with its day. */
export function sayOnClock(at: number, zone: string | undefined, now = Date.now()): string {
  const timeZone = knownZone(zone);
  if (timeZone === undefined) return sayTime(at);
  const isToday = wallClock(at, timeZone).slice(0, 10) === wallClock(now, timeZone).slice(0, 10);
  return sayTime(at, { ...(isToday ? { timeStyle: "medium" } : { dateStyle: "short", timeStyle: "short" }), timeZone });
}

/** The zone of the gateway where its clock shows another time than that of the browser; else undefined. */
export function foreignZone(zone: string | undefined, at = Date.now(), own?: string): string | undefined {
  const timeZone = knownZone(zone);
  return timeZone === undefined || wallClock(at, timeZone) === wallClock(at, own) ? undefined : timeZone;
}

/** A moment as the panels show it: "2026-11-23T17:42:00". */
interface WallTime {
  readonly local: string;
  readonly until?: string | undefined; // the latest that it may become
}

interface WallForm {
  readonly isExact?: boolean; // to the second, where that counts
  readonly today?: string; //    "2026-11-23": days that are near are said as people say them
  readonly isOnDayBefore?: boolean; // that was said a line above
}

const SOON = 1; // days
const DAY = 86_400_000;

/** "Mon, Nov 23, 5:42 PM", or "today 5:42 PM", with the latest time that it may become. */
export function sayWall(
  { local, until }: WallTime,
  { isExact = true, today, isOnDayBefore = false }: WallForm = {},
): string {
  const at = Date.parse(`${local}Z`);
  const seconds = isExact && !local.endsWith(":00") ? ({ second: "2-digit" } as const) : {};
  const clock = { hour: "numeric", minute: "2-digit", ...seconds, timeZone: "UTC" } as const;
  const days = today === undefined ? Number.NaN : (Date.parse(local.slice(0, 10)) - Date.parse(today)) / DAY;
  const isNear = days >= 0 && days <= SOON;
  const isThisYear = new Date(at).getUTCFullYear() === new Date().getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  const time = sayTime(at, clock);
  const withDay = isNear
    ? `${sayNearDay(days)} ${time}`
    : sayTime(at, { weekday: "short", day: "numeric", month: "short", ...year, ...clock });
  const begin = isOnDayBefore ? time : withDay;
  if (until === undefined) return begin;
  return `${begin}, ${say("automation.until", { time: sayTime(Date.parse(`${until.slice(0, 19)}Z`), clock) })}`;
}

/** One below the other: a day is named once. */
export function sayWalls(times: readonly WallTime[], form: WallForm = {}): readonly string[] {
  const dayOf = (time: WallTime | undefined) => time?.local.slice(0, 10);
  return times.map((each, index) => sayWall(each, { ...form, isOnDayBefore: dayOf(times[index - 1]) === dayOf(each) }));
}

/** "2026-11-23T16:03:24", the clock of a zone; without a zone, the clock of the browser. */
export function wallTime(at: number, zone: string | undefined): string {
  return wallClock(at, knownZone(zone)).replace(" ", "T");
}

/** "2026-11-23 16:03:24": to compare. */
function wallClock(at: number, timeZone: string | undefined): string {
  return new Date(at).toLocaleString("sv-SE", { timeZone });
}
