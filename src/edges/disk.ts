/** The Disk port: one folder per gateway with its data file, its backups, and whatever was damaged once. */
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Disk, Kept, Log } from "../model/ports.ts";
import type { Stop } from "../model/resource.ts";
import { BACKUPS, backupsIn, type Prints, printOf, printsOfNewest, takeBackup, untilBackup } from "./disk-backups.ts";
import { DataFile, writeData } from "./disk-data.ts";
import { FILES, type Files, makeFolder, PlainError, plainError } from "./disk-files.ts";
import { isEnd, lineOf } from "./disk-lines.ts";
import { lockFolder, type Unlock } from "./disk-lock.ts";
import { exists, isSound, repair, salvage } from "./disk-recovery.ts";
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
  #data: DataFile | undefined;
  #unlock: Unlock | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #prints: Prints | undefined; // of the newest backup, once a deletion has asked
  #timer: Stop | undefined;
  #isCopying = false;
  #copying: Promise<void> = Promise.resolve();

  constructor({ folder, clock, log, files = FILES, migrations = MIGRATIONS }: DiskOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#files = files;
    this.#migrations = migrations;
  }

  open(): Promise<readonly Kept[]> {
    return this.#inTurn(async () => {
      try {
        return await this.#open();
      } catch (error) {
        await this.#letGo();
        throw plainError(this.#folder, error);
      }
    });
  }

  async write(records: readonly Kept[], sync: boolean): Promise<void> {
    await this.#inTurn(() => this.#write(records, sync));
    if (this.#data?.isOvergrown) this.#afterwards("the file could not be written anew", () => this.#shrink());
    if (!this.#timer && !this.#isCopying) this.#afterwards("no backup is planned", () => this.#planBackup());
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#timer?.();
      this.#timer = undefined;
      await this.#copying;
      await this.#letGo();
    });
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
    if (this.#data) throw new PlainError(`${this.#folder}: already open`);
    const [version = VERSION] = await versionsIn(this.#folder);
    checkVersion(this.#folder, version, this.#migrations);
    await makeFolder(this.#folder);
    this.#unlock = await lockFolder(this.#folder);
    await this.#migrate();
    const data = new DataFile(join(this.#folder, dataFile(VERSION)), this.#files);
    const kept = await this.#load(data);
    this.#data = data;
    await makeFolder(join(this.#folder, BACKUPS)); // from now on a missing data file is a loss
    return kept;
  }

  async #write(records: readonly Kept[], sync: boolean): Promise<void> {
    const data = this.#data;
    if (!data) throw new PlainError(`${this.#folder}: closed`);
    if (data.isDoubtful) await this.#load(data);
    const isDeleting = records.some(({ json }) => json === undefined);
    if (isDeleting && !this.#isCopying) this.#prints ??= await printsOfNewest(this.#folder);
    await data.append(records.map((record) => lineOf(record, this.#isBackedUp(record.address))).join(""), sync);
  }

  /** Reads the data, and writes them anew without what has been replaced. */
  async #load(data: DataFile): Promise<readonly Kept[]> {
    await data.mend();
    await this.#makeSound(data.path, VERSION);
    const entries = await data.load();
    const gone = entries.filter(({ json }) => json === undefined);
    if (gone.length > 0) {
      this.#prints ??= await printsOfNewest(this.#folder);
      const forgotten = gone.filter(({ _id }) => !this.#isBackedUp(_id));
      await data.append(forgotten.map(({ _id }) => lineOf({ address: _id }, false)).join(""), false);
    }
    const kept: Kept[] = [];
    for (const entry of entries) {
      if (entry.json !== undefined && !isEnd(entry)) kept.push({ address: entry._id, json: entry.json });
    }
    return kept;
  }

  async #makeSound(path: string, version: number): Promise<void> {
    const successor = `${path}~`; // NeDB was writing the file anew
    const [isThere, isSuccessor] = [await exists(path), await exists(successor)];
    const isNew = !isThere && !isSuccessor && !(await exists(join(this.#folder, BACKUPS)));
    if (isNew) await writeData(path, []);
    if (isSuccessor) await (isThere ? rm(successor, { force: true }) : rename(successor, path));
    if ((isThere || isNew) && (await isSound(path))) return;
    const translate = (records: readonly Kept[], from: number) =>
      version === VERSION ? migrated(records, from, this.#migrations) : records;
    await repair({ folder: this.#folder, path, log: this.#log, isSuccessor: isSuccessor && !isThere, translate });
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

  async #planBackup(): Promise<void> {
    if (!this.#data || this.#timer || this.#isCopying) return;
    const [newest] = await backupsIn(this.#folder);
    this.#timer = this.#clock.after(untilBackup(newest, this.#clock.now()), () => {
      this.#timer = undefined;
      this.#afterwards("no backup", () => this.#startBackup());
    });
  }

  /** The copy is made beside the writes: they only append. */
  async #startBackup(): Promise<void> {
    const data = this.#data;
    if (!data || this.#isCopying) return;
    const source = { file: await open(data.path), length: data.length, version: VERSION, now: this.#clock.now() };
    this.#isCopying = true;
    this.#copying = takeBackup(this.#folder, source)
      .then((prints) => {
        this.#prints = prints;
      })
      .catch((error) => this.#log.warn(`no backup: ${plainError(this.#folder, error).message}`))
      .finally(() => {
        this.#isCopying = false;
      });
  }

  #isBackedUp(address: string): boolean {
    return this.#isCopying || (this.#prints?.includes(printOf(address)) ?? false);
  }

  async #letGo(): Promise<void> {
    const [data, unlock] = [this.#data, this.#unlock];
    this.#data = undefined;
    this.#unlock = undefined;
    this.#prints = undefined;
    try {
      await data?.close();
    } finally {
      await unlock?.();
    }
  }
}
