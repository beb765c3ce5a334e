/**
 * A backup as one file: the store's records, the radio's files, and a manifest with a checksum for each part, as packed JSON. It holds
 * the network's key: a person who has the file can take the house over.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { wordsOf } from "../../model/errors.ts";
import type { Kept } from "../../model/ports.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { PlainError } from "./files.ts";
import { VERSION } from "./versions.ts";

interface ArchiveContent {
  readonly records: readonly Kept[];
  readonly radio: Readonly<Record<string, string>>; // its files, by name
  readonly about: Values; // for a person who chooses between backups: the gateway's name, its adapter, …
}

export interface Archive extends ArchiveContent {
  readonly made: string; // "2026-03-01T03:00:00.000Z"
  readonly dataVersion: number; // of the records
}

interface ArchivePart {
  readonly bytes: number;
  readonly sha256: string;
}

interface PackedArchive {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly made: string;
  readonly about: Values;
  readonly manifest: Readonly<Record<string, ArchivePart>>;
  readonly parts: Readonly<Record<string, string>>;
}

const FORMAT = "zigbee-gateway-backup";
const FORMAT_VERSION = 1;
const STORE = "store";
const RADIO = "radio/";
const MOST_PACKED = 32 * 1024 * 1024; // bytes
const MOST_UNPACKED = 128 * 1024 * 1024; // bytes: a small file may unpack to a huge one
const MOST_FILES = 50;
/** No folders, nothing hidden, nothing that means something to a file system. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,40}(\.[a-z0-9]{1,10}){0,3}$/i;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i; // files that Windows takes for something else

export async function packArchive({ records, radio, about }: ArchiveContent, now: number): Promise<Buffer> {
  const parts: Record<string, string> = { [STORE]: JSON.stringify({ version: VERSION, records }) };
  for (const [name, text] of Object.entries(radio)) {
    if (!isFileName(name)) throw new PlainError(`backup: the radio's file ${name} has a name that cannot be kept`);
    parts[RADIO + name] = text;
  }
  const manifest = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, partOf(text)]));
  const made = new Date(now).toISOString();
  const packed: PackedArchive = { format: FORMAT, version: FORMAT_VERSION, made, about, manifest, parts };
  return await promisify(gzip)(JSON.stringify(packed));
}

/** Checks everything. Rejects with one plain sentence before anything was touched. */
export async function readArchive(bytes: Uint8Array): Promise<Archive> {
  const { version, made, about, manifest, parts } = await unpacked(bytes);
  if (version > FORMAT_VERSION) throw refused("a newer release made it, this one cannot read it");
  if (version !== FORMAT_VERSION || !isObject(manifest) || !isObject(parts) || typeof made !== "string")
    throw refused(DAMAGED);
  const names = Object.keys(parts);
  if (names.length > MOST_FILES || names.length !== Object.keys(manifest).length) throw refused(DAMAGED);
  for (const name of names) checkPart(name, parts[name], manifest[name]);
  const store = parsed(parts[STORE]);
  const radio = names.filter((name) => name !== STORE).map((name) => [name.slice(RADIO.length), parts[name] as string]);
  return { ...recordsIn(store), made, about: isObject(about) ? about : {}, radio: Object.fromEntries(radio) };
}

export function isFileName(name: string): boolean {
  return FILE_NAME.test(name) && !WINDOWS_DEVICE.test(name);
}

const DAMAGED = "it is damaged";

async function unpacked(bytes: Uint8Array): Promise<Record<keyof PackedArchive, unknown> & { version: number }> {
  if (bytes.length > MOST_PACKED) throw refused(`it is larger than ${MOST_PACKED / 1024 / 1024} MB`);
  const text = await promisify(gunzip)(bytes, { maxOutputLength: MOST_UNPACKED }).catch((error) => {
    const isTooLarge = error instanceof RangeError || error.code === "ERR_BUFFER_TOO_LARGE";
    throw refused(
      isTooLarge ? `it unpacks to more than ${MOST_UNPACKED / 1024 / 1024} MB` : "this is no backup, or it is damaged",
    );
  });
  const packed = parsed(text.toString());
  if (packed.format !== FORMAT || typeof packed.version !== "number")
    throw refused("this is no backup of a Zigbee gateway");
  return packed as Record<keyof PackedArchive, unknown> & { version: number };
}

function checkPart(name: string, text: unknown, part: unknown): void {
  if (name !== STORE && !(name.startsWith(RADIO) && isFileName(name.slice(RADIO.length)))) {
    throw refused(`it holds ${JSON.stringify(name.slice(0, 80))}, which is no part of a backup`);
  }
  if (typeof text !== "string" || !isObject(part)) throw refused(DAMAGED);
  const { bytes, sha256 } = partOf(text);
  if (part.bytes !== bytes || part.sha256 !== sha256)
    throw refused(`${name} is not as it was when it was made: ${DAMAGED}`);
}

function recordsIn(store: Record<string, unknown>): Pick<Archive, "dataVersion" | "records"> {
  const { version, records } = store;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || !Array.isArray(records))
    throw refused(DAMAGED);
  if (version > VERSION)
    throw refused(`a newer release made it: its data are of version ${version}, this one knows ${VERSION}`);
  if (!records.every(isRecord)) throw refused(DAMAGED);
  return { dataVersion: version, records };
}

function isRecord(record: unknown): record is Kept {
  if (!isObject(record) || typeof record.json !== "string") return false;
  return typeof record.address === "string" && record.address.startsWith("/") && isObject(parsed(record.json));
}

function parsed(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(text));
    if (isObject(value)) return value;
  } catch (error) {
    throw new PlainError(`backup: ${DAMAGED} (${wordsOf(error)})`, { cause: error });
  }
  throw refused(DAMAGED);
}

function partOf(text: string): ArchivePart {
  return { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
}

function refused(why: string): PlainError {
  return new PlainError(`backup: ${why}`);
}
