/**
 * What comes from the stick in one piece is handed to herdsman in small ones. Some of its parsers put all that is still unread into words
 * after each frame, for a log that nobody keeps: a burst of an hour's reports would hold up the process for minutes.
 */
import type { Adapter } from "../herdsman.ts";

/** As node's streams call it. */
interface Parser {
  _transform: (chunk: Buffer, encoding: string, done: (error?: Error | null) => void) => void;
}

const PIECE = 256; // bytes; some frames
/** Where such a parser is, by kind of adapter: private there. */
const PARSERS: Readonly<Record<string, readonly string[]>> = {
  zstack: ["znp", "unpiParser"],
  zboss: ["driver", "port", "reader"],
};

export function readInPieces(adapter: Adapter, kind: string): void {
  let found: unknown = PARSERS[kind] && adapter;
  for (const name of PARSERS[kind] ?? []) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  const parser = found as Parser | undefined;
  if (typeof parser?._transform !== "function") return;
  const transform = parser._transform.bind(parser);
  parser._transform = (chunk, encoding, done) => {
    let failure: Error | null | undefined;
    const noted = (error?: Error | null) => {
      failure ??= error;
    };
    for (let at = 0; at < chunk.length; at += PIECE) transform(chunk.subarray(at, at + PIECE), encoding, noted);
    done(failure);
  };
}
