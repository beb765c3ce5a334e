/** The backups of the nights: when they are made, and which are kept. */
import assert from "node:assert/strict";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { NightlyBackups } from "../../../src/edges/disk/nightly-backups.ts";
import { freshFolder } from "../../support/disk.ts";
import { type FakeClock, fakeClock, loudLog } from "../../support/fakes.ts";

interface Stage {
  readonly backups: NightlyBackups;
  readonly clock: FakeClock;
  readonly folder: string;
  readonly lines: readonly string[];
  made: number;
  fails: boolean;
}

function stage(t: TestContext, start: Date): Stage {
  const folder = freshFolder(t);
  const clock = fakeClock(start.getTime());
  const log = loudLog();
  const stage = { clock, folder, lines: log.lines, made: 0, fails: false };
  const make = async () => {
    if (stage.fails) throw new Error("the radio is not running");
    stage.made += 1;
    return Buffer.from(`backup ${stage.made}`);
  };
  const backups = new NightlyBackups({ folder, clock, log, make });
  t.after(() => backups.stop());
  return Object.assign(stage, { backups });
}

/** Hour by hour; the disk takes real time. */
async function pass({ clock, backups }: Pick<Stage, "clock" | "backups">, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    clock.advance(Math.min(1, hours) * 3600, 60);
    await backups.settled();
  }
}

const days = async (backups: NightlyBackups) => (await backups.list()).map(({ day }) => day);

test("one each night, the first at a full hour, and those of seven days are kept", async (t) => {
  const { backups, clock, folder } = stage(t, new Date(2026, 2, 1, 12, 30));
  assert.deepEqual(await backups.list(), []);
  await pass({ clock, backups }, 1);
  assert.deepEqual(await days(backups), ["2026-03-01"], "there was none at all");
  await pass({ clock, backups }, 12);
  assert.deepEqual(await days(backups), ["2026-03-01"], "not at half past one");
  await pass({ clock, backups }, 2);
  assert.deepEqual(await days(backups), ["2026-03-02", "2026-03-01"]);
  await pass({ clock, backups }, 9 * 24);
  const all = await backups.list();
  assert.deepEqual(
    all.map(({ day }) => day),
    [11, 10, 9, 8, 7, 6, 5].map((day) => `2026-03-${String(day).padStart(2, "0")}`),
  );
  assert.equal((await backups.read(all[0]?.name ?? "")).toString(), "backup 11");
  assert.equal(statSync(join(folder, "copies", all[0]?.name ?? "")).mode & 0o777, 0o600);
});

test("backups on request do not push out other days", async (t) => {
  const { backups, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  await pass({ clock, backups }, 3 * 24);
  const before = await days(backups);
  for (let click = 0; click < 10; click += 1) await backups.add();
  assert.deepEqual(await days(backups), before);
  assert.equal((await backups.list())[0]?.bytes, "backup 14".length);
});

test("a downloaded backup is kept as the newest of its day; a disk that refuses it is only told of", async (t) => {
  const { backups, folder, lines } = stage(t, new Date());
  await backups.add();
  await backups.keep(Buffer.from("downloaded"));
  const [newest, ...others] = await backups.list();
  assert.deepEqual([newest?.bytes, others.length], ["downloaded".length, 0]);
  assert.ok(Math.abs((newest?.at ?? 0) - Date.now()) < 60_000);
  rmSync(join(folder, "copies"), { recursive: true });
  writeFileSync(join(folder, "copies"), "in the way");
  await backups.keep(Buffer.from("again"));
  assert.match(lines.join(), /downloaded, but is not kept here/);
});

test("where the machine sleeps at night, the backup is made in the morning", async (t) => {
  const { backups, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  await pass({ clock, backups }, 1);
  clock.set(new Date(2026, 2, 3, 8, 0).getTime());
  await pass({ clock, backups }, 1);
  assert.deepEqual(await days(backups), ["2026-03-03", "2026-03-01"]);
});

test("after the clock was put back a backup is made at the next full hour, and one each night", async (t) => {
  const { backups, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  await pass({ clock, backups }, 1);
  clock.set(new Date(2025, 5, 1, 12, 30).getTime());
  await pass({ clock, backups }, 16);
  assert.deepEqual(await days(backups), ["2025-06-02", "2025-06-01", "2026-03-01"]);
});

test("none is made in the bustle of a start", async (t) => {
  const { backups, clock } = stage(t, new Date(2026, 2, 1, 12, 55));
  await pass({ clock, backups }, 0.1);
  assert.deepEqual(await days(backups), []);
  await pass({ clock, backups }, 1);
  assert.deepEqual(await days(backups), ["2026-03-01"]);
});

test("a failure is logged once, and the backup is tried again each hour", async (t) => {
  const stick = stage(t, new Date(2026, 2, 1, 12, 30));
  const { backups, clock, lines, folder } = stick;
  stick.fails = true;
  await pass({ clock, backups }, 5);
  assert.deepEqual(lines, [
    `${join(folder, "copies")}: no backup was made, and is tried each hour: the radio is not running`,
  ]);
  stick.fails = false;
  await pass({ clock, backups }, 1);
  assert.deepEqual(await days(backups), ["2026-03-01"]);
  await assert.rejects(backups.read("../data-v1.db"), { message: /there is no such backup/ });
  writeFileSync(join(folder, "copies", "mine.txt"), "");
  assert.equal((await backups.list()).length, 1);
});

test("a stop waits for the backup that is being made, and no other follows", async (t) => {
  const { backups, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  const made = backups.add();
  await backups.stop();
  assert.equal((await made).day, "2026-03-01");
  clock.advance(48 * 3600, 60);
  await backups.settled();
  assert.equal((await backups.list()).length, 1);
});
