/** The lines of the data file: one document of NeDB each, with a checksum in front, so that a flipped bit is noticed. */
import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import type { Kept } from "../../model/ports.ts";
import type { Address } from "../../model/resource.ts";

/** A line: the JSON of an address, its later changes, or its deletion. */
export interface DataLine {
  readonly _id: Address;
  readonly json?: string;
  readonly $$deleted?: true; // NeDB's own member
  readonly n?: number; //       which line it is since the file was written anew
  readonly at?: number; //      which line of the file it is, where NeDB has read it
}

/** A line as far as its beginning tells; of the end line all. */
interface LineStart {
  readonly _id: Address;
  readonly n?: number | undefined;
  readonly json?: string;
  readonly $$deleted?: true | undefined;
}

const START = /^("\$\$deleted":true,)?(?:"n":(\d+),)?"_id":"([^"\\]+)"/;
const STARTS = 128; // bytes of a line; where its address does not fit in, the whole is parsed
const HEAD = '{"sum":"';
const BODY = HEAD.length + '01234567",'.length;
const CHUNK = 64 * 1024; // bytes that are handled in one go without blocking other work
const LONGEST = 16 * 1024 * 1024; // bytes of a line
const END_OF_LINE = 10;
const BACKSLASH = 92;
const LATER = "#"; // behind an address, of which no part is like that: the changes since its own line

// JSON leaves these characters as they are, but NeDB ends a line at them.
const LINE_BREAKS = /[\u0085\u2028\u2029]/g;

/** An object's JSON with its checksum in front. */
export function seal(json: string): string {
  const body = json.slice(1).replace(LINE_BREAKS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return head(crc32(body)) + body;
}

/** For NeDB, which does not tell the order of lines: each gets its number in the file. */
export function unsealing(): (line: string) => string {
  let at = 0;
  return (line) => {
    at += 1;
    return `{"at":${at},${line.slice(BODY)}`;
  };
}

/** Lines of a compaction have no number: its end line counts them. */
export function lineOf({ address, json, later }: Kept, n?: number): string {
  if (json !== undefined) return line({ n, _id: address, json });
  return line(later === undefined ? { $$deleted: true, n, _id: address } : { n, _id: laterOf(address), json: later });
}

/** A record and its later changes are two lines. */
export function linesOf({ address, json, later }: Kept): readonly string[] {
  const whole = json === undefined ? { address } : { address, json };
  return later === undefined ? [lineOf(whole)] : [lineOf(whole), lineOf({ address, later })];
}

export function laterOf(address: Address): Address {
  return `${address}${LATER}`;
}

/** The address whose changes this line tells; undefined for a line with a whole record. */
export function changedBy({ _id }: LineStart): Address | undefined {
  return _id.endsWith(LATER) ? (_id.slice(0, -LATER.length) as Address) : undefined;
}

const END_ADDRESS = "/~";

/** The line behind a compaction, with the number of its lines: a file without it has been cut short, also an empty one. */
export function endLine(lines: number): string {
  return lineOf({ address: END_ADDRESS, json: JSON.stringify({ lines }) });
}

export function isEndLine({ _id }: LineStart): boolean {
  return _id === END_ADDRESS;
}

/** Counts the lines of a file while it is read, and those that are missing. */
export class LineCount {
  #compacted = 0;
  #appended = 0;
  #missing = 0;
  #hasEnd = false;

  count(entry: LineStart): void {
    if (isEndLine(entry)) {
      const lines = Number(JSON.parse(entry.json ?? "{}").lines ?? 0); // earlier releases wrote no count
      this.#missing += Math.max(0, lines - this.#compacted);
      this.#hasEnd = true;
    } else if (this.#hasEnd) {
      const number = Math.max(entry.n ?? 0, this.#appended + 1);
      this.#missing += number - this.#appended - 1;
      this.#appended = number;
    } else this.#compacted += 1;
  }

  /** The end line was there. */
  get hasEnd(): boolean {
    return this.#hasEnd;
  }

  /** Lines that were cut out; all others may be sound. */
  get missing(): number {
    return this.#missing;
  }

  /** The number of the last appended line. */
  get appended(): number {
    return this.#appended;
  }
}

/** Undefined when the line is not as it was written. */
export function parseLine(line: Buffer): DataLine | undefined {
  return isSealed(line) ? JSON.parse(`{${line.toString("utf8", BODY)}`) : undefined;
}

/** Undefined when the line is not as it was written. Without its document: parsing all of them would take most of a start. */
export function startOf(line: Buffer): LineStart | undefined {
  if (!isSealed(line)) return undefined;
  const [, deleted, n, address] = START.exec(line.toString("latin1", BODY, BODY + STARTS)) ?? [];
  if (address === undefined || address === END_ADDRESS) return parseLine(line);
  return { _id: address as Address, n: n === undefined ? undefined : Number(n), $$deleted: deleted ? true : undefined };
}

export function isSealed(line: Buffer): boolean {
  return line.length > BODY && line.toString("latin1", 0, BODY) === head(crc32(line.subarray(BODY)));
}

/**
 * The sealed lines that hide in a damaged stretch: the damage may have hit the end of line between two. A sealed line
 * has no `{"sum":"` inside and ends with its first bare `"}`: quotes within its strings have a backslash in front.
 */
export function sealedWithin(stretch: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let start = stretch.indexOf(HEAD); start >= 0; start = stretch.indexOf(HEAD, start + 1)) {
    let end = stretch.indexOf('"}', start + BODY);
    while (end > 0 && stretch[end - 1] === BACKSLASH) end = stretch.indexOf('"}', end + 1);
    const line = stretch.subarray(start, end < 0 ? stretch.length : end + 2);
    if (isSealed(line)) found.push(line);
  }
  return found;
}

interface LineReading {
  readonly length?: number; //              bytes to read; all by default
  readonly pause?: () => Promise<unknown>; // after each chunk
}

/** Reads line by line, and lets the event loop run in between. The last line may be cut off. */
export async function readLines(
  path: string,
  hear: (line: Buffer, ended: boolean) => void,
  { length = Number.POSITIVE_INFINITY, pause }: LineReading = {},
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  const stream = createReadStream(path, { highWaterMark: CHUNK, end: length - 1 });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(END_OF_LINE, rest.length); end >= 0; end = bytes.indexOf(END_OF_LINE, start)) {
      if (end > start) hear(bytes.subarray(start, end), true);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    await pause?.();
    if (rest.length < LONGEST) continue;
    hear(rest, false);
    rest = Buffer.alloc(0);
  }
  if (rest.length > 0) hear(rest, false);
}

function line(said: Readonly<Record<string, unknown>>): string {
  return `${seal(JSON.stringify(said))}\n`;
}

function head(sum: number): string {
  return `${HEAD}${sum.toString(16).padStart(8, "0")}",`;
}
