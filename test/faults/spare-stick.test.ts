/**
 * A spare stick takes the network over from one that is gone: lights work again, nothing is paired anew, and never do two coordinators have the network.
 * LONG=1: many pulls at random moments, and the former stick put back before, while and after; SPARE_PULLS, SPARE_PAIR say how many, and which sticks.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { hasPorts } from "../support/pty.ts";
import { FAMILY_ROWS, SPARE_PAIR } from "../support/stick.ts";
import { type TwoSticks, twoSticks } from "../support/two-sticks.ts";

const PULLS = Number(process.env.SPARE_PULLS ?? 50);
const WITHIN = 30_000; // milliseconds from the pull to a light
/** One that is on the air before its host says anything is emptied within that time when it comes back; the others never are there beside the other one. */
const EMPTIED_WITHIN = 12_000; // milliseconds
const RETURNS = ["never", "before", "while", "after"] as const; // of the stick that was pulled, and the takeover

test("a rehearsal: the other stick has the network, the lights obey both before and after", {
  skip: !hasPorts,
}, async (t) => {
  const stage = await twoSticks(t, SPARE_PAIR);
  await obey(stage);
  await until(() => stage.radio.spare?.state.isReady === true);
  await stage.radio.spare?.takeOver();
  await stage.up();
  await obey(stage);
  assert.equal(stage.record()?.term, 1, stage.log.join("\n"));
  assert.deepEqual(stage.radio.spare?.state.stale, [], "the former one is empty");
  assert.notEqual(stage.stickAt(0)?.identity?.key, stage.stickAt(1)?.identity?.key);
  assert.equal(stage.radio.network?.adapter, SPARE_PAIR[1]);
  assertAlone(stage, false);
});

test("pulled out at any moment, under load", { skip: !hasPorts || !process.env.LONG }, async (t) => {
  const stage = await twoSticks(t, SPARE_PAIR);
  const took: number[] = [];
  let active: 0 | 1 = 0;
  for (let round = 0; round < PULLS; round += 1) {
    await stage.open(active);
    await stage.up();
    const returns = RETURNS[round % RETURNS.length];
    took.push(await pullUnderLoad(stage, active, returns));
    active = stage.radio.spare?.state.active.endsWith("1") ? 1 : 0; // on a slow machine also one that came back soon
    t.diagnostic(`${round}: back ${returns}, first light after ${took.at(-1)} ms`);
    for (const place of [0, 1] as const) if (!stage.stickAt(place)) await stage.plug(place);
    await until(() => stage.radio.spare?.state.stale.length === 0 && stage.radio.spare.state.isReady);
    assertAlone(stage, true);
    stage.startAnew();
  }
  const sorted = took.toSorted((a, b) => a - b);
  t.diagnostic(
    `${SPARE_PAIR}: first light after p50 ${sorted[Math.floor(sorted.length / 2)]} ms, max ${sorted.at(-1)} ms`,
  );
  assert.ok((sorted.at(-1) ?? 0) <= WITHIN);
});

/** What takes its stick away for good, though it is there; and what does not. */
const HARMS: readonly (readonly [
  what: string,
  harm: (stage: TwoSticks) => Promise<void> | void,
  takesOver: boolean,
])[] = [
  ["it is silent", ({ stickAt }) => stickAt(0)?.mute(true), true],
  ["its watchdog starts it anew again and again", rebootAgainAndAgain, true],
  ["it is away for ten seconds", glitch, false],
  ["it is busy for a while", ({ stickAt }) => stickAt(0)?.busy(8), false],
];

for (const [what, harm, takesOver] of HARMS)
  test(`${what}: the spare ${takesOver ? "takes over" : "stays where it is"}`, {
    skip: !hasPorts || !process.env.LONG,
  }, async (t) => {
    const stage = await twoSticks(t, SPARE_PAIR);
    await obey(stage);
    const since = performance.now();
    await harm(stage);
    if (takesOver) await until(() => stage.record()?.term === 1 && stage.radio.up);
    else {
      for (const light of stage.lights) stage.toggle(light).catch(() => {});
      await pause(40_000);
      assert.equal(stage.radio.spare?.state.term, 0);
    }
    await stage.up();
    await until(() => stage.radio.spare?.state.stale.length === 0);
    await obey(stage);
    assertAlone(stage, harm === rebootAgainAndAgain);
    t.diagnostic(
      `${SPARE_PAIR}, ${what}: all obey after ${Math.round(performance.now() - since)} ms, overlap ${Math.round(stage.overlap)} ms`,
    );
  });

async function rebootAgainAndAgain(stage: TwoSticks): Promise<void> {
  const timer = setInterval(() => stage.stickAt(0)?.reboot(), 300);
  await until(() => stage.radio.spare?.state.active.endsWith("1") === true);
  clearInterval(timer);
}

async function glitch(stage: TwoSticks): Promise<void> {
  await stage.pull(0);
  await pause(10_000);
  await stage.plug(0);
}

function assertAlone(stage: TwoSticks, hasReturned: boolean): void {
  const isEager = hasReturned && SPARE_PAIR.some((family) => FAMILY_ROWS[family].isOnAirAtOnce);
  assert.ok(
    stage.overlap <= (isEager ? EMPTIED_WITHIN : 0),
    `two coordinators had the network for ${stage.overlap} ms`,
  );
}

/** Answers after how many milliseconds the first light obeys again. */
async function pullUnderLoad(stage: TwoSticks, active: 0 | 1, returns: string | undefined): Promise<number> {
  let [isOver, pulledAt, first] = [false, Number.POSITIVE_INFINITY, Number.NaN];
  const load = stage.lights.map(async (light) => {
    while (!isOver) {
      const asked = performance.now();
      const isDone = await stage.toggle(light).then(
        () => true,
        () => false,
      );
      if (isDone && asked > pulledAt && Number.isNaN(first)) first = performance.now();
      await pause(50);
    }
  });
  await pause(Math.random() * 3000);
  pulledAt = performance.now();
  await stage.pull(active);
  const other = active === 0 ? 1 : 0;
  const hasTurn = () => stage.radio.spare?.state.active.endsWith(String(other)) === true;
  if (returns === "before") {
    await pause(Math.random() * 15_000);
    await stage.plug(active);
  }
  if (returns === "while") {
    await until(hasTurn);
    await pause(Math.random() * 3000);
    await stage.plug(active);
  }
  await until(() => !Number.isNaN(first));
  isOver = true;
  await Promise.all(load);
  await obey(stage);
  return Math.round(first - pulledAt);
}

async function obey(stage: TwoSticks): Promise<void> {
  for (const light of stage.lights) await stage.toggle(light);
}

async function until(isSo: () => boolean): Promise<void> {
  for (let left = 90_000; !isSo(); left -= 50) {
    assert.ok(left > 0, "it did not happen");
    await pause(50);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
