/** The Disk port: one folder per gateway with its data file, backups, and files that were once damaged. */
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { inPieces } from "../../core/turns.ts";
import type { Clock, Disk, Kept, Log } from "../../model/ports.ts";
import type { Address } from "../../model/resource.ts";
import { BACKUPS, type BackupSource, backUpData, DataBackups } from "./data-backups.ts";
import { DataFile, type DataFileFacts, writeDataFile } from "./data-file.ts";
import {
  clearUnfinished,
  exists,
  FILE_SYSTEM,
  type FileSystem,
  isFile,
  isFull,
  makeFolder,
  PlainError,
  plainError,
  withoutRepeats,
} from "./files.ts";
import { changedBy, type DataLine, isEndLine, lineOf, linesOf } from "./lines.ts";
import { lockFolder, type Unlock } from "./lock.ts";
import { BACKUP_FILES } from "./nightly-backups.ts";
import { inspectDataFile, repair, salvage } from "./recovery.ts";
import { finishRestore } from "./restore.ts";
import { checkVersion, dataFile, MIGRATIONS, type Migration, migrateRecords, VERSION, versionsIn } from "./versions.ts";

export interface DiskOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files?: FileSystem;
  readonly migrations?: Readonly<Record<number, Migration>>;
}

export function openDisk(options: DiskOptions): Disk {
  return new FolderDisk(options);
}

const IN_TURNS = { most: 250 }; // records
const NOT_COMPACTED = "the file could not be written anew";

class FolderDisk implements Disk {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #files: FileSystem;
  readonly #migrations: Readonly<Record<number, Migration>>;
  readonly #backups: DataBackups;
  #data: DataFile | undefined;
  #unlock: Unlock | undefined;
  #generation = 0;
  #lastJob: Promise<unknown> = Promise.resolve();

  constructor({ folder, clock, log: fullLog, files = FILE_SYSTEM, migrations = MIGRATIONS }: DiskOptions) {
    const log = withoutRepeats(fullLog, clock);
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#files = files;
    this.#migrations = migrations;
    this.#backups = new DataBackups({ folder, clock, log, source: () => this.#queued(() => this.#backupSource()) });
  }

  open(): Promise<readonly Kept[]> {
    return this.#queued(async () => {
      if (this.#data) throw new PlainError(`${this.#folder}: already open`);
      try {
        return await this.#open();
      } catch (error) {
        await this.#closeData().catch(() => {}); // why it did not open says more
        await this.#releaseLock();
        throw plainError(this.#folder, error);
      }
    });
  }

  async write(records: readonly Kept[], sync: boolean): Promise<void> {
    await this.#queued(() => this.#write(records, sync));
    if (this.#data) this.#backups.plan();
    if (this.#data?.needsCompaction) this.#inBackground(NOT_COMPACTED, () => this.#compactIfNeeded());
  }

  get generation(): number {
    return this.#generation;
  }

  async close(): Promise<void> {
    try {
      await this.#queued(() => this.#closeData());
    } finally {
      await this.#backups.close();
      await this.#queued(() => this.#releaseLock());
    }
  }

  /** Runs jobs one after the other. */
  #queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastJob.then(work);
    this.#lastJob = done.catch(() => {}); // the caller hears of it
    return done;
  }

  /** Runs a job that no caller waits for: its failure is logged, and the next write tries again. */
  #inBackground(failure: string, work: () => Promise<unknown>): void {
    this.#queued(work).catch((error) => this.#log.warn(`${failure}: ${plainError(this.#folder, error).message}`));
  }

