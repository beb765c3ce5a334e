/** Folders and disks for the tests of the storage edge. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { type DiskOptions, openDisk } from "../../src/edges/disk/disk.ts";
import { FILE_SYSTEM, type FileSystem } from "../../src/edges/disk/files.ts";
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
  /** The records that it read when it opened, by address. */
  readonly found: ReadonlyMap<Address, string>;
  readonly records: readonly Kept[]; // the same, with the changes since each was written whole
}

export async function session(folder: string, more: Partial<DiskOptions> & { errors?: RegExp } = {}): Promise<Session> {
  const { errors, ...options } = more;
  const clock = fakeClock();
  const log = loudLog(errors);
  const disk = openDisk({ folder, clock, log, ...options });
  const found = new Map<Address, string>();
  const records = await disk.open();
  for (const { address, json } of records) found.set(address, json ?? "");
  return { disk, clock, lines: log.lines, found, records };
}

/** Writes these, and closes. */
export async function fill(folder: string, records: readonly Kept[]): Promise<void> {
  const { disk } = await session(folder);
  await disk.write(records, true);
  await disk.close();
}

/** The records that the next session would find. */
export async function read(folder: string, errors?: RegExp): Promise<ReadonlyMap<Address, string>> {
  const { disk, found } = await session(folder, errors ? { errors } : {});
  await disk.close();
  return found;
}

/** The folder as a kill in this moment would leave it, elsewhere. */
export function killed(folder: string): string {
  const copy = mkdtempSync(`${folder}-killed-`);
  cpSync(folder, copy, { recursive: true, filter: (path) => !basename(path).startsWith("lock.") });
  return copy;
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

export interface FailingFiles extends FileSystem {
  /** Each call of this name fails with this code while it is set. */
  readonly fails: { [name in keyof FileSystem]?: string | undefined };
  /** So many bytes of an append still fit. */
  room: number;
  /** Lets a call fail without doing its work, or having done it. */
  chance: (name: keyof FileSystem) => "before" | "after" | undefined;
  readonly calls: string[];
}

export function failingFiles(): FailingFiles {
  const check = (name: keyof FileSystem) => {
    files.calls.push(name);
    const code = files.fails[name];
    if (code) throw fault(code);
  };
  const faulty = <Given extends unknown[], Result>(
    name: keyof FileSystem,
    run: (...given: Given) => Promise<Result>,
  ) => {
    return async (...given: Given): Promise<Result> => {
      check(name);
      const fails = files.chance(name);
      if (fails === "before") throw fault("EIO");
      const result = await run(...given);
      if (!fails) return result;
      if (name === "open") await (result as FileHandle).close();
      throw fault("EIO");
    };
  };
  const fitting = (bytes: Uint8Array) => bytes.subarray(0, Math.min(bytes.length, files.room));
  const files: FailingFiles = {
    fails: {},
    room: Number.POSITIVE_INFINITY,
    chance: () => undefined,
    calls: [],
    open: faulty("open", FILE_SYSTEM.open),
    append: faulty("append", async (file, bytes) => {
      await FILE_SYSTEM.append(file, fitting(bytes));
      if (bytes.length > files.room) throw fault("ENOSPC");
    }),
    appendNow: (file, bytes) => {
      check("append");
      const fails = files.chance("append");
      if (fails === "before") throw fault("EIO");
      FILE_SYSTEM.appendNow(file, fails ? bytes.subarray(0, bytes.length / 2) : fitting(bytes));
      if (fails) throw fault("EIO");
      if (bytes.length > files.room) throw fault("ENOSPC");
    },
    sync: faulty("sync", FILE_SYSTEM.sync),
    truncate: faulty("truncate", FILE_SYSTEM.truncate),
    rename: faulty("rename", FILE_SYSTEM.rename),
    link: faulty("link", FILE_SYSTEM.link),
    syncFolder: faulty("syncFolder", FILE_SYSTEM.syncFolder),
    identify: faulty("identify", FILE_SYSTEM.identify),
  };
  return files;
}

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
