/**
 * The names by which clients know devices and groups: a topic each, so no two are the same, and nothing is in them that MQTT or the form of
 * the topics has a meaning for.
 */
import type { Ieee } from "../../model/radio/device-facts.ts";

export interface Named {
  readonly key: string; // "0x00158d0001020304", or "groups/3"
  readonly name: string; // as people gave it
  readonly unique: string; // tells it from another one of that name
}

/** Words behind a name that make a topic of their own. */
const WORDS: readonly string[] = ["set", "get", "availability"];
const RESERVED = /^bridge(\/|$)/;
const COORDINATOR = "Coordinator";
const LONGEST = 300; // characters

/** Key → name. The first that has a name keeps it. */
export function friendlyNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set([COORDINATOR]);
  const names = new Map<string, string>();
  for (const { key, name, unique } of all) {
    const fit = fitting(name) || unique;
    const own = taken.has(fit) ? `${fit}_${unique}` : fit;
    taken.add(own);
    names.set(key, own);
  }
  return names;
}

/** A name as a topic can have it. */
export function fitting(name: string): string {
  const clean = name
    .replace(/\p{Cc}|[+#]/gu, "_")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/+|\/+$/g, "");
  const parts = clean.split("/").map((part, index) => (index > 0 && isWord(part) ? `_${part}` : part));
  const whole = parts.join("/").slice(0, LONGEST);
  return RESERVED.test(whole) ? `_${whole}` : whole;
}

/** Why a name cannot be given over MQTT; undefined: it can. */
export function nameFault(name: unknown): string | undefined {
  if (typeof name !== "string" || name.trim() === "") return "a name is a text with at least one character";
  if (/\p{Cc}/u.test(name)) return "a name has no control characters";
  if (/[+#]/.test(name)) return "a name has no + and no #: in MQTT they stand for other names";
  if (/^\/|\/$/.test(name)) return "a name neither begins nor ends with /";
  if (/^0x[0-9a-f]{16}$/i.test(name)) return "this is the address of a device, and no name";
  return fitting(name) === name ? undefined : "this name would be taken for another topic";
}

/** `/3` at the end of a topic is an endpoint of the device, so it is none of a name. */
function isWord(part: string): boolean {
  return WORDS.includes(part) || /^\d+$/.test(part);
}

export function isIeee(text: string): text is Ieee {
  return /^0x[0-9a-f]{16}$/.test(text);
}
