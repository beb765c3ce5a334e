/** The page of a device: the values typed into its console, its uses, how its model is reset, and how long its battery lasts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { batteryRows, sayEmpty, sayEnd, sayWhyNot } from "../../../panels/devices/batteries/battery-rows.ts";
import {
  readAnswer,
  readAttributes,
  readManufacturer,
  readValue,
  statusText,
  valuesToWrite,
} from "../../../panels/devices/endpoints/console-input.ts";
import { clusterRows, isSetUp } from "../../../panels/devices/endpoints/wiring.ts";
import type { HouseDevice } from "../../../panels/devices/house-devices.ts";
import { eachUse, firstUses, pathOf, sayUse } from "../../../panels/devices/uses/uses-in-words.ts";
import type { Use } from "../../../src/model/admin-api.ts";
import { speakEnglish } from "../../support/speak.ts";

const typed: [text: string, attributes: readonly string[] | undefined][] = [
  ["onOff", ["onOff"]],
  [" onOff, 0x4003 ;startUpOnOff ", ["onOff", "0x4003", "startUpOnOff"]],
  ["16387", ["16387"]],
  ["", undefined],
  ["70000", undefined],
  ["0x12345", undefined],
  ["on-off", undefined],
  ["__proto__", undefined],
  [Array.from({ length: 17 }, (_, index) => `a${index}b`).join(), undefined],
];
for (const [text, attributes] of typed)
  test(`"${text.slice(0, 30)}" names ${attributes?.length ?? "no"} attributes`, () =>
    assert.deepEqual(readAttributes(text), attributes));

test("values are JSON, or else plain text", () => {
  const values: [string, unknown][] = [
    ["1", 1],
    ["-2.5", -2.5],
    ["true", true],
    ['"1"', "1"],
    ["warm", "warm"],
    ["[1,2]", [1, 2]],
    ["null", null],
  ];
  for (const [text, value] of values) assert.deepEqual(readValue(text), value);
  assert.deepEqual(valuesToWrite("startUpOnOff", "1", "uint8"), { startUpOnOff: 1 });
  assert.deepEqual(valuesToWrite("0x4003", "1", "enum8"), { "0x4003": { value: 1, type: 0x30 } });
});

test("a maker's code is a number, or nothing", () => {
  assert.deepEqual(["", " 0x115f", "4447", "aqara", "0x1ffff"].map(readManufacturer), [
    undefined,
    4447,
    4447,
    "wrong",
    "wrong",
  ]);
});

test("the answer of a read, and why an attribute is not there", () => {
  const body = [{ success: { "/devices/x/attributes": { values: { onOff: 1 }, failed: { nope: 134 } } } }];
  assert.deepEqual(readAnswer(body), { values: { onOff: 1 }, failed: { nope: 134 } });
  assert.deepEqual(readAnswer(undefined), { values: {}, failed: {} });
  assert.deepEqual([134, 195, 136, 1].map(statusText), ["no-attribute", "no-cluster", "read-only", "other"]);
});

test("clusters of all endpoints, and which of them are set up", () => {
  const cluster = (name: string, more: object = {}) => ({ name, side: "input", bound: [], reported: [], ...more });
  const rows = clusterRows({
    1: { clusters: [cluster("genOnOff", { bound: [{ group: "3" }] }), cluster("genBasic")] },
    11: { clusters: [cluster("genLevelCtrl", { reported: [{ attribute: "currentLevel" }] })] },
  });
  assert.deepEqual(
    rows.map((row) => [row.endpoint, row.name, isSetUp(row)]),
    [
      [1, "genOnOff", true],
      [1, "genBasic", false],
      [11, "genLevelCtrl", true],
    ],
  );
  assert.deepEqual(clusterRows(undefined), []);
});

const EMPTY = { lights: {}, sensors: {}, groups: {}, rules: {}, schedules: {}, config: {} };
const USES: readonly Use[] = [
  { by: "rule", name: "Hall", address: "/rules/3" },
  { by: "scene", name: "Evening", address: "/groups/2/scenes/1", within: "Attic" },
  { by: "flow", name: "", kind: "zigbee-gateway-light", node: "abc", within: "Flow 1", of: "/lights/3" },
  { by: "flow", name: "Night light", kind: "zigbee-gateway-light", node: "abd", within: "Flow 1", of: "/lights/3" },
  { by: "flow", name: "", kind: "zigbee-gateway-light", node: "abe", within: "Flow 1", of: "/lights/4" },
  { by: "binding", way: "from", name: "Remote", address: "/devices/00:01" },
];

test("the uses of a device, in words, and where each is shown", () => {
  speakEnglish();
  const house = { ...EMPTY, lights: { 3: { name: "Hall lamp" } } } as unknown as Parameters<typeof sayUse>[0];
  const said = USES.map((use) => sayUse(house, use));
  assert.deepEqual(said, [
    "Rule: Hall",
    "Scene: Evening (Attic)",
    "Node: Hall lamp (Flow 1)",
    "Node: Night light (Flow 1)",
    "Node: light (Flow 1)",
    "Remote talks to it directly",
  ]);
  assert.deepEqual(USES.map(pathOf), [
    ["automation", "/rules/3"],
    ["home", "2"],
    undefined,
    undefined,
    undefined,
    ["devices", "00:01"],
  ]);
});

test("of several devices each use is told once, and not more than can be read", () => {
  const many = Array.from(
    { length: 10 },
    (_, index): Use => ({ by: "rule", name: `R${index}`, address: `/rules/${index}` }),
  );
  const { told, more } = firstUses(eachUse({ a: many, b: many.slice(3) }, {}));
  assert.deepEqual([told.length, more], [8, 2]);
  assert.deepEqual(firstUses([]), { told: [], more: 0 });
});

test("how long a battery lasts: the nearer the end, the closer the date", () => {
  speakEnglish();
  const now = Date.parse("2026-01-05T12:00:00Z");
  const said: [at: string | undefined, words: string][] = [
    [undefined, ""],
    ["2026-01-05T14:00:00Z", "empty any day now"],
    ["2025-12-01T00:00:00Z", "empty any day now"],
    ["2026-01-20T12:00:00Z", "empty about January 20"],
    ["2026-03-20T12:00:00Z", "empty about March 2026"],
    ["2027-01-20T12:00:00Z", "empty about January 2027"],
  ];
  for (const [at, words] of said) assert.equal(sayEmpty(at === undefined ? undefined : Date.parse(at), now), words);
  assert.deepEqual([sayEnd(undefined, now), sayEnd(Date.parse("2026-03-20T12:00:00Z"), now)], ["…", "March 2026"]);
  assert.equal(sayEnd(now, now), "now");
});

test("why it cannot be said how long a battery lasts", () => {
  speakEnglish();
  const why = (state: object, percent?: number) => {
    const device = { resources: [{ state }] } as unknown as HouseDevice;
    return sayWhyNot({ device, battery: percent === undefined ? undefined : { percent, isLow: false } });
  };
  assert.deepEqual([why({ lowbattery: false }), why({})], ["only tells when it is low", "–"]);
  assert.deepEqual([why({}, 97), why({}, 60)], ["still too full to say", "too early to say"]);
});

test("the batteries as the gateway tells of them", () => {
  const rows = batteryRows([
    { uniqueid: "00:01", name: "Door", battery: 40, lowbattery: false, empty: "2026-03-20T12:00:00Z" },
    { uniqueid: "00:02", battery: null, lowbattery: true },
  ]);
  assert.deepEqual(rows, [
    { key: "00:01", name: "Door", percent: 40, isLow: false, emptyAt: Date.parse("2026-03-20T12:00:00Z") },
    { key: "00:02", name: "00:02", percent: undefined, isLow: true, emptyAt: undefined },
  ]);
  assert.deepEqual(batteryRows(undefined), []);
});
