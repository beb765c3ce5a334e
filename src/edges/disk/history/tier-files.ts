/**
 * The files of one tier (minutes, hours or days), numbered. The newest one takes new entries, and its content is in memory, too. Once it
 * has taken enough it is written anew, each series in one piece, and the next one begins. How many files there are, and how large they
 * may be, is bounded: the oldest goes. That does not ask the clock, which may be wrong by years.
 */
import { constants } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { inPieces } from "../../../core/turns.ts";
import { inOrder, type Rollup } from "../../../model/history/rollups.ts";
import type { Log } from "../../../model/ports.ts";
import { errorCode, type FileSystem, plainError, writeWhole } from "../files.ts";
import { setAside } from "../recovery.ts";
import {
  type CompleteFile,
  type FileContent,
  loadComplete,
  numberOf,
  readFrom,
  removeFrom,
  writeComplete,
} from "./complete-file.ts";
import { type Entry, entriesIn, entryOf, HEAD, type Print, positionOf } from "./entries.ts";
import { decode } from "./rollup-codec.ts";

export interface TierLimits {
  readonly appends: number; // to one file
  readonly files: number; //   that are complete
  readonly bytes: number; //   of all of them, with as many series as a house of 300 devices has
}

interface TierOptions {
  readonly folder: string; // of the gateway
  readonly within: string; // of the history
  readonly name: string;
  readonly limits: TierLimits;
  readonly files: FileSystem;
  readonly log: Log;
}

const IN_TURNS = { most: 1_000 }; // entries
const USUAL_SERIES = 1_800; // of 300 devices
const APPEND = constants.O_WRONLY | constants.O_APPEND; // never creates a file that a person or program took away
const NOTHING = Buffer.alloc(0);

export class TierFiles {
  readonly #options: TierOptions;
  #complete: CompleteFile[] = []; // the oldest first
  // ---- the newest file
  #number = 1;
  #pieces = new Map<Print, Buffer>(); // the appended rollups
  #gone = new Set<Print>(); // rollups of these in older files count no more
  #unwritten = new Set<Print>(); // of them: the file does not say so yet
  #appends = 0;
  #size = 0; // 0: it is not there

