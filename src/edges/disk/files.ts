/** What the disk edge asks of the file system, and what it says when the file system refuses. */
import { constants, type PathLike, type Stats, writeSync } from "node:fs";
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";

/** The calls that a failing medium shows; tests give their own. */
export interface Files {
  open(path: string, flags: string | number): Promise<FileHandle>;
  append(file: FileHandle, bytes: Uint8Array): Promise<void>;
  /** At once, while everybody else waits. */
  appendNow(file: FileHandle, bytes: Uint8Array): void;
  sync(file: FileHandle): Promise<void>;
  truncate(file: FileHandle, length: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(path: string, other: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
  /** Which file that is: the same number means the same file, whatever its names are. */
  identify(file: PathLike | FileHandle): Promise<bigint>;
}

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

export const FILES: Files = {
  open: (path, flags) => open(path, flags, FILE_MODE),
  append: async (file, bytes) => {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray((await file.write(rest)).bytesWritten);
  },
  appendNow: (file, bytes) => {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(file.fd, rest));
  },
  sync: (file) => file.datasync(),
  truncate: (file, length) => file.truncate(length),
  rename,
  link,
  syncFolder,
  identify: async (file) => {
    const how = { bigint: true } as const;
    const { dev, ino } = await (isHandle(file) ? file.stat(how) : stat(file, how));
    return (dev << 64n) | ino;
  },
};

const UNFINISHED = ".new";
const MINUTE = 60_000; // milliseconds

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the user's share of the disk is full",
  EIO: "the disk reports a fault",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOTDIR: "a part of this path is not a folder",
  EEXIST: "a file is in the way of a folder",
};

/** One plain sentence that names the file. */
export function plainError(path: string, error: unknown): Error {
  if (error instanceof PlainError) return error;
  const reason = WORDS[codeOf(error)] ?? wordsOf(error);
  return new PlainError(`${path}: ${reason}`, { cause: error });
}

export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error instanceof PlainError ? error.cause : error));
}

/** "ENOENT"; "" when it is none of the system's. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The same line once a minute: a medium that comes and goes would fill the log. */
export function hushed(log: Log, clock: Pick<Clock, "uptime">): Log {
  const told = new Map<string, number>();
  const once = (tell: (text: string) => void) => (text: string) => {
    const now = clock.uptime();
    for (const [line, at] of told) if (now - at >= MINUTE) told.delete(line);
    if (told.has(text)) return;
    told.set(text, now);
    tell(text);
  };
  return {
    info: once((text) => log.info(text)),
    warn: once((text) => log.warn(text)),
    error: once((text) => log.error(text)),
  };
}

/** Its message is fit for the user as it is. */
export class PlainError extends Error {}

/** Somebody else has the folder, and may let go of it. */
export class FolderInUse extends PlainError {
  readonly code = "EBUSY";
}

export async function makeFolder(folder: string, files: Files = FILES): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await files.syncFolder(dirname(folder));
}

/** Without this a power cut may undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // cannot open a folder, and needs not
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The file is there as a whole and on the medium, or it is not there. Rejects also where a power cut might still undo it. */
export async function writeWhole(
  path: string,
  fill: (file: FileHandle, unfinished: string) => Promise<void>,
  files: Files = FILES,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    const file = await files.open(unfinished, "w");
    try {
      await fill(file, unfinished);
      await files.sync(file);
    } finally {
      await file.close();
    }
    await files.rename(unfinished, path);
    await files.syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {}); // the next opening does it
    throw error;
  }
}

/** Takes away what a crash left of files, or folders, that were being written. Only while nobody writes there. */
export async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names)
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Whether it is there. Rejects when it is no file: a pipe would be read for ever. */
export async function isFile(path: string): Promise<boolean> {
  const there = await stat(path).catch((error) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (there && !there.isFile()) throw new PlainError(`${path}: this is no file, but ${kindOf(there)}`);
  return there !== undefined;
}

function kindOf(there: Stats): string {
  if (there.isDirectory()) return "a folder";
  if (there.isFIFO()) return "a pipe";
  return there.isSocket() ? "a socket" : "a device";
}

/** Leaves the original where it is: a crash right afterwards must find it there. */
export async function duplicate(path: string, other: string, files: Files = FILES): Promise<void> {
  await files.link(path, other).catch(() => copyFile(path, other, constants.COPYFILE_EXCL)); // not all file systems can link
  await files.syncFolder(dirname(other));
}

function isHandle(file: PathLike | FileHandle): file is FileHandle {
  return typeof file === "object" && "fd" in file;
}
