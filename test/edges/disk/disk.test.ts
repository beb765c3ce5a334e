import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import {
  DATA,
  failingFiles,
  fill,
  freshFolder,
  harm,
  killed,
  namesIn,
  read,
  sensor,
  sensors,
  session,
} from "../../support/disk.ts";
import { settle } from "../../support/fakes.ts";

test("a new folder is empty, private, and says nothing", async (t) => {
  const folder = freshFolder(t);
  const { disk, found, lines } = await session(folder);
  await disk.write([sensor(1)], true);
  assert.equal(found.size, 0);
  assert.deepEqual(lines, []);
  for (const path of [dirname(folder), folder, join(folder, "backups")]) {
    assert.equal(statSync(path).mode & 0o777, 0o700, path);
  }
  assert.equal(statSync(join(folder, DATA)).mode & 0o777, 0o600);
  await disk.close();
});

test("written resources are there again, the last write counts, and deleted ones are gone", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(5));
  await fill(folder, [sensor(2, "Two"), { address: "/sensors/3" }, sensor(6)]);
  const found = await read(folder);
  assert.deepEqual([...found.keys()].sort(), ["/sensors/1", "/sensors/2", "/sensors/4", "/sensors/5", "/sensors/6"]);
  assert.equal(found.get("/sensors/2"), sensor(2, "Two").json);
});

const HOSTILE = ["\u2028", "\u2029", "\u0085", "\v\f\r\n", "\0", "\ud800", '{"sum":"00000000",', '"}', "\\", "✓🏠"];

for (const text of HOSTILE) {
  test(`${JSON.stringify(text)} in a name survives two restarts`, async (t) => {
    const folder = freshFolder(t);
    const record = sensor(1, `a${text}b`);
    await fill(folder, [record, sensor(2)]);
    assert.equal((await read(folder)).get("/sensors/1"), record.json);
    assert.equal((await read(folder)).get("/sensors/1"), record.json);
  });
}

test("a batch is one append, and one sync if it asks for one", async (t) => {
  const files = failingFiles();
  const { disk } = await session(freshFolder(t), { files });
  files.calls.length = 0;
  await disk.write(sensors(100), false);
  await disk.write(sensors(100), true);
  assert.deepEqual(files.calls, ["append", "append", "sync"]);
  await disk.close();
});

for (const room of [0, 1, 50, 250]) {
  test(`a batch that only ${room} bytes of fit leaves nothing behind, and the next one works`, async (t) => {
    const folder = freshFolder(t);
    const files = failingFiles();
    const { disk } = await session(folder, { files });
    await disk.write([sensor(1)], true);
    const before = readFileSync(join(folder, DATA));
    files.room = room;
    await assert.rejects(disk.write([sensor(2), sensor(3), sensor(1, "no")], true), {
      message: `${join(folder, DATA)}: the disk is full`,
    });
    assert.deepEqual(readFileSync(join(folder, DATA)), before);
    files.room = Number.POSITIVE_INFINITY;
    await disk.write([sensor(4)], true);
    await disk.close();
    const { disk: again, found, lines } = await session(folder);
    assert.deepEqual([...found].sort(), [sensor(1), sensor(4)].map(({ address, json }) => [address, json]).sort());
    assert.deepEqual(lines, []);
    await again.close();
  });
}

test("bytes of a failed sync that cannot be cut off are left out by a compaction", async (t) => {
  const folder = freshFolder(t);
  const files = failingFiles();
  const { disk } = await session(folder, { files });
  await disk.write([sensor(1)], true);
  files.fails.sync = "EIO";
  let cuts = 0;
  files.chance = (name) => {
    if (name !== "truncate") return undefined;
    cuts += 1;
    files.fails.sync = undefined;
    return "before";
  };
  await assert.rejects(disk.write([sensor(2), sensor(1, "refused")], true), /the disk reports a fault/);
  assert.equal(cuts, 5);
  assert.deepEqual([...(await read(killed(folder)))], [["/sensors/1", sensor(1).json]], "as if it were killed now");
  await disk.write([sensor(3)], true);
  assert.deepEqual([...(await read(killed(folder))).keys()], ["/sensors/1", "/sensors/3"]);
  await disk.close();
});

test("bytes that could not be taken back are taken back before the next write", async (t) => {
  const folder = freshFolder(t);
  const files = failingFiles();
  const { disk } = await session(folder, { files });
  Object.assign(files, { room: 60 });
  Object.assign(files.fails, { truncate: "EIO", rename: "EIO" });
  await assert.rejects(disk.write([sensor(1)], false), /the disk is full/);
  files.room = Number.POSITIVE_INFINITY;
  await assert.rejects(disk.write([sensor(2)], false), /the disk reports a fault/);
  Object.assign(files.fails, { truncate: undefined, rename: undefined });
  await disk.write([sensor(3)], false);
  await disk.close();
  assert.deepEqual([...(await read(folder)).keys()], ["/sensors/3"]);
});

