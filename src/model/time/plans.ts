/** When a schedule runs (automation 2.5 to 2.8). It is planned once and the plan is kept, so that a restart changes nothing. Pure. */
import type { Host } from "../ports.ts";
import { isObject, type Values } from "../resource.ts";
import { type ClockLocation, nextOnDay, type Occurrence } from "./occurrences.ts";
import { type Pattern, parsePattern } from "./time-grammar.ts";
import { utcSeconds } from "./times.ts";

/** So late a schedule still runs, in milliseconds; later its time is missed. */
export const GRACE = 5_000;
const MOST_DAYS = 8; // that are remembered, for a clock that is put back

/** The members of a schedule that hold its plan; an undefined member is removed. */
interface Plan {
  readonly base: number | undefined; // when it is to run, without the random part
  readonly due: number | undefined; //  with it
  readonly left?: number | undefined; // how often a counted timer is still to run, this time included
  readonly starttime?: string | undefined;
  readonly days?: readonly number[] | undefined; // on which it ran last
}

export interface Timing {
  readonly pattern: Pattern;
  readonly location: ClockLocation;
}

/** A random whole number from 1 to the most; 0 when that is the most. */
export type DrawRandom = (most: number) => number;

export const UNPLANNED: Plan = { base: undefined, due: undefined, left: undefined, starttime: undefined };

type ByClock = Exclude<Pattern, { kind: "timer" | "repeated" }>;

export function randomFrom(host: Host): DrawRandom {
  return (most) => (most > 0 ? Math.floor((Number.parseInt(host.random(6), 16) / 2 ** 48) * most) + 1 : 0);
}

/** From the member that counts: `localtime` where the gateway is, `time` in UTC. */
export function timingOf({ given, time, localtime }: Values, config: Values): Timing | undefined {
  const isLocal = given === "localtime";
  const pattern = parsePattern(String(isLocal ? localtime : time));
  if (pattern === undefined || pattern === "bad random") return undefined;
  return { pattern, location: locationOf(isLocal, config) };
}

export function locationOf(isLocal: boolean, { timezone, latitude, longitude }: Values): ClockLocation {
  if (!isLocal) return { zone: "UTC" };
  const zone = String(timezone ?? "UTC");
  return typeof latitude === "number" && typeof longitude === "number" ? { zone, latitude, longitude } : { zone };
}

/** Timers run by the time that really passes, all others by the wall clock. */
export function isTimer({ kind }: Pattern): boolean {
  return kind === "timer" || kind === "repeated";
}

/** Weekly schedules and those of the sun have no end. */
export function hasEnd(pattern: Pattern): boolean {
  return pattern.kind === "once" || pattern.kind === "timer" || (pattern.kind === "repeated" && pattern.times > 0);
}

/** The plan of a schedule that is new, enabled again, or has another time. */
export function firstPlan({ pattern, location }: Timing, now: number, draw: DrawRandom): Plan {
  if (!isByClock(pattern)) {
    const times = pattern.kind === "repeated" ? pattern.times : 0;
    const base = now + pattern.seconds * 1000;
    return { ...at(base, pattern, draw), left: times || undefined, starttime: utcSeconds(now) };
  }
  const after = pattern.kind === "once" ? Number.NEGATIVE_INFINITY : now; // a time in the past is missed, not forgotten
  return { ...UNPLANNED, ...at(nextOnDay(pattern, after, location)?.at, pattern, draw) };
}

/** The last time of the schedule has come; false for a schedule that a client disabled before that. */
export function isDone({ status, lastfired }: Values, { pattern, location }: Timing, now: number): boolean {
  if (status !== "disabled" || !isObject(lastfired)) return false;
  if (pattern.kind === "timer") return true;
  return pattern.kind === "once" && Number(firstPlan({ pattern, location }, now, () => 0).base) <= now;
}

