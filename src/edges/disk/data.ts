/**
 * The data file. NeDB reads it; after that, batches are appended to it in NeDB's format, each with one write. So no document has to stay
 * in memory a second time.
 */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import Datastore from "nedb-promises";
import type { Clock } from "../../model/ports.ts";
import { writeAnew } from "./anew.ts";
import { codeOf, FILE_MODE, FILES, type Files, FOLDER_MODE, PlainError, plainError, writeWhole } from "./files.ts";
import { type Entry, endOf, seal, unseal } from "./lines.ts";
import { Pace } from "./pace.ts";

/** What NeDB has beyond its types. */
interface Within {
  readonly persistence: {
    persistCachedDatabaseAsync: () => Promise<void>;
    treatRawStreamAsync: (stream: Readable) => Promise<unknown>;
  };
  load(): Promise<void>;
  getAllData(): readonly Entry[];
}

/** What is to be known of a sound file before it is loaded. */
export interface Sight {
  readonly whole: number; //  bytes that are as they were when it was written anew
  readonly behind: number; // lines after that
}

type Whereabouts = "here" | "gone" | "replaced" | "unknown";

const TROUBLES: Readonly<Partial<Record<Whereabouts, string>>> = {
  gone: "somebody took it away",
  replaced: "another file was put in its place",
};
const SLACK = 1024 * 1024; // bytes that may be appended before writing anew is worth it
const LOOK_EVERY = 1000; // milliseconds
const TRIES = 5; // to take back what a failed write left behind
const APPEND = constants.O_WRONLY | constants.O_APPEND; // what somebody took away is not made anew

export class DataFile {
  readonly path: string;
  readonly #files: Files;
  readonly #clock: Pick<Clock, "uptime">;
  readonly #pace = new Pace();
  #file: FileHandle | undefined;
  #length = 0;
  #whole = 0; // length of what was once written anew
  #behind = 0; // lines behind that
  #lookedAt = 0;
  #tellsFilesApart = true;
  #isTorn = false;
  #isDoubtful = false;

  constructor(path: string, clock: Pick<Clock, "uptime">, files: Files = FILES) {
    this.path = path;
    this.#clock = clock;
    this.#files = files;
  }

  get length(): number {
    return this.#length;
  }

  /** Lines that were appended since it was written anew. */
  get behind(): number {
    return this.#behind;
  }

  /** More has been appended than the whole was. */
  get isOvergrown(): boolean {
    return this.#length - this.#whole > Math.max(SLACK, this.#whole);
  }

  /** Half as much again has been appended: at a start, the reading is worth a writing. */
  get isWorthRewriting(): boolean {
    return this.#length - this.#whole > this.#whole / 2;
  }

  /**
   * A sync failed: the system may have dropped what it had of this file, and says so only once. Or its name stands for another file by now,
   * and nobody would ever read what is written to this one.
   */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** What is in it; every line has been looked at before. */
  async load({ whole, behind }: Sight): Promise<readonly Entry[]> {
    try {
      const entries = await loaded(this.path);
      await this.follow();
      this.#whole = Math.min(whole, this.#length);
      this.#behind = behind;
      this.#isDoubtful = false;
      return entries;
    } catch (error) {
      throw plainError(this.path, error);
    }
  }

  /** All of it, or nothing. So many lines, numbered from the last one on. */
  async append(lines: string, count: number, sync: boolean): Promise<void> {
    const bytes = Buffer.from(lines);
    try {
      const file = this.#opened;
      const isDue = this.#clock.uptime() - this.#lookedAt >= LOOK_EVERY;
      this.#isTorn = true;
      const place = isDue ? this.#look(file) : undefined; // beside the write: it would cost as much again behind it
      if (bytes.length > 0) await this.#put(file, bytes);
      if (sync) await this.#sync(file);
      const trouble = TROUBLES[(await place) ?? "here"];
      if (trouble) throw new PlainError(`${this.path}: ${trouble}`);
      this.#isTorn = false;
    } catch (error) {
      await this.mend().catch(() => {}); // the next write tries again, and fails with it
      throw plainError(this.path, error);
    }
    this.#length += bytes.length;
    this.#behind += count;
  }

