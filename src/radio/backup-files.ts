/** What the radio process has left in its folder, for a backup while it does not run: a stick that is broken is a reason to want one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RadioBackup, RadioError } from "../model/radio.ts";

/** Not what was found out about the stick: another one is asked itself. */
export const KEPT: readonly string[] = [
  "network.json",
  "database.db",
  "coordinator_backup.json",
  "states.json",
  "virtual.json",
];

export async function keptFiles(folder: string): Promise<RadioBackup> {
  const read = async (name: string) => [name, await textIn(join(folder, name))] as const;
  const files = (await Promise.all(KEPT.map(read))).filter(([, text]) => text !== undefined);
  if (files.length === 0) throw new RadioError("radio-down", "the radio has not run yet: there is nothing to keep");
  return { files: Object.fromEntries(files) as RadioBackup["files"] };
}

async function textIn(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
