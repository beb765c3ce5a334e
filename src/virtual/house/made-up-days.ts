/** Days that never were: how light it was, how warm and how damp. The same for the same time, each time it is asked. */

/** A value of the past, and its time: milliseconds, UTC. */
export type PastValue = readonly [at: number, value: number];

/** A battery: how fast it falls, and when a user has put in a new one. */
export interface Drain {
  readonly perDay: number; // percent
  readonly changed?: number; // days ago
  readonly before?: number; // percent that the old one had at its end
}

/** When the people of the house got up and went to bed, o'clock. */
interface Rest {
  readonly up: number;
  readonly bed: number;
}

const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEETS_IN = 6 * HOUR;
const MIDSUMMER = 172; // day of the year
const YEAR = 365;
const BRIGHTEST = 400; // lux, inside
const DARKEST = 1;

/** From 0 to 1, by its arguments alone. */
export function chance(...of: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of of.join("/")) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** From -1 to 1: as weather goes up and down, in about so many hours, and never jumps. */
function drift(at: number, hours: number, what: string): number {
  const place = at / (hours * HOUR);
  const step = Math.floor(place);
  const share = (place - step) ** 2 * (3 - 2 * (place - step));
  return 2 * (chance(what, step) * (1 - share) + chance(what, step + 1) * share) - 1;
}

// ---- the sun

/** 1 at midsummer, -1 in midwinter. */
function season(at: Date): number {
  const newYear = new Date(at.getFullYear(), 0, 1).getTime();
  return Math.cos(((at.getTime() - newYear) / DAY - MIDSUMMER) * ((2 * Math.PI) / YEAR));
}

/** From sunrise to sunset, o'clock: long days in summer, short ones in winter. */
export function sunIn(at: Date): { readonly rise: number; readonly set: number } {
  const [noon, half] = [12.65 + 0.35 * season(at), 6.1 + 1.9 * season(at)];
  return { rise: noon - half, set: noon + half };
}

/** The height of the sun, from 0 to 1 of a midsummer's noon. */
function height(at: Date): number {
  const { rise, set } = sunIn(at);
  const through = (hourOf(at) - rise) / (set - rise);
  return through <= 0 || through >= 1 ? 0 : Math.sin(through * Math.PI) * (0.7 + 0.3 * season(at));
}

/** In lux, inside, with a thin cloud now and then. */
export function daylight(now: Date): number {
  return Math.max(DARKEST, BRIGHTEST * height(now) * (0.95 + 0.05 * drift(now.getTime(), 0.2, "clouds")));
}

/** As it was: on grey days less. The sky has cleared up until now. */
export function luxAt(at: number, now: number): number {
  const grey = 0.32 - 0.22 * drift(at, 20, "sky") - 0.1 * drift(at, 1.5, "showers of rain");
  return Math.max(DARKEST, daylight(new Date(at)) * (1 - grey * (1 - Math.exp((at - now) / (2 * HOUR)))));
}

// ---- values that are measured all the time

/** The moments of reports: few where the gateway keeps only days, many in the last day. */
export function momentsUntil(now: number, days: number): readonly number[] {
  const all: number[] = [];
  for (let at = now - days * DAY; at < now; ) {
    all.push(at);
    const age = now - at;
    at += age > 32 * DAY ? 3 * HOUR : age > 25 * HOUR ? 30 * MINUTE : 5 * MINUTE;
  }
  return all;
}

/** In 0.01 °C beside the usual value: the weather, the heating that rests at night, the sun, people, and a drift of each room's own. */
export function warmthAt(at: number, rest: Rest, name: string): number {
  const moment = new Date(at);
  const hour = hourOf(moment);
  const weather = 60 * drift(at, 90, "weather") + 30 * drift(at, 19, "weather");
  const sun = 55 * height(new Date(at - 2 * HOUR)) * (0.6 + 0.4 * drift(at, 20, "sky"));
  const people = 30 * Math.exp(-(((hour - 20) / 2.4) ** 2));
  const own = 20 * drift(at, 3, name) + 10 * drift(at, 0.7, name);
  return weather + cooled(hour, rest) + sun + people + own;
}

/** The heating rests while people sleep, and is on again before they get up. */
function cooled(hour: number, { up, bed }: Rest): number {
  const [on, coldest] = [up - 0.8, -110];
  const asleep = hour >= bed ? hour - bed : hour < on ? hour + 24 - bed : undefined;
  if (asleep !== undefined) return coldest * (1 - Math.exp(-asleep / 5));
  return coldest * (1 - Math.exp(-(on + 24 - bed) / 5)) * Math.exp(-(hour - on) / 1.3);
}

/** In 0.01 % beside the usual value, but for showers. */
export function dampnessAt(at: number, name: string): number {
  return 250 * drift(at, 70, "damp weather") + 120 * drift(at, 9, name) + 40 * drift(at, 0.8, name);
}

/** How much of a shower is left in the air after so many milliseconds: 1 at its end, 0 before it. */
export function steamAt(since: number, dries: number): number {
  const [begins, hours] = [-0.15, since / HOUR];
  if (hours < begins) return 0;
  return hours < 0 ? 1 - hours / begins : Math.exp(-hours / dries);
}

/** Made-up values end in the present one: the nearer to now, the more of the difference is added. */
export function meeting(values: readonly PastValue[], present: number, now: number): readonly PastValue[] {
  const lacks = present - (values.at(-1)?.[1] ?? present);
  return values.map(([at, value]) => [at, Math.round(value + lacks * Math.exp((at - now) / MEETS_IN))]);
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

function hourOf(moment: Date): number {
  return moment.getHours() + moment.getMinutes() / 60;
}