  /** Without what has been replaced. False, and nothing is done, when a line is damaged or missing. */
  async rewrite(): Promise<boolean> {
    try {
      const length = this.#isTorn ? this.#length : Number.POSITIVE_INFINITY;
      if (!(await writeAnew(this.path, length, this.#files))) return false;
      await this.follow();
      this.#whole = this.#length;
      this.#behind = 0;
      this.#isDoubtful = false;
      return true;
    } catch (error) {
      this.#whole = this.#length; // not again at once
      await this.doubt();
      throw plainError(this.path, error);
    }
  }

  /** Takes away what a failed write left behind: whoever was told that it failed must not find it there after a crash. */
  async mend(): Promise<void> {
    if (!this.#isTorn || !this.#file) return;
    try {
      await this.#cut(this.#file);
    } catch (error) {
      throw plainError(this.path, error);
    }
    this.#isTorn = false;
  }

  /** Goes on with the file that has the name now; if it was not certain which one that is, it is to be written anew. */
  async follow(): Promise<void> {
    const file = await this.#files.open(this.path, APPEND).catch((error) => {
      throw codeOf(error) === "ENOENT" ? new PlainError(`${this.path}: ${TROUBLES.gone}`) : error;
    });
    const before = this.#file;
    try {
      const [here, there] = [await this.#files.identify(file), await this.#files.identify(this.path)];
      this.#length = (await file.stat()).size;
      this.#tellsFilesApart = here === there; // some file systems number them anew at each look
    } catch (error) {
      await file.close().catch(() => {}); // why it cannot be used says more
      throw error;
    }
    this.#file = file;
    this.#isTorn = false;
    this.#lookedAt = this.#clock.uptime();
    await before?.close().catch(() => {}); // nothing is written to it any more
  }

  /** Something was to take its place, and failed: it may have happened all the same. */
  async doubt(): Promise<void> {
    if (this.#file && (await this.#look(this.#file)) !== "here") this.#isDoubtful = true;
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (!file) return;
    try {
      await this.mend();
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

  async #put(file: FileHandle, bytes: Uint8Array): Promise<void> {
    const isAtOnce = this.#pace.isQuick(bytes.length);
    const began = this.#clock.uptime();
    if (isAtOnce) this.#files.appendNow(file, bytes);
    else await this.#files.append(file, bytes);
    this.#pace.took(this.#clock.uptime() - began, isAtOnce);
  }

  async #sync(file: FileHandle): Promise<void> {
    try {
      await this.#files.sync(file);
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  async #cut(file: FileHandle): Promise<void> {
    let failure: unknown;
    for (let turn = 0; turn < TRIES; turn += 1) {
      try {
        return await this.#files.truncate(file, this.#length);
      } catch (error) {
        failure = error;
      }
    }
    if ((await this.#look(file)) === "here") await this.rewrite().catch(() => false); // the same by other means
    if (this.#file === file) throw failure;
  }

  /** What is written to a file that somebody deleted, moved or replaced, nobody would ever read again. */
  async #look(file: FileHandle): Promise<Whereabouts> {
    try {
      const [here, there] = await Promise.all([this.#files.identify(file), this.#files.identify(this.path)]);
      if (here !== there && this.#tellsFilesApart) return "replaced";
      this.#lookedAt = this.#clock.uptime();
      return "here";
    } catch (error) {
      return ["ENOENT", "ENOTDIR"].includes(codeOf(error)) ? "gone" : "unknown"; // then the write itself tells what is wrong
    }
  }
}

/** A data file with these lines, at once and for good. */
export async function writeData(path: string, lines: readonly string[], files: Files = FILES): Promise<void> {
  await writeWhole(path, (file) => files.append(file, Buffer.from(lines.join("") + endOf(lines.length))), files);
}

async function loaded(path: string): Promise<readonly Entry[]> {
  const store = Datastore.create({
    filename: path,
    corruptAlertThreshold: 0,
    modes: { fileMode: FILE_MODE, dirMode: FOLDER_MODE },
    afterSerialization: seal,
    beforeDeserialization: unseal,
  } as Parameters<typeof Datastore.create>[0]) as unknown as Within;
  const { persistence } = store;
  // NeDB writes anew at each load, in one go that holds everybody up, and wears the card. Without this line it would.
  persistence.persistCachedDatabaseAsync = async () => {};
  const read = persistence.treatRawStreamAsync.bind(persistence);
  // It does not hear of a read that fails, which would end Node-RED.
  persistence.treatRawStreamAsync = (stream) =>
    new Promise((resolve, reject) => {
      stream.once("error", reject);
      read(stream).then(resolve, reject);
    });
  await store.load();
  return store.getAllData(); // unlike find, it does not copy each
}
