/** The rows of rules, there and back: the rows of a user become a rule, and the rule becomes the same rows again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NodeAPI } from "node-red";
import { NodeError } from "../../../nodes/flow-node/node-error.ts";
import { rowsOfRule } from "../../../nodes/messages/rule-rows.ts";
import { actionsIn, conditionsIn } from "../../../nodes/messages/rule-words.ts";
import type { ActionRow, ConditionRow } from "../../../src/model/automation/rule-rows.ts";
import { countOfConditions, isWholeAction, isWholeCondition } from "../../../src/model/automation/rule-rows.ts";
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
  for (const [type, name] of [
    ["CLIPPresence", "Hall"],
    ["CLIPLightLevel", "Light"],
    ["CLIPTemperature", "Bath"],
    ["CLIPSwitch", "Remote"],
    ["CLIPGenericFlag", "Guests"],
  ] as const)
    await home.ask("POST", "/sensors", clip(type, { name, uniqueid: `${name}-1` }));
  await home.ask("POST", "/groups", { name: "Downstairs" });
  put(lamp, "/lights/1", { uniqueid: "lamp-1", name: "Lamp" });
  put(blind, "/lights/2", { uniqueid: "blind-2", name: "Blind" });
  put(plug, "/lights/3", { uniqueid: "plug-3", name: "TV" });
  put({ ...plug, type: "Scene", state: {} }, "/groups/1/scenes/1", { name: "Evening" });
});
after(() => home.stop());

const of = (address: string, uniqueid: string, resourceName: string) => ({ address, uniqueid, resourceName });
const HALL = of("/sensors/1", "Hall-1", "Hall");
const LIGHT = of("/sensors/2", "Light-1", "Light");
const BATH = of("/sensors/3", "Bath-1", "Bath");
const REMOTE = of("/sensors/4", "Remote-1", "Remote");
const LAMP = of("/lights/1", "lamp-1", "Lamp");
const BLIND = of("/lights/2", "blind-2", "Blind");
const TV = of("/lights/3", "plug-3", "TV");
const GROUP = of("/groups/1", "", "Downstairs");
const CLOCK = of("/config", "", "");
const WEBHOOK = of("webhook", "", "");

const is = (subject: object, item: string, operator: string, value?: string, more: object = {}): ConditionRow => ({
  ...{ ...subject, item, operator },
  ...(value === undefined ? {} : { value }),
  ...more,
});

const conditionForms: Readonly<Record<string, readonly ConditionRow[]>> = {
  "somebody is seen": [is(HALL, "state/presence", "eq", "true")],
  "nobody is seen for five minutes": [is(HALL, "state/presence", "eq", "false", { for: "PT00:05:00" })],
  "off already for half an hour, when somebody comes": [
    is(HALL, "state/presence", "eq", "true"),
    is(TV, "state/on", "eq", "false", { already: "PT00:30:00" }),
  ],
  "nobody for a minute, and off for long": [
    is(HALL, "state/presence", "eq", "false", { for: "PT00:01:00" }),
    is(TV, "state/on", "eq", "false", { already: "PT01:00:00" }),
  ],
  "somebody begins to be seen, while it is dark": [
    is(HALL, "state/presence", "eq", "true", { each: "yes" }),
    is(LIGHT, "state/dark", "eq", "true"),
  ],
  "a number beyond a limit, whenever it changes": [
    is(BATH, "state/temperature", "gt", "21.5"),
    is(BATH, "state/temperature", "dx"),
  ],
  "each press of a key": [is(REMOTE, "state/buttonevent", "eq", "1002", { each: "yes" })],
  "a key, once": [is(REMOTE, "state/buttonevent", "eq", "1002")],
  "any press": [is(REMOTE, "state/lastupdated", "dx")],
  "motion, dark, and the TV off": [
    is(HALL, "state/presence", "eq", "true"),
    is(LIGHT, "state/dark", "eq", "true"),
    is(TV, "state/on", "eq", "false"),
  ],
  "degrees with a fraction": [is(BATH, "state/temperature", "gt", "21.5")],
  "degrees below zero": [is(BATH, "state/temperature", "lt", "-3.25")],
  "per cent": [is(LAMP, "state/bri", "lt", "50")],
  lux: [is(LIGHT, "state/lightlevel", "gt", "100")],
  "it is not so": [is(HALL, "state/presence", "ne", "true")],
  "it changes": [is(HALL, "state/presence", "dx")],
  "it changed a while ago": [is(BATH, "state/temperature", "ddx", "PT00:10:00")],
  "it is as it was": [is(BATH, "state/temperature", "stable", "PT00:10:00")],
  "a part of the day": [
    is(CLOCK, "localtime", "in", "W124/T22:00:00/T06:00:00"),
    is(HALL, "state/presence", "eq", "true"),
  ],
  "outside of a part of the day": [is(CLOCK, "localtime", "not in", "T08:00:00/T16:00:00")],
  "a setting": [is(BATH, "config/on", "eq", "true")],
};

for (const [what, rows] of Object.entries(conditionForms))
  test(`${what}: a rule, and the same rows again`, () => {
    const full = rows.map((row) => (row.address === "/config" ? { ...row, house: "" } : { ...row, house: own }));
    const conditions = kept(conditionsIn(words(), full));
    assert.deepEqual(rowsOfRule(words(), { conditions, actions: [] }).conditions, full);
    assert.equal(conditions.length, countOfConditions(full));
    assert.ok(full.every(isWholeCondition));
  });

/** As the rule keeps them: each value is a text. */
function kept(conditions: readonly Values[]): readonly Values[] {
  return conditions.map((each) => ("value" in each ? { ...each, value: String(each.value) } : each));
}

