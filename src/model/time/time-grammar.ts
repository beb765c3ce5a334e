/**
 * The grammar of times: of schedules ("W124/T06:30:00A00:10:00"), of parts of the day ("W124/T08:00:00/T16:00:00") and of delays
 * ("PT00:05:00"). Days of the week are bits, 0MTWTFSS; times of day and lengths of time are seconds. Used by REST, rules, dialogs and panels.
 */
import { isWallTime } from "./times.ts";

interface Random {
  readonly random: number; // up to so many seconds later; 0 for none
}

export type Pattern = Random &
  (
    | { readonly kind: "once"; readonly at: number } //       milliseconds: the wall clock, read as if it were UTC
    | { readonly kind: "timer"; readonly seconds: number }
    | { readonly kind: "repeated"; readonly seconds: number; readonly times: number } // 0 times: for ever
    | { readonly kind: "weekly"; readonly days: number; readonly clock: number }
    | { readonly kind: "sun"; readonly days: number; readonly event: SunEvent; readonly offset: number }
  );

/** Dawn and dusk are those of the Daylight sensor: between them it is not dark. */
export const SUN_EVENTS = ["dawn", "sunrise", "sunset", "dusk"] as const;
export type SunEvent = (typeof SUN_EVENTS)[number];

export type PatternKind = Pattern["kind"];
type PatternForm = Pattern extends infer P ? (P extends Pattern ? Omit<P, "random"> : never) : never;

/** The parts of a pattern as they are written: dialogs show them, and leave the parts that they do not change. */
export interface PatternParts {
  readonly days?: string | undefined; //   "124"
  readonly clock?: string | undefined; //  "06:30:00"
  readonly at?: string | undefined; //     "2026-03-02T10:00:00"
  readonly span?: string | undefined; //   "00:10:00"
  readonly times?: string | undefined; //  "05"
  readonly event?: string | undefined; //  "dawn", "sunrise", "sunset", "dusk"
  readonly offset?: string | undefined; // "-00:30:00"
  readonly random?: string | undefined; // "00:10:00"
}

/** A part of the day, on some days of the week; the days are those on which it begins. */
export interface DaySpan {
  readonly days: number;
  readonly from: number;
  readonly to: number;
}

export const EVERY_DAY = 127;
const HALF_DAY = 43_200;
const MOST_HOURS = 99; // of a length of time: they are written with two digits

// ---- times of schedules

interface Form {
  readonly form: RegExp;
  /** Undefined where the text names an impossible time. */
  readonly read: (parts: PatternParts) => PatternForm | undefined;
  readonly text: (parts: PatternParts) => string;
}

const FORMS: Readonly<Record<PatternKind, Form>> = {
  weekly: {
    form: /^W(?<days>\d{1,3})\/T(?<clock>\d\d:\d\d:\d\d)$/,
    read: ({ days, clock: time }) => {
      const clock = readClock(time);
      return clock !== undefined && isDays(days) ? { kind: "weekly", days: Number(days), clock } : undefined;
    },
    text: ({ days = "", clock = "" }) => `W${days}/T${clock}`,
  },
  sun: {
    form: /^(?:W(?<days>\d{1,3})\/)?(?<event>dawn|sunrise|sunset|dusk)(?<offset>[+-]\d\d:\d\d:\d\d)?$/,
    read: ({ days = String(EVERY_DAY), event, offset = "+00:00:00" }) => {
      const seconds = readClock(offset.slice(1)) ?? Number.POSITIVE_INFINITY;
      const known = SUN_EVENTS.find((each) => each === event);
      if (!known || !isDays(days) || seconds > HALF_DAY) return undefined;
      return {
        kind: "sun",
        days: Number(days),
        event: known,
        offset: offset.startsWith("-") && seconds > 0 ? -seconds : seconds,
      };
    },
    text: ({ days = "", event = "", offset = "" }) => `W${days}/${event}${offset}`,
  },
  once: {
    form: /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/,
    read: ({ at = "" }) => (isWallTime(at) ? { kind: "once", at: Date.parse(`${at}Z`) } : undefined),
    text: ({ at = "" }) => at,
  },
  timer: {
    form: /^PT(?<span>\d\d:\d\d:\d\d)$/,
    read: ({ span }) => {
      const seconds = secondsOfClock(span);
      return seconds > 0 ? { kind: "timer", seconds } : undefined;
    },
    text: ({ span = "" }) => `PT${span}`,
  },
  repeated: {
    form: /^R(?<times>\d{0,2})\/PT(?<span>\d\d:\d\d:\d\d)$/,
    read: ({ times, span }) => {
      const seconds = secondsOfClock(span);
      return seconds > 0 ? { kind: "repeated", seconds, times: Number(times) } : undefined;
    },
    text: ({ times = "", span = "" }) => `R${times}/PT${span}`,
  },
};
export const PATTERN_KINDS = Object.keys(FORMS) as readonly PatternKind[];

/** Undefined when the text says no time; "bad random" when only the part behind the A is wrong. */
export function parsePattern(text: string): Pattern | "bad random" | undefined {
  const [, main = "", random = "00:00:00"] = /^([^A]*)(?:A(.*))?$/s.exec(text) ?? [];
  if (!/^\d\d:\d\d:\d\d$/.test(random)) return "bad random";
  const found = formOf(main);
  const said = found && FORMS[found.kind].read(found.parts);
  return said && { ...said, random: Math.min(secondsOfClock(random), HALF_DAY) };
}

