/** Compaction: copies the latest line of each address into a new data file, in pieces, so that the event loop is never blocked for long. */
import type { Address } from "../../model/resource.ts";
import { type FileSystem, PlainError, writeWhole } from "./files.ts";
import { changedBy, endLine, isEndLine, LineCount, laterOf, readLines, startOf } from "./lines.ts";

const NEWLINE = Buffer.from("\n");

/** False, and the file stays as it is, when a line is missing or damaged. */
export async function compact(path: string, length: number, files: FileSystem): Promise<boolean> {
  try {
    await writeWhole(
      path,
      async (file) => {
        const lines = await latestLines(path, length);
        await copy(path, length, lines, (bytes) => files.append(file, bytes));
        await files.append(file, Buffer.from(endLine(lines.size)));
      },
      files,
    );
  } catch (error) {
    if (error instanceof DamagedLine) return false;
    throw error;
  }
  return true;
}

class DamagedLine extends PlainError {}

/** The number of the latest line of each address, and of the line with its later changes. */
async function latestLines(path: string, length: number): Promise<ReadonlySet<number>> {
  const lines = new Map<Address, number>();
  const count = new LineCount();
  let number = 0;
  const read = (line: Buffer, ended: boolean) => {
    const entry = ended ? startOf(line) : undefined;
    if (!entry) throw new DamagedLine(`${path}: damaged`);
    count.count(entry);
    if (!changedBy(entry)) lines.delete(laterOf(entry._id));
    if (entry.$$deleted) lines.delete(entry._id);
    else if (!isEndLine(entry)) lines.set(entry._id, number);
    number += 1;
  };
  await readLines(path, read, { length });
  if (!count.hasEnd || count.missing > 0) throw new DamagedLine(`${path}: cut short`);
  return new Set(lines.values());
}

async function copy(path: string, length: number, lines: ReadonlySet<number>, put: (bytes: Buffer) => Promise<void>) {
  let pieces: Buffer[] = [];
  let number = 0;
  const read = (line: Buffer) => {
    if (lines.has(number)) pieces.push(line, NEWLINE);
    number += 1;
  };
  const pause = async () => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    await put(bytes);
  };
  await readLines(path, read, { length, pause });
}
