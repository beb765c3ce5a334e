/**
 * A spare stick takes the network over from one that is gone: lights work again, nothing is paired anew, and never do two coordinators have the network.
 * LONG=1: many pulls at random moments, and the former stick put back before, while and after; SPARE_PULLS, SPARE_PAIR say how many, and which sticks.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { hasPorts } from "../support/pty.ts";
import { type TwoSticks, twoSticks } from "../support/two-sticks.ts";

const PAIR = (process.env.SPARE_PAIR ?? "zstack,ember").split(",") as [StickFamily, StickFamily];
const PULLS = Number(process.env.SPARE_PULLS ?? 50);
const WITHIN = 30_000; // milliseconds from the pull to a light
const RETURNS = ["never", "before", "while", "after"] as const; // of the stick that was pulled, and the takeover

test("a rehearsal: the other stick has the network, the lights obey both before and after", {
  skip: !hasPorts,
}, async (t) => {
  const stage = await twoSticks(t, PAIR);
  await obey(stage);
  await until(() => stage.radio.spare?.state.isReady === true);
  await stage.radio.spare?.takeOver();
  await stage.up();
  await obey(stage);
  assert.equal(stage.record()?.term, 1);
  assert.deepEqual(stage.radio.spare?.state.stale, [], "the former one is empty");
  assert.notEqual(stage.stickAt(0)?.identity?.key, stage.stickAt(1)?.identity?.key);
  assert.equal(stage.radio.network?.adapter, PAIR[1]);
  assert.ok(stage.most <= 1, "two coordinators had the network at the same time");
});

test("pulled out at any moment, under load", { skip: !hasPorts || !process.env.LONG }, async (t) => {
  const stage = await twoSticks(t, PAIR);
  const took: number[] = [];
  let active: 0 | 1 = 0;
  for (let round = 0; round < PULLS; round += 1) {
    await stage.open(active);
    await stage.up();
    const other: 0 | 1 = active === 0 ? 1 : 0;
    const returns = RETURNS[round % RETURNS.length];
    took.push(await pullUnderLoad(stage, active, returns));
    if (returns !== "before") active = other;
    assert.ok(stage.most <= 1, "two coordinators had the network at the same time");
    t.diagnostic(`${round}: back ${returns}, first light after ${took.at(-1)} ms`);
    if (!stage.stickAt(other === 0 ? 1 : 0)) await stage.plug(other === 0 ? 1 : 0);
    await until(() => stage.radio.spare?.state.stale.length === 0 && stage.radio.spare.state.isReady);
    stage.startAnew();
  }
  const sorted = took.toSorted((a, b) => a - b);
  t.diagnostic(`${PAIR}: first light after p50 ${sorted[Math.floor(sorted.length / 2)]} ms, max ${sorted.at(-1)} ms`);
  assert.ok((sorted.at(-1) ?? 0) <= WITHIN);
});

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
