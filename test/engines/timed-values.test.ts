/** Values that change by time alone: local time, the link window, presence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause } from "../../src/model/resource.ts";
import { clip, type FakeHouse, fakeClock, fakeDisk, house, settle } from "../support/fakes.ts";

test("UTC and local time move with each second, in the zone of the moment", async () => {
  const home = await house({ settings: { timezone: "Europe/Berlin" } });
  const times = () => {
    const { UTC, localtime } = home.store.get("/config")?.attr ?? {};
    return [UTC, localtime];
  };
  assert.deepEqual(times(), ["2026-03-01T12:00:00", "2026-03-01T13:00:00"]);
  home.clock.advance(1);
  assert.deepEqual(times(), ["2026-03-01T12:00:01", "2026-03-01T13:00:01"]);
  await home.ask("PUT", "/config", { timezone: "Asia/Tokyo" });
  home.clock.advance(1);
  assert.deepEqual(times(), ["2026-03-01T12:00:02", "2026-03-01T21:00:02"]);
  await home.stop();
});

test("a second is one fact, so that a condition on the time of day is like any other", async () => {
  const home = await house({ settings: { timezone: "UTC" } });
  const heard: unknown[] = [];
  home.bus.on(({ values, cause }) => heard.push([values, cause.by]));
  home.clock.advance(1);
  await settle();
  assert.deepEqual(heard, [[{ UTC: "2026-03-01T12:00:01", localtime: "2026-03-01T12:00:01" }, "clock"]]);
  await home.stop();
});

test("the link window is one timer, however often it is opened", async () => {
  const home = await house();
  home.clock.advance(0); // the work that a start has due at once
  const others = home.clock.pending;
  for (const unlock of [10, 20, 30]) {
    await home.ask("PUT", "/config", { unlock });
    await settle();
  }
  assert.equal(home.clock.pending, others + 1);
  home.clock.advance(30);
  assert.equal(home.store.get("/config")?.attr.linkbutton, false);
  assert.equal(home.clock.pending, others);
  await home.stop();
});

const RADIO: Cause = { by: "radio", depth: 0 };

async function hall(duration: number): Promise<FakeHouse> {
  const home = await house();
  await home.ask("POST", "/sensors", clip("CLIPPresence", { config: { duration }, state: { presence: true } }));
  await settle();
  return home;
}

const presence = ({ store }: FakeHouse) => store.get("/sensors/1")?.state.presence;

test("presence that the radio tells, and that the radio ends earlier", async () => {
  const home = await hall(10);
  const { pending } = home.clock;
  home.store.patch("/sensors/1", "state", { presence: false }, RADIO);
  await settle();
  home.clock.advance(5); // by then write-behind has written the value
  await settle();
  assert.ok(home.clock.pending < pending);
  home.store.patch("/sensors/1", "state", { presence: true }, RADIO);
  await settle();
  home.clock.advance(10);
  assert.equal(presence(home), false);
  await home.stop();
});

test("a battery, a name and a url do not prolong it", async () => {
  const home = await hall(10);
  home.clock.advance(9);
  home.store.patch("/sensors/1", "config", { battery: 5 }, RADIO);
  await home.ask("PUT", "/sensors/1", { name: "x" });
  await settle();
  home.clock.advance(1);
  assert.equal(presence(home), false);
  await home.stop();
});

test("a deleted sensor has no timer", async () => {
  const home = await hall(10);
  const { pending } = home.clock;
  await home.ask("DELETE", "/sensors/1");
  await settle();
  assert.equal(home.clock.pending - 1, pending - 1, "but for the writing of its former name");
  await home.stop();
  assert.equal(home.clock.pending, 0);
});

const RESTARTS: [says: string, away: number, left: number][] = [
  ["soon", 3, 7],
  ["after the end", 3_600, 0],
  ["with a clock that was put back", -3_600, 10],
];
for (const [says, away, left] of RESTARTS) {
  test(`a restart ${says}: ${left} s are left`, async () => {
    const home = await hall(10);
    await home.stop();
    const clock = fakeClock(home.clock.now() + away * 1000);
    const again = await house({ disk: fakeDisk(home.disk.records), clock });
    if (left > 0) clock.advance(left - 0.5);
    assert.equal(presence(again), true);
    clock.advance(0.5);
    assert.equal(presence(again), false);
    await again.stop();
  });
}

test("a sensor that never said when counts from the start", async () => {
  const json = JSON.stringify({ type: "CLIPPresence", config: { duration: 5 }, state: { presence: true } });
  const home = await house({ disk: fakeDisk([["/sensors/1", json]]) });
  home.clock.advance(4.9);
  assert.equal(presence(home), true);
  home.clock.advance(0.1);
  assert.equal(presence(home), false);
  await home.stop();
});
