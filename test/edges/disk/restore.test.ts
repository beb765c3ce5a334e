/** A restore: all or nothing, whenever it is interrupted. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Archive } from "../../../src/edges/disk/archive.ts";
import { finishRestore, isSetAside, stageRestore, stageUndo } from "../../../src/edges/disk/restore.ts";
import { fill, freshFolder, read, sensor, sensors, session } from "../../support/disk.ts";

const RADIO = { "database.db": "new database", "network.json": "new network" };

function archive(records = [sensor(1, "restored"), sensor(9, "restored")], radio: Archive["radio"] = RADIO): Archive {
  return { records, radio, about: {}, made: "2026-03-01T03:00:00.000Z", dataVersion: 1 };
}

async function lived(folder: string): Promise<void> {
  await fill(folder, sensors(3));
  mkdirSync(join(folder, "radio"));
  writeFileSync(join(folder, "radio", "database.db"), "old database");
  writeFileSync(join(folder, "radio", "stick.json"), "old stick");
}

/** All of it: the store's records and the radio's files. */
async function contentOf(folder: string): Promise<unknown> {
  const records = [...(await read(folder))].sort();
  const radio = Object.fromEntries(
    readdirSync(join(folder, "radio")).map((name) => [name, readFileSync(join(folder, "radio", name), "utf8")]),
  );
  return { records, radio };
}

const RESTORED = {
  records: [sensor(1, "restored"), sensor(9, "restored")].map(({ address, json }) => [address, json]),
  radio: RADIO,
};

test("the backup is in place at the next opening of the data, and not before", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  const { disk } = await session(folder);
  await stageRestore(folder, archive());
  await disk.write([sensor(3, "still written")], true);
  await disk.close();
  assert.equal(readFileSync(join(folder, "radio", "database.db"), "utf8"), "old database");
  const next = await session(folder);
  assert.deepEqual([...next.found.keys()].sort(), ["/sensors/1", "/sensors/9"]);
  assert.deepEqual(next.lines, [`${folder}: restored from a backup`]);
  await next.disk.close();
  assert.deepEqual(await contentOf(folder), RESTORED);
  assert.equal(existsSync(join(folder, "restore")), false);
  assert.equal(statSync(join(folder, "radio", "network.json")).mode & 0o777, 0o600);
  assert.equal(
    readFileSync(join(folder, "replaced", "radio", "stick.json"), "utf8"),
    "old stick",
    "what was replaced is kept",
  );
});

test("a restore into a new folder", async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  await stageRestore(folder, archive());
  assert.deepEqual(await contentOf(folder), RESTORED);
});

test("a backup without a radio leaves the radio's files, and the second of two counts", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  await stageRestore(folder, archive());
  await stageRestore(folder, archive([sensor(7)], {}));
  assert.deepEqual(await contentOf(folder), {
    records: [["/sensors/7", sensor(7).json]],
    radio: { "database.db": "old database", "stick.json": "old stick" },
  });
});

test("replaced data do not come back when the restored file is damaged", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  const before = await session(folder);
  await before.disk.write([sensor(3)], true);
  await until(() => before.clock.pending > 0);
  before.clock.advance(24 * 3600, 60);
  await until(() => readdirSync(join(folder, "backups")).some((name) => name.endsWith(".db")));
  await before.disk.close();
  await stageRestore(folder, archive());
  await read(folder);
  writeFileSync(join(folder, "data-v1.db"), "damaged");
  const { disk, found } = await session(folder, { errors: /all is lost/ });
  assert.equal(found.size, 0);
  await disk.close();
});

test("an incomplete restore is forgotten", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  const before = await contentOf(folder);
  await assert.rejects(stageRestore(folder, archive(undefined, { "../evil": "" })), { message: /no name for a file/ });
  assert.equal(existsSync(join(folder, "restore.new")), false);
  mkdirSync(join(folder, "restore.new", "radio"), { recursive: true });
  writeFileSync(join(folder, "restore.new", "data-v1.db"), "half of i");
  assert.deepEqual(await contentOf(folder), before);
  assert.equal(existsSync(join(folder, "restore.new")), false);
});

