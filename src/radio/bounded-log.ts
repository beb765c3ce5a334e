/** A log that lets only so many lines through in a minute: a process that floods must not fill the user's disk. */
import type { Clock, Log } from "../model/ports.ts";

const LINES = 60;
const LONGEST = 500; // characters of a line
const MINUTE = 60_000; // milliseconds

export function boundedLog(log: Log, clock: Clock): Log {
  let began = Number.NEGATIVE_INFINITY;
  let lines = 0;
  const bounded = (tell: (text: string) => void) => (text: string) => {
    const now = clock.now();
    if (Math.abs(now - began) >= MINUTE) {
      if (lines > LINES) log.warn(`radio process: ${lines - LINES} more lines were left out`);
      began = now;
      lines = 0;
    }
    lines += 1;
    if (lines <= LINES) tell(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  };
  return {
    info: bounded((text) => log.info(text)),
    warn: bounded((text) => log.warn(text)),
    error: bounded((text) => log.error(text)),
  };
}
