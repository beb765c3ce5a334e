/**
 * The data file, a log of documents. NeDB loads it; after that, batches are appended to it in NeDB's format with one write each, so no
 * document has to stay in memory a second time.
 */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import Datastore from "nedb-promises";
import type { Clock } from "../../model/ports.ts";
import { compact } from "./compaction.ts";
import {
  errorCode,
  FILE_MODE,
  FILE_SYSTEM,
  type FileSystem,
  FOLDER_MODE,
  PlainError,
  plainError,
  writeWhole,
} from "./files.ts";
import { type DataLine, endLine, seal, unsealing } from "./lines.ts";

/** Members of NeDB that its types do not have. */
interface NedbInternals {
  readonly persistence: {
    persistCachedDatabaseAsync: () => Promise<void>;
    treatRawStreamAsync: (stream: Readable) => Promise<unknown>;
  };
  load(): Promise<void>;
  getAllData(): readonly DataLine[];
}

/** Facts about a sound file, found before it is loaded. */
export interface DataFileFacts {
  readonly compactedLength: number; // bytes from the last compaction
  readonly appendedLines: number; //   lines after those
}

type FilePresence = "here" | "gone" | "replaced" | "unknown";

const PRESENCE_ERRORS: Readonly<Partial<Record<FilePresence, string>>> = {
  gone: "somebody took it away",
  replaced: "another file was put in its place",
};
const LEAST_APPENDED = 1024 * 1024; // bytes that may be appended before a compaction is worth it
const CHECK_EVERY = 1000; // milliseconds
const TRUNCATE_TRIES = 5; // of taking back the bytes of a failed write
const APPEND = constants.O_WRONLY | constants.O_APPEND; // never creates a file that a person or program took away
const SMALL_APPEND = 8 * 1024; // bytes
const QUICK_APPEND = 2; // milliseconds, also by way of another thread
const QUICK_ENOUGH = 20; // quick appends in a row
const AFTER_SLOW = { each: 50, most: 1000 }; // quick ones more, for each millisecond that a synchronous one has blocked
const MOST_SYNC_APPENDS = 8; // in one turn of the event loop: a caller that writes again and again would never let others run

export class DataFile {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #clock: Pick<Clock, "uptime">;
  readonly #syncAppends = new SyncAppendPolicy();
  #file: FileHandle | undefined;
  #length = 0;
  #compactedLength = 0;
  #appendedLines = 0;
  #checkedAt = 0;
  #hasStableInodes = true;
  #isTorn = false;
  #isSuspect = false;

  constructor(path: string, clock: Pick<Clock, "uptime">, files: FileSystem = FILE_SYSTEM) {
    this.path = path;
    this.#clock = clock;
    this.#files = files;
  }

  get length(): number {
    return this.#length;
  }

  /** Lines appended since the last compaction. */
  get appendedLines(): number {
    return this.#appendedLines;
  }

  /** More has been appended than the last compaction left. */
  get needsCompaction(): boolean {
    return this.#length - this.#compactedLength > Math.max(LEAST_APPENDED, this.#compactedLength);
  }

  /** Half as much again has been appended: at a start a compaction is worth it. */
  get isWorthCompacting(): boolean {
    return this.#length - this.#compactedLength > this.#compactedLength / 2;
  }

  /**
   * The file must be rewritten before the next append. Either a sync failed: the system may have dropped pages, and reports that only once.
   * Or its name stands for another file by now, and no gateway would ever read a line of this one.
   */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /** The documents in it. Every line has been checked before. */
  async load({ compactedLength, appendedLines }: DataFileFacts): Promise<readonly DataLine[]> {
    try {
      const entries = await loadByNedb(this.path);
      await this.reopen();
      this.#compactedLength = Math.min(compactedLength, this.#length);
      this.#appendedLines = appendedLines;
      this.#isSuspect = false;
      return entries;
    } catch (error) {
      throw plainError(this.path, error);
    }
  }

  /** Appends all of these lines, or nothing. Their numbers follow the last one's. */
  async append(lines: string, count: number, sync: boolean): Promise<void> {
    const bytes = Buffer.from(lines);
    try {
      const file = this.#opened;
      const isDue = this.#clock.uptime() - this.#checkedAt >= CHECK_EVERY;
      this.#isTorn = true;
      const presence = isDue ? this.#findPresence(file) : undefined; // beside the write: after it, it would cost as much again
      if (bytes.length > 0) await this.#appendBytes(file, bytes);
      if (sync) await this.#sync(file);
      const problem = PRESENCE_ERRORS[(await presence) ?? "here"];
      if (problem) throw new PlainError(`${this.path}: ${problem}`);
      this.#isTorn = false;
    } catch (error) {
      await this.truncateTorn().catch(() => {}); // the next write tries again, and fails if it must
      throw plainError(this.path, error);
    }
    this.#length += bytes.length;
    this.#appendedLines += count;
  }

