/** What the disk edge asks of the file system, and what it says when the file system refuses. */
import { constants, copyFile, type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { wordsOf } from "../model/errors.ts";

/** The calls that a failing medium shows first; tests give their own. */
export interface Files {
  open(path: string, flags: string): Promise<FileHandle>;
  append(file: FileHandle, bytes: Uint8Array): Promise<void>;
  sync(file: FileHandle): Promise<void>;
  truncate(file: FileHandle, length: number): Promise<void>;
}

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

export const FILES: Files = {
  open: (path, flags) => open(path, flags, FILE_MODE),
  append: (file, bytes) => file.appendFile(bytes),
  sync: (file) => file.datasync(),
  truncate: (file, length) => file.truncate(length),
};

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
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = WORDS[code] ?? wordsOf(error);
  return new PlainError(`${path}: ${reason}`, { cause: error });
}

export function isFull(error: unknown): boolean {
  const cause = error instanceof PlainError ? error.cause : error;
  return cause instanceof Error && "code" in cause && ["ENOSPC", "EDQUOT"].includes(String(cause.code));
}

/** Its message is fit for the user as it is. */
export class PlainError extends Error {}

/** Somebody else has the folder, and may let go of it. */
export class FolderInUse extends PlainError {
  readonly code = "EBUSY";
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await syncFolder(dirname(folder));
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

/** The file is there as a whole and on the medium, or it is not there. */
export async function writeWhole(path: string, fill: (file: FileHandle, unfinished: string) => Promise<void>) {
  const unfinished = `${path}.new`;
  try {
    const file = await open(unfinished, "w", FILE_MODE);
    try {
      await fill(file, unfinished);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Leaves the original where it is: a crash right afterwards must find it there. */
export async function duplicate(path: string, other: string): Promise<void> {
  await link(path, other).catch(() => copyFile(path, other, constants.COPYFILE_EXCL)); // not all file systems can link
  await syncFolder(dirname(other));
}
