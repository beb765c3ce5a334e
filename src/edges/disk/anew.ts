/** Writes a data file anew without what has been replaced: its lines as they are, piece by piece, so that nobody has to wait for the whole. */
import type { Address } from "../../model/resource.ts";
import { type Files, PlainError, writeWhole } from "./files.ts";
import { eachLine, endOf, entryOf, isEnd, Tally } from "./lines.ts";

const NEWLINE = Buffer.from("\n");

/** False, and the file stays as it is, when one of its lines is missing or not as it was written. */
export async function writeAnew(path: string, length: number, files: Files): Promise<boolean> {
  try {
    await writeWhole(
      path,
      async (file) => {
        const lines = await lastLines(path, length);
        await copy(path, length, lines, (bytes) => files.append(file, bytes));
        await files.append(file, Buffer.from(endOf(lines.size)));
      },
      files,
    );
  } catch (error) {
    if (error instanceof Damaged) return false;
    throw error;
  }
  return true;
}

class Damaged extends PlainError {}

/** Of each address. */
async function lastLines(path: string, length: number): Promise<ReadonlySet<number>> {
  const lines = new Map<Address, number>();
  const tally = new Tally();
  let number = 0;
  const take = (line: Buffer, ended: boolean) => {
    const entry = ended ? entryOf(line) : undefined;
    if (!entry) throw new Damaged(`${path}: damaged`);
    tally.take(entry);
    if (entry.json === undefined) lines.delete(entry._id);
    else if (!isEnd(entry)) lines.set(entry._id, number);
    number += 1;
  };
  await eachLine(path, take, { length });
  if (!tally.isWhole || tally.missing > 0) throw new Damaged(`${path}: cut short`);
  return new Set(lines.values());
}

async function copy(path: string, length: number, lines: ReadonlySet<number>, put: (bytes: Buffer) => Promise<void>) {
  let pieces: Buffer[] = [];
  let number = 0;
  const take = (line: Buffer) => {
    if (lines.has(number)) pieces.push(line, NEWLINE);
    number += 1;
  };
  const pause = async () => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    await put(bytes);
  };
  await eachLine(path, take, { length, pause });
}
