/**
 * When a battery will be empty, reckoned from its own curve. The reports of a battery are rough: they come in steps, fall in the cold and
 * come back, and a coin cell says 100 % for most of its life. So there is no forecast where the curve does not give one.
 */

/** How full it was: milliseconds, UTC, and percent. */
export type BatteryPoint = readonly [at: number, percent: number];

interface DayValue {
  readonly day: number; // since 1970, UTC
  readonly percent: number;
}

const DAY = 86_400_000; // milliseconds
const LEAST_DAYS = 14; // that the curve has to tell of
const MOST_DAYS = 90; //  that still say how it goes on: at its end a cell falls faster
const LEAST_VALUES = 8; // days with a value among them
const EMPTY = 5; //       percent: below it most devices are silent
const AROUND = 5; //      days of which one value is made, so that one cold night counts for nothing
const NEW_BATTERY = 15; // percent that it rises by
const NEARLY_TOP = 1; //  percent
const LEAST_FALL = 4; //  percent within these days: less may be anything
const LEAST_OVER_NOISE = 2;
const MOST_SPREAD = 4; //  how many times steeper one quarter of the curve may be than another
const FARTHEST = 730; //  days from now
const OLD = 14; //        days without a value: the present level is not known
const FAR = 10; //        percent that it may be beside its curve: a cell that has broken down, or was changed, goes its own way

/**
 * Milliseconds, UTC; never before now. Undefined: it cannot be said. The points may stand in any order. `present`: the last percent that is
 * known, where that is newer than the points.
 */
export function batteryEmptyAt(points: readonly BatteryPoint[], now: number, present?: number): number | undefined {
  const { days, recovered } = sinceItFalls(sinceLastChange(dailyValues(points, now)));
  const today = now / DAY;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || today - last.day > OLD) return undefined;
  const recent = days.filter(({ day }) => last.day - day <= MOST_DAYS);
  const span = last.day - (recent[0]?.day ?? last.day);
  if (span < LEAST_DAYS || recent.length < LEAST_VALUES) return undefined;
  const slope = steadySlope(recent);
  if (slope === undefined || -slope * span < LEAST_FALL + recovered) return undefined;
  const levels = recent.map(({ day, percent }) => percent + slope * (today - day));
  const level = median(levels);
  const noise = median(levels.map((each) => Math.abs(each - level)));
  if (-slope * span < LEAST_OVER_NOISE * noise) return undefined;
  if (Math.abs((present ?? levels.at(-1) ?? level) - level) > FAR) return undefined;
  const left = Math.max(0, (level - EMPTY) / -slope);
  return left > FARTHEST ? undefined : now + left * DAY;
}

/** One value a day: the median of its reports. */
function dailyValues(points: readonly BatteryPoint[], now: number): readonly DayValue[] {
  const byDay = new Map<number, number[]>();
  for (const [at, percent] of points) {
    if (!(at <= now && percent >= 0 && percent <= 100)) continue;
    const day = Math.floor(at / DAY);
    const values = byDay.get(day);
    if (values) values.push(percent);
    else byDay.set(day, [percent]);
  }
  return [...byDay].sort(([one], [other]) => one - other).map(([day, all]) => ({ day, percent: median(all) }));
}

/** Values from before a new battery say nothing of this one. */
function sinceLastChange(days: readonly DayValue[]): readonly DayValue[] {
  const at = days.findLastIndex((_, index) => {
    if (index === 0) return false;
    const before = days.slice(Math.max(0, index - AROUND), index);
    const after = days.slice(index, index + AROUND);
    return median(percents(after)) - median(percents(before)) >= NEW_BATTERY;
  });
  return at < 0 ? days : days.slice(at);
}

/**
 * While it says that it is full, a cell says nothing of how it falls later. `recovered`: by how many percent it had fallen before, and came
 * back: so much may be the cold.
 */
function sinceItFalls(days: readonly DayValue[]): { readonly days: readonly DayValue[]; readonly recovered: number } {
  const calm = days.map((_, index) => median(percents(days.slice(Math.max(0, index - AROUND + 1), index + 1))));
  const top = Math.max(...calm, 0);
  const lastAtTop = Math.max(
    0,
    calm.findLastIndex((percent) => percent >= top - NEARLY_TOP),
  );
  const firstAtTop = calm.findIndex((percent) => percent >= top - NEARLY_TOP);
  const between = calm.slice(Math.max(0, firstAtTop), lastAtTop + 1);
  return { days: days.slice(lastAtTop), recovered: top - Math.min(top, ...between) };
}

/** Percent a day: the median of the slopes between any two days (Theil and Sen), where these agree well enough. */
function steadySlope(days: readonly DayValue[]): number | undefined {
  const slopes = days
    .flatMap((one, index) =>
      days.slice(index + 1).map((other) => (other.percent - one.percent) / (other.day - one.day)),
    )
    .sort((one, other) => one - other);
  const [steep = 0, flat = 0] = [slopes[Math.floor(slopes.length / 4)], slopes[Math.floor((slopes.length * 3) / 4)]];
  if (flat >= 0 || steep / flat > MOST_SPREAD) return undefined;
  return median(slopes);
}

function percents(days: readonly DayValue[]): readonly number[] {
  return days.map(({ percent }) => percent);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}
