/**
 * Backups of the data file, one for each day with changes, and tombstones: notes of deleted resources that a backup still has. A repair
 * reads both, so it brings back the resources that a damage took, but none that was deleted.
 */
import { type FileHandle, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Stop } from "../../model/resource.ts";
import { clearUnfinished, errorCode, FILE_SYSTEM, PlainError, plainError, writeWhole } from "./files.ts";
import { lineOf, parseLine, readLines } from "./lines.ts";

export interface DataBackup {
  readonly path: string;
  readonly number: number; // orders them: clocks may jump
  readonly version: number;
  readonly day: string; // "2026-03-01"
}

export interface BackupSource {
  readonly file: FileHandle; // closed when the copy is done
  readonly length: number; //   bytes that count: others may append meanwhile
  readonly version: number;
  readonly now: number;
}

interface DataBackupsOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The data as they are between two writes; undefined when they are closed. */
  readonly source: () => Promise<BackupSource | undefined>;
}

/** CRC-32 of the addresses in a backup: two addresses that share one only make a tombstone too many. */
type AddressHashes = Uint32Array;

export const BACKUPS = "backups";

const MOST_BACKUPS = 5;
const CHUNK = 256 * 1024; // bytes
const HOUR = 3_600_000; // milliseconds
const DAY = 24 * HOUR;
const BACKUP_NAME = /^(\d{6})-v(\d+)-(\d{4}-\d\d-\d\d)\.db$/;
const TOMBSTONES = "deleted.db";

/** Makes backups while the data change, and notes deletions. */
export class DataBackups {
  readonly #options: DataBackupsOptions;
  readonly #tombstones: Tombstones;
  #hashes: AddressHashes | undefined; // of the newest backup
  #timer: Stop | undefined;
  #isBusy = false;
  #isLate = false; // something has changed since it is busy
  #work: Promise<void> = Promise.resolve();

  constructor(options: DataBackupsOptions) {
    this.#options = options;
    this.#tombstones = new Tombstones(join(options.folder, BACKUPS));
  }

  /** After a change: sees to it that a backup will have it. */
  plan(): void {
    this.#isLate = this.#isBusy;
    if (this.#timer || this.#isBusy) return;
    const { folder, clock } = this.#options;
    this.#start(async () => {
      const [newest] = await dataBackupsIn(folder);
      this.#timer = clock.after(untilBackup(newest, clock.now()), () => {
        this.#timer = undefined;
        this.#start(() => this.#backUp());
      });
    });
  }

  /** After a deletion: a repair must not bring these back. */
  async deleted(addresses: readonly Address[]): Promise<void> {
    const { folder } = this.#options;
    this.#hashes ??= await hashesOfNewest(folder);
    const hashes = this.#hashes;
    const noted = this.#isBusy ? addresses : addresses.filter((address) => hashes.includes(crc32(address)));
    if (noted.length === 0) return;
    const [newest] = await dataBackupsIn(folder);
    await this.#tombstones.add(noted, (newest?.number ?? 0) + (this.#isBusy ? 1 : 0)); // also in the one that is being made
  }

  async close(): Promise<void> {
    this.#isLate = false;
    await this.#work;
    this.#timer?.();
    this.#timer = undefined;
    this.#hashes = undefined;
  }

  #start(work: () => Promise<void>): void {
    const { folder, log } = this.#options;
    this.#isBusy = true;
    this.#work = work()
      .catch((error) => log.warn(`no backup: ${plainError(folder, error).message}`))
      .finally(() => {
        this.#isBusy = false;
        if (this.#isLate) this.plan();
      });
  }

  /** Runs beside the writes: they only append. */
  async #backUp(): Promise<void> {
    const source = await this.#options.source();
    if (!source) return;
    const { folder } = this.#options;
    this.#hashes = await backUpData(folder, source);
    await this.#tombstones.prune((await dataBackupsIn(folder)).at(-1)?.number ?? 0);
  }
}

