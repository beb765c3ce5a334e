/**
 * The data file. NeDB reads it, and writes it anew without what has been replaced; in between, batches are appended to
 * it in NeDB's format, each with one write. So no document has to stay in memory a second time.
 */
import { type FileHandle, rm, stat } from "node:fs/promises";
import Datastore from "nedb-promises";
import { FILE_MODE, FILES, type Files, FOLDER_MODE, PlainError, plainError, writeWhole } from "./disk-files.ts";
import { END, type Entry, seal, unseal } from "./disk-lines.ts";

/** What NeDB has beyond its types. */
interface Within {
  readonly persistence: { persistCachedDatabaseAsync: () => Promise<void> };
  load(): Promise<void>;
  getAllData(): readonly Entry[];
}

const SLACK = 1024 * 1024; // bytes that may be appended before writing anew is worth a pause

export class DataFile {
  readonly path: string;
  readonly #files: Files;
  #file: FileHandle | undefined;
  #length = 0;
  #whole = 0; // length of what was once written anew
  #links = 0;
  #isTorn = false;
  #isDoubtful = false;

  constructor(path: string, files: Files = FILES) {
    this.path = path;
    this.#files = files;
  }

  get length(): number {
    return this.#length;
  }

  /** More has been appended than the whole was. */
  get isOvergrown(): boolean {
    return this.#length - this.#whole > Math.max(SLACK, this.#whole);
  }

  /** A sync failed: the system may have dropped what it had of this file, and says so only once. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** What is in it. The first so many bytes are as they were when it was written anew; if that is little, it is again. */
  async load(whole: number): Promise<readonly Entry[]> {
    try {
      const { size } = await stat(this.path);
      const writesAnew = this.#isDoubtful || size - whole > whole / 2;
      const entries = await loaded(this.path, writesAnew);
      await this.#reopen();
      this.#whole = writesAnew ? this.#length : Math.min(whole, size);
      this.#isDoubtful = false;
      return entries;
    } catch (error) {
      await rm(`${this.path}~`, { force: true }).catch(() => {}); // on a full disk it takes room; else the next load does it
      if (this.#file) await this.#reopen().catch(() => {}); // the next write tries again
      this.#whole = this.#length; // not again at once
      throw plainError(this.path, error);
    }
  }

  /** All of it, or nothing. */
  async append(lines: string, sync: boolean): Promise<void> {
    const bytes = Buffer.from(lines);
    try {
      await this.mend();
      const file = this.#file as FileHandle;
      this.#isTorn = true;
      const place = this.#findPlace(file); // beside the write: it would cost as much again behind it
      if (bytes.length > 0) await this.#files.append(file, bytes);
      if (sync) await this.#sync(file);
      if (!(await place)) throw new PlainError(`${this.path}: somebody took it away`);
      this.#isTorn = false;
    } catch (error) {
      await this.mend().catch(() => {}); // the next write tries again, and fails with it
      throw plainError(this.path, error);
    }
    this.#length += bytes.length;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (!file) return;
    try {
      if (this.#isTorn) await this.#files.truncate(file, this.#length);
      await this.#files.sync(file);
    } catch (error) {
      throw plainError(this.path, error);
    } finally {
      await file.close();
    }
  }

  async #sync(file: FileHandle): Promise<void> {
    try {
      await this.#files.sync(file);
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  /** What is written to a file that somebody deleted or moved, nobody would ever read again. */
  async #findPlace(file: FileHandle): Promise<boolean> {
    const there = stat(this.path).then(
      () => true,
      (error) => error.code !== "ENOENT",
    );
    const linked = file.stat().then(
      ({ nlink }) => nlink >= this.#links,
      () => true, // the write itself will tell what is wrong
    );
    return (await there) && linked;
  }

  /** Takes away what a failed write left behind. */
  async mend(): Promise<void> {
    if (!this.#file && this.#length > 0) await this.#reopen();
    if (!this.#isTorn || !this.#file) return;
    await this.#files.truncate(this.#file, this.#length);
    this.#isTorn = false;
  }

  async #reopen(): Promise<void> {
    const before = this.#file;
    this.#file = undefined;
    await before?.close();
    this.#file = await this.#files.open(this.path, "a");
    const { size, nlink } = await this.#file.stat();
    this.#length = size;
    this.#links = Math.min(nlink, 1); // some file systems never count them
  }
}

/** A data file with these lines, at once and for good. */
export async function writeData(path: string, lines: readonly string[]): Promise<void> {
  await writeWhole(path, (file) => file.appendFile(lines.join("") + END));
}

async function loaded(path: string, writesAnew: boolean): Promise<readonly Entry[]> {
  const store = Datastore.create({
    filename: path,
    corruptAlertThreshold: 0, // every line has been looked at before
    modes: { fileMode: FILE_MODE, dirMode: FOLDER_MODE },
    afterSerialization: seal,
    beforeDeserialization: unseal,
  } as Parameters<typeof Datastore.create>[0]) as unknown as Within;
  // NeDB writes anew at each load, which takes as long as reading and wears the card. Without this line it would again.
  if (!writesAnew) store.persistence.persistCachedDatabaseAsync = async () => {};
  await store.load();
  return store.getAllData(); // unlike find, it does not copy each
}
