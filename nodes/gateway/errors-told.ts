/** Counts the errors in the log of a gateway, for the check "Is everything all right?". */
import { withoutKeys } from "../../src/model/keys.ts";
import type { Log } from "../../src/model/ports.ts";

export interface LoggedErrors {
  readonly count: number;
  readonly last: string; // its first line
  readonly at: number; //   milliseconds, UTC
}

export function countingErrors(log: Log, now: () => number): { readonly log: Log; readonly told: () => LoggedErrors } {
  let told: LoggedErrors = { count: 0, last: "", at: 0 };
  const error = (text: string) => {
    const [last = ""] = text.split("\n", 1);
    told = { count: told.count + 1, last: withoutKeys(last), at: now() };
    log.error(text);
  };
  return { log: { ...log, error }, told: () => told };
}
