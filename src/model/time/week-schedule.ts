/**
 * The week of a thermostat, as clients write it: "W124" is Monday to Friday, and under it stands from when on which temperature is wanted. Zigbee
 * counts its days from Sunday on, and its minutes from midnight. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../resource.ts";

export interface SetpointTransition {
  readonly localtime: string; //    "T06:30", by the clock of the device
  readonly heatsetpoint: number; // 0.01 °C
}
type DaySchedule = readonly SetpointTransition[];
export type WeekSchedule = Readonly<Record<string, DaySchedule>>;

/** A change to a week: these days have these transitions from now on. */
export interface WeekChange {
  readonly days: number; // as in "W124": Monday 64, Tuesday 32, … Sunday 1
  readonly transitions: DaySchedule;
}

const MOST_TRANSITIONS = 10;
const ALL_DAYS = 127;
const DAYS = [64, 32, 16, 8, 4, 2, 1] as const; // from Monday on
const TIME = /^T([01]\d|2[0-3]):([0-5]\d)$/;

/** "W124" → 124; undefined where it names no days. */
export function daysOf(key: string): number | undefined {
  const days = /^W[1-9]\d{0,2}$/.test(key) ? Number(key.slice(1)) : 0;
  return days >= 1 && days <= ALL_DAYS ? days : undefined;
}

/** Undefined where it is none, or cannot be: its times ascend, and its temperatures lie within. */
export function readDay(given: unknown, [least, most]: readonly [number, number]): DaySchedule | undefined {
  if (!Array.isArray(given) || given.length < 1 || given.length > MOST_TRANSITIONS) return undefined;
  const fits = given.every((each, index) => {
    if (!isObject(each) || Object.keys(each).length !== 2) return false;
    const { localtime, heatsetpoint } = each;
    const isTime = typeof localtime === "string" && TIME.test(localtime);
    const isSetpoint = Number.isInteger(heatsetpoint) && Number(heatsetpoint) >= least && Number(heatsetpoint) <= most;
    return isTime && isSetpoint && (index === 0 || localtime > given[index - 1].localtime);
  });
  return fits ? given.map(({ localtime, heatsetpoint }) => ({ localtime, heatsetpoint })) : undefined;
}

/** Each day stands under one key, and days that are alike under the same: also those that are to be empty, which is more than that nothing is known of them. */
export function withDays(schedule: WeekSchedule, { days, transitions }: WeekChange): WeekSchedule {
  const byDay = DAYS.map((day) => (day & days ? transitions : dayIn(schedule, day)));
  const keys: { days: number; transitions: DaySchedule }[] = [];
  for (const [index, each] of byDay.entries()) {
    if (!each) continue;
    const same = keys.find((key) => isDeepStrictEqual(key.transitions, each));
    if (same) same.days |= DAYS[index] ?? 0;
    else keys.push({ days: DAYS[index] ?? 0, transitions: each });
  }
  return Object.fromEntries(keys.map((key) => [`W${key.days}`, key.transitions]));
}

/** As it is shown: nothing stands for days on which nothing happens. */
export function withoutEmptyDays(schedule: WeekSchedule): WeekSchedule {
  return Object.fromEntries(Object.entries(schedule).filter(([, transitions]) => transitions.length > 0));
}

/** The changes to send to a device with the one week, so that it has the other. */
export function changesBetween(before: WeekSchedule, after: WeekSchedule): readonly WeekChange[] {
  const changes: { days: number; transitions: DaySchedule }[] = [];
  for (const day of DAYS) {
    const [was, wanted] = [dayIn(before, day), dayIn(after, day)];
    const transitions = wanted ?? [];
    if (isDeepStrictEqual(transitions, wanted ? was : (was ?? []))) continue;
    const same = changes.find((change) => isDeepStrictEqual(change.transitions, transitions));
    if (same) same.days |= day;
    else changes.push({ days: day, transitions });
  }
  return changes;
}

function dayIn(schedule: WeekSchedule, day: number): DaySchedule | undefined {
  const key = Object.keys(schedule).find((each) => (daysOf(each) ?? 0) & day);
  return key === undefined ? undefined : schedule[key];
}

/** Monday to Sunday 64 … 1 → Sunday 1, Monday 2 … Saturday 64; and back. The bit for holidays is no day of the week. */
export function onAirDays(days: number): number {
  return DAYS.reduce((sum, day, index) => sum | (days & day ? airDay(index) : 0), 0);
}

export function daysOnAir(days: number): number {
  return DAYS.reduce((sum, day, index) => sum | (days & airDay(index) ? day : 0), 0);
}

function airDay(index: number): number {
  return index === DAYS.length - 1 ? 1 : 2 << index;
}

export function minutesOf(localtime: string): number {
  return Number(localtime.slice(1, 3)) * 60 + Number(localtime.slice(4, 6));
}

export function timeOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
