/** The Disk port: one folder per gateway with its data file, its backups, and whatever was damaged once. */
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Disk, Kept, Log } from "../../model/ports.ts";
import { BackupPlan } from "./backup-plan.ts";
import { BACKUPS, type Source, takeBackup } from "./backups.ts";
import { COPIES } from "./copies.ts";
import { DataFile, type Sight, writeData } from "./data.ts";
import {
  clearUnfinished,
  FILES,
  type Files,
  hushed,
  isFile,
  isFull,
  makeFolder,
  PlainError,
  plainError,
} from "./files.ts";
import { type Entry, isEnd, lineOf } from "./lines.ts";
import { lockFolder, type Unlock } from "./lock.ts";
import { exists, lookAt, repair, salvage } from "./recovery.ts";
import { finishRestore } from "./restore.ts";
import { checkVersion, dataFile, MIGRATIONS, type Migration, migrated, VERSION, versionsIn } from "./versions.ts";

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

const AT_ONCE = 250; // records
const NOT_ANEW = "the file could not be written anew";

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

  constructor({ folder, clock, log: loud, files = FILES, migrations = MIGRATIONS }: DiskOptions) {
    const log = hushed(loud, clock);
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
    if (this.#data?.isOvergrown) this.#afterwards(NOT_ANEW, () => this.#shrink());
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
    for (const within of ["", BACKUPS, COPIES]) await clearUnfinished(join(this.#folder, within));
    if (await finishRestore(this.#folder)) this.#log.info(`${this.#folder}: restored from a backup`);
    await this.#migrate();
    const data = new DataFile(join(this.#folder, dataFile(VERSION)), this.#clock, this.#files);
    const entries = await data.load(await this.#makeSound(data.path, VERSION));
    this.#data = data;
    await this.#shorten(data);
    await makeFolder(join(this.#folder, BACKUPS), this.#files); // from now on a missing data file is a loss
    return keptIn(entries);
  }

  async #write(records: readonly Kept[], sync: boolean): Promise<void> {
    const data = this.#data;
    if (!data) throw new PlainError(`${this.#folder}: closed`);
    if (data.isDoubtful) await this.#renew(data);
    await data.mend();
    await data.append(await linesOf(records, data.behind), records.length, sync);
    const deleted = records.filter(({ json }) => json === undefined).map(({ address }) => address);
    if (deleted.length === 0) return;
    await this.#backups.deleted(deleted).catch((error) => {
      const { message } = plainError(this.#folder, error);
      this.#log.warn(`${deleted[0]}: if the data are lost, a backup brings it back: ${message}`);
    });
  }

  /** After a start, when much of the file has been replaced. On a full disk everything can be read all the same. */
  async #shorten(data: DataFile): Promise<void> {
    if (!data.isWorthRewriting) return;
    try {
      await data.rewrite();
    } catch (error) {
      const { message } = plainError(data.path, error);
      this.#log.warn(
        isFull(error) ? `${message}: nothing can be changed until it has room` : `${NOT_ANEW}: ${message}`,
      );
    }
  }

  /** Writes the data anew, from what the file says. */
  async #renew(data: DataFile): Promise<void> {
    await data.mend();
    if (data.isDoubtful) await data.follow();
    if (!(await data.rewrite())) await this.#repair(data);
  }

  /** While it runs. */
  async #repair(data: DataFile): Promise<void> {
    try {
      await this.#makeSound(data.path, VERSION);
      await data.follow();
      await data.rewrite();
    } catch (error) {
      await data.doubt();
      throw error;
    }
  }

  /** Repairs what is damaged. */
  async #makeSound(path: string, version: number): Promise<Sight> {
    const successor = `${path}~`; // NeDB was writing the file anew
    const [isThere, isSuccessor] = [await isFile(path), await isFile(successor)];
    const isNew = !isThere && !isSuccessor && !(await exists(join(this.#folder, BACKUPS)));
    if (isNew) await writeData(path, [], this.#files);
    if (isSuccessor) await (isThere ? rm(successor, { force: true }) : this.#files.rename(successor, path));
    const sight = isThere || isNew ? await lookAt(path) : undefined;
    if (sight?.missing === 0) return sight;
    const translate = (records: readonly Kept[], from: number) =>
      version === VERSION ? migrated(records, from, this.#migrations) : records;
    const patient = { folder: this.#folder, path, log: this.#log, files: this.#files, translate };
    await repair({ ...patient, isSuccessor: isSuccessor && !isThere, missing: sight?.missing ?? 0 });
    return { whole: (await stat(path)).size, behind: 0 };
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
      const lines = migrated(kept, version, this.#migrations).map((record) => lineOf(record));
      await writeData(join(this.#folder, dataFile(VERSION)), lines, this.#files);
      older.push(version);
      this.#log.info(`${old}: ${lines.length} resources brought from version ${version} to ${VERSION}`);
    }
    for (const old of older) await rm(join(this.#folder, dataFile(old)), { force: true });
  }

  async #shrink(): Promise<void> {
    if (this.#data?.isOvergrown) await this.#renew(this.#data);
  }

  async #source(): Promise<Source | undefined> {
    if (!this.#data) return undefined;
    const { path, length } = this.#data;
    return { file: await open(path), length, version: VERSION, now: this.#clock.now() };
  }

  async #closeData(): Promise<void> {
    const data = this.#data;
    this.#data = undefined;
    if (data?.isDoubtful) await this.#renew(data).catch(() => {}); // what it has is tried below
    await data?.close();
  }

  async #letGo(): Promise<void> {
    const unlock = this.#unlock;
    this.#unlock = undefined;
    await unlock?.();
  }
}

/** Very many take turns with whatever else there is to do. */
async function linesOf(records: readonly Kept[], behind: number): Promise<string> {
  let lines = "";
  for (const [at, record] of records.entries()) {
    if (at > 0 && at % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    lines += lineOf(record, behind + at + 1);
  }
  return lines;
}

function keptIn(entries: readonly Entry[]): readonly Kept[] {
  const kept: Kept[] = [];
  for (const entry of entries) {
    if (entry.json !== undefined && !isEnd(entry)) kept.push({ address: entry._id, json: entry.json });
  }
  return kept;
}