test("after a failed sync the file is compacted, since the system may have dropped unsynced pages", async (t) => {
  const folder = freshFolder(t);
  const files = failingFiles();
  const { disk } = await session(folder, { files });
  await disk.write([sensor(1)], false);
  const { ino } = statSync(join(folder, DATA));
  files.fails.sync = "EIO";
  await assert.rejects(disk.write([sensor(2)], true), /: the disk reports a fault$/);
  files.fails.sync = undefined;
  await disk.write([sensor(3)], false);
  assert.notEqual(statSync(join(folder, DATA)).ino, ino);
  await disk.close();
  assert.deepEqual([...(await read(folder)).keys()], ["/sensors/1", "/sensors/3"]);
});

test("the file is compacted when it has outgrown its content, and writes go on meanwhile", async (t) => {
  const folder = freshFolder(t);
  const { disk, lines } = await session(folder);
  let most = 0;
  for (let turn = 1; turn <= 60; turn += 1) {
    await disk.write([sensor(1, `${turn}`.padEnd(50_000, "x"))], false);
    most = Math.max(most, statSync(join(folder, DATA)).size);
  }
  assert.ok(most > 1_000_000 && most < 1_300_000, `${most} bytes at most`);
  assert.deepEqual(lines, []);
  await disk.close();
  assert.equal((await read(folder)).get("/sensors/1"), sensor(1, "60".padEnd(50_000, "x")).json);
});

test("opening a file with few changes writes nothing", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(20));
  await fill(folder, [sensor(1, "New")]);
  const before = statSync(join(folder, DATA));
  assert.equal((await read(folder)).size, 20);
  const { ino, mtimeMs } = statSync(join(folder, DATA));
  assert.deepEqual([ino, mtimeMs], [before.ino, before.mtimeMs]);
});

test("when a compaction fails, one line says so, and nothing is lost", async (t) => {
  const folder = freshFolder(t);
  const files = failingFiles();
  const { disk, lines } = await session(folder, { files });
  await disk.write(sensors(10), true);
  files.fails.open = "EMFILE";
  await disk.write([sensor(11, "x".repeat(1_100_000))], true);
  await disk.write([sensor(12)], true);
  assert.deepEqual(lines, [`the file could not be written anew: ${join(folder, DATA)}: too many files are open`]);
  files.fails.open = undefined;
  await disk.close();
  assert.equal((await read(folder)).size, 12);
});

for (const [what, harms] of [
  ["a rewrite", false],
  ["a repair", true],
] as const) {
  for (const fails of ["rename", "syncFolder", "open"] as const) {
    test(`${what} while it runs, of which ${fails} fails: no write is acknowledged into a file that no start will read`, async (t) => {
      const folder = freshFolder(t);
      const files = failingFiles();
      const { disk } = await session(folder, { files });
      await disk.write([sensor(0, "old"), ...sensors(10)], true);
      await disk.write([sensor(0, "new")], true);
      if (harms) harm(join(folder, DATA), (bytes) => void bytes.write("OLD", bytes.indexOf("old")));
      let renames = 0;
      files.chance = (name) => {
        if (name === "rename") renames += 1;
        return renames === 1 && name === fails ? "after" : undefined;
      };
      await disk.write([sensor(11, "x".repeat(1_100_000))], true);
      for (let id = 12; id < 20; id += 1) {
        await disk.write([sensor(id)], true).catch(() => {
          files.chance = () => undefined;
          return disk.write([sensor(id)], true);
        });
        assert.ok((await read(killed(folder))).has(`/sensors/${id}`), `${id} is lost`);
      }
      assert.ok(renames > 0);
      files.chance = () => undefined;
      await disk.close();
      assert.equal((await read(folder)).size, 20);
    });
  }
}

test("a repair that fails again and again sets the damaged file aside once", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  harm(join(folder, DATA), (bytes) => bytes.subarray(0, -3));
  const files = failingFiles();
  files.fails.rename = "EROFS";
  for (let turn = 0; turn < 3; turn += 1) await assert.rejects(session(folder, { files }), /read-only/);
  assert.deepEqual(namesIn(join(folder, "damaged")), [`000001-${DATA}`]);
  assert.equal((await read(folder)).size, 2);
  assert.deepEqual(namesIn(join(folder, "damaged")), [`000001-${DATA}`]);
});

