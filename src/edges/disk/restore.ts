/**
 * Restores a backup, all or nothing. Its files are written into a staging folder; renaming that folder is the moment from which it counts.
 * The next opening of the data moves them into place, also after an interruption: each step can be repeated.
 */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Archive, isFileName } from "./archive.ts";
import { BACKUPS } from "./data-backups.ts";
import { writeDataFile } from "./data-file.ts";
import { exists, FOLDER_MODE, makeFolder, PlainError, plainError, syncFolder, writeWhole } from "./files.ts";
import { lineOf } from "./lines.ts";
import { dataFile } from "./versions.ts";

const STAGING = "restore.new"; // incomplete
const STAGED = "restore"; //      complete: the next opening moves it into place
const REPLACED = "replaced"; //   the data before the last restore
const OLD = "old"; //           within STAGED: the data that it replaces
const RADIO = "radio";
const DATA = /^data-v\d+\.db~?$/;

/** Stages a backup for the next opening of the folder's data. Until then nothing changes. */
export async function stageRestore(folder: string, { records, dataVersion, radio }: Archive): Promise<void> {
  const aside = join(folder, STAGING);
  try {
    await rm(aside, { recursive: true, force: true });
    await makeFolder(aside);
    await writeDataFile(
      join(aside, dataFile(dataVersion)),
      records.map((record) => lineOf(record)),
    );
    if (Object.keys(radio).length > 0) await stageRadio(join(aside, RADIO), radio);
    await rm(join(folder, STAGED), { recursive: true, force: true }); // an earlier one that no opening has seen
    await rename(aside, join(folder, STAGED));
    await syncFolder(folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {}); // the next opening removes it
    throw plainError(folder, error);
  }
}

/** Takes a staged backup back: the next opening restores nothing. */
export async function dropRestore(folder: string): Promise<void> {
  const aside = join(folder, STAGING);
  await rm(aside, { recursive: true, force: true });
  if (!(await exists(join(folder, STAGED)))) return;
  await rename(join(folder, STAGED), aside);
  await rm(aside, { recursive: true, force: true });
}

/** Whether there is something that the last restore has replaced. */
export function isSetAside(folder: string): Promise<boolean> {
  return exists(join(folder, REPLACED));
}

/** Stages the data that the last restore has replaced, so that they come back; false when nothing is set aside. */
export async function stageUndo(folder: string): Promise<boolean> {
  if (!(await isSetAside(folder))) return false;
  await dropRestore(folder);
  await rename(join(folder, REPLACED), join(folder, STAGED));
  await syncFolder(folder);
  return true;
}

/** Moves a staged backup into place; true when there was one. Only while no gateway uses the folder. */
export async function finishRestore(folder: string, move: MoveFile = rename): Promise<boolean> {
  const [waiting, old] = [join(folder, STAGED), join(folder, STAGED, OLD)];
  await rm(join(folder, STAGING), { recursive: true, force: true });
  if (!(await exists(waiting))) return false;
  const names = await readdir(waiting);
  if (names.length > 0) {
    await mkdir(old, { recursive: true, mode: FOLDER_MODE });
    if (names.includes(RADIO)) {
      await moveAway(folder, old, RADIO, move);
      await mkdir(join(old, RADIO), { recursive: true, mode: FOLDER_MODE }); // that there was none is taken back, too
      await move(join(waiting, RADIO), join(folder, RADIO));
    }
    for (const data of names.filter((name) => DATA.test(name))) {
      for (const name of await readdir(folder)) if (DATA.test(name)) await moveAway(folder, old, name, move);
      await move(join(waiting, data), join(folder, data));
    }
    await moveAway(folder, old, BACKUPS, move); // backups of the replaced data: after a damage they must not bring those back
    if (names.includes(BACKUPS)) await move(join(waiting, BACKUPS), join(folder, BACKUPS));
    await syncFolder(folder);
    await rm(join(folder, REPLACED), { recursive: true, force: true });
    await move(old, join(folder, REPLACED));
  }
  await rm(waiting, { recursive: true, force: true });
  await syncFolder(folder);
  return true;
}

type MoveFile = (from: string, to: string) => Promise<void>;

/** A file that is there already was moved before an interruption, and is the right one. */
async function moveAway(folder: string, old: string, name: string, move: MoveFile): Promise<void> {
  const [from, to] = [join(folder, name), join(old, name)];
  if (!(await exists(from))) return;
  if (await exists(to)) await rm(from, { recursive: true });
  else await move(from, to);
}

async function stageRadio(folder: string, files: Archive["radio"]): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of Object.entries(files)) {
    if (!isFileName(name)) throw new PlainError(`${folder}: ${name} is no name for a file of the radio`);
    await writeWhole(join(folder, name), (file) => file.writeFile(text));
  }
}
