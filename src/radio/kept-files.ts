/** What the radio process has left in its folder, for a backup while it does not run: a stick that is broken is a reason to want one. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RadioBackup, RadioError } from "../model/radio.ts";

const OURS = /^[a-z_]+\.(json|db)$/; // no temporary ones

export async function keptFiles(folder: string): Promise<RadioBackup> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => OURS.test(name));
  if (names.length === 0) throw new RadioError("radio-down", "the radio has not run yet: there is nothing to keep");
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  return { files: Object.fromEntries(files) };
}
