/** The last values of properties. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LastValues } from "../../../src/devices/values/last-values.ts";
import { fakeClock, settle } from "../../support/fakes.ts";

const ONE = "0x0000000000000001";
const OTHER = "0x0000000000000002";

test("the newest value of each name and device; a device cannot fill the memory", () => {
  const values = new LastValues(fakeClock());
  values.record(ONE, { a: 1, b: 2 });
  values.record(OTHER, { a: 3 });
  values.record(ONE, { a: 4 });
  assert.deepEqual([values.get(ONE, "a"), values.get(ONE, "b"), values.get(OTHER, "a")], [4, 2, 3]);
  for (let at = 0; at < 1_000; at += 1) values.record(ONE, { [`made_up_${at}`]: at });
  assert.equal(values.get(ONE, "made_up_999"), undefined);
  values.record(ONE, { a: 5 });
  assert.equal(values.get(ONE, "a"), 5);
  assert.equal(values.get(ONE, "constructor"), undefined);
  values.forget(ONE);
  assert.equal(values.get(ONE, "a"), undefined);
  assert.equal(values.get(OTHER, "a"), 3);
});

test("a watch ends when the value comes, or when the time is over; nothing stays behind", async () => {
  const clock = fakeClock();
  const values = new LastValues(clock);
  const done: string[] = [];
  const early = values.watch(ONE, "a");
  values.record(ONE, { a: 1 });
  void early.arrived(1_000).then(() => done.push("early"));
  void values
    .watch(ONE, "a")
    .arrived(1_000)
    .then(() => done.push("late"));
  void values
    .watch(ONE, "b")
    .arrived(1_000)
    .then(() => done.push("never"));
  await settle();
  assert.deepEqual(done, ["early"]);
  values.record(OTHER, { a: 2 });
  values.record(ONE, { a: 2 });
  await settle();
  assert.deepEqual(done, ["early", "late"]);
  clock.advance(1);
  await settle();
  assert.deepEqual(done, ["early", "late", "never"]);
  assert.equal(clock.pending, 0);
});
