/** Invented houses of other programs, all of one packed file; whole, or with some of their files exchanged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ImportOptions, lookAtHouse } from "../../src/import-house.ts";
import { unpack } from "../../src/imports/formats/packed.ts";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import type { ImportPlan } from "../../src/imports/plan/plan.ts";
import { ImportRefusal } from "../../src/imports/refusal.ts";
import { openSource, type ReadOptions, readHouse } from "../../src/imports/source.ts";
import type { Values } from "../../src/model/resource.ts";

export const NOW = Date.UTC(2026, 0, 1, 3, 10);
const ALL = unpack(readFileSync(join(import.meta.dirname, "..", "fixtures", "houses.tar.gz")), () => true) ?? new Map();

/** Bytes of one file of the collection: "z2m-variants/hex.yaml". */
export function fixture(path: string): Buffer {
  const bytes = ALL.get(path);
  if (!bytes) throw new Error(`there is no ${path}`);
  return Buffer.from(bytes);
}

export type Changes = Readonly<Record<string, string | Buffer | undefined>>;

/** A house by its folder; a change is the path of a variant, the bytes themselves, or undefined: the file is not there. */
export function house(folder: string, changes: Changes = {}): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of ALL) if (path.startsWith(`${folder}/`)) files.set(path.slice(folder.length + 1), bytes);
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) files.delete(name);
    else files.set(name, Buffer.isBuffer(change) ? change : fixture(change));
  }
  return files;
}

/** Only these files. */
export function loose(files: Readonly<Record<string, string | Buffer>>): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([name, from]) => [name, Buffer.isBuffer(from) ? from : fixture(from)]));
}

export function readFiles(files: ReadonlyMap<string, Uint8Array>, options: ReadOptions = {}): ForeignHouse {
  const sources = [...files].map(([name, bytes]) => [name, { bytes: Buffer.from(bytes), written: NOW }] as const);
  return readHouse(openSource("house", new Map(sources)), options);
}

export async function planFiles(
  files: ReadonlyMap<string, Uint8Array>,
  options: Partial<ImportOptions> = {},
): Promise<ImportPlan> {
  const { log } = console;
  console.log = () => {}; // converters talk while they look models up
  try {
    return await lookAtHouse({ name: "house", files }, { now: NOW, stick: {}, ...options });
  } finally {
    console.log = log;
  }
}

/** The record at an address, as it is kept. */
export function recordIn(
  { records }: ImportPlan,
  address: string,
): Record<"attr" | "config" | "state", Values> & { type: string } {
  const json = records.find((record) => record.address === address)?.json;
  if (json === undefined) throw new Error(`there is no ${address}`);
  return { attr: {}, config: {}, state: {}, ...JSON.parse(json) };
}

export function hasRecord({ records }: ImportPlan, address: string): boolean {
  return records.some((record) => record.address === address);
}

/** What an import's notes of this code are about. */
export function notesOf({ report }: ImportPlan, code: string): readonly string[] {
  return report.notes.filter((note) => note.code === code).map(({ about = "" }) => about);
}

export function refusalOf(act: () => unknown): ImportRefusal {
  try {
    act();
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
