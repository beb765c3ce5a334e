/** The controls of times in dialogs: the buttons of the week, and what browsers make of a time of day. The grammar of times is in the model. */

/** By their bits in a pattern, from 64 (Monday) to 1 (Sunday). */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export function bitOf(weekday: number): number {
  return 64 >> weekday;
}

export function twoDigits(number: unknown): string {
  return String(Math.round(Number(number) || 0)).padStart(2, "0");
}

/** Browsers leave seconds out where there are none. */
export function withSeconds(clock: string, length = 5): string {
  return clock.length === length ? `${clock}:00` : clock;
}
