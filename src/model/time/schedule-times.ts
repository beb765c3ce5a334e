/** The two times that a schedule shows (automation 2.2): the one that counts as it was given, the other as it follows from it. */
import { clockText, daysText, parsePattern } from "./time-grammar.ts";
import { localSeconds, utcSeconds } from "./times.ts";
import { instantOf, offsetAt } from "./zones.ts";

export type GivenTime = "time" | "localtime";

export interface ScheduleTimes {
  readonly given: GivenTime;
  readonly time: string;
  readonly localtime: string | undefined;
}

const DAY = 86_400;

export function shownTimes(given: GivenTime, text: string, zone: string, now: number): ScheduleTimes {
  if (given === "time") return { given, time: text, localtime: onTheWall(text, zone) };
  return { given, time: inUtc(text, zone, now), localtime: text };
}

/** Only for a schedule that runs once: a weekly time would mean another hour in summer. */
function onTheWall(text: string, zone: string): string | undefined {
  const pattern = parsePattern(text);
  if (typeof pattern !== "object" || pattern.kind !== "once") return undefined;
  return localSeconds(pattern.at, zone) + randomPart(text);
}

/** Of a weekly one as it is now: it is for reading only. */
function inUtc(text: string, zone: string, now: number): string {
  const pattern = parsePattern(text);
  if (typeof pattern !== "object") return text;
  if (pattern.kind === "once") return utcSeconds(instantOf(pattern.at, zone)) + randomPart(text);
  if (pattern.kind !== "weekly") return text;
  const clock = pattern.clock - offsetAt(now, zone) / 1000;
  const days = shiftedDays(pattern.days, Math.floor(clock / DAY));
  return `W${daysText(days)}/T${clockText(((clock % DAY) + DAY) % DAY)}${randomPart(text)}`;
}

/** Days of the week as bits, 0MTWTFSS, by so many days later. */
function shiftedDays(days: number, by: number): number {
  const places = ((by % 7) + 7) % 7;
  return ((days >> places) | (days << (7 - places))) & 0b111_1111;
}

function randomPart(text: string): string {
  return /A.*$/.exec(text)?.[0] ?? "";
}
