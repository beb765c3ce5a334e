/** Folders and disks for the tests of the storage edge. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type DiskOptions, openDisk } from "../../src/edges/disk.ts";
import { FILES, type Files } from "../../src/edges/disk-files.ts";
import type { Disk, Kept } from "../../src/model/ports.ts";
import type { Address } from "../../src/model/resource.ts";
import { type FakeClock, fakeClock, loudLog } from "./fakes.ts";

export const DATA = "data-v1.db";

export function freshFolder(t: Pick<TestContext, "after">): string {
  const root = mkdtempSync(join(tmpdir(), "zigbee-disk-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return join(root, "zigbee-gateway", "net");
}

export interface Session {
  readonly disk: Disk;
  readonly clock: FakeClock;
  readonly lines: readonly string[];
  /** What it read when it opened, by address. */
  readonly found: ReadonlyMap<Address, string>;
}

export async function session(folder: string, more: Partial<DiskOptions> & { errors?: RegExp } = {}): Promise<Session> {
  const { errors, ...options } = more;
  const clock = fakeClock();
  const log = loudLog(errors);
  const disk = openDisk({ folder, clock, log, ...options });
  const found = new Map<Address, string>();
  for (const { address, json } of await disk.open()) found.set(address, json ?? "");
  return { disk, clock, lines: log.lines, found };
}

/** Writes these, and closes. */
export async function fill(folder: string, records: readonly Kept[]): Promise<void> {
  const { disk } = await session(folder);
  await disk.write(records, true);
  await disk.close();
}

/** What the next session would find. */
export async function read(folder: string, errors?: RegExp): Promise<ReadonlyMap<Address, string>> {
  const { disk, found } = await session(folder, errors ? { errors } : {});
  await disk.close();
  return found;
}

export function sensor(id: number, name = `Sensor ${id}`): Kept {
  return {
    address: `/sensors/${id}`,
    json: JSON.stringify({ type: "CLIPPresence", attr: { name }, state: { presence: id % 2 === 0 } }),
  };
}

export function sensors(count: number): readonly Kept[] {
  return Array.from({ length: count }, (_, index) => sensor(index + 1));
}

/** Changes the bytes of a file. */
export function harm(path: string, change: (bytes: Buffer) => Uint8Array | undefined): void {
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes) ?? bytes);
}

export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder).sort();
}

export interface FailingFiles extends Files {
  /** Each call of this name fails with this code while it is set. */
  readonly fails: { [name in keyof Files]?: string | undefined };
  /** So many bytes of an append still fit. */
  room: number;
  readonly calls: string[];
}

export function failingFiles(): FailingFiles {
  const check = (name: keyof Files) => {
    files.calls.push(name);
    const code = files.fails[name];
    if (code) throw fault(code);
  };
  const files: FailingFiles = {
    fails: {},
    room: Number.POSITIVE_INFINITY,
    calls: [],
    open: async (path, flags) => {
      check("open");
      return FILES.open(path, flags);
    },
    append: async (file, bytes) => {
      check("append");
      await FILES.append(file, bytes.subarray(0, Math.min(bytes.length, files.room)));
      if (bytes.length > files.room) throw fault("ENOSPC");
    },
    sync: async (file) => {
      check("sync");
      await FILES.sync(file);
    },
    truncate: async (file, length) => {
      check("truncate");
      await FILES.truncate(file, length);
    },
  };
  return files;
}

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
