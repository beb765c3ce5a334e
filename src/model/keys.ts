/** An API key: its first digits are public and name it, the rest is the secret. */
import type { Cause } from "./resource.ts";

export const PREFIX_LENGTH = 8;

/** A client that shows a valid key. */
export interface Caller {
  readonly key: string;
  readonly cause: Cause;
  readonly alwaysOk: boolean; // Hue-style programs want status 200 even for errors
}

const KEY = /(?<![0-9A-Za-z])[0-9A-F]{40}(?![0-9A-Za-z])/gi; // as we give them

export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/**
 * A key that another program gave is short, and nothing of it may be public. Inside the house its public name stands before it, as the first
 * digits of our own keys do.
 */
export function withPublicName(name: string, key: string): string {
  return `${name}:${key}`;
}

/** A key as its holder knows it. */
export function wholeKey(key: string): string {
  return key[PREFIX_LENGTH] === ":" ? key.slice(PREFIX_LENGTH + 1) : key;
}

/** A text fit for others: of each key in it, or of those that are meant, only the public prefix. */
export function withoutKeys(text: string, isMeant: (key: string) => boolean = () => true): string {
  return text.replace(KEY, (key) => (isMeant(key) ? prefixOf(key) : key));
}
