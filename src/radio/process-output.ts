/** The output of the radio process, as lines in the log: cut to a length, and so many in a minute, so that a flood cannot fill the disk. */
import type { Readable } from "node:stream";
import type { Clock, Log } from "../model/ports.ts";

const MOST_UNFINISHED = 2000; // characters kept of a line without an end
const MOST_LINES = 60; // in a minute
const LONGEST = 500; // characters of a line in the log
const MINUTE = 60_000; // milliseconds

export function boundedLog(log: Log, clock: Clock): Log {
  let began = Number.NEGATIVE_INFINITY;
  let lines = 0;
  const bounded = (write: (text: string) => void) => (text: string) => {
    const now = clock.now();
    if (Math.abs(now - began) >= MINUTE) {
      if (lines > MOST_LINES) log.warn(`radio process: ${lines - MOST_LINES} more lines were left out`);
      began = now;
      lines = 0;
    }
    lines += 1;
    if (lines <= MOST_LINES) write(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  };
  return {
    info: bounded((text) => log.info(text)),
    warn: bounded((text) => log.warn(text)),
    error: bounded((text) => log.error(text)),
  };
}

export function eachLine(stream: Readable | null, write: (line: string) => void): void {
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, MOST_UNFINISHED);
    for (const line of lines) if (line) write(line);
  });
  stream?.on("error", () => {}); // the stream ends with its process
  stream?.on("end", () => {
    if (rest) write(rest);
  });
  // A pipe to a child is a socket, which would keep the process alive.
  if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
}
