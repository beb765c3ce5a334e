/** The time grammar of schedules: what a text like "W124/T06:30:00A00:10:00" says. */
import { isWallTime } from "./times.ts";

interface Random {
  readonly random: number; // up to so many seconds later; 0 for none
}

export type Pattern = Random &
  (
    | { readonly kind: "once"; readonly at: number } //       milliseconds: the wall clock, read as if it were UTC
    | { readonly kind: "timer"; readonly seconds: number }
    | { readonly kind: "repeated"; readonly seconds: number; readonly times: number } // 0 times: for ever
    | { readonly kind: "weekly"; readonly days: number; readonly clock: number } //       0MTWTFSS, seconds since midnight
    | { readonly kind: "sun"; readonly days: number; readonly event: "sunrise" | "sunset"; readonly offset: number } // seconds
  );

type Form = Pattern extends infer P ? (P extends Pattern ? Omit<P, "random"> : never) : never;

const HALF_DAY = 43_200;
const EVERY_DAY = 127;

/** Each form with what it says; undefined where it says what cannot be. */
const FORMS: readonly [form: RegExp, read: (...parts: string[]) => Form | undefined][] = [
  [
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    (text) => (isWallTime(text) ? { kind: "once", at: Date.parse(`${text}Z`) } : undefined),
  ],
  [
    /^PT(\d\d:\d\d:\d\d)$/,
    (_, time) => {
      const seconds = length(time);
      return seconds > 0 ? { kind: "timer", seconds } : undefined;
    },
  ],
  [
    /^R(\d{0,2})\/PT(\d\d:\d\d:\d\d)$/,
    (_, times, time) => {
      const seconds = length(time);
      return seconds > 0 ? { kind: "repeated", seconds, times: Number(times) } : undefined;
    },
  ],
  [
    /^W(\d{1,3})\/T(\d\d:\d\d:\d\d)$/,
    (_, days, time) => {
      const clock = clockTime(time);
      return clock !== undefined && isDays(days) ? { kind: "weekly", days: Number(days), clock } : undefined;
    },
  ],
  [
    /^(?:W(\d{1,3})\/)?(sunrise|sunset)(?:([+-])(\d\d:\d\d:\d\d))?$/,
    (_, days = String(EVERY_DAY), event, sign, time = "00:00:00") => {
      const offset = clockTime(time) ?? Number.POSITIVE_INFINITY;
      if (!isDays(days) || offset > HALF_DAY) return undefined;
      return {
        kind: "sun",
        days: Number(days),
        event: event === "sunrise" ? "sunrise" : "sunset",
        offset: sign === "-" && offset > 0 ? -offset : offset,
      };
    },
  ],
];

/** Undefined when the text says no time; "bad random" when only what follows the A is wrong. */
export function parsePattern(text: string): Pattern | "bad random" | undefined {
  const [, main = "", random = "00:00:00"] = /^([^A]*)(?:A(.*))?$/s.exec(text) ?? [];
  if (!/^\d\d:\d\d:\d\d$/.test(random)) return "bad random";
  for (const [form, read] of FORMS) {
    const parts = form.exec(main);
    const said = parts && read(...parts);
    if (said) return { ...said, random: Math.min(length(random), HALF_DAY) };
  }
  return undefined;
}

/** Seconds of "hh:mm:ss"; as a length of time, 90 minutes are as good as an hour and a half. */
function length(time = ""): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

/** Seconds since midnight, if a clock can show it. */
function clockTime(time = ""): number | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? length(time) : undefined;
}

function isDays(days = ""): boolean {
  return Number(days) <= EVERY_DAY;
}
