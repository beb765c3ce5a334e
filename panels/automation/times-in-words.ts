/** Times of schedules, and parts of the day, in words: "Monday to Friday at 6:30 AM, up to 10 minutes later". Pure. */
import type { Values } from "../../src/model/resource.ts";
import {
  clockText,
  EVERY_DAY,
  type Pattern,
  parsePattern,
  readDelay,
  readSpan,
} from "../../src/model/time/time-grammar.ts";
import { say, sayList, saySpan, sayTime } from "../texts.ts";

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** Of a schedule: its local time where it has one, else that in UTC. */
export function saySchedule({ localtime, time }: Values): string {
  if (typeof localtime === "string" && localtime !== "") return sayPattern(localtime);
  return say("times.utc", { pattern: sayPattern(String(time)) });
}

/** A text that says no time stands for itself. */
export function sayPattern(text: string): string {
  const pattern = parsePattern(text);
  if (typeof pattern !== "object") return text;
  const words = sayForm(pattern);
  return pattern.random > 0 ? say("times.random", { pattern: words, span: saySpan(pattern.random) }) : words;
}

function sayForm(pattern: Pattern): string {
  switch (pattern.kind) {
    case "once":
      return say("times.once", { moment: sayWall(pattern.at) });
    case "timer":
      return say("times.timer", { span: saySpan(pattern.seconds) });
    case "repeated":
      return sayRepeated(pattern.times, saySpan(pattern.seconds));
    case "weekly":
      return say("times.weekly", { days: sayDays(pattern.days), clock: sayClock(clockText(pattern.clock)) });
    case "sun":
      return sayOfSun(pattern);
  }
}

/**
 * For names, the longest first: "Mon to Fri sunset −00:30", "sunset −00:30", "sunset"; "6:30 AM" is as short as can be. With plain spaces,
 * as a user types them.
 */
export function brieflyInWords(text: string): readonly string[] {
  const pattern = parsePattern(text);
  if (typeof pattern !== "object") return [text];
  const daily: Pattern = "days" in pattern ? { ...pattern, days: EVERY_DAY } : pattern;
  const bare: Pattern = daily.kind === "sun" ? { ...daily, offset: 0 } : daily;
  return [...new Set([pattern, daily, bare].map((each) => sayFormBriefly(each).replace(/\s/g, " ")))];
}

function sayFormBriefly(pattern: Pattern): string {
  switch (pattern.kind) {
    case "once":
      return sayTime(pattern.at, {
        ...(isThisYear(pattern.at) ? {} : { year: "numeric" }),
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
        timeZone: "UTC",
      });
    case "timer":
    case "repeated":
      return saySpan(pattern.seconds);
    case "weekly":
      return onDays(pattern.days, sayClock(clockText(pattern.clock)));
    case "sun": {
      const { days, event, offset } = pattern;
      const sign = offset < 0 ? "−" : "+";
      const apart = offset === 0 ? "" : ` ${sign}${sayOffset(Math.abs(offset))}`;
      return onDays(days, `${say(`times.${event}`)}${apart}`);
    }
  }
}

function isThisYear(at: number): boolean {
  return new Date(at).getUTCFullYear() === new Date().getFullYear();
}

function onDays(days: number, when: string): string {
  return days === EVERY_DAY ? when : `${sayDays(days, "short")} ${when}`;
}

/** "W124/T08:00:00/T16:00:00" → "8:00 AM and 4:00 PM, Monday to Friday" */
export function sayDaySpan(text: string): string {
  const span = readSpan(text);
  if (!span) return text;
  const { days, from, to } = span;
  const words = say("times.span", { from: sayClock(clockText(from)), to: sayClock(clockText(to)) });
  return days === EVERY_DAY ? words : say("times.span-days", { span: words, days: sayDays(days) });
}

/** "PT00:05:00" → "5 minutes" */
export function sayDelay(text: string): string {
  const seconds = readDelay(text);
  return seconds === undefined ? text : saySpan(seconds);
}

/** Days as bits, 0MTWTFSS: "every day", "Monday to Friday", "Monday, Wednesday and Sunday". */
export function sayDays(bits: number, weekday: "long" | "short" = "long"): string {
  if ((bits & EVERY_DAY) === EVERY_DAY) return say("times.every-day");
  const chosen = [0, 1, 2, 3, 4, 5, 6].filter((day) => bits & (64 >> day));
  const runs: number[][] = [];
  for (const day of chosen) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const sayDay = (day = 0) => sayTime(MONDAY + day * DAY, { weekday, timeZone: "UTC" });
  const words = runs.flatMap((run) => {
    if (run.length < 3) return run.map((day) => sayDay(day));
    return [say("times.days", { from: sayDay(run[0]), to: sayDay(run.at(-1)) })];
  });
  return words.length === 0 ? say("times.no-day") : sayList(words);
}

/** "06:30:00" → "6:30 AM", or "06:30", as the language of the user writes it; seconds only where there are some. */
export function sayClock(clock: string): string {
  const at = Date.parse(`1970-01-01T${clock}Z`);
  const timeStyle = at % 60_000 === 0 ? "short" : "medium";
  return Number.isNaN(at) ? clock : sayTime(at, { timeStyle, timeZone: "UTC" });
}

/** 1800 → "00:30": no time of the day. */
function sayOffset(seconds: number): string {
  return clockText(seconds).replace(/:00$/, "");
}

/** The wall clock, read as if it were UTC: in no zone. */
function sayWall(at: number): string {
  const timeStyle = at % 60_000 === 0 ? "short" : "medium";
  return sayTime(at, { dateStyle: "full", timeStyle, timeZone: "UTC" });
}

function sayRepeated(times: number, span: string): string {
  return times > 0 ? say("times.repeated-times", { span, times }) : say("times.repeated", { span });
}

function sayOfSun({ days, event, offset }: Extract<Pattern, { kind: "sun" }>): string {
  const words = { days: sayDays(days), sun: say(`times.${event}`), span: saySpan(Math.abs(offset)) };
  if (offset === 0) return say("times.sun", words);
  return say(offset < 0 ? "times.before" : "times.after", words);
}
