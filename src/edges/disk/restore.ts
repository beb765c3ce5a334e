/**
 * A restore is all or nothing. Everything is written aside; renaming that folder is the moment from which it counts. The next opening
 * of the data puts it into place, also when it was interrupted before: each of its steps can be done again.
 */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Archive, isFileName } from "./archive.ts";
import { BACKUPS } from "./backups.ts";
import { writeData } from "./data.ts";
import { FOLDER_MODE, makeFolder, PlainError, plainError, syncFolder, writeWhole } from "./files.ts";
import { lineOf } from "./lines.ts";
import { exists } from "./recovery.ts";
import { dataFile } from "./versions.ts";

const ASIDE = "restore.new"; // not yet whole
const WAITING = "restore"; //   whole: it will be put into place
const REPLACED = "replaced"; // as it was before the last restore
const OLD = "old"; //          within: what it replaces
const RADIO = "radio";
const DATA = /^data-v\d+\.db~?$/;

/** From now on the next opening of the folder's data finds these. Until then nothing changes. */
export async function stageRestore(folder: string, { records, dataVersion, radio }: Archive): Promise<void> {
  const aside = join(folder, ASIDE);
  try {
    await rm(aside, { recursive: true, force: true });
    await makeFolder(aside);
    await writeData(
      join(aside, dataFile(dataVersion)),
      records.map((record) => lineOf(record)),
    );
    if (Object.keys(radio).length > 0) await stageRadio(join(aside, RADIO), radio);
    await rm(join(folder, WAITING), { recursive: true, force: true }); // an earlier one that nobody waited for
    await rename(aside, join(folder, WAITING));
    await syncFolder(folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {}); // the next opening does it
    throw plainError(folder, error);
  }
}

/** Puts into place what waits; true when something did. Only while nobody uses the folder. */
export async function finishRestore(folder: string, move: Move = rename): Promise<boolean> {
  const [waiting, old] = [join(folder, WAITING), join(folder, WAITING, OLD)];
  await rm(join(folder, ASIDE), { recursive: true, force: true });
  if (!(await exists(waiting))) return false;
  const names = await readdir(waiting);
  if (names.length > 0) {
    await mkdir(old, { recursive: true, mode: FOLDER_MODE });
    if (names.includes(RADIO)) {
      await moveAway(folder, old, RADIO, move);
      await move(join(waiting, RADIO), join(folder, RADIO));
    }
    for (const data of names.filter((name) => DATA.test(name))) {
      for (const name of await readdir(folder)) if (DATA.test(name)) await moveAway(folder, old, name, move);
      await move(join(waiting, data), join(folder, data));
    }
    await moveAway(folder, old, BACKUPS, move); // of what was replaced: after a damage they must not bring it back
    await syncFolder(folder);
    await rm(join(folder, REPLACED), { recursive: true, force: true });
    await move(old, join(folder, REPLACED));
  }
  await rm(waiting, { recursive: true, force: true });
  await syncFolder(folder);
  return true;
}

type Move = (from: string, to: string) => Promise<void>;

/** What is there already was moved before an interruption; it is what counts. */
async function moveAway(folder: string, old: string, name: string, move: Move): Promise<void> {
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
