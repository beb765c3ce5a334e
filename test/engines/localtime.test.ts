/** UTC and local time move with each second. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, settle } from "../support/fakes.ts";

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
