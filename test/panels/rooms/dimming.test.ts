/** The lights of a room dimmed together: each in its part, and by one command where all are alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dimCommands } from "../../../panels/rooms/dimming.ts";
import type { Values } from "../../../src/model/resource.ts";

const room = (...states: readonly Values[]) => {
  const switched = states.map((state, n) => ({
    address: `/lights/${n + 1}` as const,
    state: { reachable: true, ...state },
  }));
  const lit = switched.filter((_, n) => states[n]?.on === true);
  return (percent: number) => dimCommands("4", { switched, isWhole: true }, lit, percent);
};
const together = (body: object) => [{ method: "PUT", address: "/groups/4/action", body }];
const alone = (...levels: readonly (readonly [id: number, bri: number])[]) =>
  levels.map(([id, bri]) => ({ method: "PUT", address: `/lights/${id}/state`, body: { bri } }));

const BRIGHT = { on: true, bri: 200 };
const DIM = { on: true, bri: 100 };
const OFF = { on: false, bri: 254 };

test("lights that are alike, or all off, get one command", () => {
  assert.deepEqual(room(BRIGHT, BRIGHT)(50), together({ on: true, bri: 127 }));
  assert.deepEqual(room(OFF, OFF)(50), together({ on: true, bri: 127 }));
});

test("darker they keep their proportion, and a light that is off stays off", () => {
  assert.deepEqual(room(BRIGHT, DIM)(30), alone([1, 101], [2, 51]));
  assert.deepEqual(room(BRIGHT, DIM, OFF)(30), alone([1, 101], [2, 51]));
  assert.deepEqual(room(BRIGHT, OFF)(50), alone([1, 127]));
});

test("brighter none ends before the others, and at the end all are as bright as can be", () => {
  assert.deepEqual(room(BRIGHT, DIM)(80), alone([1, 228], [2, 178]));
  assert.deepEqual(room(BRIGHT, DIM)(100), alone([1, 254], [2, 254]));
});

test("at the other end all are off, and none goes out before", () => {
  assert.deepEqual(room(BRIGHT, DIM)(0), together({ on: false }));
  assert.deepEqual(room({ on: true, bri: 254 }, { on: true, bri: 1 })(1), alone([1, 6], [2, 1]));
});

test("a lamp that cannot be dimmed is left as it is", () => {
  assert.deepEqual(room(BRIGHT, { on: true })(50), alone([1, 127]));
});
