/** The changes of the network between two surveys, and the rows that tell them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { graphOf } from "../../../panels/map/graph.ts";
import { changesBetween, linkKey, NO_CHANGES } from "../../../panels/network/changes.ts";
import { filteredRows, illRows, networkRows, sayWeakest } from "../../../panels/network/device-rows.ts";
import type { NeighbourReport, NeighbourReports } from "../../../panels/network/links.ts";
import { say } from "../../../panels/texts.ts";
import { speakEnglish } from "../../support/speak.ts";

const report = (at: number, heard: Readonly<Record<string, number>>, refusal?: string): NeighbourReport => ({
  at,
  neighbours: Object.entries(heard).map(([mac, quality]) => ({ mac, quality, relation: "child", depth: 1 })),
  ...(refusal === undefined ? {} : { refusal }),
});

const cases: [what: string, before: NeighbourReports, now: NeighbourReports, links: object, devices: object][] = [
  ["nothing", { c: report(1, { a: 100 }) }, { c: report(2, { a: 110 }) }, {}, {}],
  ["a newcomer", { c: report(1, {}) }, { c: report(2, { a: 9 }) }, { "a c": "new" }, { a: "new" }],
  ["somebody who is gone", { c: report(1, { a: 9 }) }, { c: report(2, {}) }, { "a c": "gone" }, { a: "gone" }],
  [
    "somebody who has another parent",
    { c: report(1, { a: 9 }), r: report(1, {}) },
    { c: report(2, {}), r: report(2, { a: 200 }) },
    { "a c": "gone", "a r": "new" },
    {},
  ],
  ["better", { c: report(1, { a: 100 }) }, { c: report(2, { a: 130 }) }, { "a c": "better" }, {}],
  ["worse", { c: report(1, { a: 100 }) }, { c: report(2, { a: 70 }) }, { "a c": "worse" }, {}],
  [
    "the worse direction counts",
    { c: report(1, { r: 200 }), r: report(1, { c: 100 }) },
    { c: report(2, { r: 100 }), r: report(2, { c: 101 }) },
    {},
    {},
  ],
  [
    "a router that is silent now says nothing of its neighbours",
    { c: report(1, {}), r: report(1, { a: 9 }) },
    { c: report(2, {}), r: report(1, { a: 9 }, "no answer") },
    {},
    {},
  ],
  [
    "a router that had never answered before makes no link new",
    { c: report(1, { r: 50 }) },
    { c: report(2, { r: 50 }), r: report(2, { c: 50 }) },
    {},
    {},
  ],
];
for (const [what, before, now, links, devices] of cases)
  test(`changed: ${what}`, () => {
    const changes = changesBetween(before, now);
    assert.deepEqual([Object.fromEntries(changes.links), Object.fromEntries(changes.devices)], [links, devices]);
    assert.equal(changes.since, 1);
  });

test("after the first survey nothing can have changed", () => {
  assert.equal(changesBetween({}, { c: report(1, { a: 9 }) }), NO_CHANGES);
  assert.equal(changesBetween({ c: report(1, { a: 9 }) }, {}), NO_CHANGES);
  assert.deepEqual([linkKey("b", "a"), linkKey("a", "b")], ["a b", "a b"]);
});

const KNOWN = {
  coordinator: "c",
  devices: {
    r: { kind: "router" },
    a: { kind: "end-device" },
    b: { kind: "end-device", linkquality: 60 },
    q: { kind: "end-device" },
  },
};
const NAMES = { c: "Stick", r: "Plug", a: "Door", b: "Remote", q: "Quiet" };

test("rows: the stick first, then devices that are gone, then the weakest; each with its parent and its change", () => {
  const before = { c: report(1, { r: 200, x: 80 }), r: report(1, { c: 180, a: 90 }) };
  const now = { c: report(2, { r: 200 }), r: report(2, { c: 180, a: 20 }) };
  const rows = networkRows(graphOf(now, KNOWN), KNOWN, changesBetween(before, now), NAMES, new Set());
  assert.deepEqual(
    rows.map(({ name, role, via, quality, change }) => [name, role, via, quality, change]),
    [
      ["Stick", "coordinator", undefined, undefined, undefined],
      ["x", "gone", undefined, undefined, "gone"],
      ["Door", "end-device", "r", 20, "worse"],
      ["Remote", "end-device", undefined, 60, undefined],
      ["Plug", "router", "c", 180, undefined],
      ["Quiet", "end-device", undefined, undefined, undefined],
    ],
  );
  assert.deepEqual(
    rows.slice(2, 5).map(({ way }) => way),
    [say("network.via", { name: "Plug" }), "", say("network.direct")],
  );
  const names = (filter: "all" | "weak" | "changed") => filteredRows(rows, filter).map(({ name }) => name);
  assert.deepEqual(names("weak"), ["Door"]);
  assert.deepEqual(names("changed"), ["Stick", "x", "Door", "Plug"]);
  assert.equal(names("all").length, 6);
});

test("a device that is not reached stands before the weakest, and how it was heard once is no quality any more", () => {
  const now = { c: report(2, { r: 255 }), r: report(2, { c: 255, a: 20 }) };
  const rows = networkRows(graphOf(now, KNOWN), KNOWN, NO_CHANGES, NAMES, new Set(["r"]));
  assert.deepEqual(
    rows.slice(0, 3).map(({ name, quality, isMissed }) => [name, quality, isMissed]),
    [
      ["Stick", undefined, false],
      ["Plug", undefined, true],
      ["Door", 20, false],
    ],
  );
  assert.deepEqual(
    filteredRows(rows, "missed").map(({ name }) => name),
    ["Plug"],
  );
  assert.deepEqual(
    filteredRows(rows, "weak").map(({ name }) => name),
    ["Door"],
  );
});

test("above all stand the devices with a bad way: not reached, heard badly, or in trouble; not those that sleep", () => {
  const now = { c: report(2, { r: 255, b: 200 }), r: report(2, { c: 255, a: 20 }) };
  const since = "2026-03-01T12:00:00Z";
  const trouble = (kind: string) => ({
    kind: "end-device",
    trouble: { kind, certainty: "certain", lost: false, since },
  });
  const devices = { ...KNOWN.devices, b: trouble("route-broken"), q: trouble("asleep") };
  const known = { ...KNOWN, devices };
  const { count, ill } = illRows(networkRows(graphOf(now, known), known, NO_CHANGES, NAMES, new Set(["r"])));
  assert.equal(count, 3);
  assert.deepEqual(
    ill.map(({ name }) => name),
    ["Plug", "Door", "Remote"],
  );
  const well = networkRows(graphOf({}, KNOWN), KNOWN, NO_CHANGES, NAMES, new Set());
  assert.deepEqual(illRows(well), { count: 4, ill: [], unknown: [] }, "nobody has looked yet");
});

test("a device that the last look did not find is counted neither as good nor as ill", () => {
  const now = { c: report(2, { r: 255, b: 200 }), r: report(2, { c: 255, a: 200 }) };
  const rows = networkRows(graphOf(now, KNOWN), KNOWN, NO_CHANGES, NAMES, new Set());
  const { count, ill, unknown } = illRows(rows);
  const names = rows.filter(({ role, via }) => role !== "coordinator" && via === undefined).map(({ name }) => name);
  assert.equal(names.length, 1);
  assert.deepEqual([count, ill, unknown.map(({ name }) => name)], [3, [], names]);
  const missed = networkRows(graphOf(now, KNOWN), KNOWN, NO_CHANGES, NAMES, new Set(["q"]));
  assert.deepEqual(
    [illRows(missed).ill, illRows(missed).unknown].map((each) => each.length),
    [1, 0],
    "of a device that is not reached the verdict says that",
  );
});

test("the weakest link is named, with its device", () => {
  speakEnglish();
  const row = (name: string, role: "coordinator" | "router" | "gone", quality?: number) =>
    ({ name, role, quality }) as Parameters<typeof sayWeakest>[0][number];
  const stick = row("Stick", "coordinator");
  assert.equal(
    sayWeakest([stick, row("Cellar", "router", 107), row("Hall", "router", 200)]),
    "The weakest link: Cellar, 107 of 255, still good.",
  );
  assert.equal(sayWeakest([stick, row("Cellar", "router", 60)]), "The weakest link: Cellar, 60 of 255, fair.");
  assert.equal(sayWeakest([stick, row("Cellar", "gone", 60)]), "");
});
