/** Fault 40: a backup is put back by a later release, and on another host; an interrupted restore leaves the old or the new state. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { packArchive, readArchive } from "../../src/edges/disk/archive.ts";
import { stageRestore } from "../../src/edges/disk/restore.ts";
import type { Migration } from "../../src/edges/disk/versions.ts";
import { fill, freshFolder, namesIn, read, sensor, sensors, session } from "../support/disk.ts";
import { START } from "../support/fakes.ts";

const KILLS = process.env.LONG ? 200 : 5;
const RADIO = { "database.db": "the devices", "network.json": "the network's key" };
const about = { name: "Home", bridgeid: "00212EFFFF000001", adapter: "virtual" };
const source = (path: string) => fileURLToPath(new URL(`../../src/edges/${path}`, import.meta.url));

/** As a release that has changed the form of the records would make it. */
async function ofNextRelease(): Promise<Buffer> {
  const made = await packArchive({ records: sensors(3), radio: RADIO, about }, START);
  const packed = JSON.parse(gunzipSync(made).toString());
  const store = JSON.stringify({ ...JSON.parse(packed.parts.store), version: 2 });
  packed.parts.store = store;
  packed.manifest.store = { bytes: Buffer.byteLength(store), sha256: createHash("sha256").update(store).digest("hex") };
  return gzipSync(JSON.stringify(packed));
}

test("the backup of the first release is put back on another host, with the network and its key", async (t) => {
  const folder = freshFolder(t);
  const bytes = readFileSync(new URL("../fixtures/backup-v1.gz", import.meta.url));
  await stageRestore(folder, await readArchive(bytes));
  const { disk, found } = await session(folder);
  await disk.close();
  assert.deepEqual(
    [...found].map(([address, json]) => ({ address, json })),
    sensors(3),
  );
  for (const [name, text] of Object.entries(RADIO))
    assert.equal(readFileSync(join(folder, "radio", name), "utf8"), text);
});

test("a backup of an older release is brought up to date by the next one", async (t) => {
  const folder = freshFolder(t);
  const renamed: Migration = (records) =>
    records.map(({ address, json }) => ({ address, json: (json ?? "").replace("Sensor", "Renamed") }));
  await fill(folder, [sensor(9, "replaced")]);
  const bytes = await packArchive({ records: sensors(3), radio: RADIO, about }, START);
  await stageRestore(folder, { ...(await readArchive(bytes)), dataVersion: 0 }); // as the first one before a change
  const { disk, found } = await session(folder, { migrations: { 0: renamed } });
  await disk.close();
  assert.deepEqual([...found.keys()], ["/sensors/1", "/sensors/2", "/sensors/3"]);
  for (const json of found.values()) assert.match(json, /Renamed \d/);
});

test("a backup of a newer release is refused in one sentence, before anything was touched", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(2));
  await assert.rejects(
    async () => stageRestore(folder, await readArchive(await ofNextRelease())),
    /^Error: backup: a newer release made it: .{10,60}$/,
  );
  assert.equal((await read(folder)).size, 2);
  assert.equal(existsSync(join(folder, "restore")), false);
});

const RESTORE = `
  const [archive, restore, folder, file] = process.argv.slice(1);
  const { readFileSync } = await import("node:fs");
  const { readArchive } = await import(archive);
  const { finishRestore, stageRestore } = await import(restore);
  const content = await readArchive(readFileSync(file));
  process.stdout.write("begins");
  await stageRestore(folder, content);
  await finishRestore(folder);
  process.stdout.write("done");
`;

test(`killed ${KILLS} times amid a restore: all of the old state, or all of the new one`, async (t) => {
  const root = freshFolder(t);
  mkdirSync(root, { recursive: true });
  const file = join(root, "backup.gz");
  const records = Array.from({ length: 300 }, (_, index) => sensor(index + 1, `restored ${"x".repeat(1_000)}`));
  writeFileSync(file, await packArchive({ records, radio: { "database.db": "new" }, about }, START));
  const outcomes = { old: 0, new: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const folder = join(root, String(kill));
    await fill(folder, sensors(2));
    mkdirSync(join(folder, "radio"));
    writeFileSync(join(folder, "radio", "database.db"), "old");
    const child = spawn(
      process.execPath,
      ["--input-type=module", "-e", RESTORE, source("disk/archive.ts"), source("disk/restore.ts"), folder, file],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const gone = once(child, "close");
    await once(child.stdout, "data");
    await wait(((kill * 3) % 8) * 4); // milliseconds: it takes about thirty, and few kills are spread over all of it
    child.kill("SIGKILL");
    await gone;
    const found = await read(folder);
    const radio = readFileSync(join(folder, "radio", "database.db"), "utf8");
    assert.deepEqual([found.size, radio].join(), found.size === 2 ? "2,old" : "300,new", `${kill}: ${namesIn(folder)}`);
    outcomes[radio as "old" | "new"] += 1;
  }
  t.diagnostic(JSON.stringify(outcomes));
});
