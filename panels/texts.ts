/** Every text of the panels, by its key: loaded once, before anything is shown. */
import type { Words } from "../src/model/sensor-fields.ts";

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
}

/** The language of what is shown, for screen readers. */
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

/** "overview.count", {count: 3} → "3 devices". A key with `_one` is for one; a missing key shows itself. */
export function say(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const found = (values.count === 1 ? look(`${key}_one`) : undefined) ?? look(key) ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Of words that stand with what they name. */
export function inLanguage(words: Words): string {
  return language.startsWith("de") ? words.de : words["en-US"];
}

/** Is there such a text? */
export function hasText(key: string): boolean {
  return look(key) !== undefined;
}

/** 1234.5 → "1,234.5", as the language writes numbers. */
export function sayNumber(value: number, digits = 2): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/** A moment: today only the time, else with its day. */
export function sayTime(at: number | Date, options: Intl.DateTimeFormatOptions = {}): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  const usual: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: "medium" }
    : { dateStyle: "short", timeStyle: "short" };
  const isAsked = Object.keys(options).length > 0;
  return Number.isNaN(moment.getTime()) ? "" : moment.toLocaleString(language, isAsked ? options : usual);
}

/** ["a", "b", "c"] → "a, b and c". */
export function sayList(words: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** 5400 → "1 hour, 30 minutes". */
export function saySpan(seconds: number): string {
  const parts: readonly [value: number, unit: string][] = [
    [Math.floor(seconds / 3_600), "hour"],
    [Math.floor((seconds / 60) % 60), "minute"],
    [seconds % 60, "second"],
  ];
  const seen = parts.filter(([value, unit]) => value > 0 || (unit === "second" && seconds < 1));
  const words = seen.map(([value, unit]) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value),
  );
  return words.join(", ");
}

/** 12345 → "12.3 GB". */
export function saySize(megabytes: number): string {
  const [value, unit] = megabytes < 1_000 ? [megabytes, "megabyte"] : [megabytes / 1_000, "gigabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

/** How long ago: "3 minutes ago". */
export function sayAgo(at: number, now = Date.now(), style: Intl.RelativeTimeFormatStyle = "long"): string {
  const seconds = Math.round((at - now) / 1000);
  const steps: readonly [size: number, unit: Intl.RelativeTimeFormatUnit][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, unit] = steps.find(([least]) => Math.abs(seconds) >= least) ?? [1, "second"];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto", style }).format(Math.trunc(seconds / size), unit);
}

/** The gateway's times come without a zone, and mean UTC. */
export function utc(text: unknown): number {
  return typeof text === "string" ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`) : Number.NaN;
}

function look(key: string): string | undefined {
  let found: string | Tree | undefined = texts;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}

/** The number that a user typed; undefined for other text. Many users type a decimal comma. */
export function readNumber(text: string): number | undefined {
  const number = Number(text.replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}
