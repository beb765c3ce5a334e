/** A file of the history that is written to no more: each series in one piece, in the order of their prints, with an index behind them. */
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { inOrder, type Rollup } from "../../../model/history/rollups.ts";
import type { Log } from "../../../model/ports.ts";
import { type FileSystem, plainError, writeWhole } from "../files.ts";
import {
  ENTRY_HEAD,
  type Entry,
  entryOf,
  HEAD,
  type Index,
  type IndexRow,
  indexBytes,
  indexOf,
  type Print,
  positionOf,
  readEntry,
  readIndex,
} from "./entries.ts";
import { decode, encode } from "./rollup-codec.ts";

export interface CompleteFile {
  readonly path: string;
  readonly index: Index;
  readonly size: number;
}

/** The content of a file that is to be written. */
export interface FileContent {
  readonly pieces: ReadonlyMap<Print, Buffer>;
  readonly gone: ReadonlySet<Print>; // rollups of these in older files count no more
}

const AT_ONCE = 64; // series that are written together: others run in between
const NOTHING = Buffer.alloc(0);

export async function writeComplete(
  path: string,
  { pieces, gone }: FileContent,
  files: FileSystem,
): Promise<CompleteFile> {
  const rows: IndexRow[] = [];
  let [size, first, last] = [HEAD.length, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const markers = numberOf(path) > 1 ? [...gone] : []; // before the first there is nothing to forget
  const series = [...pieces].sort(([one], [other]) => one - other);
  await writeWhole(
    path,
    async (file) => {
      let waiting: Buffer[] = [HEAD];
      const put = (entry: Entry) => {
        rows.push({ print: entry.print, offset: size + ENTRY_HEAD, length: entry.bytes.length });
        size += ENTRY_HEAD + entry.bytes.length;
        waiting.push(entryOf(entry));
      };
      for (const print of markers) put({ print, bytes: NOTHING });
      for (const [n, [print, bytes]] of series.entries()) {
        const rollups = inOrder(decode(bytes));
        put({ print, bytes: encode(rollups) });
        first = Math.min(first, rollups[0]?.at ?? first);
        last = Math.max(last, rollups.at(-1)?.at ?? last);
        if (n % AT_ONCE !== AT_ONCE - 1) continue;
        await files.append(file, Buffer.concat(waiting));
        waiting = [];
      }
      const index = indexBytes(rows, size, first, last);
      await files.append(file, Buffer.concat([...waiting, index]));
      size += index.length;
    },
    files,
  );
  return { path, index: indexOf(rows, first, last), size };
}

/** Undefined: it is not ours, not complete, or its index is damaged. */
export async function loadComplete(path: string): Promise<CompleteFile | undefined> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const head = await bytesOf(file, 0, HEAD.length);
    if (!head.equals(HEAD)) return undefined;
    const index = await readIndex(size, (offset, length) => bytesOf(file, offset, length));
    return index && { path, index, size };
  } finally {
    await file.close();
  }
}

/** Nothing where it cannot be read: that is told. */
export async function readFrom({ path, index }: CompleteFile, print: Print, log: Log): Promise<readonly Rollup[]> {
  const position = positionOf(index, print);
  if (position < 0) return [];
  const [offset, length] = [index.offsets[position] as number, index.lengths[position] as number];
  try {
    const file = await open(path, "r");
    try {
      const entry = readEntry(await bytesOf(file, offset - ENTRY_HEAD, ENTRY_HEAD + length));
      if (entry?.print === print) return decode(entry.bytes);
    } finally {
      await file.close();
    }
    log.warn(`${path}: a part of it is damaged, and left out`);
  } catch (error) {
    log.warn(`${plainError(path, error).message}: it is left out`);
  }
  return [];
}

export function removeFrom(index: Index, print: Print): void {
  const position = positionOf(index, print);
  if (position >= 0) index.lengths[position] = 0;
}

export function numberOf(path: string): number {
  return Number(/-(\d+)\.hist$/.exec(basename(path))?.[1] ?? 0);
}

async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}
