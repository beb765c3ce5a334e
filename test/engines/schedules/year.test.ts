/** A year, minute by minute: each weekly schedule happens once on each of its days, at its time, in any zone. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { Bus } from "../../../src/core/bus.ts";
import type { Draft } from "../../../src/core/draft.ts";
import { NOTHING } from "../../../src/core/records.ts";
import { Store } from "../../../src/core/store.ts";
import { BY_GATEWAY } from "../../../src/engines/engine.ts";
import { schedules } from "../../../src/engines/schedules/schedule-engine.ts";
import { EnginePorts } from "../../../src/model/engine-ports.ts";
import type { Values } from "../../../src/model/resource.ts";
import { firstPlan, timingOf } from "../../../src/model/time/plans.ts";
import { localSeconds } from "../../../src/model/time/times.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";
import { fakeHost, fakeWeb, loudLog } from "../../support/fakes.ts";
import { type Span, spansOfYear, wholeDays } from "../../support/year.ts";

const MINUTE = 60_000;

/** In the gaps and overlaps of all these zones, at their edges, and where nothing special is. */
const CLOCKS = [
  "00:00",
  "01:30",
  "01:45",
  "02:00",
  "02:15",
  "02:30",
  "02:59",
  "03:00",
  "03:30",
  "04:00",
  "12:00",
  "23:59",
];
const DAYS = [127, 124, 3, 64, 1];

/** When the wall clock skips these, in 2026. */
const SKIPPED: Readonly<Record<string, readonly [from: string, to: string]>> = {
  "Europe/Berlin": ["2026-03-29T02:00:00", "2026-03-29T03:00:00"],
  "Australia/Lord_Howe": ["2026-10-04T02:00:00", "2026-10-04T02:30:00"],
  "America/New_York": ["2026-03-08T02:00:00", "2026-03-08T03:00:00"],
};
const ZONES = [
  "Europe/Berlin",
  "Australia/Lord_Howe",
  ...(process.env.LONG ? ["America/New_York", "Pacific/Apia"] : []),
];

interface Heard {
  readonly by: string;
  readonly wall: string;
}

/** The commands of a year with a look at the clock once a minute; between the spans it stood still. */
function walk(timezone: string, patterns: readonly string[], spans: readonly Span[]): readonly Heard[] {
  const [{ from: start } = assert.fail("no time passes")] = spans;
  let now = start;
  let beat = (_now: number) => {};
  const clock = {
    now: () => now,
    uptime: () => now - start,
    after: () => () => {},
    everySecond: (run: (now: number) => void) => {
      beat = run;
      return () => {};
    },
  };
  const log = loudLog();
  const bus = new Bus(log);
  const host = fakeHost();
  const store = new Store({ definitions: DEFINITIONS, clock, bus, salt: host.random(16) });
  const put = (address: `/${string}`, type: string, attr: Values) =>
    store.put({ address, type, attr, config: NOTHING, state: NOTHING, action: NOTHING }, BY_GATEWAY);
  put("/config", "Config", { timezone });
  put("/config/whitelist/ABCDEF01", "Key", { name: "test" });
  const heard: Heard[] = [];
  for (const [index, localtime] of patterns.entries()) {
    const command = { address: "/api/ABCDEF01/lights/1/state", method: "PUT", body: {} };
    const attr = { name: localtime, status: "enabled", autodelete: true, given: "localtime", localtime, command };
    const timing = timingOf(attr, { timezone });
    assert.ok(timing);
    put(`/schedules/${index + 1}`, "Schedule", { ...attr, ...firstPlan(timing, now, () => 0) });
  }
  const perform = (_: unknown, { by }: { by: string }) => {
    heard.push({ by, wall: localSeconds(now, timezone) });
    return { status: 200, body: [] };
  };
  const whenKept = (draft: Draft, goOn: () => void) => {
    store.commit(draft);
    goOn();
  };
  const stop = schedules({
    store,
    bus,
    clock,
    log,
    host,
    web: fakeWeb(),
    engines: new EnginePorts(),
    perform,
    whenKept,
  });
  for (const { from, to } of spans) for (now = from; now < to; now += MINUTE) beat(now);
  stop();
  return heard;
}

for (const zone of ZONES) {
  test(`2026 in ${zone}`, () => {
    const patterns = CLOCKS.flatMap((clock) => DAYS.map((days) => `W${days}/T${clock}:00`));
    const spans = spansOfYear(zone);
    const heard = walk(zone, patterns, spans);
    const days = wholeDays(spans);
    for (const [index, pattern] of patterns.entries()) {
      const walls = heard.flatMap(({ by, wall }) => (by === `/schedules/${index + 1}` ? [wall] : []));
      const onThem = walls.filter((wall) => days.includes(wall.slice(0, 10)));
      assert.deepEqual(onThem, expected(zone, pattern, days), pattern);
    }
  });
}

function expected(zone: string, pattern: string, all: readonly string[]): readonly string[] {
  const [, days = "", clock = ""] = /^W(\d+)\/T(.*)$/.exec(pattern) ?? [];
  const [from = "", to = ""] = SKIPPED[zone] ?? [];
  const walls: string[] = [];
  for (const day of all) {
    const bit = 64 >> ((new Date(day).getUTCDay() + 6) % 7);
    if ((Number(days) & bit) === 0) continue;
    const wall = `${day}T${clock}`;
    walls.push(wall >= from && wall < to ? to : wall);
  }
  return walls;
}