test("where another file was put, nothing is written", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write([sensor(1)], true);
  cpSync(join(folder, DATA), join(folder, "copy"));
  renameSync(join(folder, "copy"), join(folder, DATA));
  clock.advance(1);
  const refusal = { message: `${join(folder, DATA)}: another file was put in its place` };
  for (const id of [2, 3]) await assert.rejects(disk.write([sensor(id)], true), refusal);
  await disk.close();
  assert.equal((await read(folder)).size, 1);
});

test("unfinished files of a crash are gone after the next opening", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  mkdirSync(join(folder, "copies"));
  for (const name of [DATA, "backups/000001-v1-2026-03-01.db", "copies/000001-2026-03-01.backup"])
    writeFileSync(join(folder, `${name}.new`), "half");
  assert.equal((await read(folder)).size, 3);
  assert.deepEqual(namesIn(folder), ["backups", "copies", DATA]);
  for (const within of ["backups", "copies"]) assert.deepEqual(namesIn(join(folder, within)), []);
});

for (const [what, kind, make] of [
  ["a pipe", "a pipe", (path: string) => execFileSync("mkfifo", [path])],
  ["a folder", "a folder", (path: string) => mkdirSync(path)],
  ["a device", "a device", (path: string) => symlinkSync("/dev/zero", path)],
] as const) {
  test(`${what} in place of the data file is refused in one sentence, and not read`, async (t) => {
    const folder = freshFolder(t);
    await fill(folder, sensors(3));
    rmSync(join(folder, DATA));
    make(join(folder, DATA));
    await assert.rejects(session(folder), { message: `${join(folder, DATA)}: this is no file, but ${kind}` });
    rmSync(join(folder, DATA), { recursive: true });
    await read(folder, /all is lost/);
  });
}

test("a pipe among the backups is passed over", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  await read(folder);
  cpSync(join(folder, DATA), join(folder, "backups", "000001-v1-2026-03-01.db"));
  execFileSync("mkfifo", [join(folder, "backups", "000002-v1-2026-03-02.db")]);
  rmSync(join(folder, DATA));
  assert.equal((await read(folder)).size, 3);
});

test("closing waits for writes, is harmless twice, and ends writing; then it can be opened again", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  const writing = disk.write([sensor(1)], true);
  await Promise.all([writing, disk.close(), disk.close()]);
  await assert.rejects(disk.write([sensor(2)], true), { message: `${folder}: closed` });
  assert.equal(clock.pending, 0);
  assert.deepEqual(await disk.open(), [sensor(1)]);
  await assert.rejects(disk.open(), { message: `${folder}: already open` });
  await assert.rejects(session(folder), /already uses this folder$/);
  await disk.close();
  assert.deepEqual(namesIn(folder), ["backups", DATA]);
});

test("opening fails with one sentence when the folder cannot be made, and works once it can", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, []);
  const { disk } = await session(join(folder, DATA, "below")).catch((error) => ({ disk: error as Error }));
  assert.ok(disk instanceof Error);
  assert.match(disk.message, /^\S+: a part of this path is not a folder$/);

  const files = failingFiles();
  files.fails.open = "EROFS";
  await assert.rejects(session(folder, { files }), { message: `${join(folder, DATA)}: the file system is read-only` });
  await fill(folder, [sensor(1)]);
});

test("nothing but one backup waits for its time after a write", async (t) => {
  const { disk, clock } = await session(freshFolder(t));
  assert.equal(clock.pending, 0);
  await disk.write([sensor(1)], true);
  await disk.write([sensor(2)], true);
  await settle();
  assert.equal(clock.pending, 1);
  await disk.close();
});

test("the data of version 1 open", async (t) => {
  const folder = freshFolder(t);
  cpSync(new URL("../../fixtures/storage-v1", import.meta.url), folder, { recursive: true });
  const { disk, found, lines } = await session(folder);
  assert.deepEqual([...found.keys()], ["/config", "/sensors/1", "/sensors/2"]);
  assert.equal(JSON.parse(found.get("/sensors/1") ?? "").attr.name, "Hall\u2028way");
  assert.deepEqual(lines, []);
  await disk.close();
});

test("a failure of each write is logged once a minute", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock, lines } = await session(folder);
  rmSync(join(folder, "backups"), { recursive: true });
  writeFileSync(join(folder, "backups"), "in the way");
  const writeUntil = async (isEnough: (turn: number) => boolean) => {
    for (let turn = 0; !isEnough(turn); turn += 1) {
      await disk.write([sensor(turn)], false);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await writeUntil(() => lines.length > 0);
  await writeUntil((turn) => turn === 10);
  assert.equal(lines.length, 1, lines.join("\n"));
  clock.advance(60);
  await writeUntil(() => lines.length > 1);
  assert.equal(new Set(lines).size, 1);
  await disk.close();
});
