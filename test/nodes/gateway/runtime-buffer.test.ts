import assert from "node:assert/strict";
import { test } from "node:test";
import { deployBuffer } from "../../../nodes/gateway/runtime.ts";
import type { ChangeEvent } from "../../../nodes/messages/change-messages.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const fact = (n: number, at = NOW) => ({ n, at: new Date(at).toISOString() }) as ChangeEvent;

function watched() {
  const through: number[] = [];
  const time = { now: NOW };
  const door = deployBuffer(
    () => time.now,
    ({ n }) => through.push(n),
  );
  return { ...door, through, time };
}

test("facts of the time while the gate is closed come after it was opened, in their order", () => {
  const { pass, open, close, through } = watched();
  pass(fact(1));
  assert.deepEqual(through, [], "the first nodes are being made");
  open();
  pass(fact(2));
  close();
  pass(fact(3));
  pass(fact(4));
  assert.deepEqual(through, [1, 2]);
  open();
  open();
  pass(fact(5));
  assert.deepEqual(through, [1, 2, 3, 4, 5]);
});

test("facts that waited at a gate that stays closed come first at the next one", () => {
  const [old, next] = [watched(), watched()];
  old.pass(fact(1));
  old.pass(fact(2));
  next.pass(fact(3));
  next.put(old.take());
  assert.deepEqual(old.take(), []);
  next.open();
  old.open();
  assert.deepEqual([next.through, old.through], [[1, 2, 3], []]);
});

test("a fact that is long past by then is no news: nothing is replayed", () => {
  const { pass, open, through, time } = watched();
  pass(fact(1));
  time.now += 15_000;
  pass(fact(2, time.now));
  time.now += 6_000;
  open();
  assert.deepEqual(through, [2]);
});

test("the buffer does not keep more than can be borne, and the newest fact is kept", () => {
  const { pass, open, through } = watched();
  for (let n = 0; n < 6_000; n += 1) pass(fact(n));
  open();
  assert.deepEqual([through.length, through[0], through.at(-1)], [5_000, 1_000, 5_999]);
});
