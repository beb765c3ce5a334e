/** Days on which nothing happens but time, past rules that wait for a part of them. The numbers are those of the table of cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus } from "../../../src/core/bus.ts";
import { Store } from "../../../src/core/store.ts";
import { rules } from "../../../src/engines/rules/rule-engine.ts";
import { EnginePorts } from "../../../src/model/engine-ports.ts";
import type { Address, Resource, Values } from "../../../src/model/resource.ts";
import { instantOf } from "../../../src/model/time/zones.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";
import { fakeClock, fakeHost, fakeWeb, loudLog, settle, TEST } from "../../support/fakes.ts";
import { BERLIN, type Words } from "../../support/rule-house.ts";

const span = (value: string, operator = "in"): Words => ["/config/localtime", operator, value];

/** A rule, the span of time, and when it fires: in UTC, as rules say it. */
const WALKS: readonly (readonly [
  says: string,
  from: string,
  to: string,
  words: readonly Words[],
  at: readonly string[],
])[] = [
  [
    "case 46: where it begins, and not at once",
    "2026-03-02T09:00:00",
    "2026-03-03T09:00:00",
    [span("T08:00:00/T16:00:00")],
    ["2026-03-03T07:00:00"],
  ],
  [
    "case 50: over midnight",
    "2026-03-02T12:00:00",
    "2026-03-03T22:30:00",
    [span("T22:00:00/T06:00:00")],
    ["2026-03-02T21:00:00", "2026-03-03T21:00:00"],
  ],
  [
    "case 51: at midnight",
    "2026-03-02T23:00:00",
    "2026-03-03T02:00:00",
    [span("T00:00:00/T01:00:00")],
    ["2026-03-02T23:00:00"],
  ],
  [
    "case 52: where it ends",
    "2026-03-02T00:30:00",
    "2026-03-04T00:30:00",
    [span("T08:00:00/T16:00:00", "not in")],
    ["2026-03-02T15:00:00", "2026-03-03T15:00:00"],
  ],
  [
    "case 54: where one of two ends",
    "2026-03-02T07:00:00",
    "2026-03-02T19:00:00",
    [span("T08:00:00/T12:00:00", "not in"), span("T14:00:00/T18:00:00", "not in")],
    ["2026-03-02T11:00:00", "2026-03-02T17:00:00"],
  ],
  [
    "where one of two ends while the other goes on",
    "2026-03-02T07:00:00",
    "2026-03-02T19:00:00",
    [span("T08:00:00/T12:00:00", "not in"), span("T10:00:00/T18:00:00", "not in")],
    ["2026-03-02T17:00:00"],
  ],
  [
    "case 55: on some days of the week",
    "2026-03-06T12:00:00",
    "2026-03-10T07:00:00",
    [span("W124/T08:00:00/T16:00:00")],
    ["2026-03-09T07:00:00"],
  ],
  [
    "the days are those on which it begins, also where it ends",
    "2026-03-03T12:00:00",
    "2026-03-10T07:00:00",
    [span("W4/T23:00:00/T06:00:00", "not in")],
    ["2026-03-07T05:00:00"],
  ],
  [
    "from Sunday into Monday",
    "2026-03-03T12:00:00",
    "2026-03-10T07:00:00",
    [span("W1/T23:00:00/T06:00:00", "not in")],
    ["2026-03-09T05:00:00"],
  ],
  ["on no day", "2026-03-02T12:00:00", "2026-03-10T12:00:00", [span("W0/T08:00:00/T16:00:00")], []],
  ["without length", "2026-03-02T12:00:00", "2026-03-04T12:00:00", [span("T08:00:00/T08:00:00")], []],
  [
    "case 57: where the clock skips its beginning, it is the first instant after that",
    "2026-03-28T12:00:00",
    "2026-03-30T01:00:00",
    [span("T02:30:00/T05:00:00")],
    ["2026-03-29T01:00:00"],
  ],
  [
    "case 58: where the clock shows its beginning twice, it is the first",
    "2026-10-24T12:00:00",
    "2026-10-26T01:00:00",
    [span("T02:30:00/T05:00:00")],
    ["2026-10-25T00:30:00"],
  ],
  [
    "where the clock skips all of it, there is none",
    "2026-03-29T01:00:00",
    "2026-03-29T04:00:00",
    [span("T02:15:00/T02:45:00")],
    [],
  ],
];

for (const [says, from, to, words, at] of WALKS) {
  test(says, async () => {
    const instant = (wall: string) => instantOf(Date.parse(`${wall}Z`), BERLIN);
    assert.deepEqual(await firings(instant(from), instant(to), words), at);
  });
}

/** Of a rule in a house without anything else in it, so that a week is a moment. */
async function firings(from: number, to: number, words: readonly Words[]): Promise<readonly unknown[]> {
  const clock = fakeClock(from);
  const log = loudLog();
  const bus = new Bus(log);
  const store = new Store({ definitions: DEFINITIONS, clock, bus, salt: "salt" });
  const conditions = words.map(([address, operator, value]) => ({ address, operator, value }));
  const rule = { name: "r", status: "enabled", periodic: 0, actions: [], lasttriggered: "none", timestriggered: 0 };
  store.put(resource("/config", "Config", { timezone: BERLIN, localtime: "" }), TEST);
  store.put(resource("/rules/1", "Rule", { ...rule, conditions }), TEST);
  await settle();
  const perform = () => ({ status: 200, body: [] });
  const parts = {
    store,
    bus,
    clock,
    log,
    host: fakeHost(),
    web: fakeWeb(),
    perform,
    whenKept: () => {},
    engines: new EnginePorts(),
  };
  const stop = rules(parts);
  const heard: unknown[] = [];
  bus.on(({ values }) => heard.push(...("lasttriggered" in values ? [values.lasttriggered] : [])));
  clock.advance((to - from) / 1000);
  await settle();
  stop();
  return heard;
}

function resource(address: Address, type: string, attr: Values): Resource {
  return { address, type, attr, config: {}, state: {}, action: {} };
}
