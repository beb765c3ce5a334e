/** Time in the virtual house. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace } from "../../../src/virtual/air/simulated-time.ts";
import { settle } from "../../support/fakes.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("it can pass a thousand times as fast", async () => {
  const pace = createPace(0.001);
  const begun = pace.now();
  await new Promise<void>((resolve) => pace.later(5000, resolve));
  assert.ok(pace.now() - begun >= 4000);
});

test("what takes no time happens soon, but not at once", async () => {
  const done: string[] = [];
  createPace().later(0, () => done.push("later"));
  done.push("at once");
  await settle();
  assert.deepEqual(done, ["at once", "later"]);
});

test("what was taken back, and what is left when it stops, never happens", async () => {
  const pace = createPace();
  const done: string[] = [];
  pace.later(1, () => done.push("taken back"))();
  pace.later(0, () => done.push("taken back"))();
  pace.later(1, () => done.push("left"));
  pace.later(0, () => done.push("left"));
  pace.stop();
  pace.later(1, () => done.push("too late"))();
  pace.later(0, () => done.push("too late"));
  await pause(20);
  assert.deepEqual(done, []);
});
