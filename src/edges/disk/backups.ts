/** Copies of the data file of earlier days, each read back before it counts. A number orders them: clocks may jump. */
import { type FileHandle, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { clearUnfinished, PlainError, writeWhole } from "./files.ts";
import { eachLine, entryOf } from "./lines.ts";

export interface Backup {
  readonly path: string;
  readonly number: number;
  readonly version: number;
  readonly day: string; // "2026-03-01"
}

/** The addresses in a backup, as prints of four bytes: two that share one only leave a trace too many. */
export type Prints = Uint32Array;

export const BACKUPS = "backups";

const KEPT = 5;
const CHUNK = 256 * 1024; // bytes
const HOUR = 3_600_000; // milliseconds
const DAY = 24 * HOUR;
const NAME = /^(\d{6})-v(\d+)-(\d{4}-\d\d-\d\d)\.db$/;

/** The newest first. */
export async function backupsIn(folder: string): Promise<readonly Backup[]> {
  const within = join(folder, BACKUPS);
  const files = await readdir(within, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return files
    .filter((file) => file.isFile())
    .flatMap(({ name }) => {
      const [, number, version, day] = NAME.exec(name) ?? [];
      if (!day) return [];
      return [{ path: join(within, name), number: Number(number), version: Number(version), day }];
    })
    .sort((one, other) => other.number - one.number);
}

export interface Source {
  readonly file: FileHandle; // closed when the copy is done
  readonly length: number; //   bytes that count: others may append meanwhile
  readonly version: number;
  readonly now: number;
}

/** Copies, reads back, and then lets the oldest go. */
export async function takeBackup(folder: string, source: Source): Promise<Prints> {
  try {
    const before = await backupsIn(folder);
    const number = String((before[0]?.number ?? 0) + 1).padStart(6, "0");
    const path = join(folder, BACKUPS, `${number}-v${source.version}-${dayOf(source.now)}.db`);
    const part = { start: 0, end: source.length - 1, highWaterMark: CHUNK, autoClose: false };
    let prints: Prints = new Uint32Array();
    await writeWhole(path, async (file, unfinished) => {
      await file.writeFile(source.file.createReadStream(part));
      prints = await printsIn(unfinished);
    });
    for (const { path: old } of before.slice(KEPT - 1)) await rm(old, { force: true });
    await clearUnfinished(join(folder, BACKUPS));
    return prints;
  } finally {
    await source.file.close();
  }
}

/** Milliseconds from a change until it is to be in a backup: one a day, and never in the bustle of a start. */
export function untilBackup(newest: Backup | undefined, now: number): number {
  const isToday = newest?.day === dayOf(now);
  return Math.max(HOUR, isToday ? DAY - (now % DAY) : 0);
}

/** Of the newest that can be read. */
export async function printsOfNewest(folder: string): Promise<Prints> {
  for (const { path } of await backupsIn(folder)) {
    const prints = await printsIn(path).catch(() => undefined); // a repair would pass over it too
    if (prints) return prints;
  }
  return new Uint32Array();
}

export function printOf(address: string): number {
  return crc32(address);
}

/** Rejects when a line is damaged. */
async function printsIn(path: string): Promise<Prints> {
  const addresses = new Set<string>();
  await eachLine(path, (line, ended) => {
    const entry = entryOf(line);
    if (!entry || !ended) throw new PlainError(`${path}: damaged`);
    if (entry.json === undefined) addresses.delete(entry._id);
    else addresses.add(entry._id);
  });
  return Uint32Array.from(addresses, printOf);
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
