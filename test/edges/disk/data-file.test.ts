import assert from "node:assert/strict";
import { test } from "node:test";
import { SyncAppendPolicy } from "../../../src/edges/disk/data-file.ts";
import { failingFiles, freshFolder, sensor, session } from "../../support/disk.ts";
import { settle } from "../../support/fakes.ts";

const SMALL = 500; // bytes

function paceAfter(
  ...appends: readonly (readonly [times: number, milliseconds: number, isAtOnce: boolean])[]
): SyncAppendPolicy {
  const pace = new SyncAppendPolicy();
  for (const [times, milliseconds, isAtOnce] of appends) {
    for (let turn = 0; turn < times; turn += 1) pace.measured(milliseconds, isAtOnce);
  }
  return pace;
}

const cases: [what: string, pace: SyncAppendPolicy, bytes: number, isQuick: boolean][] = [
  ["a medium that nobody knows yet", paceAfter(), SMALL, false],
  ["few quick ones", paceAfter([19, 0.1, false]), SMALL, false],
  ["many quick ones", paceAfter([20, 0.1, false]), SMALL, true],
  ["a long one after many quick ones", paceAfter([20, 0.1, false]), 100_000, false],
  ["a slow one among the quick", paceAfter([20, 0.1, false], [1, 30, false], [19, 0.1, false]), SMALL, false],
  ["many quick ones after a slow one", paceAfter([20, 0.1, false], [1, 30, false], [20, 0.1, false]), SMALL, true],
  ["one that held everybody up", paceAfter([20, 0.1, false], [1, 30, true], [900, 0.1, false]), SMALL, false],
  [
    "few quick ones after one of three milliseconds",
    paceAfter([20, 0.1, false], [1, 3, true], [160, 0.1, false]),
    SMALL,
    false,
  ],
  ["more after that", paceAfter([20, 0.1, false], [1, 3, true], [170, 0.1, false]), SMALL, true],
  [
    "a thousand quick ones after one that held everybody up",
    paceAfter([20, 0.1, false], [1, 30, true], [1020, 0.1, false]),
    SMALL,
    true,
  ],
];

for (const [what, pace, bytes, isQuick] of cases) {
  test(`${what}: ${isQuick ? "synchronously" : "by another thread"}`, () =>
    assert.equal(pace.mayAppendNow(bytes), isQuick));
}

test("a caller that writes again and again lets the event loop run", async (t) => {
  const { disk } = await session(freshFolder(t));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  for (let turn = 0; turn < 2000; turn += 1) await disk.write([sensor(1, `${turn}`)], false);
  clearInterval(timer);
  await settle();
  assert.ok(turns > 5, `${turns} turns`);
  await disk.close();
});

test("whether the file is still there is looked up once a second, and not for each append", async (t) => {
  const files = failingFiles();
  const { disk, clock } = await session(freshFolder(t), { files });
  const looks = async (writes: number) => {
    files.calls.length = 0;
    for (let turn = 0; turn < writes; turn += 1) await disk.write([sensor(1, `${turn}`)], turn % 10 === 0);
    assert.equal(files.calls.filter((name) => name === "append").length, writes);
    return files.calls.filter((name) => name === "identify").length;
  };
  clock.advance(1);
  assert.equal(await looks(200), 2, "the open file, and its name");
  assert.equal(await looks(200), 0);
  clock.advance(1);
  assert.equal(await looks(1), 2);
  await disk.close();
});
