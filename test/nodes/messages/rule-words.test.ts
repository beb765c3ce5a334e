import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NodeAPI } from "node-red";
import { madeOfRows, ruleWordsOf } from "../../../nodes/admin/rule-dialog.ts";
import { NodeError } from "../../../nodes/flow-node/node-error.ts";
import { actionsIn, conditionsIn } from "../../../nodes/messages/rule-words.ts";
import type { Address, Resource, Values } from "../../../src/model/resource.ts";
import { clip, type FakeHouse, house } from "../../support/fakes.ts";
import { blind, lamp, plug } from "../lights.ts";

const RED = { _: (key: string, { name = "" } = {}) => `${key.split(".").at(-1)} ${name}`.trim() } as unknown as NodeAPI;
const say = (key: string, values: Readonly<Record<string, unknown>> = {}) => [key, ...Object.values(values)].join(" ");

let home: FakeHouse;
let own = "";
const words = () => ({ RED, store: home.store, say });
const put = (resource: Resource, address: Address, attr: Values) =>
  home.store.put({ ...resource, address, attr: { ...resource.attr, ...attr } }, { by: "radio", depth: 0 });

before(async () => {
  home = await house();
  own = String(home.store.get("/config")?.attr.bridgeid);
  await home.ask("POST", "/sensors", clip("CLIPTemperature", { name: "Bath", uniqueid: "bath-1" }));
  await home.ask("POST", "/sensors", clip("CLIPLightLevel", { name: "Light", uniqueid: "light-2" }));
  await home.ask("POST", "/groups", { name: "Downstairs" });
  put(lamp, "/lights/1", { uniqueid: "lamp-1", name: "Lamp" });
  put(blind, "/lights/2", { uniqueid: "blind-2", name: "Blind" });
  put(plug, "/lights/3", { uniqueid: "plug-3", name: "Plug" });
  put({ ...plug, type: "Scene", state: {} }, "/groups/1/scenes/1", { name: "Evening" });
});
after(() => home.stop());

const BATH = { address: "/sensors/77", uniqueid: "bath-1", resourceName: "Bath" };
const LAMP = { address: "/lights/1", uniqueid: "lamp-1" };
const GROUP = { address: "/groups/1", resourceName: "Downstairs" };

const conditions: readonly [what: string, row: object, is: Values][] = [
  ["°C", { ...BATH, item: "state/temperature", operator: "gt", value: "21.5" }, { operator: "gt", value: 2150 }],
  ["a switch", { ...BATH, item: "config/on", operator: "eq", value: "false" }, { operator: "eq", value: false }],
  ["a change", { ...BATH, item: "state/lastupdated", operator: "dx", value: "left over" }, { operator: "dx" }],
  [
    "a time span",
    { ...BATH, item: "state/temperature", operator: "stable", value: "PT00:05:00" },
    { operator: "stable", value: "PT00:05:00" },
  ],
];
for (const [what, row, is] of conditions) {
  test(`a condition on ${what}`, () => {
    const { item } = row as { item: string };
    assert.deepEqual(conditionsIn(words(), [row]), [{ address: `/sensors/1/${item}`, ...is }]);
  });
}

test("brightness is per cent, lux is lux, and a value that is no number is left to the gateway to refuse", () => {
  const bri = { ...LAMP, item: "state/bri", operator: "lt", value: "50" };
  const light = { address: "/sensors/2", uniqueid: "light-2", item: "state/lightlevel", operator: "gt", value: "100" };
  const values = conditionsIn(words(), [bri, light, { ...bri, value: "warm" }]).map(({ value }) => value);
  assert.deepEqual(values, [127, 20_001, "warm"]);
});

test("a condition on no member, or on one that no resource has, is left to the gateway to refuse", () => {
  for (const item of ["", "presence", "__proto__/x", "nowhere/temperature"]) {
    const [said] = conditionsIn(words(), [{ ...BATH, item, operator: "eq", value: "true" }]);
    assert.deepEqual(said, { address: `/sensors/1/${item}`, operator: "eq", value: "true" });
  }
});

