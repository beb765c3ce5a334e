/** Writes a data file anew without what has been replaced: its lines as they are, piece by piece, so that nobody has to wait for the whole. */
import type { Address } from "../model/resource.ts";
import { type Files, PlainError, writeWhole } from "./disk-files.ts";
import { END, type Entry, eachLine, entryOf, isEnd } from "./disk-lines.ts";

/** What counts in a file. */
interface Survey {
  readonly lines: ReadonlySet<number>; // the last of each address
  readonly gone: readonly Entry[];
}

const NEWLINE = Buffer.from("\n");

/** Answers what it says is gone; undefined, and the file stays as it is, when one of its lines is not as it was written. */
export async function writeAnew(path: string, length: number, files: Files): Promise<readonly Entry[] | undefined> {
  let gone: readonly Entry[] = [];
  try {
    await writeWhole(
      path,
      async (file) => {
        const survey = await surveyOf(path, length);
        gone = survey.gone;
        await copy(path, length, survey, (bytes) => files.append(file, bytes));
      },
      files,
    );
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  }
  return gone;
}

class Damaged extends PlainError {}

async function surveyOf(path: string, length: number): Promise<Survey> {
  const lines = new Map<Address, number>();
  const gone = new Map<Address, Entry>();
  let [number, isWhole] = [0, false];
  const take = (line: Buffer, ended: boolean) => {
    const entry = ended ? entryOf(line) : undefined;
    if (!entry) throw new Damaged(`${path}: damaged`);
    if (isEnd(entry)) isWhole = true;
    else if (entry.$$deleted) lines.delete(entry._id);
    else lines.set(entry._id, number);
    if (entry.gone) gone.set(entry._id, entry);
    else gone.delete(entry._id);
    number += 1;
  };
  await eachLine(path, take, { length });
  if (!isWhole) throw new Damaged(`${path}: cut short`);
  return { lines: new Set(lines.values()), gone: [...gone.values()] };
}

async function copy(path: string, length: number, { lines }: Survey, put: (bytes: Buffer) => Promise<void>) {
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
  await put(Buffer.from(END));
}
