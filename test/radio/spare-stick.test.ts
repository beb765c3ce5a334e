/** When a spare stick takes over, and when it does not: sticks that are there or not, and time that moves by hand. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { SpareStick } from "../../src/radio/spare-stick.ts";
import { fakeClock, loudLog, settle } from "../support/fakes.ts";

const [FIRST, SPARE] = ["/dev/a", "/dev/b"];

interface Options {
  readonly sticks?: readonly [string, string];
  readonly isForced?: boolean;
  readonly folder?: string;
}

function stage(t: TestContext, { sticks = [FIRST, SPARE], isForced = false, folder }: Options = {}) {
  const clock = fakeClock();
  const path = folder ?? mkdtempSync(join(tmpdir(), "zigbee-gateway-spare-"));
  if (!folder) t.after(() => rmSync(path, { recursive: true, force: true }));
  const there = new Set<string>(sticks);
  const answering = new Set<string>(sticks);
  const did: string[] = [];
  const answers = { come: Promise.resolve() }; // of the sticks that are asked
  const asked: string[] = []; // of which kind they are
  const [prepared, retried] = [[] as number[], [] as number[]]; // seconds since the start
  const log = loudLog();
  const spare = new SpareStick({
    ...{ clock, log, folder: path, isForced },
    sticks: [{ path: sticks[0] }, { path: sticks[1] }],
    isThere: async (stick) => there.has(stick.path),
    empty: async (stick) => {
      if (!there.has(stick.path) || !answering.has(stick.path)) throw new Error("it does not answer");
      did.push(`empty ${stick.path}`);
    },
    silence: async (stick) => void did.push(`silence ${stick.path}`),
    identify: async ({ path }) => {
      asked.push(path);
      await answers.come;
      return { adapter: "ember", baudRate: 460_800 };
    },
    retry: () => void retried.push(clock.uptime() / 1000),
    prepare: () => void prepared.push(clock.uptime() / 1000),
    exchange: async (between) => {
      did.push("end");
      await between();
      did.push(`start ${spare.start.path} of term ${spare.start.term}`);
    },
  });
  const onDisk = () => JSON.parse(readFileSync(join(path, "sticks.json"), "utf8"));
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 1) {
      clock.advance(1);
      await settle();
    }
  };
  spare.watch();
  spare.up("zstack");
  t.after(() => spare.stop());
  return { spare, there, answering, answers, did, asked, prepared, retried, pass, onDisk, folder: path, clock, log };
}

test("a stick that is gone for 20 seconds gives way, not earlier; its term is on the disk before the other one starts", async (t) => {
  const { spare, there, did, prepared, pass, onDisk } = stage(t);
  await pass(3);
  there.delete(FIRST);
  spare.down();
  await pass(13);
  assert.deepEqual([did, prepared], [[], []]);
  await pass(6);
  assert.deepEqual([did, prepared[0]], [[], 3 + 14], "the next process is loaded before");
  await pass(1);
  assert.deepEqual(did, ["end", `start ${SPARE} of term 1`]);
  assert.deepEqual([onDisk().term, onDisk().active, onDisk().stale], [1, SPARE, [FIRST]]);
});

test("a glitch of ten seconds, a radio that is up, and a spare that is not there lead to nothing", async (t) => {
  const { spare, there, did, pass } = stage(t);
  await pass(100);
  spare.down();
  await pass(10);
  spare.up("zstack");
  await pass(100);
  there.clear();
  spare.down();
  await pass(100);
  assert.deepEqual(did, []);
  there.add(SPARE);
  await pass(5);
  assert.deepEqual(did, ["end", `start ${SPARE} of term 1`], "as soon as it is there");
});

test("a stick that is back is retried at once, and has its time to start: it is not given up in the middle of that", async (t) => {
  const { spare, there, did, retried, pass } = stage(t);
  there.delete(FIRST);
  spare.down();
  await pass(15);
  assert.deepEqual(retried, []);
  there.add(FIRST);
  await pass(9);
  assert.deepEqual([did, retried], [[], [16]]);
  await pass(2);
  assert.equal(did.at(-1), `start ${SPARE} of term 1`, "but not for ever");
});

test("a stick that comes and goes is gone for as long as it was in all, unless it was well in between", async (t) => {
  const { spare, did, pass } = stage(t);
  for (const isUp of [false, true, false, true]) {
    if (isUp) spare.up("zstack");
    else spare.down();
    await pass(isUp ? 3 : 9);
  }
  spare.down();
  await pass(1);
  assert.deepEqual(did, []);
  spare.up("zstack");
  await pass(20);
  spare.down();
  await pass(19);
  assert.deepEqual(did, [], "it was well for long");
  spare.up("zstack");
  await pass(3);
  spare.down();
  await pass(1);
  assert.equal(did.at(-1), `start ${SPARE} of term 1`);
});

test("a clock that is set, as when a small computer has found the time, leads to nothing", async (t) => {
  const { spare, clock, did, pass } = stage(t);
  spare.down();
  await pass(2);
  clock.set(clock.now() + 3_600_000);
  await pass(10);
  clock.set(clock.now() - 7_200_000);
  await pass(7);
  assert.deepEqual(did, []);
  await pass(1);
  assert.equal(did.at(-1), `start ${SPARE} of term 1`);
});

test("the stick that comes back is emptied, never started, and is the spare then; also after a restart", async (t) => {
  const first = stage(t);
  first.there.delete(FIRST);
  first.spare.down();
  await first.pass(20);
  first.spare.up("zstack");
  first.there.add(FIRST);
  first.answering.delete(FIRST);
  await first.pass(20);
  assert.deepEqual(first.did.slice(2), [], "one that does not answer is tried again");
  first.spare.stop();

  const next = stage(t, { folder: first.folder });
  assert.deepEqual([next.spare.start.path, next.spare.start.term], [SPARE, 1]);
  await next.pass(5);
  assert.deepEqual(next.did, [`empty ${FIRST}`]);
  assert.deepEqual([next.onDisk().stale, next.spare.state.isReady], [[], true]);
  await next.pass(30);
  assert.equal(next.did.length, 1, "once");
});

test("two takeovers without a request are ten minutes apart, unless the spare never came up", async (t) => {
  const { spare, there, did, pass } = stage(t);
  there.delete(FIRST);
  spare.down();
  await pass(20);
  spare.up("zstack");
  there.add(FIRST);
  await pass(5);
  there.delete(SPARE);
  spare.down();
  await pass(500);
  assert.equal(did.filter((what) => what.startsWith("start")).length, 1);
  await pass(100);
  assert.equal(did.at(-1), `start ${FIRST} of term 2`);
  there.add(SPARE);
  await pass(40);
  assert.equal(did.filter((what) => what.startsWith("start")).length, 2, "a slow machine needs its time to start it");
  spare.down();
  await pass(5);
  assert.equal(did.at(-1), `start ${SPARE} of term 3`, "the one that was to start did not");
  await pass(70);
  assert.ok(did.includes(`start ${FIRST} of term 4`), "nor did it end");
});

test("a stick that hangs is silenced first, and emptied when the other one is up", async (t) => {
  const { spare, did, pass } = stage(t);
  spare.down();
  await pass(25);
  assert.deepEqual(did, ["end", `silence ${FIRST}`, `start ${SPARE} of term 1`]);
  spare.up("zstack");
  await pass(1);
  assert.equal(did.at(-1), `empty ${FIRST}`);
  assert.deepEqual([spare.state.stale, spare.state.hangs], [[], false]);
});

test("one that goes on hanging may go on sending: the user is told to unplug it, once, and it is over when that is done", async (t) => {
  const { spare, there, answering, did, log, pass } = stage(t);
  answering.delete(FIRST);
  spare.down();
  await pass(20);
  spare.up("zstack");
  await pass(60);
  assert.deepEqual([spare.state.hangs, spare.state.stale], [true, [FIRST]]);
  assert.equal(log.lines.filter((line) => /\/dev\/a has power, does not answer/.test(line)).length, 1);
  there.delete(FIRST);
  await pass(1);
  assert.equal(spare.state.hangs, false);
  there.add(FIRST);
  answering.add(FIRST);
  await pass(1);
  assert.deepEqual([did.at(-1), spare.state.stale], [`empty ${FIRST}`, []]);
});

test("a stick of the network that cannot be reached may have power: a person is asked, unless that is set", async (t) => {
  const sticks = ["tcp://192.0.2.1:6638", SPARE] as const;
  const asking = stage(t, { sticks });
  asking.there.delete(sticks[0]);
  asking.spare.down();
  await asking.pass(60);
  assert.deepEqual([asking.did, asking.spare.state.asks], [[], true]);
  assert.equal(asking.log.lines.filter((line) => /cannot be reached, and may have power/.test(line)).length, 1);
  await asking.spare.takeOver();
  assert.deepEqual(asking.did, ["end", `start ${SPARE} of term 1`]);
  assert.equal(asking.spare.state.asks, false);

  const forced = stage(t, { sticks, isForced: true });
  forced.there.delete(sticks[0]);
  forced.spare.down();
  await forced.pass(20);
  assert.equal(forced.did.at(-1), `start ${SPARE} of term 1`);
});

test("a rehearsal exchanges the two, and exchanges them back; without the other one nothing happens", async (t) => {
  const { spare, there, did } = stage(t);
  await spare.takeOver();
  spare.up("zstack");
  await spare.takeOver();
  assert.deepEqual(did, [
    ...["end", `empty ${FIRST}`, `start ${SPARE} of term 1`],
    ...["end", `empty ${SPARE}`, `start ${FIRST} of term 2`],
  ]);
  there.delete(SPARE);
  await assert.rejects(spare.takeOver(), { message: /the other stick is not there/ });
  assert.equal(did.length, 6);
});

test("the spare is asked of which kind it is before it is needed, once", async (t) => {
  const { spare, there, asked, pass } = stage(t);
  await pass(60);
  assert.deepEqual(asked, [SPARE]);
  there.delete(FIRST);
  spare.down();
  await pass(20);
  assert.deepEqual(spare.start, { path: SPARE, term: 1, adapter: "ember", baudRate: 460_800 });
  spare.up("ember");
  there.add(FIRST);
  await pass(30);
  assert.deepEqual(asked, [SPARE], "the other one was up, and has said so");
  await spare.takeOver();
  assert.deepEqual([spare.start.path, spare.start.adapter], [FIRST, "zstack"]);
});

test("a takeover waits until the other stick has told its identity: its port can be open once", async (t) => {
  const { spare, answers, did, asked, pass } = stage(t);
  let answer = () => {};
  answers.come = new Promise((resolve) => {
    answer = resolve;
  });
  await pass(10);
  assert.deepEqual(asked, [SPARE]);
  const exchanged = spare.takeOver();
  await pass(10);
  assert.deepEqual(did, []);
  await assert.rejects(spare.takeOver(), { message: /being exchanged already/ });
  answer();
  await exchanged;
  assert.equal(did.at(-1), `start ${SPARE} of term 1`);

  const stopped = stage(t);
  let late = () => {};
  stopped.answers.come = new Promise((resolve) => {
    late = resolve;
  });
  await stopped.pass(10);
  const refused = assert.rejects(stopped.spare.takeOver(), { message: /the radio is not running/ });
  stopped.spare.stop();
  late();
  await refused;
  assert.deepEqual(stopped.did, []);
});

test("other sticks in the dialog: the first of them has the network, of a new term; a damaged file is none", async (t) => {
  const before = stage(t);
  await before.spare.takeOver();
  before.spare.stop();
  const changed = stage(t, { folder: before.folder, sticks: ["/dev/c", FIRST] });
  assert.deepEqual([changed.spare.start.path, changed.spare.start.term], ["/dev/c", 2]);
  writeFileSync(join(before.folder, "sticks.json"), "{");
  assert.deepEqual(stage(t, { folder: before.folder }).spare.start.path, FIRST);
});
