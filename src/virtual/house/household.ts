/** The people who live in the virtual house: when they get up, leave, come home, wash and go to bed, on weekdays and at weekends. Made up, and the same for the same day each time. */
import { chance, sunIn } from "./made-up-days.ts";

/** Hours are o'clock: 17.5. */
export interface HouseDay {
  readonly year: number;
  readonly month: number;
  readonly day: number; //    of the month
  readonly number: number; // since 1970
  readonly isFree: boolean; // a day without work
  readonly up: number;
  readonly bed: number;
  readonly goes: readonly number[]; //  a person leaves
  readonly comes: readonly number[]; // a person comes home, or visits
  readonly away: readonly Span[]; //    the house is empty
  readonly showers: readonly number[];
  readonly washes: readonly number[]; // a machine is started
}

export type Span = readonly [from: number, to: number];
export type Shining = readonly [from: number, to: number, bri?: number];

/** When a lamp shines, on some days: in the hour after the people got up, as long as it is dark; in the evening from so late on. */
export interface Shine {
  readonly in: "the morning" | "the evening";
  readonly from: number; // hours after they got up; o'clock
  readonly to: number;
  readonly chance: number; // 0 to 1
  readonly bri?: number;
}

const MINUTE = 60_000; // milliseconds
const DAY = 24 * 60 * MINUTE;
const DAYS_OF_WEEK = 7;
const THURSDAY = 4; // was the first day of 1970
const WEEKEND: readonly number[] = [6, 0];
const LATE: readonly number[] = [5, 6]; // days with long evenings
const BEFORE_DUSK = 0.4; // hours: it is dim inside
/** How often a person walks by, hour by hour: of a day at work, and of one at home. */
const PASSES = [0, 0, 0, 0, 0, 1, 4, 4, 2, 1, 0, 0, 1, 1, 0, 1, 2, 4, 4, 3, 3, 3, 2, 1] as const;
const PASSES_AT_HOME = [1, 0, 0, 0, 0, 0, 0, 1, 3, 4, 3, 3, 4, 3, 2, 2, 3, 3, 4, 3, 3, 3, 2, 2] as const;
const AT_NIGHT = 0.3; // each hour: now and then a person cannot sleep

/** The days up to today, the oldest first. */
export function daysBefore(now: number, count: number): readonly HouseDay[] {
  const today = new Date(now);
  return Array.from({ length: count + 1 }, (_, n) =>
    houseDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + n, 12)),
  );
}

/** The moment at which the clocks of a day show so many hours, also where they were changed on that day. */
export function atHour({ year, month, day }: Pick<HouseDay, "year" | "month" | "day">, hour: number): number {
  return new Date(year, month, day, 0, 0, Math.round(hour * 3600)).getTime();
}

/** How often a person walks by in this hour. */
export function passesAt(now: Date): number {
  const isFree = WEEKEND.includes(now.getDay());
  return Math.max(AT_NIGHT, (isFree ? PASSES_AT_HOME : PASSES)[now.getHours()] ?? 0);
}

function houseDay(noon: Date): HouseDay {
  const number = Math.floor((noon.getTime() - noon.getTimezoneOffset() * MINUTE) / DAY);
  const weekday = (number + THURSDAY) % DAYS_OF_WEEK;
  const isFree = WEEKEND.includes(weekday);
  const isLate = LATE.includes(weekday);
  const by = (what: string, about: number, spread: number) => about + (chance("people", what, number) - 0.5) * spread;
  const isSo = (what: string, likely: number) => chance("people do", what, number) < likely;
  const up = isFree ? by("up", 8.4, 1.4) : by("up", 6.5, 0.5);
  const day = isFree ? freeDay(by, isSo) : workingDay(by, isSo);
  const goesOut = isSo("goes out", isLate ? 0.3 : 0.12);
  const evening: Span | undefined = goesOut ? [by("out", 19.1, 0.6), by("in", 22.2, 1)] : undefined;
  const hasGuests = !goesOut && isSo("guests", isLate ? 0.4 : 0.06);
  const bed = by("bed", isLate ? 23.5 : 22.7, 0.7);
  return {
    ...{ year: noon.getFullYear(), month: noon.getMonth(), day: noon.getDate(), number, isFree, up },
    bed: evening ? Math.max(bed, evening[1] + 0.3) : bed,
    goes: [...day.goes, ...(evening ? [evening[0]] : []), ...(hasGuests ? [by("guests go", 22.4, 0.8)] : [])],
    comes: [...day.comes, ...(evening ? [evening[1]] : []), ...(hasGuests ? [by("guests come", 19.2, 0.5)] : [])],
    away: [...day.away, ...(evening ? [evening] : [])],
    showers: [
      up + 0.4,
      ...(isSo("second shower", 0.7) ? [up + 0.75] : []),
      ...(isSo("bath", 0.25) && !evening ? [21] : []),
    ],
    washes: washesOn(weekday, by, isSo, day.comes),
  };
}