  async #open(): Promise<readonly Kept[]> {
    const [version = VERSION] = await versionsIn(this.#folder);
    checkVersion(this.#folder, version, this.#migrations);
    await makeFolder(this.#folder);
    this.#unlock = await lockFolder(this.#folder);
    for (const within of ["", BACKUPS, BACKUP_FILES]) await clearUnfinished(join(this.#folder, within));
    if (await finishRestore(this.#folder)) this.#log.info(`${this.#folder}: restored from a backup`);
    await this.#migrate();
    const data = new DataFile(join(this.#folder, dataFile(VERSION)), this.#clock, this.#files);
    const entries = await data.load(await this.#ensureSound(data.path, VERSION));
    this.#data = data;
    await this.#compactAfterStart(data);
    await makeFolder(join(this.#folder, BACKUPS), this.#files); // with this folder, a missing data file is a loss
    return keptIn(entries);
  }

  async #write(records: readonly Kept[], sync: boolean): Promise<void> {
    const data = this.#data;
    if (!data) throw new PlainError(`${this.#folder}: closed`);
    if (data.isSuspect) await this.#replaceSuspect(data);
    await data.truncateTorn();
    await data.append(await linesBehind(data.appendedLines, records), records.length, sync);
    const deleted = records.filter(({ json, later }) => (json ?? later) === undefined).map(({ address }) => address);
    if (deleted.length === 0) return;
    await this.#backups.deleted(deleted).catch((error) => {
      const { message } = plainError(this.#folder, error);
      this.#log.warn(`${deleted[0]}: if the data are lost, a backup brings it back: ${message}`);
    });
  }

  /** A full disk must not keep a start from reading. */
  async #compactAfterStart(data: DataFile): Promise<void> {
    if (!data.isWorthCompacting) return;
    try {
      await data.compact();
    } catch (error) {
      const { message } = plainError(data.path, error);
      this.#log.warn(
        isFull(error) ? `${message}: nothing can be changed until it has room` : `${NOT_COMPACTED}: ${message}`,
      );
    }
  }

  /** Replaces a suspect file by a compacted one. */
  async #replaceSuspect(data: DataFile): Promise<void> {
    await data.truncateTorn();
    if (data.isSuspect) await data.reopen();
    const mayBeAnother = data.isSuspect;
    const isSound = await data.compact();
    if (!isSound) await this.#repair(data);
    if (mayBeAnother || !isSound) this.#generation += 1;
  }

  /** For a file that was damaged while the gateway runs. */
  async #repair(data: DataFile): Promise<void> {
    try {
      await this.#ensureSound(data.path, VERSION);
      await data.reopen();
      await data.compact();
    } catch (error) {
      await data.checkPresence();
      throw error;
    }
  }

  /** Inspects the file, and repairs a damaged one. */
  async #ensureSound(path: string, version: number): Promise<DataFileFacts> {
    const successor = `${path}~`; // NeDB was rewriting the file
    const [isThere, isSuccessor] = [await isFile(path), await isFile(successor)];
    const isNew = !isThere && !isSuccessor && !(await exists(join(this.#folder, BACKUPS)));
    if (isNew) await writeDataFile(path, [], this.#files);
    if (isSuccessor) await (isThere ? rm(successor, { force: true }) : this.#files.rename(successor, path));
    const facts = isThere || isNew ? await inspectDataFile(path) : undefined;
    if (facts?.missing === 0) return facts;
    const translate = (records: readonly Kept[], from: number) =>
      version === VERSION ? migrateRecords(records, from, this.#migrations) : records;
    const damaged = { folder: this.#folder, path, log: this.#log, files: this.#files, translate };
    await repair({ ...damaged, isSuccessor: isSuccessor && !isThere, missing: facts?.missing ?? 0 });
    return { compactedLength: (await stat(path)).size, appendedLines: 0 };
  }

  async #migrate(): Promise<void> {
    const [version = VERSION, ...older] = await versionsIn(this.#folder);
    checkVersion(this.#folder, version, this.#migrations); // the last holder of the lock may have been newer
    if (version < VERSION) {
      const old = join(this.#folder, dataFile(version));
      await this.#ensureSound(old, version);
      await makeFolder(join(this.#folder, BACKUPS));
      const { size } = await stat(old);
      await backUpData(this.#folder, { file: await open(old), length: size, version, now: this.#clock.now() });
      const { records } = await salvage(old);
      const lines = migrateRecords([...records.values()], version, this.#migrations).flatMap(linesOf);
      await writeDataFile(join(this.#folder, dataFile(VERSION)), lines, this.#files);
      older.push(version);
      this.#log.info(`${old}: ${lines.length} resources brought from version ${version} to ${VERSION}`);
    }
    for (const old of older) await rm(join(this.#folder, dataFile(old)), { force: true });
  }

  async #compactIfNeeded(): Promise<void> {
    if (this.#data?.needsCompaction) await this.#replaceSuspect(this.#data);
  }

  async #backupSource(): Promise<BackupSource | undefined> {
    if (!this.#data) return undefined;
    const { path, length } = this.#data;
    return { file: await open(path), length, version: VERSION, now: this.#clock.now() };
  }

  async #closeData(): Promise<void> {
    const data = this.#data;
    this.#data = undefined;
    if (data?.isSuspect) await this.#replaceSuspect(data).catch(() => {}); // close below makes the last try
    await data?.close();
  }

  async #releaseLock(): Promise<void> {
    const unlock = this.#unlock;
    this.#unlock = undefined;
    await unlock?.();
  }
}

async function linesBehind(appendedLines: number, records: readonly Kept[]): Promise<string> {
  let lines = "";
  await inPieces(records.entries(), IN_TURNS, ([at, record]) => {
    lines += lineOf(record, appendedLines + at + 1);
  });
  return lines;
}

function keptIn(entries: readonly DataLine[]): readonly Kept[] {
  const kept: Kept[] = [];
  const changes = new Map<Address, DataLine>();
  for (const entry of entries) {
    const address = changedBy(entry);
    if (address) changes.set(address, entry);
  }
  for (const entry of entries) {
    const { _id: address, json, at = 0 } = entry;
    if (json === undefined || isEndLine(entry) || changedBy(entry)) continue;
    const change = changes.get(address);
    const isLater = change?.json !== undefined && (change.at ?? 0) > at; // a change from before the whole record counts no more
    kept.push(isLater ? { address, json, later: change.json } : { address, json });
  }
  return kept;
}
