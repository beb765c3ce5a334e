/** Looks at a data file before NeDB does, and makes the best of a damaged one: what can be read is kept. */
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Kept, Log } from "../../model/ports.ts";
import type { Address } from "../../model/resource.ts";
import { BACKUPS, type Backup, backupsIn } from "./backups.ts";
import { type Sight, writeData } from "./data.ts";
import { duplicate, type Files, FOLDER_MODE, isFile } from "./files.ts";
import { eachLine, entryOf, glanceAt, isEnd, lineOf, sealedWithin, Tally } from "./lines.ts";
import { tracesIn } from "./traces.ts";

/** What a file still says. */
export interface Salvage {
  readonly records: Map<Address, string>;
  readonly gone: Set<Address>;
  readonly isWhole: boolean;
}

export interface Patient {
  readonly folder: string;
  readonly path: string;
  readonly log: Log;
  readonly files: Files;
  /** No data file was there; this one is what NeDB was writing to take its place. */
  readonly isSuccessor: boolean;
  /** Lines that were cut out of it, as far as that can be told. */
  readonly missing: number;
  /** The records of a backup as they are in this version. */
  readonly translate: (records: readonly Kept[], version: number) => readonly Kept[];
}

const DAMAGED = "damaged";
const KEPT = 3;

/** Undefined when a line is not as it was written, or the end of what was once written anew is missing. */
export async function lookAt(path: string): Promise<(Sight & { readonly missing: number }) | undefined> {
  const tally = new Tally();
  let isSound = true;
  let [whole, length] = [0, 0];
  await eachLine(path, (line, ended) => {
    length += line.length + 1;
    const entry = ended ? glanceAt(line) : undefined;
    if (!entry) isSound = false;
    else tally.take(entry);
    if (entry && isEnd(entry)) whole = length;
  });
  return isSound && tally.isWhole ? { whole, behind: tally.behind, missing: tally.missing } : undefined;
}

/** Leaves a sound file, and says in one line what that took. */
export async function repair(patient: Patient): Promise<void> {
  const { path, log, files } = patient;
  const size = await sizeOf(path);
  const { records, gone } = size ? await salvage(path) : nothing();
  const kept = records.size;
  const backup = await goodBackup(patient);
  for (const { address, json } of backup?.records ?? []) {
    if (json !== undefined && !records.has(address) && !gone.has(address)) records.set(address, json);
  }
  const aside = size ? await setAside(patient) : undefined;
  const lines = [...records].map(([address, json]) => lineOf({ address, json }));
  await writeData(path, lines, files);

  const what = finding(size, patient);
  const original = aside ? `; the file as it was is kept as ${aside}` : "";
  if (records.size === 0 && !backup && gone.size === 0) {
    log.error(`${path}: ${what}, nothing of it can be read and there is no backup: all is lost${original}`);
    return;
  }
  const back = records.size - kept;
  const from = backup ? `${back} brought back from the backup of ${backup.day}` : "there is no backup to look into";
  log.warn(`${path}: ${what}: ${kept} resources kept, ${from}${original}`);
}

export async function salvage(path: string): Promise<Salvage> {
  const { records, gone } = nothing();
  let isWhole = true;
  const take = (line: Buffer) => {
    const entry = entryOf(line);
    if (!entry || isEnd(entry)) return entry !== undefined;
    if (entry.json === undefined) {
      records.delete(entry._id);
      gone.add(entry._id);
    } else {
      gone.delete(entry._id);
      records.set(entry._id, entry.json);
    }
    return true;
  };
  await eachLine(path, (line) => {
    if (take(line)) return;
    isWhole = false;
    for (const piece of sealedWithin(line)) take(piece);
  });
  return { records, gone, isWhole };
}

async function goodBackup({
  folder,
  translate,
}: Patient): Promise<(Backup & { records: readonly Kept[] }) | undefined> {
  const traces = await tracesIn(join(folder, BACKUPS));
  for (const backup of await backupsIn(folder)) {
    const { records, isWhole } = await salvage(backup.path);
    if (!isWhole) continue;
    const isDeleted = (address: Address) => (traces.get(address) ?? -1) >= backup.number;
    const kept = [...records].flatMap(([address, json]) => (isDeleted(address) ? [] : { address, json }));
    return { ...backup, records: translate(kept, backup.version) };
  }
  return undefined;
}

function finding(size: number | undefined, { isSuccessor, missing }: Patient): string {
  if (size === undefined) return "the file is missing";
  if (isSuccessor) return "the file was missing, but not the unfinished one that was to take its place";
  if (missing > 0) return missing === 1 ? "a line of the file is missing" : `${missing} lines of the file are missing`;
  return size === 0 ? "the file is empty" : "the file is damaged";
}

/** Its new name, relative to the folder. The oldest of its kind goes. */
export async function setAside({ folder, path, files }: Pick<Patient, "folder" | "path" | "files">): Promise<string> {
  const within = join(folder, DAMAGED);
  const own = `-${basename(path)}`;
  await mkdir(within, { recursive: true, mode: FOLDER_MODE });
  const names = (await readdir(within))
    .filter((name) => /^\d{6}$/.test(name.slice(0, -own.length)) && name.endsWith(own))
    .sort();
  const newest = names.at(-1);
  const file = await files.identify(path);
  if (newest && (await files.identify(join(within, newest))) === file) return join(DAMAGED, newest); // a repair that failed has done it
  const name = `${String(Number(newest?.slice(0, 6) ?? 0) + 1).padStart(6, "0")}${own}`;
  await duplicate(path, join(within, name), files);
  for (const old of names.slice(0, Math.max(0, names.length + 1 - KEPT))) await rm(join(within, old), { force: true });
  return join(DAMAGED, name);
}

/** Undefined when there is none. */
async function sizeOf(path: string): Promise<number | undefined> {
  return (await isFile(path)) ? (await stat(path)).size : undefined;
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

function nothing(): { records: Map<Address, string>; gone: Set<Address> } {
  return { records: new Map(), gone: new Set() };
}