test("the clock is no resource", () => {
  const row = { address: "/config", item: "localtime", operator: "not in", value: "W124/T08:00:00/T16:00:00" };
  assert.deepEqual(conditionsIn(words(), [row]), [
    { address: "/config/localtime", operator: "not in", value: "W124/T08:00:00/T16:00:00" },
  ]);
});

const PUT = "PUT";
const actions: readonly [what: string, row: object, is: Values][] = [
  ["a lamp goes on", { ...LAMP, does: "on" }, { address: "/lights/1/state", method: PUT, body: { on: true } }],
  [
    "a lamp is as bright as is said",
    { ...LAMP, does: "brightness", value: "40" },
    { address: "/lights/1/state", method: PUT, body: { on: true, bri: 102 } },
  ],
  [
    "no brightness is off",
    { ...LAMP, does: "brightness", value: "0" },
    { address: "/lights/1/state", method: PUT, body: { on: false } },
  ],
  [
    "a colour temperature",
    { ...LAMP, does: "kelvin", value: "2700" },
    { address: "/lights/1/state", method: PUT, body: { on: true, ct: 370 } },
  ],
  [
    "a blind opens",
    { address: "/lights/2", uniqueid: "blind-2", does: "on" },
    { address: "/lights/2/state", method: PUT, body: { open: true } },
  ],
  [
    "a group toggles when the rule fires",
    { ...GROUP, does: "toggle" },
    { address: "/groups/1/action", method: PUT, body: { toggle: true } },
  ],
  ["so does a light", { ...LAMP, does: "toggle" }, { address: "/lights/1/state", method: PUT, body: { toggle: true } }],
  [
    "a body of the API",
    { ...GROUP, does: "body", value: '{"hue": 5}' },
    { address: "/groups/1/action", method: PUT, body: { hue: 5 } },
  ],
  ["nothing is an empty body", { ...BATH, does: "body" }, { address: "/sensors/1/state", method: PUT, body: {} }],
  [
    "settings of a sensor",
    { ...BATH, does: "config", value: '{"on": false}' },
    { address: "/sensors/1/config", method: PUT, body: { on: false } },
  ],
  [
    "a scene of this house",
    { ...GROUP, does: "scene", value: "1", valueName: "As it was" },
    { address: "/groups/1/scenes/1/recall", method: PUT, body: {} },
  ],
  [
    "a scene of another house is known by its name",
    { ...GROUP, address: "/groups/9", house: "another", does: "scene", value: "7", valueName: "Evening" },
    { address: "/groups/1/scenes/1/recall", method: PUT, body: {} },
  ],
  [
    "a request to elsewhere",
    { address: "webhook", does: "webhook", method: "POST", url: "http://a.b/c", value: '{"d": 1}' },
    { address: "http://a.b/c", method: "POST", body: { d: 1 } },
  ],
];
for (const [what, row, is] of actions) {
  test(what, () => assert.deepEqual(actionsIn(words(), [row]), [is]));
}

test("a rule or a schedule is switched", async () => {
  const condition = { address: "/sensors/1/state/temperature", operator: "dx" };
  const action = { address: "/lights/1/state", method: PUT, body: { on: true } };
  await home.ask("POST", "/rules", { name: "Other", conditions: [condition], actions: [action] });
  const row = { address: "/rules/1", resourceName: "Other", house: own };
  const [on, off, body] = actionsIn(words(), [
    { ...row, does: "enable" },
    { ...row, does: "disable" },
    { ...row, does: "body", value: '{"name": "New"}' },
  ]);
  assert.deepEqual([on?.body, off?.body, body?.body], [{ status: "enabled" }, { status: "disabled" }, { name: "New" }]);
  assert.deepEqual([on?.address, body?.address], ["/rules/1", "/rules/1"]);
});

