/** The files of one network: where they are, and their backup. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RadioBackup } from "../../../model/radio/radio-port.ts";
import { BACKUP_FILES } from "../../backup-files.ts";
import { ExplainedError } from "../end-reasons.ts";
import type { Herdsman } from "../herdsman.ts";

export interface NetworkFiles {
  readonly folder: string;
  readonly network: string; //     its key and numbers
  readonly database: string; //    herdsman's: devices and groups
  readonly databaseCopy: string; // herdsman's, made before it forms a new network
  readonly coordinator: string; // herdsman's backup of the stick
  readonly states: string; //      the converters' memory of each device
  readonly stick: string; //       the facts found out about the stick
  readonly virtual: string; //     the virtual house
  readonly away: string; //        there while the stick may listen elsewhere than to its network
}

const UNFINISHED = /\.new$|^database\.db\.tmp/; // ours, and herdsman's, which it renames and leaves

export function networkFilesIn(folder: string): NetworkFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true, recursive: true });
  return {
    folder,
    network: join(folder, "network.json"),
    database: join(folder, "database.db"),
    databaseCopy: join(folder, "database.db.backup"),
    coordinator: join(folder, "coordinator_backup.json"),
    states: join(folder, "states.json"),
    stick: join(folder, "stick.json"),
    virtual: join(folder, "virtual.json"),
    away: join(folder, "away"),
  };
}

/** Undefined when there is none. */
export function readText(path: string): string | undefined {
  try {
    if (!statSync(path).isFile())
      throw new ExplainedError(`${path} is no file: put a copy of the file back, or move this away`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Everything that is needed to go on with the same network elsewhere. `save` writes our own files. */
export async function backUp(herdsman: Herdsman, files: NetworkFiles, save: () => void): Promise<RadioBackup> {
  await herdsman.backup(); // reads the stick's own memory where that can be done, and writes herdsman's database in any case
  save();
  const texts = BACKUP_FILES.flatMap((name) => {
    const text = readText(join(files.folder, name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return { files: Object.fromEntries(texts) };
}
