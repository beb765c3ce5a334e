/**
 * The language in which nodes speak: that of the editor that was opened last; until one was, that of Node-RED itself (its setting `lang`, or
 * the environment). An editor has its texts loaded into Node-RED before it says in which language it is.
 */
import type { NodeAPI } from "node-red";

const FALLBACK = "en-US";
/** In each catalogue stands its own language. */
const OWN = "node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway.language";
const TAG = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;

const spoken = new WeakMap<NodeAPI["events"], string>(); // each node file has a RED of its own, and all have these events

/** All that this file of nodes says from now on is in the language that is spoken then. */
export function speak(RED: NodeAPI): void {
  const { events } = RED;
  const own = RED._.bind(RED);
  RED._ = (key: string, values: object = {}) => {
    const lng = spoken.get(events);
    return own(key, lng === undefined ? { ...values } : { ...values, lng });
  };
}

export function isLanguage(tag: unknown): tag is string {
  return typeof tag === "string" && TAG.test(tag);
}

/** False: it is no language, or is spoken already. */
export function speakIn({ events }: NodeAPI, language: unknown): boolean {
  if (!isLanguage(language) || spoken.get(events) === language) return false;
  spoken.set(events, language);
  return true;
}

/** For numbers and times, which go along with the words; with the region of the editor: a British clock has 24 hours, an American one 12. */
export function languageOf(RED: NodeAPI): string {
  const said = RED._(OWN);
  const words = said === OWN || !TAG.test(said) ? FALLBACK : said;
  const own = spoken.get(RED.events) ?? words;
  return baseOf(own) === baseOf(words) ? own : words;
}

/** "de-AT" → "de"; undefined for a tag that is no language. */
function baseOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
