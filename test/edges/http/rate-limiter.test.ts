/** A client that guesses too fast has to wait; no other does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RateLimiter, sourceOf } from "../../../src/edges/http/rate-limiter.ts";
import { fakeClock } from "../../support/fakes.ts";

const RATE = { burst: 3, perSecond: 1 };

test("a burst is free, then one try a second, never more than the burst", () => {
  const clock = fakeClock();
  const throttle = new RateLimiter(clock, RATE);
  const tries = (count: number) => Array.from({ length: count }, () => throttle.allows("a")).filter(Boolean).length;
  assert.equal(tries(5), 3);
  clock.advance(1);
  assert.equal(tries(5), 1);
  clock.advance(3600);
  assert.equal(tries(5), 3);
});

test("one source does not slow another", () => {
  const throttle = new RateLimiter(fakeClock(), RATE);
  for (let round = 0; round < 100; round += 1) throttle.allows("a");
  assert.equal(throttle.allows("b"), true);
});

test("a clock that jumps back gives nothing and takes nothing", () => {
  let now = 1_000_000;
  const throttle = new RateLimiter({ ...fakeClock(), now: () => now }, RATE);
  assert.equal(throttle.allows("a"), true);
  now -= 500_000;
  assert.equal(throttle.allows("a"), true);
});

test("sources are forgotten, the oldest first", () => {
  const throttle = new RateLimiter(fakeClock(), { burst: 1, perSecond: 0 });
  for (let source = 0; source < 5_000; source += 1) throttle.allows(`${source}`);
  assert.equal(throttle.sources, 1_000);
  assert.equal(throttle.allows("4999"), false);
  assert.equal(throttle.allows("0"), true);
});

test("a source that keeps trying is not forgotten", () => {
  const throttle = new RateLimiter(fakeClock(), { burst: 1, perSecond: 0 });
  throttle.allows("a");
  for (let source = 0; source < 5_000; source += 1) {
    throttle.allows(`${source}`);
    if (source % 900 === 0) assert.equal(throttle.allows("a"), false);
  }
});

test("delayed tries run after a second, and only so many wait", () => {
  const clock = fakeClock();
  const throttle = new RateLimiter(clock, RATE);
  let ran = 0;
  const run = () => {
    ran += 1;
  };
  const stops = Array.from({ length: 150 }, () => throttle.delay(run));
  assert.equal(stops.filter((stop) => stop !== undefined).length, 100);
  stops[0]?.();
  stops[0]?.();
  assert.notEqual(
    throttle.delay(() => {}),
    undefined,
    "one place became free",
  );
  assert.equal(
    throttle.delay(() => {}),
    undefined,
    "and only one",
  );
  clock.advance(1);
  assert.equal(ran, 99);
  assert.equal(clock.pending, 0);
  stops[1]?.();
  assert.equal(Array.from({ length: 101 }, () => throttle.delay(() => {})).filter((stop) => stop).length, 100);
});

const sources: [address: string | undefined, source: string][] = [
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  [undefined, ""],
];

for (const [address, source] of sources) {
  test(`${address} counts as ${source}`, () => assert.equal(sourceOf(address), source));
}
