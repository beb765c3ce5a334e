/** The Disk port: one folder per gateway with its data file, its backups, and whatever was damaged once. */
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Disk, Kept, Log } from "../model/ports.ts";
import { BackupPlan } from "./disk-backup-plan.ts";
import { BACKUPS, type Source, takeBackup } from "./disk-backups.ts";
import { DataFile, writeData } from "./disk-data.ts";
import { FILES, type Files, isFull, makeFolder, PlainError, plainError } from "./disk-files.ts";
import { type Entry, isEnd, lineOf } from "./disk-lines.ts";
import { lockFolder, type Unlock } from "./disk-lock.ts";
import { exists, repair, salvage, soundLength } from "./disk-recovery.ts";
import { finishRestore } from "./disk-restore.ts";
import { checkVersion, dataFile, MIGRATIONS, type Migration, migrated, VERSION, versionsIn } from "./disk-versions.ts";

export interface DiskOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files?: Files;
  readonly migrations?: Readonly<Record<number, Migration>>;
}

export function openDisk(options: DiskOptions): Disk {
  return new FolderDisk(options);
}

class FolderDisk implements Disk {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #files: Files;
  readonly #migrations: Readonly<Record<number, Migration>>;
  readonly #backups: BackupPlan;
  #data: DataFile | undefined;
  #unlock: Unlock | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ folder, clock, log, files = FILES, migrations = MIGRATIONS }: DiskOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#files = files;
    this.#migrations = migrations;
    this.#backups = new BackupPlan({ folder, clock, log, source: () => this.#inTurn(() => this.#source()) });
  }

  open(): Promise<readonly Kept[]> {
    return this.#inTurn(async () => {
      if (this.#data) throw new PlainError(`${this.#folder}: already open`);
      try {
        return await this.#open();
      } catch (error) {
        await this.#closeData().catch(() => {}); // why it did not open says more
        await this.#letGo();
        throw plainError(this.#folder, error);
      }
    });
  }

  async write(records: readonly Kept[], sync: boolean): Promise<void> {
    await this.#inTurn(() => this.#write(records, sync));
    if (this.#data) this.#backups.plan();
    if (this.#data?.isOvergrown) this.#afterwards("the file could not be written anew", () => this.#shrink());
  }

  async close(): Promise<void> {
    try {
      await this.#inTurn(() => this.#closeData());
    } finally {
      await this.#backups.close();
      await this.#inTurn(() => this.#letGo());
    }
  }

  /** One thing after the other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {}); // whoever asked hears of it
    return done;
  }

  /** What nobody waits for: its failure is told, and the next write tries again. */
  #afterwards(failure: string, work: () => Promise<unknown>): void {
    this.#inTurn(work).catch((error) => this.#log.warn(`${failure}: ${plainError(this.#folder, error).message}`));
  }

  async #open(): Promise<readonly Kept[]> {
    const [version = VERSION] = await versionsIn(this.#folder);
    checkVersion(this.#folder, version, this.#migrations);
    await makeFolder(this.#folder);
    this.#unlock = await lockFolder(this.#folder);
    if (await finishRestore(this.#folder)) this.#log.info(`${this.#folder}: restored from a backup`);
    await this.#migrate();
    const data = new DataFile(join(this.#folder, dataFile(VERSION)), this.#files);
    const kept = await this.#load(data).catch((error) => this.#loadAsIs(data, error));
    this.#data = data;
    await makeFolder(join(this.#folder, BACKUPS)); // from now on a missing data file is a loss
    return kept;
  }

  async #write(records: readonly Kept[], sync: boolean): Promise<void> {
    const data = this.#data;
    if (!data) throw new PlainError(`${this.#folder}: closed`);
    if (data.isDoubtful) await this.#load(data);
    if (records.some(({ json }) => json === undefined)) await this.#backups.look();
    const lines = records.map((record) => lineOf(record, this.#backups.isBackedUp(record.address)));
    await data.append(lines.join(""), sync);
  }

  /** On a full disk everything can still be read. */
  async #loadAsIs(data: DataFile, error: Error): Promise<readonly Kept[]> {
    if (!isFull(error)) throw error;
    this.#log.warn(`${error.message}: nothing can be changed until it has room`);
    return keptIn(await data.load(Number.POSITIVE_INFINITY));
  }

  /** Reads the data, and writes them anew when too much of them has been replaced. */
  async #load(data: DataFile): Promise<readonly Kept[]> {
    await data.mend();
    const entries = await data.load(await this.#makeSound(data.path, VERSION));
    const gone = entries.filter(({ json }) => json === undefined);
    if (gone.length > 0) this.#afterwards("traces of deletions stay", () => this.#forget(gone));
    return keptIn(entries);
  }

  /** Answers how much of the file is as it was once written anew. */
  async #makeSound(path: string, version: number): Promise<number> {
    const successor = `${path}~`; // NeDB was writing the file anew
    const [isThere, isSuccessor] = [await exists(path), await exists(successor)];
    const isNew = !isThere && !isSuccessor && !(await exists(join(this.#folder, BACKUPS)));
    if (isNew) await writeData(path, []);
    if (isSuccessor) await (isThere ? rm(successor, { force: true }) : rename(successor, path));
    const whole = isThere || isNew ? await soundLength(path) : undefined;
    if (whole !== undefined) return whole;
    const translate = (records: readonly Kept[], from: number) =>
      version === VERSION ? migrated(records, from, this.#migrations) : records;
    await repair({ folder: this.#folder, path, log: this.#log, isSuccessor: isSuccessor && !isThere, translate });
    return (await stat(path)).size;
  }

  async #migrate(): Promise<void> {
    const [version = VERSION, ...older] = await versionsIn(this.#folder);
    checkVersion(this.#folder, version, this.#migrations); // who had the lock before us may have been newer
    if (version < VERSION) {
      const old = join(this.#folder, dataFile(version));
      await this.#makeSound(old, version);
      await makeFolder(join(this.#folder, BACKUPS));
      const { size } = await stat(old);
      await takeBackup(this.#folder, { file: await open(old), length: size, version, now: this.#clock.now() });
      const { records } = await salvage(old);
      const kept = [...records].map(([address, json]) => ({ address, json }));
      const lines = migrated(kept, version, this.#migrations).map((record) => lineOf(record, false));
      await writeData(join(this.#folder, dataFile(VERSION)), lines);
      older.push(version);
      this.#log.info(`${old}: ${lines.length} resources brought from version ${version} to ${VERSION}`);
    }
    for (const old of older) await rm(join(this.#folder, dataFile(old)), { force: true });
  }

  async #shrink(): Promise<void> {
    if (this.#data?.isOvergrown) await this.#load(this.#data);
  }

  /** No backup has these any more, so nothing could bring them back. */
  async #forget(gone: readonly Entry[]): Promise<void> {
    await this.#backups.look();
    const forgotten = gone.filter(({ _id }) => !this.#backups.isBackedUp(_id));
    await this.#data?.append(forgotten.map(({ _id }) => lineOf({ address: _id }, false)).join(""), false);
  }

  async #source(): Promise<Source | undefined> {
    if (!this.#data) return undefined;
    const { path, length } = this.#data;
    return { file: await open(path), length, version: VERSION, now: this.#clock.now() };
  }

  async #closeData(): Promise<void> {
    const data = this.#data;
    this.#data = undefined;
    await data?.close();
  }

  async #letGo(): Promise<void> {
    const unlock = this.#unlock;
    this.#unlock = undefined;
    await unlock?.();
  }
}

function keptIn(entries: readonly Entry[]): readonly Kept[] {
  const kept: Kept[] = [];
  for (const entry of entries) {
    if (entry.json !== undefined && !isEnd(entry)) kept.push({ address: entry._id, json: entry.json });
  }
  return kept;
}
