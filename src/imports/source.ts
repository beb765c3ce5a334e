/** The source of a house: finds the files of a known program among the chosen ones, unpacks them where needed, and has them read. */
import { createHash } from "node:crypto";
import { isDeconz, readDeconz } from "./deconz/read.ts";
import { PackedError, type PackedFault, unpack } from "./formats/packed.ts";
import type { ForeignHouse } from "./inventory.ts";
import { ImportRefusal } from "./refusal.ts";
import { type SourceFile, SourceFiles } from "./source-files.ts";
import type { NoteCode } from "./words.ts";
import { isZha, readZha } from "./zha/read.ts";
import { isZigbee2mqtt, type NetworkChoice, readZigbee2mqtt } from "./zigbee2mqtt/read.ts";

export interface ReadOptions {
  readonly network?: NetworkChoice;
}

/** Names that some program keeps its house in; others are not even opened. Secrets and parts of settings may have any name. */
const WANTED =
  /(^|\/)([^/]+\.ya?ml|database\.db|coordinator_backup\.json(\.old)?|state\.json|zll\.db(-wal|-journal)?|config\.ini|session\.default|deCONZ\.conf|zigbee\.db(-wal|-journal)?|core\.(device|entity|area)_registry|core\.config_entries|ZHA backup[^/]*\.json)$/;
const ANCHORS = /(^|\/)(configuration\.yaml|zll\.db|zigbee\.db)$/;
const FAULTS: Readonly<Record<PackedFault, NoteCode>> = {
  climbs: "archive-climbs",
  link: "archive-link",
  large: "archive-large",
  damaged: "archive-damaged",
  encrypted: "archive-encrypted",
};
const LONGEST_SHOWN = 60;

export function isWanted(path: string): boolean {
  return WANTED.test(path);
}

/** One packed file, or the files of a folder. */
export function openSource(folder: string, files: ReadonlyMap<string, SourceFile>): SourceFiles {
  const [only, ...others] = files;
  const unpacked = only && others.length === 0 && !ANCHORS.test(only[0]) ? unpackedFrom(only[1]) : undefined;
  return new SourceFiles(folder, belowAnchor(unpacked ?? files));
}

export function readHouse(files: SourceFiles, { network }: ReadOptions = {}): ForeignHouse {
  if (isZigbee2mqtt(files) && files.has("database.db")) return readZigbee2mqtt(files, network);
  if (isDeconz(files)) return readDeconz(files);
  if (isZha(files)) return readZha(files);
  if (isZigbee2mqtt(files)) return readZigbee2mqtt(files, network);
  throw new ImportRefusal("no-house", { folder: files.folder });
}

/** A digest of all files that could matter: it shows whether they changed since a look. */
export function printOf(files: SourceFiles): string {
  const digest = createHash("sha256");
  for (const name of files.names.toSorted())
    digest
      .update(`${name}\0`)
      .update(files.peek(name) ?? "")
      .update("\0");
  return digest.digest("hex");
}

function unpackedFrom({ bytes, written }: SourceFile): ReadonlyMap<string, SourceFile> | undefined {
  try {
    const parts = unpack(bytes, isWanted);
    return parts && new Map([...parts].map(([name, part]) => [name, { bytes: part, written }]));
  } catch (error) {
    if (!(error instanceof PackedError)) throw error;
    throw new ImportRefusal(FAULTS[error.fault], { file: error.file.slice(0, LONGEST_SHOWN) });
  }
}

/** The data may lie in a folder of the archive; the shallowest one is meant. */
function belowAnchor(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
  const [anchor] = [...files.keys()]
    .filter((name) => ANCHORS.test(name))
    .toSorted((one, other) => one.split("/").length - other.split("/").length);
  const folder = anchor?.slice(0, anchor.lastIndexOf("/") + 1) ?? "";
  if (folder === "") return files;
  return new Map(
    [...files].flatMap(([name, file]) => (name.startsWith(folder) ? [[name.slice(folder.length), file] as const] : [])),
  );
}
