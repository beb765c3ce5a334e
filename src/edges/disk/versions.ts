/**
 * The version of the data is in the name of their file, `data-v1.db`: a migration writes the next file as a whole and
 * only then takes the old one away, so there is no moment in which the two could disagree.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Kept } from "../../model/ports.ts";
import { PlainError } from "./files.ts";

/** The records of one version as those of the next. */
export type Migration = (records: readonly Kept[]) => readonly Kept[];

export const VERSION = 1;

/** By the version they start from. */
export const MIGRATIONS: Readonly<Record<number, Migration>> = {};

const DATA = /^data-v(\d+)\.db(~?)$/;

export function dataFile(version: number): string {
  return `data-v${version}.db`;
}

/** The versions of the data files in the folder, the newest first; unfinished ones of NeDB count. */
export async function versionsIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const found = names.flatMap((name) => DATA.exec(name)?.[1] ?? []).map(Number);
  return [...new Set(found)].sort((one, other) => other - one);
}

/** Refuses data of a version that this release does not know, before it touches them. */
export function checkVersion(folder: string, version: number, migrations: Readonly<Record<number, Migration>>): void {
  if (version > VERSION) {
    const file = join(folder, dataFile(version));
    throw new PlainError(
      `${file}: a newer release wrote these data; this one knows version ${VERSION} and leaves them`,
    );
  }
  for (let from = version; from < VERSION; from += 1) {
    if (migrations[from]) continue;
    throw new PlainError(`${join(folder, dataFile(version))}: this release cannot read data of version ${version}`);
  }
}

export function migrateRecords(
  records: readonly Kept[],
  version: number,
  migrations: Readonly<Record<number, Migration>>,
): readonly Kept[] {
  let now = records;
  for (let from = version; from < VERSION; from += 1) now = migrations[from]?.(now) ?? now;
  return now;
}
