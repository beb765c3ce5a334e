/** The log of zigbee-herdsman and its converters, without any keys. */
type WriteLog = (level: "info" | "warn" | "error", text: string) => void;
type LogText = string | (() => string);

interface HerdsmanLogger {
  readonly debug: () => void;
  readonly info: () => void;
  readonly warning: (words: LogText) => void;
  readonly error: (words: LogText) => void;
}

const LONGEST = 500;
const KEY = /\b[0-9a-f]{32}\b|(\b\d{1,3},\s?){15}\d{1,3}\b/gi; // 16 bytes, in either writing

/** Their errors are our warnings: a device that does not answer is nothing that a user has to look after. */
export function herdsmanLogger(write: WriteLog): HerdsmanLogger {
  const warn = (words: LogText) => write("warn", masked(typeof words === "function" ? words() : words));
  return { debug: () => {}, info: () => {}, warning: warn, error: warn };
}

export function masked(text: string): string {
  return text.replace(KEY, "…").slice(0, LONGEST);
}