const actionForms: readonly (readonly [what: string, row: ActionRow, body: object])[] = [
  ["on", { ...LAMP, does: "on" }, { on: true }],
  ["on, and off again", { ...LAMP, does: "on", offAfter: "PT00:05:00" }, { on: true, ontime: 3000 }],
  ["off", { ...TV, does: "off" }, { on: false }],
  ["as bright as", { ...LAMP, does: "brightness", value: "40" }, { on: true, bri: 102 }],
  [
    "as bright as, for a while",
    { ...LAMP, does: "brightness", value: "40", offAfter: "PT01:00:00" },
    { on: true, bri: 102, ontime: 36_000 },
  ],
  ["in a white", { ...LAMP, does: "preset", value: '{"ct":370}' }, { on: true, ct: 370 }],
  [
    "in a color, dim, for a while",
    { ...LAMP, does: "preset", value: '{"bri":76,"xy":[0.5,0.4]}', offAfter: "PT00:05:00" },
    { on: true, bri: 76, xy: [0.5, 0.4], ontime: 3000 },
  ],
  ["a group in a hue", { ...GROUP, does: "preset", value: '{"hue":1,"sat":254}' }, { on: true, hue: 1, sat: 254 }],
  ["a blind", { ...BLIND, does: "on" }, { open: true }],
  ["a group toggles", { ...GROUP, does: "toggle" }, { toggle: true }],
  ["a light toggles", { ...LAMP, does: "toggle" }, { toggle: true }],
  ["a light blinks", { ...LAMP, does: "blink" }, { alert: "lselect" }],
  ["a group blinks", { ...GROUP, does: "blink" }, { alert: "lselect" }],
  ["a group for a while", { ...GROUP, does: "on", offAfter: "PT00:00:30" }, { on: true, ontime: 300 }],
  ["a scene", { ...GROUP, does: "scene", value: "1", valueName: "Evening" }, {}],
  ["a body", { ...LAMP, does: "body", value: '{"hue":5}' }, { hue: 5 }],
  ["a virtual sensor", { ...BATH, does: "body", value: '{"temperature":5}' }, { temperature: 5 }],
  ["how warm it is to be", { ...BATH, does: "heat", value: "12.5" }, { heatsetpoint: 1250 }],
  ["settings", { ...BATH, does: "config", value: '{"on":false}' }, { on: false }],
];
for (const [what, row, body] of actionForms)
  test(`${what}: an action, and the same row again`, () => {
    const full = { ...row, house: own };
    const actions = actionsIn(words(), [full]);
    assert.deepEqual((actions[0] as { body: unknown }).body, body);
    assert.deepEqual(rowsOfRule(words(), { conditions: [], actions }).actions, [full]);
    assert.ok(isWholeAction(full));
  });