  constructor(options: TierOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const numbers = await this.#numbers();
    const newest = numbers.at(-1) ?? 0;
    const found = new Map<number, CompleteFile>();
    for (const number of numbers) {
      const complete = await loadComplete(this.#pathOf(number));
      if (complete) found.set(number, complete);
      else if (number === newest) await this.#loadOpen(number);
      else await this.#finish(number, found);
    }
    if (found.has(newest) || numbers.length === 0) this.#number = newest + 1;
    this.#complete = [...found].sort(([one], [other]) => one - other).map(([, file]) => file);
    this.#forgetGone();
  }

  /** Everything, or nothing that counts: the next append writes over the rest of a refused one. */
  async append(batch: readonly Entry[]): Promise<void> {
    const gone = [...this.#unwritten].map((print) => ({ print, bytes: NOTHING }));
    const all = [...gone, ...batch];
    if (all.length === 0) return;
    const pieces: Buffer[] = [];
    await inPieces(all, IN_TURNS, (entry) => pieces.push(entryOf(entry)));
    const bytes = Buffer.concat(pieces);
    const path = this.#pathOf(this.#number);
    if (!(await this.#appendTo(path, bytes))) await this.#writeAnew(path, bytes);
    for (const { print } of gone) this.#unwritten.delete(print);
    await inPieces(batch, IN_TURNS, ({ print, bytes: more }) => {
      if (!this.#unwritten.has(print)) this.#keep(print, more); // else it was removed meanwhile
    });
    this.#appends += 1;
    if (this.#appends >= this.#options.limits.appends) await this.#completeOpen();
  }

  async read(print: Print, from: number, to: number): Promise<readonly Rollup[]> {
    const found: Rollup[] = [];
    const take = (rollups: readonly Rollup[]) => {
      for (const rollup of rollups) if (rollup.at >= from && rollup.at < to) found.push(rollup);
    };
    for (const file of this.#complete) {
      if (file.index.first < to && file.index.last >= from) take(await readFrom(file, print, this.#options.log));
    }
    take(decode(this.#pieces.get(print) ?? NOTHING));
    return inOrder(found);
  }

  async lastBefore(print: Print, at: number): Promise<Rollup | undefined> {
    const newest = lastOf(decode(this.#pieces.get(print) ?? NOTHING), at);
    if (newest) return newest;
    for (const file of this.#complete.toReversed()) {
      const found = file.index.first < at ? lastOf(await readFrom(file, print, this.#options.log), at) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  has(print: Print): boolean {
    return this.#pieces.has(print) || this.#complete.some(({ index }) => positionOf(index, print) >= 0);
  }

  /** Removes all others. */
  retain(kept: ReadonlySet<Print>): void {
    for (const print of [...this.#pieces.keys()]) if (!kept.has(print)) this.remove(print);
    for (const { index } of this.#complete) {
      for (const [n, print] of index.prints.entries())
        if (index.lengths[n] !== 0 && !kept.has(print)) this.remove(print);
    }
  }

  /** Of the first file nothing was given up yet. */
  get since(): number {
    const [oldest] = this.#complete;
    if (!oldest || numberOf(oldest.path) === 1) return Number.NEGATIVE_INFINITY;
    return oldest.index.first;
  }

  remove(print: Print): void {
    if (!this.has(print)) return;
    this.#pieces.delete(print);
    for (const { index } of this.#complete) removeFrom(index, print);
    this.#gone.add(print);
    this.#unwritten.add(print);
  }

  // ---- the newest file

  #keep(print: Print, more: Buffer): void {
    const before = this.#pieces.get(print);
    this.#pieces.set(print, before ? Buffer.concat([before, more]) : Buffer.from(more));
  }

  /** False: it is not there, or not as it was left. */
  async #appendTo(path: string, bytes: Buffer): Promise<boolean> {
    if (this.#size === 0) return false;
    const { files } = this.#options;
    const file = await files.open(path, APPEND).catch((error) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw plainError(path, error);
    });
    if (!file) return false;
    try {
      if ((await file.stat()).size !== this.#size) return false;
      await files.append(file, bytes);
      await files.sync(file);
      this.#size += bytes.length;
      return true;
    } catch (error) {
      this.#size = 0; // the next append writes over the rest of this one
      throw plainError(path, error);
    } finally {
      await file.close();
    }
  }

  async #writeAnew(path: string, more: Buffer): Promise<void> {
    this.#size = 0;
    const entries = [...this.#entries()].map(entryOf);
    const bytes = Buffer.concat([HEAD, ...entries, more]);
    const { files } = this.#options;
    await writeWhole(path, (file) => files.append(file, bytes), files).catch((error) => {
      throw plainError(path, error);
    });
    this.#size = bytes.length;
  }

  *#entries(): Generator<Entry> {
    for (const print of this.#gone) if (!this.#unwritten.has(print)) yield { print, bytes: NOTHING };
    for (const [print, bytes] of this.#pieces) yield { print, bytes };
  }

  async #loadOpen(number: number): Promise<void> {
    this.#number = number;
    const entries = await this.#salvage(this.#pathOf(number));
    if (!entries) return;
    const counts = new Map<Print, number>();
    await inPieces(entries, IN_TURNS, ({ print, bytes }) => {
      if (bytes.length === 0) {
        this.#gone.add(print);
        this.#pieces.delete(print);
      } else {
        this.#keep(print, bytes);
        counts.set(print, (counts.get(print) ?? 0) + 1);
      }
    });
    this.#appends = Math.max(0, ...counts.values());
  }

  // ---- files that are complete

  /** The newest becomes one of them, and the next one begins. Where that fails, the next append tries again. */
  async #completeOpen(): Promise<void> {
    const path = this.#pathOf(this.#number);
    try {
      this.#complete.push(await writeComplete(path, { pieces: this.#pieces, gone: this.#gone }, this.#options.files));
    } catch (error) {
      this.#size = 0;
      const { message } = plainError(path, error);
      return this.#options.log.warn(`${message}: it is left as it is, and tried again`);
    }
    this.#number += 1;
    this.#pieces = new Map();
    this.#gone = new Set(this.#unwritten);
    [this.#appends, this.#size] = [0, 0];
    await this.#makeRoom();
  }

  /** A kill came before it was complete. */
  async #finish(number: number, found: Map<number, CompleteFile>): Promise<void> {
    const path = this.#pathOf(number);
    const entries = await this.#salvage(path);
    if (!entries) return;
    found.set(number, await writeComplete(path, contentOf(entries), this.#options.files));
  }

  /** The oldest files go, but never the newest that is complete. */
  async #makeRoom(): Promise<void> {
    const { limits, log } = this.#options;
    const series = Math.max(...this.#complete.map(({ index }) => index.prints.length));
    const most = limits.bytes * Math.max(1, series / USUAL_SERIES);
    const total = () => this.#complete.reduce((sum, { size }) => sum + size, 0);
    while (this.#complete.length > 1 && (this.#complete.length > limits.files || total() > most)) {
      const [oldest] = this.#complete;
      try {
        await rm((oldest as CompleteFile).path, { force: true });
      } catch (error) {
        return log.warn(`${plainError((oldest as CompleteFile).path, error).message}: it stays`);
      }
      this.#complete.shift();
    }
  }

  #forgetGone(): void {
    const gone = new Set(this.#gone);
    for (const { index } of this.#complete.toReversed()) {
      for (const print of gone) removeFrom(index, print);
      for (const print of index.gone) gone.add(print);
    }
  }

  // ---- of open and complete files

  /** The readable entries of a file; undefined for a file of another program, which is set aside. */
  async #salvage(path: string): Promise<readonly Entry[] | undefined> {
    const { folder, files, log } = this.#options;
    const bytes = await readFile(path);
    const isOurs = bytes.subarray(0, HEAD.length).equals(HEAD);
    const entries: Entry[] = [];
    let damaged = isOurs ? 0 : bytes.length;
    await inPieces(isOurs ? entriesIn(bytes) : [], IN_TURNS, (found) => {
      if (typeof found === "number") damaged += found;
      else entries.push(found);
    });
    if (damaged === 0) this.#size = bytes.length; // of an open one; else it is written anew
    if (damaged === 0) return isOurs ? entries : this.#drop(path);
    const aside = await setAside({ folder, path, files });
    log.warn(
      `${path}: the file is damaged: what can be read of it was kept, ${damaged} bytes are lost; the file as it was is kept as ${aside}`,
    );
    return isOurs ? entries : this.#drop(path);
  }

  async #drop(path: string): Promise<undefined> {
    await rm(path, { force: true });
  }

  #pathOf(number: number): string {
    const { within, name } = this.#options;
    return join(within, `${name}-${String(number).padStart(6, "0")}.hist`);
  }

  async #numbers(): Promise<readonly number[]> {
    const { within, name } = this.#options;
    const own = new RegExp(`^${name}-(\\d{6,9})\\.hist$`);
    const names = (await readdir(within)).flatMap((each) => own.exec(each)?.[1] ?? []);
    const numbers = names.map(Number).sort((one, other) => one - other);
    const isFile = await Promise.all(numbers.map(async (number) => (await stat(this.#pathOf(number))).isFile()));
    return numbers.filter((_, n) => isFile[n]);
  }
}

function contentOf(entries: readonly Entry[]): FileContent {
  const pieces = new Map<Print, Buffer>();
  const gone = new Set<Print>();
  for (const { print, bytes } of entries) {
    if (bytes.length > 0) pieces.set(print, Buffer.concat([pieces.get(print) ?? NOTHING, bytes]));
    else {
      gone.add(print);
      pieces.delete(print);
    }
  }
  return { pieces, gone };
}

function lastOf(rollups: readonly Rollup[], before: number): Rollup | undefined {
  return inOrder(rollups).findLast(({ at }) => at < before);
}