const refused: readonly [row: object, code: string, text: RegExp][] = [
  [{ address: "/lights/9", uniqueid: "gone", resourceName: "Attic", does: "on" }, "not-found", /not-found Attic/],
  [{ ...GROUP, does: "scene", value: "9", valueName: "Movie" }, "not-found", /not-found Movie/],
  [{ address: "/lights/2", uniqueid: "blind-2", does: "toggle" }, "invalid", /error\.does toggle/],
  [{ ...LAMP, does: "constructor" }, "invalid", /error\.does constructor/],
  [{ ...LAMP, does: "brightness", value: "" }, "invalid", /number brightness/],
  [{ address: "/lights/3", uniqueid: "plug-3", does: "kelvin", value: "2700" }, "invalid", /lacks kelvin/],
  [{ ...LAMP, does: "body", value: "{on}" }, "invalid", /error\.body \{on\}/],
];
for (const [row, code, text] of refused) {
  test(`refused: ${JSON.stringify(row)}`, () => {
    assert.throws(
      () => actionsIn(words(), [row]),
      (error) => error instanceof NodeError && error.code === code && text.test(error.message),
    );
  });
}

test("rows that are none are no rows", () => {
  for (const rows of [undefined, null, "x", {}, [null, 5]]) {
    assert.deepEqual([conditionsIn(words(), rows), actionsIn(words(), rows)], [[], []]);
  }
});

// ---- choices in the dialog

test("the members of each type for conditions, in units for people, with the operators that suit", () => {
  const { takes, types, clock } = ruleWordsOf(home.store);
  const of = (type: string, item: string) => types[type]?.find((each) => each.item === item);
  assert.deepEqual(of("CLIPTemperature", "state/temperature"), {
    item: "state/temperature",
    kind: "int",
    operators: ["eq", "ne", "gt", "lt", "dx", "ddx", "stable"],
    unit: "°C",
    min: -273.15,
    max: 327.67,
  });
  assert.deepEqual(of("CLIPLightLevel", "state/dark")?.operators, ["eq", "ne", "dx", "ddx", "stable"]);
  assert.deepEqual(of("CLIPTemperature", "state/lastupdated")?.operators, ["dx", "ddx", "stable"]);
  assert.deepEqual(of("Group", "state/any_on")?.kind, "bool");
  const bri = of(lamp.type, "state/bri");
  assert.deepEqual([bri?.unit, bri?.min, bri?.max], ["%", 0, 100]);
  assert.equal(of(lamp.type, "state/xy"), undefined, "colours are not compared");
  assert.equal(of("CLIPTemperature", "attr/name"), undefined);
  assert.equal(of("CLIPTemperature", "attr/declared"), undefined);
  assert.deepEqual(clock.operators, ["in", "not in", "dx"]);
  assert.deepEqual([takes.eq, takes.dx, takes.ddx, takes["not in"]], ["number", "nothing", "delay", "span"]);
});

test("rows are read as the rule that they make, its values as the API shows them; or it is said why they make none", () => {
  const warm = { ...BATH, item: "state/temperature", operator: "gt", value: "21.5" };
  const off = { ...BATH, item: "config/on", operator: "eq", value: "false" };
  const rows = { conditions: [warm, off], actions: [{ ...LAMP, does: "off" }] };
  assert.deepEqual(madeOfRows(words(), rows), {
    conditions: [
      { address: "/sensors/1/state/temperature", operator: "gt", value: "2150" },
      { address: "/sensors/1/config/on", operator: "eq", value: "false" },
    ],
    actions: [{ address: "/lights/1/state", method: "PUT", body: { on: false } }],
  });
  const gone = { conditions: [{ ...warm, uniqueid: "other", resourceName: "Attic" }], actions: [] };
  assert.match((madeOfRows(words(), gone) as { trouble: string }).trouble, /Attic/);
  for (const nothing of [undefined, null, "rows", [], { conditions: "x", actions: 5 }])
    assert.deepEqual(madeOfRows(words(), nothing), { conditions: [], actions: [] });
});