/** The plan after a schedule has run, or was missed; undefined when that was the last time. `late`: in milliseconds. */
export function planAfterRun(
  plan: Values,
  { pattern, location }: Timing,
  now: number,
  late: number,
  draw: DrawRandom,
): Plan | undefined {
  const { base, due } = kept(plan);
  if (base === undefined || due === undefined) return undefined;
  if (pattern.kind === "repeated") {
    const period = pattern.seconds * 1000;
    const gone = 1 + Math.max(0, Math.floor((late - GRACE) / period)); // periods that were missed count, too
    const left = typeof plan.left === "number" ? plan.left - gone : undefined;
    if (left !== undefined && left <= 0) return undefined;
    return { ...at(due + gone * period, pattern, draw), left };
  }
  if (pattern.kind === "timer" || pattern.kind === "once") return undefined;
  const own = nextOnDay(pattern, base - 1, location);
  const days = own?.at === base && late < GRACE ? [...daysOf(plan), own.day].slice(-MOST_DAYS) : daysOf(plan);
  const next = nextUnrun(pattern, Math.max(base, now - GRACE), location, days);
  return { ...at(next?.at, pattern, draw), days };
}

/** The plan of a wall clock schedule after a change of the clock or the location, also over a restart. A plan that still holds stays. */
export function replanned(plan: Values, { pattern, location }: Timing, now: number, draw: DrawRandom): Plan {
  const { base, due } = kept(plan);
  if (!isByClock(pattern)) return { base, due };
  const after = pattern.kind === "once" ? Number.NEGATIVE_INFINITY : now - GRACE;
  const next = nextUnrun(pattern, after, location, daysOf(plan))?.at;
  if (base === undefined || due === undefined) return at(next, pattern, draw);
  const own = nextOnDay(pattern, base - 1, location);
  const isMissed = pattern.kind !== "once" && due <= now - GRACE;
  const isStill = own?.at === base && !isMissed;
  return isStill && base <= (next ?? base) ? { base, due } : at(next, pattern, draw);
}

/** One time to come; with a random part it may become as late as `until`. */
interface UpcomingTime {
  readonly at: number;
  readonly until?: number;
}

export function upcomingTimes(plan: Values, timing: Timing, count: number): readonly UpcomingTime[] {
  const { pattern } = timing;
  const spread = pattern.random * 1000;
  return basesOf(plan, timing, count).map((base, index) => {
    const draws = pattern.kind === "repeated" ? index + 1 : 1; // a timer goes on from when it happened
    return spread > 0 ? { at: base, until: base + draws * spread } : { at: base };
  });
}

function basesOf(plan: Values, { pattern, location }: Timing, count: number): readonly number[] {
  const { base } = kept(plan);
  if (base === undefined) return [];
  if (pattern.kind === "timer" || pattern.kind === "once") return [base];
  if (pattern.kind === "repeated") {
    const left = typeof plan.left === "number" ? plan.left : count;
    return Array.from({ length: Math.min(left, count) }, (_, index) => base + index * pattern.seconds * 1000);
  }
  const bases = [base];
  while (bases.length < count) {
    const next = nextUnrun(pattern, bases.at(-1) ?? base, location, daysOf(plan));
    if (!next) break;
    bases.push(next.at);
  }
  return bases;
}

/** The next time on a day on which the schedule did not run yet. */
function nextUnrun(
  pattern: ByClock,
  after: number,
  place: ClockLocation,
  days: readonly number[],
): Occurrence | undefined {
  let next = nextOnDay(pattern, after, place);
  while (next && days.includes(next.day)) next = nextOnDay(pattern, next.at, place);
  return next;
}

function at(
  base: number | undefined,
  { random }: Pattern,
  draw: DrawRandom,
): { base: number | undefined; due: number | undefined } {
  return { base, due: base === undefined ? undefined : base + draw(random) * 1000 };
}

function kept({ base, due }: Values): { base: number | undefined; due: number | undefined } {
  const isThere = typeof base === "number" && typeof due === "number";
  return isThere ? { base, due } : { base: undefined, due: undefined };
}

function daysOf({ days }: Values): readonly number[] {
  return Array.isArray(days) ? days : [];
}

function isByClock(pattern: Pattern): pattern is ByClock {
  return !isTimer(pattern);
}
