/** Days that never were: when the lamps of a house shone, when somebody came by, how warm it was. The same for the same day, each time. */

/** What a value became, and when: milliseconds, UTC. */
export type PastValue = readonly [at: number, value: number];

/** A day of the past, in the time of this machine. */
export interface PastDay {
  readonly year: number;
  readonly month: number;
  readonly day: number; //    of the month
  readonly number: number; // since 1970
  readonly isWeekend: boolean;
}

/** Lamps shine from about one hour to about another, on some days. */
export interface Shine {
  readonly from: number; // o'clock: 17.5
  readonly to: number;
  readonly chance: number; // 0 to 1
  readonly bri?: number;
}

/** A battery: how fast it falls, and when somebody has put in a new one. */
export interface Drain {
  readonly perDay: number; // percent
  readonly changed?: number; // days ago
  readonly before?: number; // percent that the old one had at its end
}

const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPREAD = 0.8; // hours by which people are early or late
const WARMEST = 16; // o'clock
const BRIGHTEST_HOUR = 13;
const HALF_A_DAY = 6; // hours from then to dusk
const NOON_LUX = 400;
const NIGHT_LUX = 1;
const SHOWERS = [7, 21.5] as const; // o'clock
const DRIES_IN = 0.9; // hours
/** How often somebody walks by, hour by hour of a day at work and of one at home. */
const COMES = [0, 0, 0, 0, 0, 1, 5, 6, 3, 1, 0, 0, 2, 1, 0, 1, 3, 6, 6, 5, 5, 4, 3, 1] as const;
const COMES_AT_HOME = [1, 0, 0, 0, 0, 0, 0, 2, 4, 6, 5, 5, 6, 4, 3, 3, 4, 5, 6, 5, 5, 4, 3, 2] as const;

/** From 0 to 1, by what it is asked for alone. */
export function chance(...of: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of of.join("/")) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** The days up to today, the oldest first. */
export function daysBefore(now: number, count: number): readonly PastDay[] {
  const today = new Date(now);
  return Array.from({ length: count + 1 }, (_, n) => {
    const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + n, 12);
    return {
      ...{ year: noon.getFullYear(), month: noon.getMonth(), day: noon.getDate() },
      number: Math.floor((noon.getTime() - noon.getTimezoneOffset() * MINUTE) / DAY),
      isWeekend: noon.getDay() % 6 === 0,
    };
  });
}

/** The moment at which the clocks of a day show so many hours. */
export function atHour({ year, month, day }: PastDay, hour: number): number {
  return new Date(year, month, day).getTime() + Math.round(hour * 3600) * 1000;
}

function hourOf(at: number): number {
  const moment = new Date(at);
  return moment.getHours() + moment.getMinutes() / 60;
}

// ---- what is measured all the time

/** Seldom of what only days are kept of, often of the last day. */
export function momentsUntil(now: number, days: number): readonly number[] {
  const all: number[] = [];
  for (let at = now - days * DAY; at < now; ) {
    all.push(at);
    const age = now - at;
    at += age > 32 * DAY ? 3 * HOUR : age > 25 * HOUR ? 30 * MINUTE : 5 * MINUTE;
  }
  return all;
}

/** In 0.01 °C: warmer in the afternoon, and not the same every day. */
export function temperatureAt(at: number, name: string, home: number): number {
  const day = Math.floor(at / DAY);
  const through = (at % DAY) / DAY;
  const drift = (number: number) => (chance(name, "drift", number) - 0.5) * 160;
  const wave = Math.cos(((hourOf(at) - WARMEST) / 24) * 2 * Math.PI);
  return home + 90 * wave + drift(day) * (1 - through) + drift(day + 1) * through + (chance(name, at) - 0.5) * 12;
}

/** In 0.01 %: it rises when somebody takes a shower. */
export function humidityAt(at: number, name: string, home: number): number {
  const day = Math.floor(at / DAY);
  const wet = SHOWERS.map((shower) => {
    const since = hourOf(at) - shower - chance(name, day, shower) * SPREAD;
    return since >= 0 && chance(name, "bath", day, shower) < 0.8 ? 2600 * Math.exp(-since / DRIES_IN) : 0;
  });
  return Math.min(
    9500,
    home + Math.max(...wet) + (chance(name, "damp", day) - 0.5) * 500 + (chance(name, at) - 0.5) * 60,
  );
}

/** In lux, inside: by the hour, with clouds. */
export function luxAt(at: number, name: string): number {
  const away = Math.abs(hourOf(at) - BRIGHTEST_HOUR);
  if (away >= HALF_A_DAY) return NIGHT_LUX;
  const sky = 0.5 + 0.5 * chance(name, "sky", Math.floor(at / DAY));
  return Math.max(
    NIGHT_LUX,
    NOON_LUX * Math.cos((away / HALF_A_DAY) * (Math.PI / 2)) * sky * (0.85 + 0.15 * chance(name, at)),
  );
}

// ---- what happens now and then

export function shining(name: string, shines: readonly Shine[], days: readonly PastDay[]) {
  return days.flatMap((day) =>
    shines.flatMap(({ from, to, chance: likely, bri }, n) => {
      if (chance(name, day.number, n) > likely) return [];
      const late = (what: string) => (chance(name, what, day.number, n) - 0.5) * SPREAD;
      return [{ from: atHour(day, from + late("on")), to: atHour(day, to + late("off")), bri }];
    }),
  );
}

/** When somebody walked by, and for how long. */
export function visits(name: string, days: readonly PastDay[]) {
  return days.flatMap((day) =>
    (day.isWeekend ? COMES_AT_HOME : COMES).flatMap((often, hour) =>
      Array.from({ length: Math.round(often * (0.5 + chance(name, day.number, hour))) }, (_, n) => {
        const from = atHour(day, hour + chance(name, "comes", day.number, hour, n));
        return { from, to: from + (40 + chance(name, "stays", from) * 140) * 1000 };
      }).sort((one, other) => one.from - other.from),
    ),
  );
}

/** In percent, once each day. */
export function draining(
  level: number,
  { perDay, changed = Number.POSITIVE_INFINITY, before = 0 }: Drain,
  now: number,
  days: number,
) {
  return Array.from({ length: days }, (_, n): PastValue => {
    const ago = days - n;
    const percent = ago > changed ? before + (ago - changed) * perDay : level + ago * perDay;
    return [now - ago * DAY, Math.round(Math.min(100, percent))];
  });
}