test("a color temperature of an older flow stays as it was, and is a preset when it is opened", () => {
  const saved = { ...LAMP, house: own, does: "kelvin", value: "2703" };
  const actions = actionsIn(words(), [saved]);
  assert.deepEqual((actions[0] as { body: unknown }).body, { on: true, ct: 370 });
  const [row] = rowsOfRule(words(), { conditions: [], actions }).actions;
  assert.deepEqual(row, { ...LAMP, house: own, does: "preset", value: '{"ct":370}' });
});

test("degrees that are none are refused", () => {
  for (const value of ["", "warm"])
    assert.throws(() => actionsIn(words(), [{ ...BATH, house: own, does: "heat", value }]), /error.body/);
});

test("a preset that is none is refused by its text", () => {
  const row = { ...LAMP, house: own, does: "preset", value: "{" };
  assert.throws(() => actionsIn(words(), [row]), /error.body {/);
  assert.equal(isWholeAction(row), false);
});

const strangeActions: readonly Values[] = [
  { address: "http://a.b/c", method: "POST", body: { d: 1 } },
  { address: "/sensors/1", method: "DELETE", body: {} },
  { address: "/groups/1/scenes/1/lights/1/state", method: "PUT", body: { bri: 3 } },
  { address: "/lights/1/state", method: "PUT", body: { on: true, bri: 40, transitiontime: 20 } },
  { address: "/lights/99/state", method: "DELETE", body: { on: true } },
  { address: "/groups/1/scenes/next/recall", method: "PUT", body: {} },
  { address: "/groups/1/scenes/9/store", method: "PUT", body: {} },
  { address: "/lights/1/state", method: "PUT", body: { on: true, bri: 41 } },
  { address: "/lights/1/state", method: "PUT", body: { on: false, ontime: 300 } },
];
test("an action without a row of its own stays as it was", () => {
  const { actions } = rowsOfRule(words(), { conditions: [], actions: strangeActions });
  assert.deepEqual(actionsIn(words(), actions), strangeActions);
  assert.ok(actions.every(isWholeAction));
  assert.deepEqual(actions[0], {
    ...WEBHOOK,
    house: "",
    does: "webhook",
    method: "POST",
    url: "http://a.b/c",
    value: '{"d":1}',
  });
});

const strangeConditions: readonly (readonly Values[])[] = [
  [{ address: "/sensors/1/state/presence", operator: "ddx", value: "PT00:00:10" }],
  [
    { address: "/sensors/3/state/temperature", operator: "gt", value: "2000" },
    { address: "/sensors/3/state/temperature", operator: "lt", value: "2500" },
    { address: "/sensors/3/state/temperature", operator: "stable", value: "PT00:10:00" },
  ],
  [
    { address: "/sensors/1/state/presence", operator: "eq", value: "1" },
    { address: "/sensors/1/state/lastupdated", operator: "dx" },
  ],
  [{ address: "/sensors/99/state/presence", operator: "eq", value: "true" }],
  [{ address: "/sensors/2/state/lightlevel", operator: "lt", value: "12345" }],
];
test("conditions of others, too: as many, about the same, comparing with the same", () => {
  for (const conditions of strangeConditions) {
    const { conditions: rows } = rowsOfRule(words(), { conditions, actions: [] });
    if (JSON.stringify(conditions).includes("/sensors/99")) {
      assert.equal(rows[0]?.resourceName, "/sensors/99");
      assert.throws(() => conditionsIn(words(), rows), NodeError);
      continue;
    }
    const again = kept(conditionsIn(words(), rows)).map((each) => ({ ...each, value: number(each.value) }));
    const before = conditions.map((each) => ({ ...each, value: number(each.value) }));
    assert.deepEqual(again, before);
  }
});

function number(value: unknown): unknown {
  return value === "true" || value === "1" ? 1 : value;
}

const GONE_LAMP = of("/lights/99", "", "/lights/99");
const GONE_GROUP = of("/groups/9", "", "/groups/9");
const goneTargets: readonly [address: string, body: Values, row: ActionRow][] = [
  ["/groups/1/scenes/9/recall", {}, { ...GROUP, does: "scene", value: "9", valueName: "" }],
  ["/groups/9/scenes/1/recall", {}, { ...GONE_GROUP, does: "scene", value: "1", valueName: "" }],
  ["/groups/9/action", { toggle: true }, { ...GONE_GROUP, does: "toggle" }],
  ["/lights/99/state", { on: true }, { ...GONE_LAMP, does: "on" }],
  ["/lights/99/state", { on: false }, { ...GONE_LAMP, does: "off" }],
  ["/lights/99/state", { on: true, bri: 127 }, { ...GONE_LAMP, does: "brightness", value: "50" }],
  ["/lights/99/state", { on: true, ct: 370 }, { ...GONE_LAMP, does: "preset", value: '{"ct":370}' }],
  ["/lights/99/state", { on: true, ontime: 3000 }, { ...GONE_LAMP, does: "on", offAfter: "PT00:05:00" }],
  ["/lights/99/state", { alert: "select" }, { ...GONE_LAMP, does: "body", value: '{"alert":"select"}' }],
  [
    ...(["/sensors/99/config", { heatsetpoint: 2100 }] as const),
    { ...of("/sensors/99", "", "/sensors/99"), does: "config", value: '{"heatsetpoint":2100}' },
  ],
  ["/schedules/7", { status: "enabled" }, { ...of("/schedules/7", "", "/schedules/7"), does: "enable" }],
];
for (const [address, body, row] of goneTargets)
  test(`${address} ${JSON.stringify(body)} is no request: the user chooses another target for the missing one`, () => {
    const { actions } = rowsOfRule(words(), { conditions: [], actions: [{ address, method: "PUT", body }] });
    assert.deepEqual(actions, [{ ...row, house: row.address === "/groups/1" ? own : "" }]);
    assert.throws(() => actionsIn(words(), actions), NodeError);
  });

test("a rule that names a sensor by its unique id is the same rule", () => {
  const conditions = [
    { address: "/sensors/Hall-1/state/presence", operator: "eq", value: "false" },
    { address: "/sensors/Hall-1/state/presence", operator: "ddx", value: "PT00:05:00" },
  ];
  const rows = rowsOfRule(words(), { conditions, actions: [] }).conditions;
  assert.deepEqual(rows, [
    { ...HALL, house: own, item: "state/presence", operator: "eq", value: "false", for: "PT00:05:00" },
  ]);
});

test("nothing is on for longer than the API can say", () => {
  for (const offAfter of ["PT00:00:00", "PT01:49:14", "soon"])
    assert.throws(() => actionsIn(words(), [{ ...LAMP, does: "on", offAfter }]), { message: /^error\.off-after 109$/ });
  assert.deepEqual(actionsIn(words(), [{ ...LAMP, does: "off", offAfter: "PT00:05:00" }]), [
    { address: "/lights/1/state", method: "PUT", body: { on: false } },
  ]);
});

test("a row that is not filled in yet is not whole", () => {
  const half: readonly ConditionRow[] = [{}, { ...HALL }, is(HALL, "state/presence", "eq"), is(BATH, "x", "gt", "")];
  assert.deepEqual(
    half.map(isWholeCondition),
    half.map(() => false),
  );
  const rows: readonly ActionRow[] = [{}, LAMP, { ...LAMP, does: "brightness" }, { ...LAMP, does: "body", value: "[" }];
  assert.deepEqual(
    rows.map(isWholeAction),
    rows.map(() => false),
  );
  const hook = { ...WEBHOOK, does: "webhook", method: "POST" };
  assert.deepEqual(
    [isWholeAction({ ...hook, url: "here" }), isWholeAction({ ...hook, url: "https://a" })],
    [false, true],
  );
});
