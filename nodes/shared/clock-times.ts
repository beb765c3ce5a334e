/** Times of day and days of the week as they stand in patterns ("W124/T06:30:00"), for dialogs and nodes. */

/** By their bits in a pattern, from 64 (Monday) to 1 (Sunday). */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const EVERY_DAY = 127;

export function bitOf(weekday: number): number {
  return 64 >> weekday;
}

/** Three digits, as patterns have the days. */
export function daysText(bits: number): string {
  return String(bits).padStart(3, "0");
}

/** 90 → "00:01:30" */
export function clockOf(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => twoDigits(Math.floor(part))).join(":");
}

/** "00:01:30" → 90 */
export function secondsOfClock(clock: string): number {
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

export function twoDigits(number: unknown): string {
  return String(Math.round(Number(number) || 0)).padStart(2, "0");
}

/** Browsers leave seconds out where there are none. */
export function withSeconds(clock: string, length = 5): string {
  return clock.length === length ? `${clock}:00` : clock;
}
