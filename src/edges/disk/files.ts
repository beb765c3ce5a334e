/** The file system as the disk edge uses it, and its errors in plain sentences. */
import { constants, type PathLike, type Stats, writeSync } from "node:fs";
import { access, copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";

/** The calls that fail with a failing medium; tests replace them. */
export interface FileSystem {
  open(path: string, flags: string | number): Promise<FileHandle>;
  append(file: FileHandle, bytes: Uint8Array): Promise<void>;
  /** Synchronously: it blocks the event loop. */
  appendNow(file: FileHandle, bytes: Uint8Array): void;
  sync(file: FileHandle): Promise<void>;
  truncate(file: FileHandle, length: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(path: string, other: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
  /** A file's identity (device and inode), under any of its names. */
  identify(file: PathLike | FileHandle): Promise<bigint>;
}

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

export const FILE_SYSTEM: FileSystem = {
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

const FILE_ERRORS: Readonly<Record<string, string>> = {
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
  const reason = FILE_ERRORS[errorCode(error)] ?? wordsOf(error);
  return new PlainError(`${path}: ${reason}`, { cause: error });
}

export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(errorCode(error instanceof PlainError ? error.cause : error));
}

/** "ENOENT"; "" for an error that is not the system's. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Logs the same line once a minute at most: a medium that comes and goes would fill the log. */
export function withoutRepeats(log: Log, clock: Pick<Clock, "uptime">): Log {
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

/** Another process has the folder, and may release it. */
export class FolderInUse extends PlainError {
  readonly code = "EBUSY";
}

export async function makeFolder(folder: string, files: FileSystem = FILE_SYSTEM): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await files.syncFolder(dirname(folder));
}

/** Syncs a folder: without that a power cut may undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // cannot open a folder, and need not
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file atomically: afterwards it is on the medium as a whole, or rejected and not there. */
export async function writeWhole(
  path: string,
  fill: (file: FileHandle, unfinished: string) => Promise<void>,
  files: FileSystem = FILE_SYSTEM,
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
    await rm(unfinished, { force: true }).catch(() => {}); // the next opening removes it
    throw error;
  }
}

/** Removes unfinished files and folders that a crash left. Only while no process writes there. */
export async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names)
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}

/** Whether a file exists. Rejects for anything but a file: a pipe would be read for ever. */
export async function isFile(path: string): Promise<boolean> {
  const there = await stat(path).catch((error) => {
    if (errorCode(error) === "ENOENT") return undefined;
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

/** Leaves the original in place: a crash right afterwards must find it there. */
export async function duplicate(path: string, other: string, files: FileSystem = FILE_SYSTEM): Promise<void> {
  await files.link(path, other).catch(() => copyFile(path, other, constants.COPYFILE_EXCL)); // not every file system has links
  await files.syncFolder(dirname(other));
}

function isHandle(file: PathLike | FileHandle): file is FileHandle {
  return typeof file === "object" && "fd" in file;
}