test("however often and wherever it is interrupted, the next opening finishes it", async (t) => {
  for (let steps = 0; ; steps += 1) {
    const folder = freshFolder(t);
    await lived(folder);
    await stageRestore(folder, archive());
    let left = steps;
    const faltering = async (from: string, to: string) => {
      if (left === 0) throw new Error("the power is gone");
      left -= 1;
      await rename(from, to);
    };
    const isInterrupted = await finishRestore(folder, faltering).then(
      () => false,
      () => true,
    );
    if (isInterrupted) await finishRestore(folder, faltering).catch(() => {}); // and again at once
    assert.deepEqual(await contentOf(folder), RESTORED, `after ${steps} steps`);
    assert.equal(readFileSync(join(folder, "replaced", "radio", "database.db"), "utf8"), "old database");
    assert.equal(existsSync(join(folder, "restore")), false);
    if (!isInterrupted) {
      assert.ok(steps >= 5, `${steps} steps`);
      return;
    }
  }
});

test("the radio made a new folder while the restore was interrupted", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  await stageRestore(folder, archive());
  let moves = 0;
  const once = async (from: string, to: string) => {
    moves += 1;
    if (moves > 1) throw new Error("the power is gone");
    await rename(from, to);
  };
  await assert.rejects(finishRestore(folder, once));
  mkdirSync(join(folder, "radio"));
  writeFileSync(join(folder, "radio", "stick.json"), "another");
  assert.deepEqual(await contentOf(folder), RESTORED);
  assert.equal(readFileSync(join(folder, "replaced", "radio", "stick.json"), "utf8"), "old stick");
});

test("interrupted at its very end, it keeps the replaced data", async (t) => {
  const folder = freshFolder(t);
  await lived(folder);
  await stageRestore(folder, archive());
  await read(folder);
  mkdirSync(join(folder, "restore"));
  assert.deepEqual(await contentOf(folder), RESTORED);
  assert.equal(existsSync(join(folder, "restore")), false);
  assert.equal(readFileSync(join(folder, "replaced", "radio", "stick.json"), "utf8"), "old stick");
});

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("the replaced files are taken back, also that there was no radio; twice brings the restored again", async (t) => {
  const folder = freshFolder(t);
  assert.deepEqual([await isSetAside(folder), await stageUndo(folder)], [false, false]);
  await lived(folder);
  const before = await contentOf(folder);
  for (const expected of [RESTORED, before, RESTORED]) {
    if (expected === RESTORED && !existsSync(join(folder, "replaced"))) await stageRestore(folder, archive());
    else assert.equal(await stageUndo(folder), true);
    await finishRestore(folder);
    assert.equal(await isSetAside(folder), true);
    assert.deepEqual(await contentOf(folder), expected);
  }
  const bare = freshFolder(t);
  await fill(bare, sensors(1));
  await stageRestore(bare, archive());
  await finishRestore(bare);
  assert.equal(await stageUndo(bare), true);
  await finishRestore(bare);
  assert.deepEqual(readdirSync(join(bare, "radio")), []);
});

test("an undo that is interrupted at any step is finished by the next opening", async (t) => {
  for (let steps = 0; ; steps += 1) {
    const folder = freshFolder(t);
    await lived(folder);
    const before = await contentOf(folder);
    await stageRestore(folder, archive());
    await finishRestore(folder);
    await stageUndo(folder);
    let left = steps;
    const cut = async (from: string, to: string) => {
      if (left === 0) throw new Error("cut");
      left -= 1;
      await rename(from, to);
    };
    const isWhole = await finishRestore(folder, cut).catch(() => false);
    await finishRestore(folder);
    assert.deepEqual(await contentOf(folder), before, `after ${steps} steps`);
    if (isWhole) break;
  }
});
