/**
 * Every text of the panels, by its key: loaded once, in the one language that is shown, before anything is rendered.
 * Also the only place that knows how this language writes numbers, plurals, lists and times.
 */

import type { Words } from "../src/model/sensors/sensor-fields.ts";
import { nearDay } from "../src/model/time/near-days.ts";

type Tree = { readonly [key: string]: string | Tree };

let texts: Tree = {};
let language = "en-US";

/** Loads the texts before anything is rendered. Without texts their keys are shown. */
export async function speakIn(element: HTMLElement, base: string, wanted: string): Promise<void> {
  await loadTexts(base, wanted).catch((error) => console.error(error));
  element.lang = shownLanguage();
}

async function loadTexts(base: string, wanted: string): Promise<void> {
  const response = await fetch(`${base}texts?lang=${encodeURIComponent(wanted)}`);
  if (!response.ok) throw new Error(`texts: ${response.status}`);
  setTexts((await response.json()) as Tree, wanted, response.headers.get("Content-Language") ?? undefined);
}

export function setTexts(tree: Tree, wanted: string, given = wanted): void {
  texts = tree;
  language = tagFor(wanted, given);
  formats.clear();
}

/** The language of the panels, for screen readers. */
export function shownLanguage(): string {
  return language;
}

/**
 * Numbers and times follow the browser's region ("de-AT"), but the language of the texts. Some browsers have invalid
 * tags: "en-US@posix".
 */
function tagFor(wanted: string, given: string): string {
  try {
    const [own, other] = [new Intl.Locale(wanted), new Intl.Locale(given)];
    return own.language === other.language ? wanted : given;
  } catch {
    return given === wanted ? "en-US" : given;
  }
}

// ---- texts

/** Amounts, which are written as the language writes numbers; other whole numbers in texts are names: ports, channels. */
const AMOUNTS: readonly string[] = ["count", "done", "total", "days"];

/** "overview.count", {count: 3} → "3 devices". A missing key shows itself. */
export function say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const found = pluralOf(key, values.count) ?? look(key) ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? shown(name, values[name]) : whole));
}

function shown(name: string, value: unknown): string {
  const isAmount = typeof value === "number" && (AMOUNTS.includes(name) || !Number.isInteger(value));
  return isAmount ? sayNumber(value) : String(value);
}

/**
 * The form of a text for this many: `<key>_one` and, where a language has them, `_few` and others; the key itself is
 * for all else. A text that says "one" in a word is for one only: French counts zero as one, too.
 */
function pluralOf(key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return undefined;
  const rules = format("plural", {}, () => new Intl.PluralRules(language));
  const text = look(`${key}_${rules.select(count)}`);
  return count === 1 || text?.includes("{count}") ? text : undefined;
}

/** For words that stand in the code, beside the thing that they name. */
export function inLanguage(words: Words): string {
  return language.startsWith("de") ? words.de : words["en-US"];
}

/** Is there such a text? */
export function hasText(key: string): boolean {
  return look(key) !== undefined;
}

function look(key: string): string | undefined {
  let found: string | Tree | undefined = texts;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}

// ---- numbers and lists

/** Formats are dear to make, and a list of devices needs the same ones hundreds of times. */
const formats = new Map<string, unknown>();

function format<T>(kind: string, options: object, make: () => T): T {
  const key = `${kind} ${JSON.stringify(options)}`;
  const known = formats.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return format("number", options, () => new Intl.NumberFormat(language, options));
}

function listFormat(options: Intl.ListFormatOptions): Intl.ListFormat {
  return format("list", options, () => new Intl.ListFormat(language, options));
}

function relativeFormat(options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  return format("ago", options, () => new Intl.RelativeTimeFormat(language, options));
}

/** "DE" → "Germany". */
export function sayCountry(code: string): string {
  const names = format("country", {}, () => new Intl.DisplayNames(language, { type: "region" }));
  return names.of(code) ?? code;
}

/** 1234.5 → "1,234.5", as the language writes numbers; `least`: digits behind the point also where they are zeros. */
export function sayNumber(value: number, digits = 2, least = 0): string {
  return numberFormat({ minimumFractionDigits: least, maximumFractionDigits: digits }).format(value);
}

