/** An API key: its first digits are public and name it, the rest is the secret. */
import type { Cause } from "./resource.ts";

export const PREFIX_LENGTH = 8;

/** Who shows a valid key. */
export interface Caller {
  readonly key: string;
  readonly cause: Cause;
  readonly alwaysOk: boolean; // Hue-style programs want status 200 even for errors
}

const KEY = /(?<![0-9A-Za-z])[0-9A-F]{40}(?![0-9A-Za-z])/gi; // as we give them

export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** A text fit for others: of each key in it, or of those that are meant, only what is public. */
export function withoutKeys(text: string, isMeant: (key: string) => boolean = () => true): string {
  return text.replace(KEY, (key) => (isMeant(key) ? prefixOf(key) : key));
}
