/** The backups of the nights: when they are made, and which are kept. */
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Copies, openCopies } from "../../../src/edges/disk/copies.ts";
import { freshFolder } from "../../support/disk.ts";
import { type FakeClock, fakeClock, loudLog } from "../../support/fakes.ts";

interface Stage {
  readonly copies: Copies;
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
  const copies = openCopies({ folder, clock, log, make });
  t.after(() => copies.stop());
  return Object.assign(stage, { copies });
}

/** Hour by hour; what the disk does takes real time. */
async function pass(clock: FakeClock, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    clock.advance(3600);
    const deadline = Date.now() + 20_000;
    while (clock.pending === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const days = async (copies: Copies) => (await copies.list()).map(({ day }) => day);

test("one each night, after the first hour, and those of seven days are kept", async (t) => {
  const { copies, clock, folder } = stage(t, new Date(2026, 2, 1, 12, 30));
  assert.deepEqual(await copies.list(), []);
  await pass(clock, 1);
  assert.deepEqual(await days(copies), ["2026-03-01"], "there was none at all");
  await pass(clock, 12);
  assert.deepEqual(await days(copies), ["2026-03-01"], "not at half past one");
  await pass(clock, 2);
  assert.deepEqual(await days(copies), ["2026-03-02", "2026-03-01"]);
  await pass(clock, 9 * 24);
  const all = await copies.list();
  assert.deepEqual(
    all.map(({ day }) => day),
    [11, 10, 9, 8, 7, 6, 5].map((day) => `2026-03-${String(day).padStart(2, "0")}`),
  );
  assert.equal((await copies.read(all[0]?.name ?? "")).toString(), "backup 11");
  assert.equal(statSync(join(folder, "copies", all[0]?.name ?? "")).mode & 0o777, 0o600);
});

test("those that are asked for do not push out other days", async (t) => {
  const { copies, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  await pass(clock, 3 * 24);
  const before = await days(copies);
  for (let click = 0; click < 10; click += 1) await copies.add();
  assert.deepEqual(await days(copies), before);
  assert.equal((await copies.list())[0]?.bytes, "backup 14".length);
});

test("where the machine sleeps at night it is made in the morning", async (t) => {
  const { copies, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  await pass(clock, 1);
  clock.set(new Date(2026, 2, 3, 8, 0).getTime());
  await pass(clock, 1);
  assert.deepEqual(await days(copies), ["2026-03-03", "2026-03-01"]);
});

test("one that fails is said once, and tried again each hour", async (t) => {
  const stick = stage(t, new Date(2026, 2, 1, 12, 30));
  const { copies, clock, lines, folder } = stick;
  stick.fails = true;
  await pass(clock, 5);
  assert.deepEqual(lines, [
    `${join(folder, "copies")}: no backup was made, and is tried each hour: the radio is not running`,
  ]);
  stick.fails = false;
  await pass(clock, 1);
  assert.deepEqual(await days(copies), ["2026-03-01"]);
  await assert.rejects(copies.read("../data-v1.db"), { message: /there is no such backup/ });
  writeFileSync(join(folder, "copies", "mine.txt"), "");
  assert.equal((await copies.list()).length, 1);
});

test("a stop waits for the one that is being made, and no other follows", async (t) => {
  const { copies, clock } = stage(t, new Date(2026, 2, 1, 12, 30));
  const made = copies.add();
  await copies.stop();
  assert.equal((await made).day, "2026-03-01");
  clock.advance(48 * 3600);
  assert.equal(clock.pending, 0);
});
