/**
 * The files of the history: a head, and behind it entries that can be checked one by one: the print of a series, a length, a checksum, and
 * rollups. An entry without rollups says that older entries of its series are gone. A file that is written to no more has one entry
 * for each series, and an index behind them; where that is damaged, the entries are read through.
 */
import { crc32 } from "node:zlib";

/** Of a series: its name as a number of 48 bits. */
export type Print = number;

export interface Entry {
  readonly print: Print;
  readonly bytes: Buffer; // none: gone
}

/** Where the entries of a file are, by their prints in ascending order. */
export interface Index {
  readonly prints: Float64Array;
  readonly offsets: Uint32Array; // of their bytes
  readonly lengths: Uint32Array; // 0: removed since
  readonly gone: readonly Print[];
  readonly first: number; // milliseconds: of the oldest rollup
  readonly last: number;
}

export const HEAD = Buffer.from("ZGHIST1\n");
const MARK = 0x5ae7;
const PRINT_BYTES = 6;
const LENGTH_AT = 2 + PRINT_BYTES;
const SUM_AT = LENGTH_AT + 3;
export const ENTRY_HEAD = SUM_AT + 4; // bytes

const ROW = PRINT_BYTES + 4 + 3; // of the index
const FOOT = 32; // bytes
const FOOT_MARK = "ZGHX";

export function entryOf({ print, bytes }: Entry): Buffer {
  const entry = Buffer.allocUnsafe(ENTRY_HEAD + bytes.length);
  entry.writeUInt16LE(MARK, 0);
  entry.writeUIntLE(print, 2, PRINT_BYTES);
  entry.writeUIntLE(bytes.length, LENGTH_AT, 3);
  bytes.copy(entry, ENTRY_HEAD);
  entry.writeUInt32LE(sumOf(entry, 0, bytes.length), SUM_AT);
  return entry;
}

/** Of a whole entry; undefined when it is not as it was written. */
export function readEntry(file: Buffer, at = 0): Entry | undefined {
  if (at + ENTRY_HEAD > file.length || file.readUInt16LE(at) !== MARK) return undefined;
  const length = file.readUIntLE(at + LENGTH_AT, 3);
  if (at + ENTRY_HEAD + length > file.length) return undefined;
  if (file.readUInt32LE(at + SUM_AT) !== sumOf(file, at, length)) return undefined;
  return {
    print: file.readUIntLE(at + 2, PRINT_BYTES),
    bytes: file.subarray(at + ENTRY_HEAD, at + ENTRY_HEAD + length),
  };
}

/** All sound entries of a file, one after the other; of a damaged or cut stretch how many bytes it has. */
export function* entriesIn(file: Buffer): Generator<Entry | number> {
  for (let at = HEAD.length; at < file.length; ) {
    const entry = readEntry(file, at);
    const next = entry ? at + ENTRY_HEAD + entry.bytes.length : nextEntry(file, at + 1);
    yield entry ?? next - at;
    at = next;
  }
}

const MARK_BYTES = Buffer.from([MARK % 256, MARK >> 8]);

function nextEntry(file: Buffer, from: number): number {
  let at = file.indexOf(MARK_BYTES, from);
  while (at >= 0 && !readEntry(file, at)) at = file.indexOf(MARK_BYTES, at + 1);
  return at < 0 ? file.length : at;
}

/** The checksum also covers the print, and so says which series the entry is of. */
function sumOf(file: Buffer, at: number, length: number): number {
  const head = crc32(file.subarray(at, at + SUM_AT));
  return crc32(file.subarray(at + ENTRY_HEAD, at + ENTRY_HEAD + length), head);
}

// ---- the index of a file that is written to no more

export interface IndexRow {
  readonly print: Print;
  readonly offset: number;
  readonly length: number;
}

export function indexBytes(rows: readonly IndexRow[], offset: number, first: number, last: number): Buffer {
  const bytes = Buffer.allocUnsafe(rows.length * ROW + FOOT);
  for (const [n, row] of rows.entries()) {
    const at = bytes.writeUIntLE(row.print, n * ROW, PRINT_BYTES);
    bytes.writeUIntLE(row.length, bytes.writeUInt32LE(row.offset, at), 3);
  }
  const foot = rows.length * ROW;
  bytes.writeUInt32LE(rows.length, foot);
  bytes.writeUInt32LE(offset, foot + 4);
  bytes.writeDoubleLE(first, foot + 8);
  bytes.writeDoubleLE(last, foot + 16);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, foot + 24)), foot + 24);
  bytes.write(FOOT_MARK, foot + 28, "latin1");
  return bytes;
}

/** Reads the end of a file by `read`; undefined when there is no sound index. */
export async function readIndex(
  size: number,
  read: (offset: number, length: number) => Promise<Buffer>,
): Promise<Index | undefined> {
  if (size < HEAD.length + FOOT) return undefined;
  const foot = await read(size - FOOT, FOOT);
  const [count, offset] = [foot.readUInt32LE(0), foot.readUInt32LE(4)];
  const length = size - offset;
  if (foot.toString("latin1", 28) !== FOOT_MARK || offset < HEAD.length || length !== count * ROW + FOOT)
    return undefined;
  const bytes = await read(offset, length);
  if (bytes.length < length || bytes.readUInt32LE(length - 8) !== crc32(bytes.subarray(0, length - 8)))
    return undefined;
  return indexOf(rowsIn(bytes, count), foot.readDoubleLE(8), foot.readDoubleLE(16));
}

export function indexOf(rows: readonly IndexRow[], first: number, last: number): Index {
  const kept = rows.filter(({ length }) => length > 0);
  return {
    prints: Float64Array.from(kept, ({ print }) => print),
    offsets: Uint32Array.from(kept, ({ offset }) => offset),
    lengths: Uint32Array.from(kept, ({ length }) => length),
    gone: rows.flatMap(({ print, length }) => (length === 0 ? [print] : [])),
    first,
    last,
  };
}

function rowsIn(bytes: Buffer, count: number): readonly IndexRow[] {
  return Array.from({ length: count }, (_, n) => ({
    print: bytes.readUIntLE(n * ROW, PRINT_BYTES),
    offset: bytes.readUInt32LE(n * ROW + PRINT_BYTES),
    length: bytes.readUIntLE(n * ROW + PRINT_BYTES + 4, 3),
  }));
}

/** Of a print in the index; -1: it is not there. */
export function positionOf({ prints, lengths }: Index, print: Print): number {
  let [low, high] = [0, prints.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = prints[middle] as number;
    if (there === print) return lengths[middle] === 0 ? -1 : middle;
    if (there < print) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
