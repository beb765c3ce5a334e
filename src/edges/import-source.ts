/**
 * Reads the house of another program from a folder of this machine. Files are opened for reading, one after the other, and nothing else: no lock,
 * no library that would make a file beside them. A database that is written meanwhile is read once more.
 */
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

interface ReadFile {
  readonly bytes: Buffer;
  readonly written: number | null;
}

interface ReadFolder {
  readonly folder: string;
  readonly home: string; // where they lie: it may be below the folder that was named
  readonly files: ReadonlyMap<string, ReadFile>;
}

type SourceTrouble = "no-folder" | "too-large" | "keeps-changing" | "file-unreadable";

export class SourceError extends Error {
  readonly trouble: SourceTrouble;
  readonly file: string;

  constructor(trouble: SourceTrouble, file: string) {
    super(`${trouble}: ${file}`);
    this.trouble = trouble;
    this.file = file;
  }
}

export const LARGEST_FILE = 64; // MB
const LARGEST = LARGEST_FILE * 1024 * 1024;
const LARGEST_OF_ALL = 2 * LARGEST;
const MOST_FILES = 200;
const TRIES = 3;
const ANCHORS: readonly string[] = ["configuration.yaml", "zll.db", "zigbee.db"];
const HOUSES: readonly (readonly string[])[] = [["configuration.yaml", "database.db"], ["zll.db"], ["zigbee.db"]];
/** Where programs keep their data below a folder that people name. */
const BELOW: readonly string[] = ["zigbee2mqtt", "data", ".local/share/dresden-elektronik/deCONZ"];
const REGISTRIES = ".storage";
const FORBIDDEN: readonly unknown[] = ["EACCES", "EPERM"];

/** `isWanted` says by its name which files matter. */
export async function readSource(path: string, isWanted: (name: string) => boolean): Promise<ReadFolder> {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const read = await readOnce(path, isWanted);
    const changed = await changedSince(read);
    if (changed === undefined) return { folder: path, home: homeOf(read, path), files: withoutStats(read) };
    if (tries === 1) throw new SourceError("keeps-changing", changed);
  }
  throw new SourceError("no-folder", path);
}

interface FileRead extends ReadFile {
  readonly path: string;
  readonly size: number;
}

async function readOnce(path: string, isWanted: (name: string) => boolean): Promise<ReadonlyMap<string, FileRead>> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) throw new SourceError("no-folder", path);
  if (facts.isFile() && !ANCHORS.includes(basename(path))) return new Map([[basename(path), await readWhole(path)]]);
  const folder = facts.isFile() ? dirname(path) : await folderOfHouse(path);
  const home = await realpath(folder);
  const files = new Map<string, FileRead>();
  let left = LARGEST_OF_ALL;
  for (const name of (await namesIn(folder)).filter(isWanted).slice(0, MOST_FILES)) {
    const real = await realpath(join(folder, name)).catch(() => "");
    if (!real.startsWith(home + sep)) continue; // a link that leads out of it
    const file = await readWhole(real).catch((error) => {
      if (error instanceof SourceError) throw error;
      if (FORBIDDEN.includes(error.code)) throw new SourceError("file-unreadable", name);
      return undefined; // it went meanwhile
    });
    if (!file) continue;
    left -= file.size;
    if (left < 0) throw new SourceError("too-large", name);
    files.set(name, file);
  }
  return files;
}

/** The folder with a whole house, else the first with a part of one: Home Assistant's own has settings of the same name as zigbee2mqtt's. */
async function folderOfHouse(path: string): Promise<string> {
  const look = async (below: string) => {
    const folder = join(path, below);
    return { folder, names: await readdir(folder).catch(() => [] as string[]) };
  };
  const folders = await Promise.all(["", ...BELOW].map(look));
  const whole = folders.find(({ names }) => HOUSES.some((files) => files.every((name) => names.includes(name))));
  const begun = folders.find(({ names }) => names.some((name) => ANCHORS.includes(name)));
  return (whole ?? begun)?.folder ?? path;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const top = await readdir(folder).catch(() => {
    throw new SourceError("no-folder", folder);
  });
  const registries = await readdir(join(folder, REGISTRIES)).catch(() => []);
  return [...top, ...registries.map((name) => `${REGISTRIES}/${name}`)].toSorted();
}

async function readWhole(path: string): Promise<FileRead> {
  const file = await open(path, "r");
  try {
    const { size, mtimeMs, isFile } = await factsOf(file);
    if (!isFile) return { path, bytes: Buffer.alloc(0), size: 0, written: null };
    if (size > LARGEST) throw new SourceError("too-large", basename(path));
    const bytes = Buffer.alloc(size);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await file.read(bytes, at, size - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return { path, bytes: bytes.subarray(0, at), size, written: Math.round(mtimeMs) };
  } finally {
    await file.close();
  }
}

async function factsOf(file: FileHandle) {
  const facts = await file.stat();
  return { size: facts.size, mtimeMs: facts.mtimeMs, isFile: facts.isFile() };
}

function homeOf(files: ReadonlyMap<string, FileRead>, path: string): string {
  const [anchor] = [...files].filter(([name]) => ANCHORS.includes(name)).map(([, file]) => dirname(file.path));
  return anchor ?? path;
}

/** The name of a file that is no longer as it was when it was read. */
async function changedSince(files: ReadonlyMap<string, FileRead>): Promise<string | undefined> {
  for (const [name, { path, size, written }] of files) {
    const now = await stat(path).catch(() => undefined);
    if (!now || (written !== null && (now.size !== size || Math.round(now.mtimeMs) !== written))) return name;
  }
  return undefined;
}

function withoutStats(files: ReadonlyMap<string, FileRead>): ReadonlyMap<string, ReadFile> {
  return new Map([...files].map(([name, { bytes, written }]) => [name, { bytes, written }]));
}