/** The number that a user typed; undefined for other text. Many users type a decimal comma. */
export function readNumber(text: string): number | undefined {
  const number = Number(text.replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

/** ["a", "b", "c"] → "a, b and c". */
export function sayList(words: readonly string[]): string {
  return listFormat({ type: "conjunction" }).format(words);
}

/** Names of which only the first are told: "a, b and 3 more". */
export function sayNames(names: readonly string[], more: number): string {
  return sayList(more > 0 ? [...names, say("names.more", { count: more })] : names);
}

/** In the order of the language; "Lamp 2" before "Lamp 10". */
export function compareWords(one: string, other: string): number {
  const options = { numeric: true, sensitivity: "base" } as const;
  return format("order", options, () => new Intl.Collator(language, options)).compare(one, other);
}

/** 12345 → "12.3 GB", 0.0264 → "26.4 kB". */
export function saySize(megabytes: number): string {
  const [value, unit] =
    megabytes > 0 && megabytes < 0.1
      ? [megabytes * 1_000, "kilobyte"]
      : megabytes < 1_000
        ? [megabytes, "megabyte"]
        : [megabytes / 1_000, "gigabyte"];
  return numberFormat({ style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

// ---- times

let zone: string | undefined;

/** Moments are said on the clock of the house, by which its rules go, wherever the browser is. Its own has to do where it does not know that zone. */
export function goByClockOf(wanted: unknown): void {
  zone = typeof wanted === "string" ? knownZone(wanted) : undefined;
}

/** The zone by which moments are said; undefined where this browser does not know it. */
export function knownZone(wanted: string | undefined): string | undefined {
  if (wanted === undefined || wanted === "") return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: wanted }).resolvedOptions().timeZone && wanted;
  } catch {
    return undefined;
  }
}

/** The zone of the house; until that is known, of this browser. */
export function houseZone(): string {
  return zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "2026-11-22", the day of a moment, as fields for a date have it. */
export function dayText(at: number | Date, timeZone = zone): string {
  return new Date(at).toLocaleDateString("sv-SE", { timeZone });
}

function isOfToday(at: number | Date): boolean {
  return dayText(at) === dayText(Date.now());
}

/** A moment: today only the time, else with its day. */
export function sayTime(at: number | Date, options: Intl.DateTimeFormatOptions = {}): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return "";
  const isAsked = Object.keys(options).length > 0;
  const usual = (): Intl.DateTimeFormatOptions =>
    isOfToday(moment) ? { timeStyle: "medium" } : { dateStyle: "short", timeStyle: "short" };
  return moment.toLocaleString(language, { timeZone: zone, ...(isAsked ? withHours(options) : usual()) });
}

/** The same without seconds, which no reader looks for. */
export function sayMoment(at: number): string {
  return sayTime(at, isOfToday(at) ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
}

const MORNING = Date.UTC(2000, 0, 1, 6, 30);

/** Hours beside a day with as many digits as the language gives them alone: "06:30" in German, "6:30" in Spanish. */
function withHours(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  if (options.hour === undefined) return options;
  const hour = format("hour", {}, () => {
    const parts = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" }).formatToParts(MORNING);
    return parts.find(({ type }) => type === "hour")?.value === "06" ? "2-digit" : "numeric";
  });
  return { ...options, hour };
}

const DAY = 86_400_000; // milliseconds

/** "22 Nov, 14:00 – 23 Nov, 14:00"; of more than some days, the days alone. */
export function sayTimeSpan(from: number, to: number): string {
  const isShort = to - from < 3 * DAY;
  const options: Intl.DateTimeFormatOptions = isShort
    ? withHours({ day: "numeric", month: "short", hour: "numeric", minute: "2-digit" })
    : { day: "numeric", month: "short", year: "numeric" };
  return new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).formatRange(from, to);
}

/** "Today", "Yesterday", "Saturday, 21 November". */
export function sayDayName(at: number, now = Date.now(), timeZone = zone): string {
  const days = (Date.parse(dayText(at, timeZone)) - Date.parse(dayText(now, timeZone))) / DAY;
  if (Math.abs(days) > 1) return sayTime(at, { weekday: "long", day: "numeric", month: "long", timeZone });
  return capitalized(relativeFormat({ numeric: "auto" }).format(days, "day"));
}

/** "2026-06-15", a day without a time, the same in each time zone. */
export function sayDay(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? day : sayTime(moment, { dateStyle: "medium", timeZone: "UTC" });
}

/** 5400 → "1 hour, 30 minutes", or "1 hr, 30 min". */
export function saySpan(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const parts: readonly [value: number, unit: string][] = [
    [Math.floor(seconds / 3_600), "hour"],
    [Math.floor((seconds / 60) % 60), "minute"],
    [seconds % 60, "second"],
  ];
  const seen = parts.filter(([value, unit]) => value > 0 || (unit === "second" && seconds < 1));
  const words = seen.map(([value, unit]) => numberFormat({ style: "unit", unit, unitDisplay }).format(value));
  return listFormat({ type: "unit", style: unitDisplay }).format(words);
}

const STEPS: readonly (readonly [size: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** How long ago: "3 minutes ago". There is no shorter way than "short": in a narrow one German minutes read as metres. */
export function sayAgo(at: number, now = Date.now(), style: "long" | "short" = "long"): string {
  const seconds = Math.round((at - now) / 1000);
  const [size, unit] = STEPS.find(([least]) => Math.abs(seconds) >= least) ?? [1, "second"];
  return relativeFormat({ numeric: "auto", style }).format(Math.trunc(seconds / size), unit);
}

/** 0 → "today", 1 → "tomorrow". */
export function sayNearDay(days: number): string {
  return nearDay(days, language);
}

/** The gateway's times come without a zone, and mean UTC. */
export function utc(text: unknown): number {
  return typeof text === "string" ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`) : Number.NaN;
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
