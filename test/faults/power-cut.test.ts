/**
 * 4: a power cut between a rename and the sync of its folder. The storage's file system calls are recorded; then the folder is rebuilt
 * as the medium may have had it at each moment, and opened.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, promises, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

interface Cut {
  readonly renamed: string;
  readonly acknowledged: number;
  readonly copy: string; // the folder just before the rename
}

const cuts: Cut[] = [];
const unsynced = new Set<string>(); //  renamed, but their folder is not synced yet
const synced = new Set<string>();
let acknowledged = 0;

const original = { rename: promises.rename, open: promises.open };
promises.open = async (path, ...rest) => {
  const handle = await original.open(path, ...rest);
  const name = String(path);
  const noted = (run: () => Promise<void>) => async () => {
    await run();
    synced.add(name);
    for (const file of unsynced) if (dirname(file) === name) unsynced.delete(file);
  };
  handle.sync = noted(handle.sync.bind(handle));
  handle.datasync = noted(handle.datasync.bind(handle));
  return handle;
};
promises.rename = async (from, to) => {
  const folder = dirname(String(to));
  if (String(from).endsWith("~") || String(from).endsWith(".new")) {
    assert.ok(synced.has(String(from)), `${from} must be on the medium before it takes another's place`);
    if (basename(folder) === "net") {
      const copy = `${folder}.${cuts.length}`;
      cpSync(folder, copy, { recursive: true, filter: (path) => !basename(path).startsWith("lock.") });
      cuts.push({ renamed: String(from), acknowledged, copy });
    }
    unsynced.add(String(to));
  }
  return original.rename(from, to);
};
syncBuiltinESMExports();

// Only now, so that they see the replaced functions.
const { DATA, failingFiles, freshFolder, harm, read, sensor, session } = await import("../support/disk.ts");

test("4: nothing acknowledged depends on a rename that a power cut may undo, and both outcomes open", async (t) => {
  const folder = freshFolder(t);
  for (let life = 0; life < 3; life += 1) {
    const { disk } = await session(folder);
    for (let turn = 0; turn < 60; turn += 1) {
      await disk.write([sensor(acknowledged + 1, "x".repeat(20_000)), sensor(0, "y".repeat(20_000))], true);
      assert.deepEqual([...unsynced], [], "acknowledged before the folder was synced");
      acknowledged += 1;
    }
    await disk.close();
    if (life === 1) harm(join(folder, DATA), (bytes) => bytes.subarray(0, -10)); // so that a repair is among them
    if (life === 1) acknowledged -= 1;
  }
  t.diagnostic(`${cuts.length} renames`);
  assert.ok(cuts.length >= 5);
  const all = [...cuts];
  for (const { renamed, acknowledged: wanted, copy } of all) {
    const after = `${copy}.after`;
    cpSync(copy, after, { recursive: true });
    renameSync(join(after, basename(renamed)), join(after, basename(renamed).replace(/(~|\.new)$/, "")));
    for (const medium of [copy, after]) {
      if (!existsSync(join(medium, DATA)) && !existsSync(join(medium, "backups"))) continue; // before the first write
      const found = await read(medium);
      for (let id = 1; id <= wanted; id += 1) assert.ok(found.has(`/sensors/${id}`), `${medium}: ${id} of ${wanted}`);
    }
  }
});

test("4: a half-written successor does no harm", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  await disk.write([sensor(1), sensor(2)], true);
  await disk.close();
  writeFileSync(join(folder, `${DATA}~`), readFileSync(join(folder, DATA)).subarray(0, 70));
  writeFileSync(join(folder, `${DATA}.new`), "half");
  assert.equal((await read(folder)).size, 2);
  rmSync(folder, { recursive: true });
});

test("3: a disk that is full at the start is read all the same, and one line says so", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  for (let turn = 0; turn < 20; turn += 1) await disk.write([sensor(1, `${turn}`), sensor(2)], true);
  await disk.close();
  const files = failingFiles();
  files.room = 0;
  const { disk: again, found, lines } = await session(folder, { files });
  files.room = Number.POSITIVE_INFINITY;
  assert.deepEqual([...found.values()], [sensor(1, "19").json, sensor(2).json]);
  assert.deepEqual(lines, [`${join(folder, DATA)}: the disk is full: nothing can be changed until it has room`]);
  await again.write([sensor(3)], true);
  await again.close();
  assert.equal((await read(folder)).size, 3);
});