/** The kind of a pattern and its parts as they are written; undefined when it has none of the forms. */
export function patternParts(text: string): (PatternParts & { readonly kind: PatternKind }) | undefined {
  const [, main = "", random] = /^(.*?)(?:A(\d\d:\d\d:\d\d))?$/.exec(text) ?? [];
  const found = formOf(main);
  return found && { kind: found.kind, ...found.parts, random };
}

const NO_LENGTH = "00:00:00";
const EMPTIED = /^(?:W\d{1,3}\/|\d{4}-\d\d-\d\d)?T?(?:A[\d:]*)?$/; // as the editor of the time leaves it

/** What a pattern lacks that a user was to choose: all days are unticked, its time or date is emptied, or its length is nothing. */
export function lackIn(text: string): "day" | "time" | "length" | undefined {
  const parts = patternParts(text);
  if (parts === undefined) return EMPTIED.test(text) ? "time" : undefined;
  if (parts.span === NO_LENGTH) return "length";
  return Number(parts.days ?? EVERY_DAY) > 0 ? undefined : "day";
}

/** The other way round. */
export function textOfParts(kind: PatternKind, parts: PatternParts): string {
  return FORMS[kind].text(parts) + (parts.random ? `A${parts.random}` : "");
}

function formOf(main: string): { readonly kind: PatternKind; readonly parts: PatternParts } | undefined {
  for (const kind of PATTERN_KINDS) {
    const match = FORMS[kind].form.exec(main);
    if (match) return { kind, parts: { ...match.groups } };
  }
  return undefined;
}

// ---- parts of the day

const SECOND = 1_000;
const DAY = 86_400_000;
const SPAN = /^(?:W(\d{1,3})\/)?T(\d\d:\d\d:\d\d)\/T(\d\d:\d\d:\d\d)$/;

export function readSpan(text: unknown): DaySpan | undefined {
  const [, days = String(EVERY_DAY), start, end] = (typeof text === "string" && SPAN.exec(text)) || [];
  const [from, to] = [readClock(start), readClock(end)];
  if (from === undefined || to === undefined || !isDays(days)) return undefined;
  return { days: Number(days), from, to };
}

/** The text for this part of the day. */
export function spanText({ days, from, to }: DaySpan): string {
  const times = `T${clockText(from)}/T${clockText(to)}`;
  return days === EVERY_DAY ? times : `W${daysText(days)}/${times}`;
}

/** Half-open: it begins within, and ends outside. `wall`: the wall clock, read as if it were UTC. */
export function isWithin({ days, from, to }: DaySpan, wall: number): boolean {
  const [day, second] = dayAndSecond(wall);
  if (from <= to) return second >= from && second < to && falls(days, day);
  return (second >= from && falls(days, day)) || (second < to && falls(days, day - 1));
}

/** On one of its days, and not in it; a span without length has no outside either. */
export function isOutside({ days, from, to }: DaySpan, wall: number): boolean {
  const [day, second] = dayAndSecond(wall);
  if (!falls(days, day)) return false;
  return from < to ? second < from || second >= to : second < from && second >= to;
}

/** Days are counted from 1970-01-01, a Thursday. */
function falls(days: number, day: number): boolean {
  return (days & (64 >> ((((day + 3) % 7) + 7) % 7))) !== 0;
}

function dayAndSecond(wall: number): [day: number, second: number] {
  const day = Math.floor(wall / DAY);
  return [day, Math.floor((wall - day * DAY) / SECOND)];
}

// ---- days, times of day, lengths of time

/** "00:05:00" → 300, and never a day or more. */
function readClock(text = ""): number | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) ? secondsOfClock(text) : undefined;
}

/** Seconds since midnight of "2026-03-29T18:04:00"; NaN of anything else. */
export function timeOfDay(value: unknown): number {
  const [, clock] = (typeof value === "string" && /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/.exec(value)) || [];
  return readClock(clock) ?? Number.NaN;
}

/** 300 → "00:05:00". */
export function clockText(seconds: number): string {
  const hours = Math.min(MOST_HOURS, Math.floor(seconds / 3600));
  const minutes = Math.min(MOST_HOURS, Math.floor((seconds - hours * 3600) / 60));
  return [hours, minutes, seconds - hours * 3600 - minutes * 60].map(twoDigits).join(":");
}

/** "PT00:05:00" → 300, and never a day or more. */
export function readDelay(text: unknown): number | undefined {
  return typeof text === "string" && text.startsWith("PT") ? readClock(text.slice(2)) : undefined;
}

/** 300 → "PT00:05:00". */
export function delayText(seconds: number): string {
  return `PT${clockText(seconds)}`;
}

/** 3 → "003", as patterns have the days behind their W. */
export function daysText(days: number): string {
  return String(days).padStart(3, "0");
}

function isDays(days = ""): boolean {
  return Number(days) <= EVERY_DAY;
}

/** Seconds of "hh:mm:ss": as a length of time, 90 minutes are as good as an hour and a half. */
export function secondsOfClock(time = ""): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