/** The newest first. */
export async function dataBackupsIn(folder: string): Promise<readonly DataBackup[]> {
  const within = join(folder, BACKUPS);
  const files = await readdir(within, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return files
    .filter((file) => file.isFile())
    .flatMap(({ name }) => {
      const [, number, version, day] = BACKUP_NAME.exec(name) ?? [];
      if (!day) return [];
      return [{ path: join(within, name), number: Number(number), version: Number(version), day }];
    })
    .sort((one, other) => other.number - one.number);
}

/** Copies, reads the copy back, and then removes the oldest. */
export async function backUpData(folder: string, source: BackupSource): Promise<AddressHashes> {
  try {
    const before = await dataBackupsIn(folder);
    const number = String((before[0]?.number ?? 0) + 1).padStart(6, "0");
    const path = join(folder, BACKUPS, `${number}-v${source.version}-${dayOf(source.now)}.db`);
    const part = { start: 0, end: source.length - 1, highWaterMark: CHUNK, autoClose: false };
    let hashes: AddressHashes = new Uint32Array();
    await writeWhole(path, async (file, unfinished) => {
      await file.writeFile(source.file.createReadStream(part));
      hashes = await hashesIn(unfinished);
    });
    for (const { path: old } of before.slice(MOST_BACKUPS - 1)) await rm(old, { force: true });
    await clearUnfinished(join(folder, BACKUPS));
    return hashes;
  } finally {
    await source.file.close();
  }
}

/** Milliseconds from a change until a backup is due: one a day, and never in the bustle of a start. */
export function untilBackup(newest: DataBackup | undefined, now: number): number {
  const isToday = newest?.day === dayOf(now);
  return Math.max(HOUR, isToday ? DAY - (now % DAY) : 0);
}

/** Of the newest backup that can be read. */
async function hashesOfNewest(folder: string): Promise<AddressHashes> {
  for (const { path } of await dataBackupsIn(folder)) {
    const hashes = await hashesIn(path).catch(() => undefined); // a repair would pass over it too
    if (hashes) return hashes;
  }
  return new Uint32Array();
}

/** Rejects when a line is damaged. */
async function hashesIn(path: string): Promise<AddressHashes> {
  const addresses = new Set<string>();
  await readLines(path, (line, ended) => {
    const entry = parseLine(line);
    if (!entry || !ended) throw new PlainError(`${path}: damaged`);
    if (entry.json === undefined) addresses.delete(entry._id);
    else addresses.add(entry._id);
  });
  return Uint32Array.from(addresses, (address) => crc32(address));
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Deletions with the number of the newest backup of their time: a resource that a later backup has was added again. */
class Tombstones {
  readonly #folder: string;
  readonly #path: string;
  #lastJob: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, TOMBSTONES);
  }

  add(addresses: readonly Address[], backup: number): Promise<void> {
    return this.#queued(async () => {
      const lines = addresses.map((address) => lineOf({ address }, backup));
      const isNew = (await FILE_SYSTEM.identify(this.#path).catch(() => undefined)) === undefined;
      const file = await FILE_SYSTEM.open(this.#path, "a");
      try {
        await FILE_SYSTEM.append(file, Buffer.from(`\n${lines.join("")}`)); // the last line may have been cut short
        await FILE_SYSTEM.sync(file);
      } finally {
        await file.close();
      }
      if (isNew) await FILE_SYSTEM.syncFolder(dirname(this.#path));
    });
  }

  /** Keeps those that a backup from this one on may need. */
  prune(oldest: number): Promise<void> {
    return this.#queued(async () => {
      const all = await tombstonesIn(this.#folder);
      const needed = [...all].filter(([, backup]) => backup >= oldest);
      if (needed.length === all.size) return;
      const lines = needed.map(([address, backup]) => lineOf({ address }, backup));
      await writeWhole(this.#path, (file) => FILE_SYSTEM.append(file, Buffer.from(lines.join(""))));
    });
  }

  #queued(work: () => Promise<void>): Promise<void> {
    const done = this.#lastJob.then(work);
    this.#lastJob = done.catch(() => {}); // the caller hears of it
    return done;
  }
}

/** By address: the newest backup that may have it although it was deleted. */
export async function tombstonesIn(backups: string): Promise<ReadonlyMap<Address, number>> {
  const text = await readFile(join(backups, TOMBSTONES)).catch((error) => {
    if (errorCode(error) === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const tombstones = new Map<Address, number>();
  for (const line of text.toString("latin1").split("\n")) {
    const entry = parseLine(Buffer.from(line, "latin1")); // undefined for a damaged one
    if (entry?.n !== undefined) tombstones.set(entry._id, Math.max(entry.n, tombstones.get(entry._id) ?? 0));
  }
  return tombstones;
}
