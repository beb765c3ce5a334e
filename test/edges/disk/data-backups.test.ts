import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { untilBackup } from "../../../src/edges/disk/data-backups.ts";
import { DATA, freshFolder, harm, namesIn, read, type Session, sensor, sensors, session } from "../../support/disk.ts";
import { settle } from "../../support/fakes.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

test("a day with a change ends up in one backup, a day without in none, and five are kept", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock, lines } = await session(folder);
  const timers = clock.pending;
  for (let day = 1; day <= 7; day += 1) {
    await disk.write([sensor(day)], false);
    await disk.write([sensor(day, "again")], false);
    await until(() => clock.pending > timers, "no backup is planned");
    clock.advance(HOUR);
    await until(() => backups(folder).some((name) => name.endsWith(`-03-0${day}.db`)), "no backup is made");
    await passes({ clock }, DAY - HOUR);
  }
  await passes({ clock }, 10 * DAY);
  assert.deepEqual(
    backups(folder),
    [3, 4, 5, 6, 7].map((day) => `00000${day}-v1-2026-03-0${day}.db`),
  );
  assert.deepEqual(lines, []);
  await disk.close();
});

const NOON = Date.parse("2026-03-01T12:00:00Z");
const waits: [what: string, day: string | undefined, now: number, hours: number][] = [
  ["the first ever", undefined, NOON, 1],
  ["one of yesterday", "2026-02-28", NOON, 1],
  ["one of today", "2026-03-01", NOON, 12],
  ["one of today, just before midnight", "2026-03-01", NOON + 11.9 * 3_600_000, 1],
  ["one from the future: the clock was wrong", "2036-01-01", NOON, 1],
];

for (const [what, day, now, hours] of waits) {
  test(`after a change, ${what}: ${hours} hours until the backup`, () => {
    const newest = day === undefined ? undefined : { path: "", number: 1, version: 1, day };
    assert.equal(untilBackup(newest, now), hours * 3_600_000);
  });
}

test("a backup holds the records of its start, and writes go on while it is made", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(2000), false);
  await settled();
  clock.advance(HOUR, 60);
  for (let turn = 0; turn < 50; turn += 1) await disk.write([sensor(turn, "later")], false);
  await disk.close();
  const [name = ""] = backups(folder);
  rmSync(join(folder, DATA));
  writeFileSync(join(folder, DATA), readFileSync(join(folder, "backups", name)));
  assert.deepEqual(
    [...(await read(folder)).keys()].sort(),
    sensors(2000)
      .map(({ address }) => address)
      .sort(),
  );
});

test("a change while a backup is made is in the next one, though nothing changes any more", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(2000), false);
  await settled();
  clock.advance(HOUR, 60);
  await disk.write([sensor(1, "later")], false);
  await backedUp(folder, 1);
  await passes({ clock }, DAY);
  await backedUp(folder, 2);
  await disk.close();
});

test("a backup of a file that is damaged by now does not count, and one line says so", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock, lines } = await session(folder);
  await disk.write(sensors(3), true);
  await settled();
  harm(join(folder, DATA), (bytes) => void bytes.fill(0, 100, 120));
  await passes({ clock }, HOUR);
  assert.deepEqual(backups(folder), []);
  assert.deepEqual(lines, [`no backup: ${join(folder, "backups", "000001-v1-2026-03-01.db.new")}: damaged`]);
  await disk.close();
});

test("a repair does not bring back a record that was deleted after the backup, not even after a restart", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(5), true);
  await passes({ clock }, HOUR);
  await disk.write([{ address: "/sensors/2" }], true);
  await disk.close();
  await read(folder);
  harm(join(folder, DATA), (bytes) => bytes.subarray(0, -20));
  assert.deepEqual([...(await read(folder)).keys()].sort(), ["/sensors/1", "/sensors/3", "/sensors/4", "/sensors/5"]);
});

test("nor does it when the whole data file is lost, from whichever backup it comes back", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(5), true);
  await passes({ clock }, HOUR);
  await backedUp(folder, 1);
  await disk.write([{ address: "/sensors/2" }, { address: "/sensors/3" }], true);
  await disk.write([sensor(3, "made again")], true);
  await passes({ clock }, DAY);
  await backedUp(folder, 2);
  await disk.write([{ address: "/sensors/4" }], true);
  await disk.close();
  rmSync(join(folder, DATA));
  const back = await read(folder);
  assert.deepEqual([...back.keys()].sort(), ["/sensors/1", "/sensors/3", "/sensors/5"]);
  assert.equal(back.get("/sensors/3"), sensor(3, "made again").json);
  harm(join(folder, "backups", backups(folder).at(-1) ?? ""), () => Buffer.from("none"));
  rmSync(join(folder, DATA));
  assert.deepEqual([...(await read(folder)).keys()].sort(), ["/sensors/1", "/sensors/5"]);
});

test("a tombstone that cannot be written is logged, and the deletion stands", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock, lines } = await session(folder);
  await disk.write(sensors(2), true);
  await passes({ clock }, HOUR);
  await backedUp(folder, 1);
  mkdirSync(join(folder, "backups", "deleted.db"));
  await disk.write([{ address: "/sensors/2" }], true);
  await disk.close();
  const told = lines.filter((line) => line.startsWith("/sensors/2: if the data are lost, a backup brings it back: "));
  assert.equal(told.length, 1, lines.join("\n"));
  assert.deepEqual([...(await read(folder)).keys()], ["/sensors/1"]);
});

test("a record that is deleted while a backup is made stays deleted too", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(5), true);
  await settled();
  clock.advance(HOUR, 60);
  await settle();
  await disk.write([{ address: "/sensors/2" }], true);
  await disk.close();
  await read(folder);
  harm(join(folder, DATA), (bytes) => bytes.subarray(0, -20));
  assert.equal((await read(folder)).has("/sensors/2"), false);
});

test("a deletion leaves no tombstone when no backup has the resource, or no longer", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(2), true);
  await passes({ clock }, HOUR);
  await disk.write([sensor(3), { address: "/sensors/1" }], true);
  await disk.write([{ address: "/sensors/3" }], true);
  await passes({ clock }, DAY);
  await disk.close();
  const { disk: again } = await session(folder);
  await again.write([sensor(2, "so long that all is written anew".padEnd(1000))], true);
  await again.close();
  await read(folder);
  const text = readFileSync(join(folder, DATA), "utf8");
  assert.doesNotMatch(text, /sensors\/[13]/);
  assert.match(text, /sensors\/2/);
  assert.match(readFileSync(join(folder, "backups", "deleted.db"), "utf8"), /sensors\/1/);
  const { disk: once } = await session(folder);
  await once.close();
  for (let day = 0; day < 6; day += 1) {
    const { disk: later, clock: then } = await session(folder);
    then.advance(day * DAY, 60);
    await later.write([sensor(2, `${day}`)], true);
    await passes({ clock: then }, DAY);
    await later.close();
  }
  assert.doesNotMatch(readFileSync(join(folder, "backups", "deleted.db"), "utf8"), /sensors/);
});

async function passes({ clock }: Pick<Session, "clock">, seconds: number): Promise<void> {
  await settled();
  clock.advance(seconds);
  await settled();
}

/** Files take longer than promises: until no promise waits for one any more. */
async function settled(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    if (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name))) round = -1;
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function backedUp(folder: string, count: number): Promise<void> {
  await until(() => backups(folder).filter((name) => name.endsWith(".db")).length >= count, "no backup is made");
  await settled();
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, otherwise);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function backups(folder: string): readonly string[] {
  return namesIn(join(folder, "backups")).filter((name) => name !== "deleted.db");
}