type By = (what: string, about: number, spread: number) => number;
type IsSo = (what: string, likely: number) => boolean;
type Ways = Pick<HouseDay, "goes" | "comes" | "away">;

/** One works at home now and then, and goes out at noon. */
function workingDay(by: By, isSo: IsSo): Ways {
  const [first, back] = [by("first leaves", 7.4, 0.4), by("first is back", 17.2, 1.2)];
  if (isSo("works at home", 0.25)) {
    const walk: Span = [by("walk", 12.4, 0.6), by("back from the walk", 13.2, 0.5)];
    return { goes: [first, walk[0]], comes: [walk[1], back], away: [walk] };
  }
  const [second, earlier] = [first + by("second leaves", 0.5, 0.5), by("second is back", 16.1, 0.8)];
  return { goes: [first, second], comes: [earlier, back], away: [[second, Math.min(earlier, back)]] };
}

function freeDay(by: By, isSo: IsSo): Ways {
  const shops: Span = [by("shops", 10.6, 1.2), by("has shopped", 12.4, 1)];
  const walks: Span = [by("walks", 14.8, 1), by("has walked", 16.6, 1.2)];
  const away = [...(isSo("shops", 0.8) ? [shops] : []), ...(isSo("walks", 0.5) ? [walks] : [])];
  return { goes: away.map(([from]) => from), comes: away.map(([, to]) => to), away };
}

/** Most of it at the weekend, some after work. */
function washesOn(weekday: number, by: By, isSo: IsSo, comes: readonly number[]): readonly number[] {
  const home = Math.min(...comes);
  if (weekday === 6)
    return [by("washes", 9.6, 0.8), ...(isSo("washes again", 0.5) ? [by("washes again", 13.2, 1.4)] : [])];
  if (weekday === 0) return isSo("washes", 0.25) ? [by("washes", 13.4, 1.6)] : [];
  return isSo("washes", 0.2) && Number.isFinite(home) ? [home + by("washes", 0.6, 0.8)] : [];
}

// ---- the effects in the house: milliseconds

/** The front door opens for so many seconds. */
export function doorsOf(name: string, day: HouseDay): readonly Span[] {
  return [...day.goes, ...day.comes].map((hour, n) => {
    const from = atHour(day, hour);
    return [from, from + (8 + 35 * chance(name, "open", day.number, n) ** 2) * 1000];
  });
}

/** A person walks through the hall: on the way out, coming home, and from room to room. */
export function passesOf(name: string, day: HouseDay): readonly Span[] {
  const often = day.isFree ? PASSES_AT_HOME : PASSES;
  const walks = often.flatMap((count, hour) =>
    Array.from({ length: Math.round(count * 1.2 * chance(name, day.number, hour)) }, (_, n) => {
      return hour + chance(name, "comes", day.number, hour, n);
    }),
  );
  const isThere = (hour: number) => (hour > day.up || hour < 1) && !isAway(day, hour);
  const all = [
    ...walks.filter(isThere),
    ...day.goes.map((hour) => hour - 0.01),
    ...day.comes.map((hour) => hour + 0.004),
  ];
  return all.map((hour) => {
    const from = atHour(day, hour);
    return [from, from + (12 + 60 * chance(name, "stays", from) ** 2) * 1000];
  });
}

export function shinesOf(name: string, shines: readonly Shine[], day: HouseDay): readonly Shining[] {
  return shines.flatMap((shine, n) => {
    if (chance(name, day.number, n) > shine.chance) return [];
    const late = (what: string, hours: number) => chance(name, what, day.number, n) * hours;
    return withoutAway(spanOf(shine, day, late), day).map(([from, to]): Shining => {
      const span: Span = [atHour(day, from), atHour(day, to)];
      return shine.bri === undefined ? span : [...span, shine.bri];
    });
  });
}

function spanOf(shine: Shine, day: HouseDay, late: (what: string, hours: number) => number): Span {
  const { rise, set } = sunIn(new Date(day.year, day.month, day.day, 12));
  if (shine.in === "the evening") {
    const to = Math.min(shine.to + late("off", 0.9), day.bed - late("before", 0.2));
    return [Math.max(shine.from + late("on", 0.6), set - BEFORE_DUSK + late("dusk", 0.3)), to];
  }
  const leaves = Math.min(...day.goes, 24) - 0.05;
  return [day.up + shine.from + late("on", 0.2), Math.min(day.up + shine.to + late("off", 0.3), leaves, rise + 0.8)];
}

function isAway({ away }: HouseDay, hour: number): boolean {
  return away.some(([from, to]) => from < hour && hour < to);
}

/** A person who leaves puts the light out. */
function withoutAway(span: Span, { away }: HouseDay): readonly Span[] {
  let spans: readonly Span[] = [span];
  for (const [gone, back] of away)
    spans = spans.flatMap(([from, to]): readonly Span[] => [
      [from, Math.min(to, gone - 0.02)],
      [Math.max(from, back + 0.02), to],
    ]);
  return spans.filter(([from, to]) => to - from > 0.02);
}