  /** Rewrites the file without replaced lines. False, and nothing is done, when a line is damaged or missing. */
  async compact(): Promise<boolean> {
    try {
      const length = this.#isTorn ? this.#length : Number.POSITIVE_INFINITY;
      if (!(await compact(this.path, length, this.#files))) return false;
      await this.reopen();
      this.#compactedLength = this.#length;
      this.#appendedLines = 0;
      this.#isSuspect = false;
      return true;
    } catch (error) {
      this.#compactedLength = this.#length; // no other compaction at once
      await this.checkPresence();
      throw plainError(this.path, error);
    }
  }

  /** Takes away the bytes of a failed write: a write that was reported as failed must not be there after a crash. */
  async truncateTorn(): Promise<void> {
    if (!this.#isTorn || !this.#file) return;
    try {
      await this.#truncate(this.#file);
    } catch (error) {
      throw plainError(this.path, error);
    }
    this.#isTorn = false;
  }

  /** Goes on with the file that has the name now. */
  async reopen(): Promise<void> {
    const file = await this.#files.open(this.path, APPEND).catch((error) => {
      throw errorCode(error) === "ENOENT" ? new PlainError(`${this.path}: ${PRESENCE_ERRORS.gone}`) : error;
    });
    const before = this.#file;
    try {
      const [here, there] = [await this.#files.identify(file), await this.#files.identify(this.path)];
      this.#length = (await file.stat()).size;
      this.#hasStableInodes = here === there; // some file systems give a file a new inode number each time
    } catch (error) {
      await file.close().catch(() => {}); // why it cannot be used says more
      throw error;
    }
    this.#file = file;
    this.#isTorn = false;
    this.#checkedAt = this.#clock.uptime();
    await before?.close().catch(() => {}); // nothing is written to it any more
  }

  /** After a replacement that failed: it may have happened all the same. */
  async checkPresence(): Promise<void> {
    if (this.#file && (await this.#findPresence(this.#file)) !== "here") this.#isSuspect = true;
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (!file) return;
    try {
      await this.truncateTorn();
      await this.#files.sync(file);
    } catch (error) {
      throw plainError(this.path, error);
    } finally {
      this.#file = undefined;
      await file.close();
    }
  }

  get #opened(): FileHandle {
    if (!this.#file) throw new PlainError(`${this.path}: closed`);
    return this.#file;
  }

  async #appendBytes(file: FileHandle, bytes: Uint8Array): Promise<void> {
    const isSync = this.#syncAppends.mayAppendNow(bytes.length);
    const began = this.#clock.uptime();
    if (isSync) this.#files.appendNow(file, bytes);
    else await this.#files.append(file, bytes);
    this.#syncAppends.measured(this.#clock.uptime() - began, isSync);
  }

  async #sync(file: FileHandle): Promise<void> {
    try {
      await this.#files.sync(file);
    } catch (error) {
      this.#isSuspect = true;
      throw error;
    }
  }

  async #truncate(file: FileHandle): Promise<void> {
    let failure: unknown;
    for (let turn = 0; turn < TRUNCATE_TRIES; turn += 1) {
      try {
        return await this.#files.truncate(file, this.#length);
      } catch (error) {
        failure = error;
      }
    }
    if ((await this.#findPresence(file)) === "here") await this.compact().catch(() => false); // removes the same bytes by other means
    if (this.#file === file) throw failure;
  }

  /** Whether the name still stands for the open file: no gateway would ever read a line of a deleted, moved or replaced one. */
  async #findPresence(file: FileHandle): Promise<FilePresence> {
    try {
      const [here, there] = await Promise.all([this.#files.identify(file), this.#files.identify(this.path)]);
      if (here !== there && this.#hasStableInodes) return "replaced";
      this.#checkedAt = this.#clock.uptime();
      return "here";
    } catch (error) {
      return ["ENOENT", "ENOTDIR"].includes(errorCode(error)) ? "gone" : "unknown"; // then the write itself tells the fault
    }
  }
}

/**
 * Whether a small append is written synchronously. By another thread it costs ten times the time of a quick medium, but synchronously a
 * slow medium would hold up all of Node-RED.
 */
export class SyncAppendPolicy {
  #quickInARow = 0;
  #inThisTurn = 0; // of the event loop

  mayAppendNow(bytes: number): boolean {
    return bytes <= SMALL_APPEND && this.#quickInARow >= QUICK_ENOUGH && this.#inThisTurn < MOST_SYNC_APPENDS;
  }

  measured(milliseconds: number, isSync: boolean): void {
    if (milliseconds <= QUICK_APPEND) this.#quickInARow += 1;
    else
      this.#quickInARow = isSync
        ? -Math.min(AFTER_SLOW.most, AFTER_SLOW.each * milliseconds)
        : Math.min(0, this.#quickInARow);
    if (!isSync) return;
    if (this.#inThisTurn === 0) {
      setImmediate(() => {
        this.#inThisTurn = 0;
      });
    }
    this.#inThisTurn += 1;
  }
}

/** Writes a whole data file with these lines, and syncs it. */
export async function writeDataFile(
  path: string,
  lines: readonly string[],
  files: FileSystem = FILE_SYSTEM,
): Promise<void> {
  await writeWhole(path, (file) => files.append(file, Buffer.from(lines.join("") + endLine(lines.length))), files);
}

async function loadByNedb(path: string): Promise<readonly DataLine[]> {
  const store = Datastore.create({
    filename: path,
    corruptAlertThreshold: 0,
    modes: { fileMode: FILE_MODE, dirMode: FOLDER_MODE },
    afterSerialization: seal,
    beforeDeserialization: unsealing(),
  } as Parameters<typeof Datastore.create>[0]) as unknown as NedbInternals;
  const { persistence } = store;
  // NeDB would rewrite the whole file at each load, in one go that blocks the event loop and wears an SD card.
  persistence.persistCachedDatabaseAsync = async () => {};
  const read = persistence.treatRawStreamAsync.bind(persistence);
  // NeDB does not listen for read errors, and an unheard one would end Node-RED.
  persistence.treatRawStreamAsync = (stream) =>
    new Promise((resolve, reject) => {
      stream.once("error", reject);
      read(stream).then(resolve, reject);
    });
  await store.load();
  return store.getAllData(); // unlike find, it does not copy each
}
