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

test("what takes no time happens soon, but not at once", async () => {
  const done: string[] = [];
  createSimulatedTime().later(0, () => done.push("later"));
  done.push("at once");
  await settle();
  assert.deepEqual(done, ["at once", "later"]);
});

test("what was taken back, and what is left when it stops, never happens", async () => {
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
