/** Errands one at a time, with a pause between them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBackgroundQueue } from "../../../src/devices/commands/background-queue.ts";
import { fakeClock, loudLog, settle } from "../../support/fakes.ts";

function lane(errors?: RegExp) {
  const clock = fakeClock();
  const log = loudLog(errors);
  const done: string[] = [];
  const opened = openBackgroundQueue(clock, log, 1_000);
  const add = (name: string, word = name) =>
    opened.add(name, async () => {
      done.push(word);
    });
  return { ...opened, add, clock, log, done };
}

test("one after the other, a second apart", async () => {
  const { add, clock, done } = lane();
  add("a");
  add("b");
  assert.deepEqual(done, ["a"]);
  await settle();
  clock.advance(0.9);
  assert.deepEqual(done, ["a"]);
  clock.advance(0.1);
  assert.deepEqual(done, ["a", "b"]);
  await settle();
  add("c");
  assert.deepEqual(done, ["a", "b"], "also the next one waits");
  clock.advance(1);
  assert.deepEqual(done, ["a", "b", "c"]);
});

test("of a name only the last waits, at the end", async () => {
  const { add, clock, done } = lane();
  for (const name of ["a", "b", "c"]) add(name);
  add("b", "newer b");
  for (let second = 0; second < 5; second += 1) {
    await settle();
    clock.advance(1);
  }
  assert.deepEqual(done, ["a", "c", "newer b"]);
});

test("a fault costs one line, not the lane", async () => {
  const { add, add: _, log, clock, done, ...rest } = lane(/^\/lights\/1: it failed: a bug/);
  void rest;
  const opened = openBackgroundQueue(clock, log, 1_000);
  opened.add("/lights/1", async () => {
    throw new Error("a bug");
  });
  opened.add("/lights/2", async () => void done.push("2"));
  await settle();
  clock.advance(1);
  assert.deepEqual(done, ["2"]);
  assert.equal(log.lines.length, 1);
  add("own");
});

test("a task that is cleared is not begun; a closed queue begins nothing, and leaves no timer", async () => {
  const { add, clear, close, clock, done } = lane();
  add("a");
  add("b");
  clear();
  await settle();
  clock.advance(1);
  assert.deepEqual(done, ["a"]);
  add("c");
  close();
  await settle();
  add("d");
  clock.advance(9);
  assert.deepEqual(done, ["a", "c"]);
  assert.equal(clock.pending, 0);
});
