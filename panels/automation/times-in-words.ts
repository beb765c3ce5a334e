/** Times of schedules, and parts of the day, in words: "Monday to Friday at 06:30, up to 10 minutes later". Pure. */
import type { Values } from "../../src/model/resource.ts";
import { say, sayList, saySpan, sayTime } from "../texts.ts";

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const EVERY_DAY = 127;
const CLOCK = String.raw`\d\d:\d\d:\d\d`;

const FORMS: readonly [form: RegExp, words: (...parts: string[]) => string][] = [
  [/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/, (moment = "") => say("times.once", { moment: sayWall(moment) })],
  [new RegExp(`^PT(${CLOCK})$`), (span) => say("times.timer", { span: saySpan(secondsOf(span)) })],
  [new RegExp(`^R(\\d{0,2})/PT(${CLOCK})$`), (times, span) => sayRepeated(Number(times), saySpan(secondsOf(span)))],
  [
    new RegExp(`^W(\\d{1,3})/T(${CLOCK})$`),
    (days, clock) => say("times.weekly", { days: sayDays(Number(days)), clock: sayClock(clock) }),
  ],
  [
    new RegExp(`^(?:W(\\d{1,3})/)?(sunrise|sunset)(?:([+-])(${CLOCK}))?$`),
    (days, event = "", sign = "+", offset = "00:00:00") => sayOfSun(Number(days ?? EVERY_DAY), event, sign, offset),
  ],
];

/** Of a schedule: its local time where it has one, else that in UTC. */
export function saySchedule({ localtime, time }: Values): string {
  if (typeof localtime === "string" && localtime !== "") return sayPattern(localtime);
  return say("times.utc", { pattern: sayPattern(String(time)) });
}

/** What is no pattern known here stands for itself. */
export function sayPattern(text: string): string {
  const [main = "", random = "00:00:00"] = text.split("A");
  for (const [form, words] of FORMS) {
    const parts = form.exec(main)?.slice(1);
    if (!parts) continue;
    const pattern = words(...(parts as string[]));
    const latest = secondsOf(random);
    return latest > 0 ? say("times.random", { pattern, span: saySpan(latest) }) : pattern;
  }
  return text;
}

/** "W124/T08:00:00/T16:00:00" → "08:00 and 16:00, Monday to Friday" */
export function sayDaySpan(text: string): string {
  const [, days, from, to] = new RegExp(`^(?:W(\\d{1,3})/)?T(${CLOCK})/T(${CLOCK})$`).exec(text) ?? [];
  if (from === undefined || to === undefined) return text;
  const span = say("times.span", { from: sayClock(from), to: sayClock(to) });
  const bits = Number(days ?? EVERY_DAY);
  return bits === EVERY_DAY ? span : say("times.span-days", { span, days: sayDays(bits) });
}

/** "PT00:05:00" → "5 minutes" */
export function sayDelay(text: string): string {
  const [, span] = new RegExp(`^PT(${CLOCK})$`).exec(text) ?? [];
  return span === undefined ? text : saySpan(secondsOf(span));
}

/** Days as bits, 0MTWTFSS: "every day", "Monday to Friday", "Monday, Wednesday and Sunday". */
export function sayDays(bits: number): string {
  if ((bits & EVERY_DAY) === EVERY_DAY) return say("times.every-day");
  const chosen = [0, 1, 2, 3, 4, 5, 6].filter((day) => bits & (64 >> day));
  const runs: number[][] = [];
  for (const day of chosen) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const words = runs.flatMap((run) => {
    if (run.length < 3) return run.map(sayDay);
    return [say("times.days", { from: sayDay(run[0]), to: sayDay(run.at(-1)) })];
  });
  return words.length === 0 ? say("times.no-day") : sayList(words);
}

/** "06:30:00" → "06:30"; seconds only where there are some. */
export function sayClock(clock = ""): string {
  return clock.endsWith(":00") ? clock.slice(0, 5) : clock;
}

/** The clock of the wall, "2026-03-02T10:00:00", as it is: in no zone. */
export function sayWall(text: string): string {
  const style = { dateStyle: "full", timeStyle: text.endsWith(":00") ? "short" : "medium", timeZone: "UTC" } as const;
  return sayTime(Date.parse(`${text}Z`), style) || text;
}

function sayDay(day = 0): string {
  return sayTime(MONDAY + day * DAY, { weekday: "long", timeZone: "UTC" });
}

function sayRepeated(times: number, span: string): string {
  return times > 0 ? say("times.repeated-times", { span, times }) : say("times.repeated", { span });
}

function sayOfSun(bits: number, event: string, sign: string, offset: string): string {
  const words = { days: sayDays(bits), sun: say(`times.${event}`), span: saySpan(secondsOf(offset)) };
  if (secondsOf(offset) === 0) return say("times.sun", words);
  return say(sign === "-" ? "times.before" : "times.after", words);
}

function secondsOf(clock = ""): number {
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
