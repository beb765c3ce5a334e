/** The history on the disk: appended values are there after a restart, a kill, a damage; how large it gets is bounded. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  HISTORY_FOLDER,
  type HistoryDiskOptions,
  openHistoryDisk,
} from "../../../src/edges/disk/history/history-disk.ts";
import { decode, encode } from "../../../src/edges/disk/history/rollup-codec.ts";
import type { HistoryDisk } from "../../../src/model/history/ports.ts";
import { HOUR, inOrder, MINUTE, type Rollup } from "../../../src/model/history/rollups.ts";
import { failingFiles, freshFolder, harm } from "../../support/disk.ts";
import { fakeClock, loudLog, START } from "../../support/fakes.ts";

const FIRST = "minutes-000001.hist";
const LIMITS = {
  minute: { appends: 3, files: 2, bytes: 1_000_000 },
  hour: { appends: 3, files: 2, bytes: 1_000_000 },
  day: { appends: 3, files: 2, bytes: 1_000_000 },
};

interface Opened {
  readonly disk: HistoryDisk;
  readonly lines: readonly string[];
}

async function opened(folder: string, more: Partial<HistoryDiskOptions> = {}): Promise<Opened> {
  mkdirSync(folder, { recursive: true });
  const log = loudLog();
  const disk = openHistoryDisk({ folder, clock: fakeClock(), log, limits: LIMITS, ...more });
  await disk.open();
  return { disk, lines: log.lines };
}

function rollup(minute: number, last = minute, more: Partial<Rollup> = {}): Rollup {
  return { at: START + minute * MINUTE, min: last, max: last, mean: last, last, count: 1, known: 1, ...more };
}

const all = (disk: HistoryDisk, series: string, tier: "minute" | "hour" | "day" = "minute") =>
  disk.read(tier, series, 0, Number.POSITIVE_INFINITY);
const lasts = async (disk: HistoryDisk, series = "a") => (await all(disk, series)).map(({ last }) => last);
const put = (disk: HistoryDisk, series: string, ...rollups: readonly Rollup[]) =>
  disk.append("minute", [{ series, rollups }]);
const filesOf = (folder: string) => readdirSync(join(folder, HISTORY_FOLDER)).sort();

function folderOf(t: TestContext): { folder: string; path: (name?: string) => string } {
  const folder = freshFolder(t);
  return { folder, path: (name = FIRST) => join(folder, HISTORY_FOLDER, name) };
}

const samples: readonly (readonly Rollup[])[] = [
  [],
  [rollup(0, 2150, { min: 2100, max: 2210, mean: 2160, count: 7, known: 0.8 })],
  [rollup(0, -40), rollup(1, 0), rollup(600, 21.5, { min: 20.25, max: 21.5, mean: 20.875 }), rollup(601, 3)],
  [rollup(0, 2 ** 49, { grown: 123_456_789 }), rollup(1, -(2 ** 49)), rollup(2, 1e300), rollup(3, 1)],
  [rollup(60, 1), rollup(0, 0, { min: 0, max: 1, mean: 0.5 })], // a clock that was put back
];
for (const [n, sample] of samples.entries()) {
  test(`rollups become bytes and come back: ${n}`, () => {
    const back = decode(encode(sample));
    const near = (one: number, other: number) => Math.abs(one - other) <= Math.max(1, Math.abs(other)) / 10_000;
    assert.equal(back.length, sample.length);
    for (const [at, { mean, known, ...exact }] of sample.entries()) {
      const { mean: meanBack, known: knownBack, ...exactBack } = back[at] as Rollup;
      assert.deepEqual(exactBack, exact);
      assert.ok(near(meanBack, mean) && Math.abs(knownBack - known) < 0.003, JSON.stringify(back[at]));
    }
    assert.deepEqual(decode(Buffer.concat([encode(sample), encode(sample)])).length, 2 * sample.length);
  });
}

test("a measured minute takes some ten bytes", () => {
  const day = Array.from({ length: 1440 }, (_, n) =>
    rollup(n, 2000 + (n % 7), { min: 1999, max: 2010, mean: 2003, count: 3 }),
  );
  assert.ok(encode(day).length < 12 * 1440, String(encode(day).length));
});

test("an appended value is there again, also after more files than may stay: the oldest goes", async (t) => {
  const { folder } = folderOf(t);
  const { disk } = await opened(folder);
  for (let minute = 0; minute < 14; minute += 1) await put(disk, "a", rollup(minute));
  assert.deepEqual(filesOf(folder), ["minutes-000003.hist", "minutes-000004.hist", "minutes-000005.hist"]);
  assert.deepEqual(await lasts(disk), [6, 7, 8, 9, 10, 11, 12, 13]);
  assert.equal(disk.since("minute"), START + 6 * MINUTE);
  assert.equal(disk.since("hour"), Number.NEGATIVE_INFINITY);
  await disk.close();
  const { disk: again, lines } = await opened(folder);
  assert.deepEqual(await lasts(again), [6, 7, 8, 9, 10, 11, 12, 13]);
  assert.deepEqual(await again.lastBefore("minute", "a", START + 8 * MINUTE), rollup(7));
  assert.equal(await again.lastBefore("minute", "a", START + 6 * MINUTE), undefined);
  assert.deepEqual(await again.read("minute", "a", START + 8 * MINUTE, START + 10 * MINUTE), [rollup(8), rollup(9)]);
  assert.deepEqual([again.has("a"), again.has("b")], [true, false]);
  await put(again, "a", rollup(14), rollup(15));
  assert.deepEqual(await lasts(again), [9, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual(lines, []);
  await again.close();
});

test("too many bytes: the oldest file goes, but never the newest that is complete", async (t) => {
  const { folder } = folderOf(t);
  const limits = { ...LIMITS, minute: { appends: 1, files: 50, bytes: 100 } };
  const { disk } = await opened(folder, { limits });
  for (let minute = 0; minute < 5; minute += 1) await put(disk, "a", rollup(minute));
  assert.deepEqual(filesOf(folder), ["minutes-000005.hist"]);
  await disk.close();
});

test("nothing is written when nothing is given", async (t) => {
  const { folder } = folderOf(t);
  const { disk } = await opened(folder);
  await disk.append("minute", []);
  await disk.close();
  assert.deepEqual(filesOf(folder), []);
});

test("the same minute twice becomes one: a restart came in between", async (t) => {
  const { folder } = folderOf(t);
  const { disk } = await opened(folder);
  await put(disk, "a", rollup(0, 10, { known: 0.25, count: 2, grown: 1 }));
  await put(disk, "a", rollup(0, 20, { known: 0.5, grown: 2 }));
  const [both] = await all(disk, "a");
  assert.deepEqual(
    { ...both, mean: Math.round(both?.mean ?? 0), known: Math.round((both?.known ?? 0) * 4) },
    {
      ...{ at: START, min: 10, max: 20, mean: 17, last: 20, count: 3, known: 3, grown: 3 },
    },
  );
  await disk.close();
});

test("a series that is removed is gone at once, after a restart, and from older files; its later values are not", async (t) => {
  const { folder } = folderOf(t);
  const { disk } = await opened(folder);
  for (let minute = 0; minute < 4; minute += 1)
    await disk.append("minute", [
      { series: "a", rollups: [rollup(minute)] },
      { series: "b", rollups: [rollup(minute)] },
    ]);
  disk.remove("a");
  disk.remove("never");
  assert.deepEqual(await lasts(disk), []);
  await disk.append("minute", []);
  await put(disk, "a", rollup(9));
  assert.deepEqual(await lasts(disk), [9]);
  await disk.close();
  const { disk: second } = await opened(folder);
  assert.deepEqual([await lasts(second), (await lasts(second, "b")).length], [[9], 4]);
  for (let minute = 20; minute < 24; minute += 1) await put(second, "b", rollup(minute)); // its file is complete meanwhile
  await second.close();
  const { disk: third } = await opened(folder);
  assert.deepEqual(await lasts(third), [9]);
  third.retain(["b"]);
  assert.deepEqual(await lasts(third), []);
  await third.append("minute", []);
  await third.close();
  const { disk: last } = await opened(folder);
  assert.deepEqual(await lasts(last), []);
  await last.close();
});

test("a kill at any byte of an append loses that append at most", async (t) => {
  const { folder, path } = folderOf(t);
  const { disk } = await opened(folder);
  await put(disk, "a", rollup(0));
  const before = statSync(path()).size;
  await disk.append("minute", [
    { series: "a", rollups: [rollup(1)] },
    { series: "b", rollups: [rollup(1)] },
  ]);
  await disk.close();
  const whole = readFileSync(path());
  for (let length = before; length <= whole.length; length += 1) {
    writeFileSync(path(), whole.subarray(0, length));
    const { disk: again } = await opened(folder);
    const found = await lasts(again);
    assert.deepEqual(found.slice(0, 1), [0], `${length} bytes`);
    await put(again, "a", rollup(2));
    assert.equal((await lasts(again)).at(-1), 2);
    await again.close();
    const { disk: third, lines } = await opened(folder);
    assert.deepEqual([(await lasts(third)).at(-1), lines.length], [2, 0], "it is sound again");
    await third.close();
  }
});

test("any flipped bit costs one entry, and one line says so", async (t) => {
  const { folder, path } = folderOf(t);
  const { disk } = await opened(folder);
  for (const series of ["a", "b", "c"]) await put(disk, series, rollup(0));
  await disk.close();
  const whole = readFileSync(path());
  for (let at = 8; at < whole.length; at += 1) {
    writeFileSync(path(), whole);
    harm(path(), (bytes) => void bytes.writeUInt8((bytes[at] ?? 0) ^ 0x10, at));
    const { disk: again } = await opened(folder);
    const found = await Promise.all(["a", "b", "c"].map((series) => lasts(again, series)));
    assert.ok(found.flat().length >= 2, `bit in byte ${at}: ${JSON.stringify(found)}`);
    await again.close();
  }
});

test("a complete file that lost its index, or its end, is read through", async (t) => {
  const { folder, path } = folderOf(t);
  const { disk } = await opened(folder);
  for (let minute = 0; minute < 4; minute += 1) await put(disk, "a", rollup(minute));
  await disk.close();
  const whole = readFileSync(path());
  for (const cut of [1, 20, 40]) {
    writeFileSync(path(), whole.subarray(0, whole.length - cut));
    const { disk: again, lines } = await opened(folder);
    assert.deepEqual(await lasts(again), [0, 1, 2, 3], `${cut} bytes cut off`);
    assert.match(lines.join(), /damaged.*kept as damaged/);
    await again.close();
  }
});

test("a file of another program, an empty one and a folder in its place are no reason not to start", async (t) => {
  const { folder, path } = folderOf(t);
  const { disk } = await opened(folder);
  await put(disk, "a", rollup(0));
  await disk.close();
  copyFileSync(path(), path("minutes-000002.hist"));
  writeFileSync(path(), "something else entirely");
  writeFileSync(path("minutes-000003.hist"), "");
  mkdirSync(path("minutes-000004.hist"));
  writeFileSync(path("hours-000001.hist"), "PK\x03\x04");
  writeFileSync(path("readme.txt"), "hello");
  const { disk: again, lines } = await opened(folder);
  assert.deepEqual(await lasts(again), [0]);
  assert.equal(lines.filter((line) => /the file is damaged/.test(line)).length, 2);
  await put(again, "a", rollup(1));
  await again.append("hour", [{ series: "a", rollups: [rollup(0)] }]);
  await again.close();
  const { disk: third } = await opened(folder);
  assert.deepEqual([await lasts(third), (await all(third, "a", "hour")).length], [[0, 1], 1]);
  await third.close();
});

test("a file that is taken away, cut or written to while the gateway runs is written anew", async (t) => {
  const { folder, path } = folderOf(t);
  const { disk } = await opened(folder, { limits: { ...LIMITS, minute: { ...LIMITS.minute, appends: 99 } } });
  await put(disk, "a", rollup(0));
  rmSync(path());
  await put(disk, "a", rollup(1));
  writeFileSync(path(), readFileSync(path()).subarray(0, 12));
  await put(disk, "a", rollup(2));
  writeFileSync(path(), Buffer.concat([readFileSync(path()), Buffer.from("more")]));
  await put(disk, "a", rollup(3));
  await disk.close();
  const { disk: again, lines } = await opened(folder);
  assert.deepEqual([await lasts(again), lines], [[0, 1, 2, 3], []]);
  await again.close();
});

test("a full disk: the append is refused, nothing of it counts twice, and it goes on when there is room", async (t) => {
  const { folder } = folderOf(t);
  const files = failingFiles();
  const { disk } = await opened(folder, { files });
  await put(disk, "a", rollup(0));
  files.room = 7;
  await assert.rejects(put(disk, "a", rollup(1, 5, { count: 3 })), /the disk is full/);
  await assert.rejects(put(disk, "a", rollup(1, 5, { count: 3 })), /the disk is full/);
  files.room = Number.POSITIVE_INFINITY;
  await put(disk, "a", rollup(1, 5, { count: 3 }));
  await disk.close();
  const { disk: again } = await opened(folder);
  assert.deepEqual(
    (await all(again, "a")).map(({ count }) => count),
    [1, 3],
  );
  await again.close();
});

test("any call may fail: a value refused and tried again is there once, and one that was taken is there", async (t) => {
  const { folder } = folderOf(t);
  const kept: number[] = [];
  let seed = 1;
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let life = 0; life < 5; life += 1) {
    const files = failingFiles();
    const { disk } = await opened(folder, { files, limits: { ...LIMITS, minute: { ...LIMITS.minute, files: 500 } } });
    files.chance = () => (chance() < 0.1 ? (chance() < 0.5 ? "before" : "after") : undefined);
    for (let turn = 0; turn < 60; turn += 1) {
      const minute = kept.length;
      for (let isTaken = false; !isTaken; )
        isTaken = await put(disk, "a", rollup(minute)).then(
          () => true,
          () => false,
        );
      kept.push(minute);
      assert.equal((await lasts(disk)).length, kept.length);
    }
    await disk.close();
    const { disk: again } = await opened(folder, { limits: { ...LIMITS, minute: { ...LIMITS.minute, files: 500 } } });
    const found = await all(again, "a");
    assert.deepEqual(
      found.map(({ last }) => last),
      kept,
      `life ${life}`,
    );
    assert.ok(
      found.every(({ count }) => count === 1),
      "nothing twice",
    );
    await again.close();
  }
});

test("a clock that is off by years costs no file that would not have gone anyway", async (t) => {
  const { folder } = folderOf(t);
  const { disk } = await opened(folder);
  await put(disk, "a", rollup(0));
  await put(disk, "a", { ...rollup(0, 7), at: Date.parse("2099-01-01T00:00:00Z") });
  await put(disk, "a", rollup(1));
  await put(disk, "a", { ...rollup(0, 8), at: Date.parse("1970-01-02T00:00:00Z") });
  assert.deepEqual(await lasts(disk), [8, 0, 1, 7]);
  await disk.close();
  const { disk: again } = await opened(folder);
  assert.deepEqual(await again.read("minute", "a", START, START + HOUR), [rollup(0), rollup(1)]);
  await again.close();
});

test("in order, each step once", () => {
  assert.deepEqual(inOrder([rollup(1), rollup(0)]), [rollup(0), rollup(1)]);
});
