/** A line of the data file: one document of NeDB, sealed with a checksum in front, so that a flipped bit is noticed. */
import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import type { Kept } from "../../model/ports.ts";
import type { Address } from "../../model/resource.ts";

/** What a line says of an address: its json, or that it is gone. */
export interface Entry {
  readonly _id: Address;
  readonly json?: string;
  readonly $$deleted?: true; // NeDB's own word
  readonly n?: number; //       which line it is since the file was written anew
}

type Counted = Pick<Entry, "_id" | "n" | "json">;

const NOT_NUMBERED: Counted = { _id: "/" };
const START = /^(?:"\$\$deleted":true,)?(?:"n":(\d+),)?"_id":"(\/~)?/;
const STARTS = 64; // bytes of a line in which that is
const HEAD = '{"sum":"';
const BODY = HEAD.length + '01234567",'.length;
const CHUNK = 64 * 1024; // bytes: what is done with so many at once holds nobody up
const LONGEST = 16 * 1024 * 1024; // bytes: without an end of line for so long, it is no line
const END_OF_LINE = 10;
const BACKSLASH = 92;

// JSON leaves these as they are, but NeDB ends a line there when it loads.
const BREAKS = /[\u0085\u2028\u2029]/g;

/** The JSON of an object as a line. */
export function seal(json: string): string {
  const body = json.slice(1).replace(BREAKS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return head(crc32(body)) + body;
}

export function unseal(line: string): string {
  return `{${line.slice(BODY)}`;
}

/** Without a number where the end says how many there are. */
export function lineOf({ address, json }: Kept, n?: number): string {
  const said = json === undefined ? { $$deleted: true, n, _id: address } : { n, _id: address, json };
  return `${seal(JSON.stringify(said))}\n`;
}

const END_ADDRESS = "/~";

/**
 * What comes after all that was written anew, and how many lines that was: a file without it has been cut short, also when it is empty. The lines
 * behind it are numbered.
 */
export function endOf(lines: number): string {
  return lineOf({ address: END_ADDRESS, json: JSON.stringify({ lines }) });
}

export function isEnd({ _id }: Counted): boolean {
  return _id === END_ADDRESS;
}

/** Counts the lines of a file while they are read. */
export class Tally {
  #before = 0; // the end
  #behind = 0;
  #missing = 0;
  #isWhole = false;

  take(entry: Counted): void {
    if (isEnd(entry)) {
      const lines = Number(JSON.parse(entry.json ?? "{}").lines ?? 0); // earlier releases did not count
      this.#missing += Math.max(0, lines - this.#before);
      this.#isWhole = true;
    } else if (this.#isWhole) {
      const number = Math.max(entry.n ?? 0, this.#behind + 1);
      this.#missing += number - this.#behind - 1;
      this.#behind = number;
    } else this.#before += 1;
  }

  /** The end was there. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Lines that were cut out: all others may be as they were written. */
  get missing(): number {
    return this.#missing;
  }

  /** The number of the last line. */
  get behind(): number {
    return this.#behind;
  }
}

/** Undefined when the line is not what was once written. */
export function entryOf(line: Buffer): Entry | undefined {
  return isSealed(line) ? JSON.parse(unseal(line.toString())) : undefined;
}

/** The same for whoever only counts: a document is not read, only its number. Most of a start would go there. */
export function glanceAt(line: Buffer): Counted | undefined {
  if (!isSealed(line)) return undefined;
  const [, n, address] = START.exec(line.toString("latin1", BODY, BODY + STARTS)) ?? [];
  if (address === END_ADDRESS) return entryOf(line);
  return n === undefined ? NOT_NUMBERED : { _id: "/", n: Number(n) };
}

export function isSealed(line: Buffer): boolean {
  return line.length > BODY && line.toString("latin1", 0, BODY) === head(crc32(line.subarray(BODY)));
}

/**
 * The sealed lines that hide in a damaged stretch: the end of line between two may have been what broke. A sealed line
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

export interface Reading {
  readonly length?: number; //              bytes, where not all count
  readonly pause?: () => Promise<unknown>; // after each piece that was handed out
}

/** Hands out line by line, without its end, and lets others run in between. The last may be cut off. */
export async function eachLine(
  path: string,
  hear: (line: Buffer, ended: boolean) => void,
  { length = Number.POSITIVE_INFINITY, pause }: Reading = {},
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

function head(sum: number): string {
  return `${HEAD}${sum.toString(16).padStart(8, "0")}",`;
}
