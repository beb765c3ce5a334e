/** Inspects a data file before NeDB loads it, and repairs a damaged one from its readable lines and from a backup. */
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Kept, Log } from "../../model/ports.ts";
import type { Address } from "../../model/resource.ts";
import { BACKUPS, type DataBackup, dataBackupsIn, tombstonesIn } from "./data-backups.ts";
import { type DataFileFacts, writeDataFile } from "./data-file.ts";
import { duplicate, type FileSystem, FOLDER_MODE, isFile } from "./files.ts";
import { changedBy, isEndLine, LineCount, linesOf, parseLine, readLines, sealedWithin, startOf } from "./lines.ts";
import { dataFile, VERSION, versionsIn } from "./versions.ts";

/** The readable content of a file. */
interface Salvage {
  readonly records: Map<Address, Kept>;
  readonly deleted: Set<Address>;
  readonly isSound: boolean;
}

interface DamagedFile {
  readonly folder: string;
  readonly path: string;
  readonly log: Log;
  readonly files: FileSystem;
  /** The data file was missing; this is the unfinished one that NeDB was writing to replace it. */
  readonly isSuccessor: boolean;
  /** Lines that were cut out, as far as the numbers of the others tell. */
  readonly missing: number;
  /** Migrates the records of a backup to this version. */
  readonly translate: (records: readonly Kept[], version: number) => readonly Kept[];
}

const DAMAGED_FOLDER = "damaged";
const MOST_KEPT = 3;

/** Undefined when a line is not as it was written, or the end line of the last compaction is missing. */
export async function inspectDataFile(
  path: string,
): Promise<(DataFileFacts & { readonly missing: number }) | undefined> {
  const count = new LineCount();
  let isSound = true;
  let [compactedLength, length] = [0, 0];
  await readLines(path, (line, ended) => {
    length += line.length + 1;
    const entry = ended ? startOf(line) : undefined;
    if (!entry) isSound = false;
    else count.count(entry);
    if (entry && isEndLine(entry)) compactedLength = length;
  });
  return isSound && count.hasEnd
    ? { compactedLength, appendedLines: count.appended, missing: count.missing }
    : undefined;
}

/** Leaves a sound file, and logs in one line how many records it kept and brought back. */
export async function repair(damaged: DamagedFile): Promise<void> {
  const { path, log, files } = damaged;
  const size = await sizeOf(path);
  const { records, deleted } = size ? await salvage(path) : emptySalvage();
  const kept = records.size;
  const backup = await newestSoundBackup(damaged);
  for (const record of backup?.records ?? []) {
    if (!records.has(record.address) && !deleted.has(record.address)) records.set(record.address, record);
  }
  const setAsideAs = size ? await setAside(damaged) : undefined;
  const lines = [...records.values()].flatMap(linesOf);
  await writeDataFile(path, lines, files);

  const what = damageOf(size, damaged);
  const original = setAsideAs ? `; the file as it was is kept as ${setAsideAs}` : "";
  if (records.size === 0 && !backup && deleted.size === 0) {
    log.error(`${path}: ${what}, nothing of it can be read and there is no backup: all is lost${original}`);
    return;
  }
  const back = records.size - kept;
  const from = backup ? `${back} brought back from the backup of ${backup.day}` : "there is no backup to look into";
  log.warn(`${path}: ${what}: ${kept} resources kept, ${from}${original}`);
}

export async function salvage(path: string): Promise<Salvage> {
  const { records, deleted } = emptySalvage();
  let isSound = true;
  const read = (line: Buffer) => {
    const entry = parseLine(line);
    if (!entry || isEndLine(entry)) return entry !== undefined;
    const changed = changedBy(entry);
    if (changed) keepLater(records, changed, entry.json);
    else if (entry.json === undefined) {
      records.delete(entry._id);
      deleted.add(entry._id);
    } else {
      deleted.delete(entry._id);
      records.set(entry._id, { address: entry._id, json: entry.json });
    }
    return true;
  };
  await readLines(path, (line) => {
    if (read(line)) return;
    isSound = false;
    for (const piece of sealedWithin(line)) read(piece);
  });
  return { records, deleted, isSound };
}

/** The records of a folder that no gateway has open; damaged lines are left out. */
export async function recordsLeft(folder: string): Promise<readonly Kept[]> {
  const [version = VERSION] = await versionsIn(folder);
  const path = join(folder, dataFile(version));
  if (!(await isFile(path))) return [];
  const { records } = await salvage(path);
  return [...records.values()];
}

async function newestSoundBackup({
  folder,
  translate,
}: DamagedFile): Promise<(DataBackup & { records: readonly Kept[] }) | undefined> {
  const tombstones = await tombstonesIn(join(folder, BACKUPS));
  for (const backup of await dataBackupsIn(folder)) {
    const { records, isSound } = await salvage(backup.path);
    if (!isSound) continue;
    const isDeleted = (address: Address) => (tombstones.get(address) ?? -1) >= backup.number;
    const kept = [...records.values()].filter(({ address }) => !isDeleted(address));
    return { ...backup, records: translate(kept, backup.version) };
  }
  return undefined;
}

function damageOf(size: number | undefined, { isSuccessor, missing }: DamagedFile): string {
  if (size === undefined) return "the file is missing";
  if (isSuccessor) return "the file was missing, but not the unfinished one that was to take its place";
  if (missing > 0) return missing === 1 ? "a line of the file is missing" : `${missing} lines of the file are missing`;
  return size === 0 ? "the file is empty" : "the file is damaged";
}

/** Keeps a damaged file under another name, relative to the folder. The oldest such file is removed. */
export async function setAside({
  folder,
  path,
  files,
}: Pick<DamagedFile, "folder" | "path" | "files">): Promise<string> {
  const within = join(folder, DAMAGED_FOLDER);
  const own = `-${basename(path)}`;
  await mkdir(within, { recursive: true, mode: FOLDER_MODE });
  const names = (await readdir(within))
    .filter((name) => /^\d{6}$/.test(name.slice(0, -own.length)) && name.endsWith(own))
    .sort();
  const newest = names.at(-1);
  const file = await files.identify(path);
  if (newest && (await files.identify(join(within, newest))) === file) return join(DAMAGED_FOLDER, newest); // an earlier repair that failed has done it
  const name = `${String(Number(newest?.slice(0, 6) ?? 0) + 1).padStart(6, "0")}${own}`;
  await duplicate(path, join(within, name), files);
  for (const old of names.slice(0, Math.max(0, names.length + 1 - MOST_KEPT)))
    await rm(join(within, old), { force: true });
  return join(DAMAGED_FOLDER, name);
}

/** Undefined for a missing file. */
async function sizeOf(path: string): Promise<number | undefined> {
  return (await isFile(path)) ? (await stat(path)).size : undefined;
}

/** Changes to a record whose own line cannot be read say too little by themselves. */
function keepLater(records: Map<Address, Kept>, address: Address, later: string | undefined): void {
  const record = records.get(address);
  if (record && later !== undefined) records.set(address, { ...record, later });
}

function emptySalvage(): { records: Map<Address, Kept>; deleted: Set<Address> } {
  return { records: new Map(), deleted: new Set() };
}
