/** What the words of a remote mean. */
import type { Buttons } from "./plan-types.ts";

export interface Remote {
  readonly modelid: string;
  readonly manufacturername: string;
  readonly model: string;
}

export function buildButtons(_actions: readonly string[], _remote: Remote): Buttons {
  return { codes: {}, wild: false };
}
