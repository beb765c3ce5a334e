/** Between instants and the clock on the wall. A wall time is written like an instant: milliseconds, as if the wall stood in UTC. */
import { localSeconds } from "./times.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Beyond these the offset is that of the edge: nothing is ever due there, and years keep their four digits. */
const EARLIEST = Date.UTC(1900, 0, 2);
const LATEST = Date.UTC(9999, 11, 30);

/** Wall minus UTC, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === "UTC") return 0;
  const second = Math.floor(Math.min(LATEST, Math.max(EARLIEST, instant)) / 1000) * 1000;
  return Date.parse(`${localSeconds(second, zone)}Z`) - second;
}

export function wallOf(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/** The first instant at which the wall clock shows this time; where it skips the time, the first instant after the gap. */
export function instantOf(wall: number, zone: string): number {
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  if (before === after) return wall - before;
  const first = wall - Math.max(before, after);
  const last = wall - Math.min(before, after);
  if (wallOf(first, zone) === wall) return first;
  return wallOf(last, zone) === wall ? last : endOfGap(wall, first, last, zone);
}

/** The midnight of a moment; or of a day some days later, or another hour of that: it need not be that many hours after midnight. */
export function midnightOf(instant: number, zone: string, daysLater = 0, hour = 0): number {
  const day = Math.floor(wallOf(instant, zone) / DAY) + daysLater;
  return instantOf(day * DAY + hour * HOUR, zone);
}

/** The first moment of a month; or of one some months later. */
export function monthOf(instant: number, zone: string, monthsLater = 0): number {
  const wall = new Date(wallOf(instant, zone));
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + monthsLater, 1), zone);
}

/** `early` is before the gap and `late` behind it. */
function endOfGap(wall: number, early: number, late: number, zone: string): number {
  let [low, high] = [early, late];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallOf(middle, zone) > wall) high = middle;
    else low = middle;
  }
  return high;
}
