/** The engines that only watch the clock: local time, the link window, the search; and how engines stop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stopAll } from "../../src/engines/engine.ts";
import { fakeRadio, house, settle, TEST } from "../support/fakes.ts";

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
  for (const unlock of [10, 20, 30]) {
    await home.ask("PUT", "/config", { unlock });
    await settle();
  }
  assert.equal(home.clock.pending, 1);
  home.clock.advance(30);
  assert.equal(home.store.get("/config")?.attr.linkbutton, false);
  assert.equal(home.clock.pending, 0);
  await home.stop();
});

test("the countdown of an open network is no change of an etag", async () => {
  const home = await house({ radio: fakeRadio(true) });
  await home.ask("POST", "/sensors");
  const { etag } = home.store;
  home.clock.advance(10);
  assert.equal(home.store.get("/config")?.attr.permitjoin, 50);
  assert.equal(home.store.etag, etag);
  await home.stop();
});

test("a find is a sensor or a light, and nothing else", async () => {
  const home = await house({ radio: fakeRadio(true) });
  await home.ask("POST", "/sensors");
  const piece = { type: "Link", attr: { name: "x" }, config: {}, state: {}, action: {} };
  home.store.put({ ...piece, address: "/resourcelinks/1" }, TEST);
  await settle();
  assert.deepEqual((await home.ask("GET", "/sensors/new")).body, { lastscan: "active" });
  await home.stop();
});

test("all stop, each twice without harm", () => {
  const stopped: string[] = [];
  const stop = stopAll([() => stopped.push("a"), () => stopped.push("b")]);
  stop();
  stop();
  assert.deepEqual(stopped, ["a", "b", "a", "b"]);
});
