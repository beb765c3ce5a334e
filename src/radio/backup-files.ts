/** The files of the radio process that a backup holds, read from its folder while it does not run: a stick that is broken is a reason to want a backup. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RadioError } from "../model/radio/orders.ts";
import type { RadioBackup } from "../model/radio/radio-port.ts";

/** Not the file of facts about the stick: the gateway asks another stick itself. */
export const BACKUP_FILES: readonly string[] = [
  "network.json",
  "database.db",
  "coordinator_backup.json",
  "states.json",
  "virtual.json",
];

export async function filesLeft(folder: string): Promise<RadioBackup> {
  const read = async (name: string) => [name, await textIn(join(folder, name))] as const;
  const files = (await Promise.all(BACKUP_FILES.map(read))).filter(([, text]) => text !== undefined);
  if (files.length === 0) throw new RadioError("radio-down", "the radio has not run yet: there is nothing to keep");
  return { files: Object.fromEntries(files) as RadioBackup["files"] };
}

async function textIn(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
