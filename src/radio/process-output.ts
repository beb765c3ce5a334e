/** What a process prints, line by line; of a line without an end only the beginning is kept. */
import type { Readable } from "node:stream";

const LONGEST = 2000; // characters

export function eachLine(stream: Readable | null, tell: (line: string) => void): void {
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, LONGEST);
    for (const line of lines) if (line) tell(line);
  });
  stream?.on("error", () => {}); // it ends with its process
  stream?.on("end", () => {
    if (rest) tell(rest);
  });
  unref(stream);
}

/** A pipe to a child is a socket, which would keep the process alive. */
function unref(stream: Readable | null): void {
  if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
}
