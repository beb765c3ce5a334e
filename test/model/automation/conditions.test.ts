/** Conditions of rules: their meaning, and which are none (automation 1.6, 1.7; interface 2.4). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keptCondition, misplacedCondition, readCondition, suits } from "../../../src/model/automation/conditions.ts";
import { type Item, kindOf, LOCALTIME, resolve, valueIn } from "../../../src/model/automation/items.ts";
import type { ConditionTest } from "../../../src/model/automation/operators.ts";
import { type Definition, plain } from "../../../src/model/definitions.ts";
import { bool, int, list, num, text } from "../../../src/model/fields.ts";
import type { Address, Resource } from "../../../src/model/resource.ts";

const FLAG = "/sensors/3/state/flag";
const UNIQUE = "00:15:8d:00:02:b5:d1:80-01-0500";
const sensor = (name: string, section: Item["section"], member: string): Item => ({
  collection: "/sensors",
  name,
  section,
  member,
});

const ADDRESSES: [address: string, item: Item | undefined][] = [
  [FLAG, sensor("3", "state", "flag")],
  [`/sensors/${UNIQUE}/state/open`, sensor(UNIQUE, "state", "open")],
  ["/sensors/3/config/on", sensor("3", "config", "on")],
  ["/sensors/3/config/on/startup", sensor("3", "config", "on/startup")],
  ["/sensors/3/attr/lastannounced", sensor("3", "attr", "lastannounced")],
  ["/sensors/3/state/illuminance", sensor("3", "state", "lux")],
  ["/sensors/__proto__/state/__proto__", sensor("__proto__", "state", "__proto__")],
  ["/lights/1/state/bri", { collection: "/lights", name: "1", section: "state", member: "bri" }],
  ["/lights/1/state/x", { collection: "/lights", name: "1", section: "state", member: "xy", part: 0 }],
  ["/lights/1/state/y", { collection: "/lights", name: "1", section: "state", member: "xy", part: 1 }],
  ["/groups/0/state/any_on", { collection: "/groups", name: "0", section: "state", member: "any_on" }],
  ["/config/localtime", LOCALTIME],
  ["/config/utc", undefined],
  ["/config/UTC", undefined],
  ["/config/name", undefined],
  ["/config/attr/localtime", undefined],
  ["/schedules/1/status", undefined],
  ["/schedules/1/attr/status", undefined],
  ["/rules/1/attr/status", undefined],
  ["/scenes/1/state/on", undefined],
  ["/groups/1/action/on", undefined],
  ["/groups/1/attr/name", undefined],
  ["/alarmsystems/1/state/armstate", undefined],
  ["/__proto__/1/state/on", undefined],
  ["/constructor/1/state/on", undefined],
  ["/sensors/3/action/on", undefined],
  ["/sensors/3/junk/state/flag", undefined],
  ["/sensors/3/state/junk/flag", undefined],
  ["/sensors/3/config/", undefined],
  ["/sensors/3/config/on/", undefined],
  ["/sensors/3/state/flag/", undefined],
  ["//sensors/3/state/flag", undefined],
  ["/sensors//state/flag", undefined],
  ["sensors/3/state/flag", undefined],
  ["/api/KEY/sensors/3/state/flag", undefined],
  ["/sensors/3/state", undefined],
  ["/sensors/3", undefined],
  ["/", undefined],
  ["", undefined],
];

for (const [address, item] of ADDRESSES) {
  test(`the item of ${address || "nothing"}`, () => {
    assert.deepEqual(readCondition({ address, operator: "dx" })?.item, item);
  });
}

const value = (given: unknown, number: number): [unknown, ConditionTest] => [given, { operator: "eq", value: number }];
const NUMBERS: [given: unknown, test: ConditionTest | undefined][] = [
  value(true, 1),
  value(false, 0),
  value("true", 1),
  value("false", 0),
  value(1002, 1002),
  value("1002", 1002),
  value("-5", -5),
  value("+5", 5),
  value(20.5, 20.5),
  value(-0.25, -0.25),
  value("5000000000", 5_000_000_000),
  value(1e300, 1e300),
  ["20.5", undefined],
  ["abc", undefined],
  ["", undefined],
  [" 5", undefined],
  ["0x10", undefined],
  ["1e3", undefined],
  ["True", undefined],
  ["9".repeat(400), undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [undefined, undefined],
  [{}, undefined],
  [[], undefined],
  [[5], undefined],
];

for (const [given, expected] of NUMBERS) {
  test(`the number ${JSON.stringify(given)} (case 25, 27, 28)`, () => {
    for (const operator of ["eq", "ne", "gt", "lt"] as const) {
      const read = readCondition({ address: FLAG, operator, value: given });
      assert.deepEqual(read?.test, expected && { ...expected, operator });
    }
  });
}

const TIMES: [operator: string, given: unknown, test: ConditionTest | undefined][] = [
  ["ddx", "PT00:00:00", { operator: "ddx", seconds: 0 }],
  ["ddx", "PT00:09:15", { operator: "ddx", seconds: 555 }],
  ["stable", "PT23:59:59", { operator: "stable", seconds: 86_399 }],
  ["ddx", "PT24:00:00", undefined],
  ["ddx", "PT00:60:00", undefined],
  ["ddx", "PT0:01:00", undefined],
  ["ddx", "00:01:00", undefined],
  ["ddx", "PT5M", undefined],
  ["ddx", 5, undefined],
  ["ddx", undefined, undefined],
  ["stable", "", undefined],
  ["stable", null, undefined],
  ["in", "T08:00:00/T16:00:00", undefined],
  ["not in", "T08:00:00/T16:00:00", undefined],
  ["dx", undefined, { operator: "dx" }],
  ["dx", "whatever", { operator: "dx" }],
  ["not stable", "PT00:00:10", undefined],
  ["xx", "1", undefined],
  ["BIND", "1", undefined],
  ["toString", "1", undefined],
  ["__proto__", "1", undefined],
];

for (const [operator, given, expected] of TIMES) {
  test(`${operator} ${JSON.stringify(given)} of a flag`, () => {
    assert.deepEqual(readCondition({ address: FLAG, operator, value: given })?.test, expected);
  });
}

const OF_THE_CLOCK: [operator: string, given: unknown, test: ConditionTest | undefined][] = [
  ["in", "T08:00:00/T16:00:00", { operator: "in", span: { days: 127, from: 28_800, to: 57_600 } }],
  ["not in", "W0/T22:00:00/T06:30:01", { operator: "not in", span: { days: 0, from: 79_200, to: 23_401 } }],
  ["in", "W127/T00:00:00/T00:00:00", { operator: "in", span: { days: 127, from: 0, to: 0 } }],
  ["in", "W001/T00:00:00/T23:59:59", { operator: "in", span: { days: 1, from: 0, to: 86_399 } }],
  ["in", "W128/T08:00:00/T16:00:00", undefined],
  ["in", "Wx/T08:00:00/T16:00:00", undefined],
  ["in", "W/T08:00:00/T16:00:00", undefined],
  ["in", "W-1/T08:00:00/T16:00:00", undefined],
  ["in", "W124T08:00:00/T16:00:00", undefined],
  ["in", "T08:00:00", undefined],
  ["in", "T08:00/T16:00", undefined],
  ["in", "T24:00:00/T16:00:00", undefined],
  ["in", "T08:00:00/T16:00:00/", undefined],
  ["in", "T08:00:00/T16:00:00\n", undefined],
  ["in", 124, undefined],
  ["in", undefined, undefined],
  ["not in", "", undefined],
  ["stable", "PT00:00:10", undefined],
  ["ddx", "PT00:00:10", { operator: "ddx", seconds: 10 }],
  ["dx", undefined, { operator: "dx" }],
  ["eq", "5", undefined],
  ["gt", "/config/localtime", undefined],
  ["gt", "5", undefined],
];

for (const [operator, given, expected] of OF_THE_CLOCK) {
  test(`${operator} ${JSON.stringify(given)} of the clock`, () => {
    assert.deepEqual(readCondition({ address: "/config/localtime", operator, value: given })?.test, expected);
  });
}

test("a time of day is compared with the clock, or with that of another sensor", () => {
  const read = (given: unknown, operator = "gt") =>
    readCondition({ address: "/sensors/3/state/localtime", operator, value: given })?.test;
  assert.deepEqual(read("/config/localtime"), { operator: "gt", than: LOCALTIME });
  const than = sensor("4", "state", "localtime");
  assert.deepEqual(read("/sensors/4/state/localtime", "lt"), { operator: "lt", than });
  const strange = [
    "/config/utc",
    "/sensors/4/config/localtime",
    "/lights/4/state/localtime",
    FLAG,
    "5",
    5,
    true,
    undefined,
  ];
  for (const given of strange) assert.equal(read(given), undefined);
  assert.equal(read("/config/localtime", "eq"), undefined);
});

test("values are kept as text, and that text reads the same", () => {
  const texts: [unknown, string | undefined][] = [
    [true, "true"],
    [1002, "1002"],
    ["1002", "1002"],
    [20.5, "20.5"],
    [1e21, "1e+21"],
    ["+5", "+5"],
  ];
  for (const [given, kept] of texts) {
    const read = readCondition({ address: FLAG, operator: "eq", value: given, more: 5 });
    assert.deepEqual(read?.text, { address: FLAG, operator: "eq", value: kept });
    assert.deepEqual(keptCondition(read.text), read);
  }
  const dx = (given: unknown) => readCondition({ address: FLAG, operator: "dx", value: given })?.text.value;
  assert.deepEqual(["x", { a: [1] }, 5, null, undefined].map(dx), ["x", '{"a":[1]}', "5", undefined, undefined]);
  assert.equal(Object.hasOwn(readCondition({ address: FLAG, operator: "dx" })?.text ?? {}, "value"), false);
  assert.equal(keptCondition({ address: FLAG, operator: "eq", value: "" }), undefined);
  assert.equal(keptCondition({ address: FLAG, operator: "eq", value: "abc" }), undefined);
});

test("values that are no condition at all", () => {
  for (const given of [undefined, null, 5, "dx", [], [FLAG, "dx"], {}, { address: FLAG }, { operator: "dx" }]) {
    assert.equal(readCondition(given), undefined);
  }
  assert.equal(readCondition({ address: 5, operator: "dx" }), undefined);
  assert.equal(readCondition({ address: FLAG, operator: ["dx"] }), undefined);
});

const SETS: [operators: string[], offender: number | undefined][] = [
  [["dx"], undefined],
  [["ddx", "eq", "stable", "in"], undefined],
  [["dx", "eq", "eq", "not in", "not in"], undefined],
  [["eq", "dx", "dx"], 2],
  [["ddx", "ddx"], 1],
  [["dx", "ddx"], 1],
  [["ddx", "eq", "dx"], 2],
  [["in", "not in"], 1],
  [["not in", "in"], 1],
  [["in", "eq", "in"], 2],
];

for (const [operators, offender] of SETS) {
  test(`${operators.join(", ")} in one rule (case 31)`, () => {
    const conditions = operators.map((operator) => {
      const isSpan = operator.endsWith("in");
      const given = isSpan ? "T08:00:00/T16:00:00" : operator === "eq" ? "1" : "PT00:00:10";
      const read = readCondition({ address: isSpan ? "/config/localtime" : FLAG, operator, value: given });
      assert.ok(read);
      return read;
    });
    assert.equal(misplacedCondition(conditions), offender === undefined ? undefined : conditions[offender]);
  });
}

const LAMP: Resource = {
  address: "/lights/1",
  type: "Lamp",
  attr: { uniqueid: UNIQUE },
  config: { "bri/min": 5 },
  state: { on: true, xy: [0.3, 0.4], level: 7, word: "x", deep: {} },
  action: {},
};
const DEFINITION: Definition = {
  ...plain("lights", { secret: text({ access: "hidden" }) }),
  config: { "bri/min": int() },
  state: { on: bool(), bri: int(), xy: list({ each: num() }) },
};
const item = (address: string) => readCondition({ address, operator: "dx" })?.item as Item;

test("an item is found by id or uniqueid, and holds the value of its resource", () => {
  const among = {
    find: (collection: Address, name: string) =>
      collection === "/config"
        ? { ...LAMP, attr: { localtime: "2026-03-01T12:00:00" } }
        : collection === "/lights" && [UNIQUE, "1"].includes(name)
          ? LAMP
          : undefined,
  };
  const at = (address: string) => resolve(among, item(address))?.value;
  assert.equal(at("/lights/1/state/on"), true);
  assert.equal(at(`/lights/${UNIQUE}/state/y`), 0.4);
  assert.equal(at("/lights/1/config/bri/min"), 5);
  assert.equal(at("/config/localtime"), "2026-03-01T12:00:00");
  assert.equal(resolve(among, item("/lights/2/state/on")), undefined);
  assert.deepEqual(resolve(among, item("/lights/1/state/toString")), { resource: LAMP, value: undefined });
  assert.equal(valueIn({ xy: null }, item("/lights/1/state/x")), null);
});

const KINDS: [address: string, kind: string | undefined][] = [
  ["/lights/1/state/on", "bool"],
  ["/lights/1/state/bri", "int"],
  ["/lights/1/state/xy", "list"],
  ["/lights/1/state/x", "num"],
  ["/lights/1/config/bri/min", "int"],
  ["/lights/1/state/level", "num"],
  ["/lights/1/state/word", "text"],
  ["/lights/1/state/deep", "object"],
  ["/lights/1/attr/secret", undefined],
  ["/lights/1/state/nothing", undefined],
  ["/lights/1/state/__proto__", undefined],
  ["/lights/1/state/constructor", undefined],
];

for (const [address, kind] of KINDS) {
  test(`the kind of ${address}`, () => assert.equal(kindOf(item(address), LAMP, DEFINITION), kind));
}

test("an operator suits its items", () => {
  const fits = (operator: string, kind: Parameters<typeof suits>[1]) => {
    const read = readCondition({ address: FLAG, operator, value: operator.startsWith("d") ? "PT00:00:01" : "1" });
    return read !== undefined && suits(read, kind);
  };
  for (const operator of ["eq", "ne"])
    for (const kind of ["bool", "int", "num"] as const) assert.ok(fits(operator, kind));
  for (const operator of ["eq", "ne", "gt", "lt"])
    for (const kind of ["text", "time", "list", "object"] as const) assert.ok(!fits(operator, kind));
  for (const operator of ["gt", "lt"]) assert.deepEqual([fits(operator, "bool"), fits(operator, "num")], [false, true]);
  for (const operator of ["dx", "ddx"])
    for (const kind of ["bool", "text", "time", "list"] as const) assert.ok(fits(operator, kind));
  const later = readCondition({ address: "/sensors/3/state/localtime", operator: "gt", value: "/config/localtime" });
  assert.ok(later && suits(later, "time"));
});
