import assert from "node:assert/strict";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Migration } from "../../../src/edges/disk/versions.ts";
import { DATA, fill, freshFolder, harm, namesIn, read, sensors, session } from "../../support/disk.ts";

const RENAMED: Migration = (records) =>
  records.map(({ address, json }) => ({ address, json: (json ?? "").replace("Sensor", "Renamed") }));

test("data of a newer version are refused in one sentence and not touched", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  writeFileSync(join(folder, "data-v2.db"), "who knows what this looks like");
  const before = contents(folder);
  await assert.rejects(session(folder), {
    message: `${join(folder, "data-v2.db")}: a newer release wrote these data; this one knows version 1 and leaves them`,
  });
  assert.deepEqual(contents(folder), before);
});

test("an older version is brought up after a backup", async (t) => {
  const folder = freshFolder(t);
  await older(folder);
  const { disk, found, lines } = await session(folder, { migrations: { 0: RENAMED } });
  assert.equal(found.size, 3);
  assert.match(found.get("/sensors/1") ?? "", /Renamed 1/);
  assert.deepEqual(lines, [`${join(folder, "data-v0.db")}: 3 resources brought from version 0 to 1`]);
  await disk.close();
  assert.deepEqual(namesIn(folder), ["backups", DATA]);
  assert.deepEqual(namesIn(join(folder, "backups")), ["000001-v0-2026-03-01.db"]);
  assert.match((await read(folder)).get("/sensors/1") ?? "", /Renamed 1/);
});

test("an older version that no migration starts from is refused and not touched", async (t) => {
  const folder = freshFolder(t);
  await older(folder);
  const before = contents(folder);
  await assert.rejects(session(folder), /data-v0\.db: this release cannot read data of version 0$/);
  assert.deepEqual(contents(folder), before);
});

test("a migration that fails leaves everything as it was, and the folder free", async (t) => {
  const folder = freshFolder(t);
  await older(folder);
  const migrations = {
    0: () => {
      throw new Error("a row without a name");
    },
  };
  const before = readFileSync(join(folder, "data-v0.db"), "utf8");
  await assert.rejects(session(folder, { migrations }), /: a row without a name$/);
  assert.equal(readFileSync(join(folder, "data-v0.db"), "utf8"), before);
  const { disk, found } = await session(folder, { migrations: { 0: RENAMED } });
  assert.equal(found.size, 3);
  await disk.close();
});

test("a crash before the old file went away does no harm", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  writeFileSync(join(folder, "data-v0.db"), "old");
  assert.equal((await session(folder, { migrations: { 0: RENAMED } }).then(close)).size, 3);
  assert.deepEqual(namesIn(folder), ["backups", DATA]);
});

test("a backup of an older version serves a repair too", async (t) => {
  const folder = freshFolder(t);
  await older(folder);
  await session(folder, { migrations: { 0: RENAMED } }).then(close);
  harm(join(folder, DATA), () => Buffer.alloc(0));
  const { disk, found, lines } = await session(folder, { migrations: { 0: RENAMED } });
  await disk.close();
  assert.match(found.get("/sensors/2") ?? "", /Renamed 2/);
  assert.match(lines.join(), /the file is empty: 0 resources kept, 3 brought back from the backup of 2026-03-01$/);
});

async function older(folder: string): Promise<void> {
  await fill(folder, sensors(3));
  renameSync(join(folder, DATA), join(folder, "data-v0.db"));
}

async function close({ disk, found }: Awaited<ReturnType<typeof session>>): Promise<ReadonlyMap<string, string>> {
  await disk.close();
  return found;
}

function contents(folder: string): readonly (readonly [string, string])[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
    .concat([["names", namesIn(folder).join()]]);
}
