/** Which troubles are told, and when they are over. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Alarms } from "../../../src/engines/doctor/alarms.ts";
import type { Trouble } from "../../../src/model/doctor/troubles.ts";

const trouble = (more: Partial<Trouble> = {}): Trouble => ({
  ...{ kind: "no-power", certainty: "likely", lost: true, since: 0 },
  ...more,
});

function looks(alarms: Alarms, times: number, found: readonly Trouble[]): unknown[] {
  return Array.from({ length: times }, () => alarms.look("a", found)).filter((told) => told !== undefined);
}

test("one that is lost is told when the cause has held for three looks, once; and is well as soon as it is heard", () => {
  const alarms = new Alarms();
  assert.deepEqual(looks(alarms, 2, [trouble()]), []);
  assert.deepEqual(looks(alarms, 20, [trouble()]), [trouble()]);
  assert.deepEqual(looks(alarms, 5, []), [null]);
});

test("another cause is told, too, when it holds", () => {
  const alarms = new Alarms();
  looks(alarms, 3, [trouble()]);
  const other = trouble({ kind: "parent-gone", by: "b" });
  assert.deepEqual(looks(alarms, 5, [other]), [other]);
});

test("a trouble without a loss is told after a quarter of an hour, and over after another one", () => {
  const alarms = new Alarms();
  const failing = trouble({ kind: "link-weak", lost: false });
  assert.deepEqual(looks(alarms, 14, [failing]), []);
  assert.deepEqual(looks(alarms, 1, [failing]), [failing]);
  assert.deepEqual(looks(alarms, 14, []), []);
  assert.deepEqual(looks(alarms, 1, []), [null]);
});

test("a device that sleeps is no alarm, nor is a trouble that is only possible while the device is there", () => {
  const alarms = new Alarms();
  assert.deepEqual(looks(alarms, 60, [trouble({ kind: "asleep", lost: false })]), []);
  assert.deepEqual(looks(alarms, 60, [trouble({ kind: "link-weak", lost: false, certainty: "possible" })]), []);
});

test("a trouble told before the gateway was started is not told again", () => {
  const alarms = new Alarms();
  alarms.remember("a", trouble());
  assert.deepEqual(looks(alarms, 10, [trouble({ since: 5 })]), []);
  assert.deepEqual(looks(alarms, 1, []), [null]);
});

test("one that was lost and is heard again is well at once, also while frames to it are still counted as lost", () => {
  const alarms = new Alarms();
  looks(alarms, 3, [trouble({ kind: "link-weak" })]);
  assert.equal(alarms.back("a", [trouble({ kind: "link-weak" })]), undefined); // not yet
  const failing = trouble({ kind: "link-weak", lost: false });
  assert.equal(alarms.back("a", [failing]), null);
  assert.equal(alarms.back("a", []), undefined); // told once
  looks(alarms, 3, [trouble({ kind: "link-weak" })]);
  assert.deepEqual(looks(alarms, 1, [failing]), [null]);
});
