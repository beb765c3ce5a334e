/** Everything that is needed to go on with the same network elsewhere, as texts. */
import { join } from "node:path";
import type { RadioBackup } from "../../../model/radio.ts";
import { KEPT } from "../../backup-files.ts";
import type { Herdsman } from "../herdsman.ts";
import { type Files, textIn } from "./network-files.ts";

export interface BackupParts {
  readonly herdsman: Herdsman;
  readonly files: Files;
  readonly save: () => void; // our own files
}

/** The stick's own memory is read where that can be done; herdsman's database is written in any case. */
export async function backUp({ herdsman, files, save }: BackupParts): Promise<RadioBackup> {
  await herdsman.backup();
  save();
  const texts = KEPT.flatMap((name) => {
    const text = textIn(join(files.folder, name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return { files: Object.fromEntries(texts) };
}
