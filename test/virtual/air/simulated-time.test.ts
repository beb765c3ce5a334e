/** Time in the virtual house. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulatedTime } from "../../../src/virtual/air/simulated-time.ts";
import { settle } from "../../support/fakes.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("it can pass a thousand times as fast", async () => {
  const time = createSimulatedTime(0.001);
  const begun = time.now();
  await new Promise<void>((resolve) => time.later(5000, resolve));
  assert.ok(time.now() - begun >= 4000);
});

test("a deed after no time happens soon, but not at once", async () => {
  const done: string[] = [];
  createSimulatedTime().later(0, () => done.push("later"));
  done.push("at once");
  await settle();
  assert.deepEqual(done, ["at once", "later"]);
});

test("a deed that was taken back, or is left when it stops, never happens", async () => {
  const time = createSimulatedTime();
  const done: string[] = [];
  time.later(1, () => done.push("taken back"))();
  time.later(0, () => done.push("taken back"))();
  time.later(1, () => done.push("left"));
  time.later(0, () => done.push("left"));
  time.stop();
  time.later(1, () => done.push("too late"))();
  time.later(0, () => done.push("too late"));
  await pause(20);
  assert.deepEqual(done, []);
});

test("where this machine was busy, things still happen in the order in which they are due", async () => {
  const time = createSimulatedTime(0.001);
  const done: string[] = [];
  time.later(8000, () => done.push("given up"));
  time.later(10, () =>
    time.later(10, () => void Promise.resolve().then(() => time.later(10, () => done.push("arrived")))),
  );
  for (const end = performance.now() + 20; performance.now() < end; );
  while (done.length < 2) await pause(1);
  assert.deepEqual(done, ["arrived", "given up"]);
});

test("a deed that is taken back leaves the order of the others, also at the same time", async () => {
  const time = createSimulatedTime();
  const done: number[] = [];
  const cancels = [30, 10, 20, 10].map((milliseconds, index) => time.later(milliseconds, () => done.push(index)));
  cancels[1]?.();
  while (done.length < 3) await pause(1);
  assert.deepEqual(done, [3, 2, 0]);
});
