/** What zigbee-herdsman and its converters say to a logger. Keys are never part of it. */

type Say = (level: "info" | "warn" | "error", text: string) => void;
type Words = string | (() => string);

export interface Logger {
  readonly debug: () => void;
  readonly info: () => void;
  readonly warning: (words: Words) => void;
  readonly error: (words: Words) => void;
}

const LONGEST = 500;
const KEY = /\b[0-9a-f]{32}\b|(\b\d{1,3},\s?){15}\d{1,3}\b/gi; // 16 bytes, in either writing

/** Their errors are our warnings: a device that is not there is nothing that a user has to look after. */
export function listenTo(say: Say): Logger {
  const warn = (words: Words) => say("warn", masked(typeof words === "function" ? words() : words));
  return { debug: () => {}, info: () => {}, warning: warn, error: warn };
}

export function masked(text: string): string {
  return text.replace(KEY, "…").slice(0, LONGEST);
}
