/** The files of a house that is moved in from, as bytes, by their path below the chosen folder. */
import { SqliteDatabase, SqliteError } from "./formats/sqlite.ts";
import { ImportRefusal } from "./refusal.ts";
import type { NoteCode } from "./words.ts";

export interface SourceFile {
  readonly bytes: Buffer;
  readonly written: number | null; // milliseconds
}

export class SourceFiles {
  readonly folder: string; // as people call it; of an upload its name
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #read = new Set<string>();

  constructor(folder: string, files: ReadonlyMap<string, SourceFile>) {
    this.folder = folder;
    this.#files = files;
  }

  get names(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** Those that were asked for. */
  get read(): readonly string[] {
    return [...this.#read].toSorted();
  }

  get written(): number | null {
    const times = this.read.flatMap((name) => this.#files.get(name)?.written ?? []);
    return times.length === 0 ? null : Math.max(...times);
  }

  writtenOf(name: string): number | null {
    return this.#files.get(name)?.written ?? null;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  bytes(name: string): Buffer | undefined {
    const file = this.#files.get(name);
    if (file) this.#read.add(name);
    return file?.bytes;
  }

  /** Without counting as read. */
  peek(name: string): Buffer | undefined {
    return this.#files.get(name)?.bytes;
  }

  text(name: string): string | undefined {
    return this.bytes(name)?.toString("utf8");
  }

  /** With the log and the journal beside it. */
  database(name: string): SqliteDatabase | undefined {
    const file = this.bytes(name);
    if (!file) return undefined;
    try {
      return new SqliteDatabase({ file, wal: this.bytes(`${name}-wal`), journal: this.bytes(`${name}-journal`) });
    } catch (error) {
      throw inOurWords(error, name);
    }
  }
}

const FAULTS: Readonly<Record<SqliteError["fault"], NoteCode>> = {
  empty: "file-empty",
  foreign: "file-foreign",
  interrupted: "file-interrupted",
  damaged: "file-damaged",
  cut: "file-cut",
  encoding: "file-encoding",
};

export function inOurWords(error: unknown, file: string): unknown {
  return error instanceof SqliteError ? new ImportRefusal(FAULTS[error.fault], { file }) : error;
}
