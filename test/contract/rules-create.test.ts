/** The faults that a new rule must not have (automation 1.3, 1.5, 1.6, 1.7), told in its order and in its words. */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { fakeDevices, fakeRadio } from "../support/fakes.ts";
import { light } from "../support/lights.ts";
import { FLAG, HOSTILE, IS_SET, LOCALTIME, PRESENCE, rule, STATUS, sensors, UNSET } from "../support/rules.ts";
import { contract, created, inShort, type Seen, seen } from "../support/transports.ts";

type Told = [type: number, address: string, description: string];
const INCOMPLETE = "invalid/missing parameters in body";

const lacks = (name: string): Told => [5, `/rules/${name}`, INCOMPLETE];
const tooMany = (name: string): Told => [11, `/rules/${name}`, "too many items in list"];
const badJson: Told = [2, "/rules", "body contains invalid JSON"];
const wrong = (name: string, value: string): Told => [
  7,
  `/rules/${name}`,
  `invalid value, ${value}, for parameter, ${name}`,
];

const BODIES: [says: string, body: unknown, told: Told[]][] = [
  ["no JSON", NOT_JSON, [badJson]],
  ["null", null, [badJson]],
  ["a list", [], [badJson]],
  ["a text", "rule", [badJson]],
  ["nothing", undefined, [lacks("name"), lacks("conditions"), lacks("actions")]],
  ["an empty object", {}, [lacks("name"), lacks("conditions"), lacks("actions")]],
  ["no name", { ...rule(), name: undefined }, [lacks("name")]],
  ["no conditions", rule({ conditions: [] }), [lacks("conditions")]],
  ["conditions that are no list", rule({ conditions: { 0: IS_SET } }), [lacks("conditions")]],
  ["no actions", rule({ actions: [] }), [lacks("actions")]],
  ["actions that are no list", rule({ actions: "all" }), [lacks("actions")]],
  ["nine conditions", rule({ conditions: Array(9).fill(IS_SET) }), [tooMany("conditions")]],
  ["nine actions", rule({ actions: Array(9).fill(UNSET) }), [tooMany("actions")]],
  ["another status", rule({ status: "on" }), [wrong("status", "on")]],
  ["a status that is no text", rule({ status: true }), [wrong("status", "true")]],
  ["a period with a fraction", rule({ periodic: 1.5 }), [wrong("periodic", "1.5")]],
  ["a period as text", rule({ periodic: "5" }), [wrong("periodic", "5")]],
  ["a period that is null", rule({ periodic: null }), [wrong("periodic", "null")]],
  [
    "everything at once",
    { conditions: Array(9).fill({}), status: "x", periodic: "y" },
    [lacks("name"), lacks("actions"), tooMany("conditions"), wrong("status", "x"), wrong("periodic", "y")],
  ],
  ["a name that is no text", rule({ name: 5, actions: [{}] }), [badJson]],
  ["a name that is null", rule({ name: null }), [badJson]],
  ["an empty name", rule({ name: "" }), [badJson]],
  ["a name of 65", rule({ name: "x".repeat(65), actions: [{}] }), [[7, "/rules/name", INCOMPLETE]]],
  ["33 signs outside the plane", rule({ name: "💡".repeat(33) }), [[7, "/rules/name", INCOMPLETE]]],
];

contract("1.3: what is wrong at first sight, all of it; then the name", async ({ ask }) => {
  await sensors(ask);
  for (const [says, body, told] of BODIES) {
    const expected = told.map(([type, address, description]) => ({ error: { type, address, description } }));
    const reply = await ask("POST", "/rules", body);
    assert.deepEqual([reply.status, reply.body], [400, expected], says);
  }
  assert.deepEqual(await seen(ask, "/rules"), {});
  await created(ask, "/rules", rule({ name: "💡".repeat(32) }));
});

const BAD_ACTION = "Rule actions contain errors or an action on a unsupported resource";
const badAction = (address: string): Told => [608, address, BAD_ACTION];
const badMethod = (method: string): Told => [7, "rules/method", `invalid value, ${method}, for parameter, method`];
const badBody = (body: string): Told => [7, "rules/body", `invalid value, ${body}, for parameter, body`];
const act = (more: Record<string, unknown>) => ({ ...UNSET, ...more });

const ACTIONS: [says: string, action: unknown, told: Told][] = [
  ["case 33: an action on the config", act({ address: "/config" }), badAction("/config")],
  ["case 33: an action on the config's name", act({ address: "/config/name" }), badAction("/config/name")],
  ["one segment", act({ address: "/sensors" }), badAction("/sensors")],
  ["one segment and slashes", act({ address: "//lights//" }), badAction("//lights//")],
  ["nothing", act({ address: "" }), badAction("")],
  ["another family", act({ address: "/resourcelinks/1" }), badAction("/resourcelinks/1")],
  ["__proto__", act({ address: "/__proto__/1" }), badAction("/__proto__/1")],
  ["with a key", act({ address: "/api/KEY/lights/1/state" }), badAction("/api/KEY/lights/1/state")],
  ["no slash", act({ address: "lights/1/state" }), badAction("lights/1/state")],
  ["another protocol", act({ address: "ftp://host/x" }), badAction("ftp://host/x")],
  ["a file", act({ address: "file:///etc/passwd" }), badAction("file:///etc/passwd")],
  ["a script", act({ address: "javascript://lights/1" }), badAction("javascript://lights/1")],
  ["http without a host", act({ address: "http://" }), badAction("http://")],
  ["http that is none", act({ address: "https://[::1" }), badAction("https://[::1")],
  ["no address", { method: "PUT", body: {} }, badAction("/rules/actions")],
  ["an address that is no text", act({ address: 5 }), badAction("/rules/actions")],
  ["no object", "PUT", badAction("/rules/actions")],
  ["null", null, badAction("/rules/actions")],
  ["case 34: BIND", act({ method: "BIND" }), badMethod("BIND")],
  ["small letters", act({ method: "put" }), badMethod("put")],
  ["PATCH", act({ method: "PATCH" }), badMethod("PATCH")],
  ["GET inside", act({ method: "GET" }), badMethod("GET")],
  ["no method", { ...UNSET, method: undefined }, badMethod("undefined")],
  ["a method that is no text", act({ method: ["PUT"] }), badMethod("[&quot;PUT&quot;]")],
  ["no body", { ...UNSET, body: undefined }, badAction("/sensors/1/state")],
  ["no body, to elsewhere", { address: "http://h/x", method: "GET" }, badAction("http://h/x")],
  ["a body that is a list", act({ body: [] }), badBody("[]")],
  ["a body that is null", act({ body: null }), badBody("null")],
  ["a body that is a number", act({ body: 5 }), badBody("5")],
  ["a text that is no JSON", act({ body: "on" }), badBody("on")],
  ["a text that is no object", act({ body: "5" }), badBody("5")],
];

contract("1.5: what no action is", async ({ ask }) => {
  await sensors(ask);
  for (const [says, action, [type, address, description]] of ACTIONS) {
    const body = rule({ actions: [UNSET, action, { address: "worse" }], conditions: ["bad"] });
    const reply = await ask("POST", "/rules", body);
    assert.deepEqual([reply.status, reply.body], [400, [{ error: { type, address, description } }]], says);
  }
  assert.deepEqual(await seen(ask, "/rules"), {});
});

const FINE: unknown[] = [
  act({ address: "/lights/1/state" }),
  act({ address: "/lights/99/state", method: "POST" }),
  act({ address: "/groups/0/action", method: "DELETE" }),
  act({ address: "/groups/1/scenes/next/recall" }),
  act({ address: "/schedules/1" }),
  act({ address: "/scenes/abc" }),
  act({ address: "/rules/1" }),
  act({ address: "/alarmsystems/1/arm_away" }),
];
const WEBHOOKS: unknown[] = ["PUT", "POST", "DELETE", "GET"].map((method) =>
  act({ method, address: method === "GET" ? "HTTP://host:8080/a?b=c#d" : "https://user:pw@[::1]/x y" }),
);

contract("1.5: what actions are; nobody asks whether their target is there", async ({ ask }) => {
  await sensors(ask);
  for (const actions of [FINE, WEBHOOKS]) {
    const id = await created(ask, "/rules", rule({ actions }));
    assert.deepEqual((await seen(ask, `/rules/${id}`)).actions, actions);
  }
  const strange = { ...UNSET, body: '{"flag": false, "a  b": " c "}', extra: 5 };
  const id = await created(ask, "/rules", rule({ actions: [strange] }));
  assert.deepEqual((await seen(ask, `/rules/${id}`)).actions, [{ ...UNSET, body: { flag: false, "a  b": " c " } }]);
});

const on = (address: string, operator: string, value?: unknown) => ({ address, operator, value });

/** The last of them is the bad one. */
const CONDITIONS: [says: string, ...conditions: unknown[]][] = [
  ["case 30: /config/utc", on("/config/utc", "dx")],
  ["case 30: a schedule", on("/schedules/1/status", "eq", "1")],
  ["case 30: a sensor that is not there", on("/sensors/99/state/flag", "eq", "true")],
  ["an item that is not there", on("/sensors/1/state/presence", "eq", "true")],
  ["an item of every object", on("/sensors/1/state/constructor", "dx")],
  ["__proto__", on("/sensors/1/state/__proto__", "dx")],
  ["a sensor called __proto__", on("/sensors/__proto__/state/flag", "dx")],
  ["what is hidden", on("/sensors/1/attr/declared", "dx")],
  ["junk in the middle", on("/sensors/1/junk/state/flag", "dx")],
  ["the name of the gateway", on("/config/name", "dx")],
  ["a rule", on("/rules/1/state/status", "dx")],
  ["case 28: eq without a value", on(FLAG, "eq")],
  ["eq with what is no number", on(FLAG, "eq", "abc")],
  ["a decimal as text", on(STATUS, "gt", "20.5")],
  ["gt of a bool", on(FLAG, "gt", "0")],
  ["eq of a text", on("/sensors/1/attr/name", "eq", "1")],
  ["eq of a time", on("/sensors/1/state/lastupdated", "eq", "1")],
  ["ddx without a delay", on(FLAG, "ddx")],
  ["a delay of a day", on(FLAG, "ddx", "PT24:00:00")],
  ["a delay as number", on(FLAG, "stable", 10)],
  ["an operator that is none", on(FLAG, "not stable", "PT00:00:10")],
  ["an operator of every object", on(FLAG, "toString")],
  ["no operator", { address: FLAG }],
  ["case 31: two dx", on(FLAG, "dx"), on(PRESENCE, "dx")],
  ["case 31: dx and ddx", on(FLAG, "dx"), on(FLAG, "ddx", "PT00:00:10")],
  ["two ddx", on(FLAG, "ddx", "PT00:00:10"), on(PRESENCE, "ddx", "PT00:00:10")],
  [
    "case 31: in and not in",
    on(LOCALTIME, "in", "T08:00:00/T16:00:00"),
    on(LOCALTIME, "not in", "T08:00:00/T16:00:00"),
  ],
  ["not in and in", on(LOCALTIME, "not in", "T08:00:00/T16:00:00"), on(LOCALTIME, "in", "T08:00:00/T16:00:00")],
  ["case 31: two in", on(LOCALTIME, "in", "T08:00:00/T16:00:00"), on(LOCALTIME, "in", "T18:00:00/T20:00:00")],
  ["case 31: stable on the time", on(LOCALTIME, "stable", "PT00:00:10")],
  ["case 31: in on a sensor", on(FLAG, "in", "T08:00:00/T16:00:00")],
  ["not in on lastupdated", on("/sensors/1/state/lastupdated", "not in", "T08:00:00/T16:00:00")],
  ["W128", on(LOCALTIME, "in", "W128/T08:00:00/T16:00:00")],
  ["one end", on(LOCALTIME, "in", "T08:00:00")],
];

contract("1.6, 1.7: what no condition is", async ({ ask }) => {
  await sensors(ask);
  for (const [says, ...conditions] of CONDITIONS) {
    const { address } = conditions.at(-1) as { address: string };
    const reply = await ask("POST", "/rules", rule({ conditions: [IS_SET, ...conditions, { address: "worse" }] }));
    const expected = [{ error: { type: 607, address, description: "Condition error" } }];
    assert.deepEqual([reply.status, reply.body], [400, expected], says);
  }
  for (const bad of [null, 5, "dx", [], {}, { address: 5, operator: "dx" }]) {
    const told = [400, [607, "/rules/conditions"]];
    assert.deepEqual(inShort(await ask("POST", "/rules", rule({ conditions: [bad] }))), told);
  }
  assert.deepEqual(await seen(ask, "/rules"), {});
});

contract("case 25: bools, numbers and texts are values; they are shown as texts", async ({ ask }) => {
  await sensors(ask);
  const values = [true, 1002, "1002", 20.5, "-7"];
  const conditions = values.map((value) => on(value === true ? FLAG : STATUS, "eq", value));
  await created(ask, "/rules", rule({ conditions }));
  const shown: Seen[] = (await seen(ask, "/rules/1")).conditions;
  assert.deepEqual(
    shown.map(({ value }) => value),
    ["true", "1002", "1002", "20.5", "-7"],
  );
});

contract(
  "case 21 and others: all that a condition can look at",
  async (world) => {
    const { ask, store } = world;
    await sensors(ask);
    const lamp = await light(world, "Extended color light", { attr: { uniqueid: "00:15:8d:00:02:b5:d1:80-01" } });
    const group = await created(ask, "/groups", { name: "g", lights: [lamp] });
    const uniqueid = String(store.get("/sensors/1")?.attr.uniqueid);
    const conditions = [
      on(`/sensors/${uniqueid}/state/flag`, "eq", "true"),
      on("/sensors/1/state/lastupdated", "dx", "whatever"),
      on("/sensors/1/config/on", "ne", "false"),
      on("/sensors/3/state/presence", "stable", "PT00:05:00"),
      on("/lights/00:15:8d:00:02:b5:d1:80-01/state/bri", "gt", "100"),
      on(`/lights/${lamp}/state/x`, "lt", 0.3),
      on(`/groups/${group}/state/any_on`, "eq", "true"),
      on("/groups/0/state/all_on", "eq", "false"),
    ];
    await created(ask, "/rules", rule({ conditions }));
    const shown = conditions.map((each) =>
      typeof each.value === "number" ? { ...each, value: String(each.value) } : each,
    );
    assert.deepEqual((await seen(ask, "/rules/1")).conditions, shown);
    const more = [
      on(LOCALTIME, "not in", "W124/T08:00:00/T16:00:00"),
      on(LOCALTIME, "not in", "T22:00:00/T06:00:00"),
      on(`/lights/${lamp}/attr/lastannounced`, "dx"),
      on(`/lights/${lamp}/config/bri/min`, "eq", "5"),
    ];
    await created(ask, "/rules", rule({ conditions: more }));
    assert.deepEqual((await seen(ask, "/rules/2")).conditions, JSON.parse(JSON.stringify(more)));
  },
  () => ({ radio: fakeRadio(true), devices: fakeDevices() }),
);

contract("the old name of lux, and a time of day that is compared with the clock", async ({ ask }) => {
  await sensors(ask);
  const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
  const level = { ...words, name: "l", type: "CLIPLightLevel", uniqueid: "l" };
  const offset = { ...words, name: "o", type: "CLIPDaylightOffset", uniqueid: "o" };
  await created(ask, "/sensors", level);
  await created(ask, "/sensors", offset);
  const conditions = [
    on("/sensors/4/state/illuminance", "gt", "5"),
    on("/sensors/5/state/localtime", "gt", LOCALTIME),
    on("/sensors/5/state/localtime", "lt", "/sensors/6/state/localtime"),
  ];
  await created(ask, "/rules", rule({ conditions }));
  const [lux, ...rest] = conditions;
  assert.deepEqual((await seen(ask, "/rules/1")).conditions, [{ ...lux, address: "/sensors/4/state/lux" }, ...rest]);
});

contract("hostile texts in every member are refused in one plain answer, or kept as they are", async ({ ask }) => {
  await sensors(ask);
  for (const text of HOSTILE) {
    const bodies = [
      rule({ name: `${text}${"x".repeat(65)}` }),
      rule({ status: text }),
      rule({ periodic: text }),
      rule({ actions: text }),
      rule({ conditions: text }),
      rule({ actions: [text] }),
      rule({ actions: [act({ address: text })] }),
      rule({ actions: [act({ method: text })] }),
      rule({ actions: [act({ body: text })] }),
      rule({ conditions: [text] }),
      rule({ conditions: [on(text, "dx")] }),
      rule({ conditions: [on(`/sensors/${text}/state/flag`, "dx")] }),
      rule({ conditions: [on(`/sensors/1/state/${text}`, "dx")] }),
      rule({ conditions: [on(FLAG, text, "1")] }),
      rule({ conditions: [on(FLAG, "eq", text)] }),
      rule({ conditions: [on(LOCALTIME, "in", text)] }),
    ];
    for (const body of bodies) {
      const { status, body: told } = await ask("POST", "/rules", body);
      const [{ error }] = told as [Seen];
      assert.equal(status, 400);
      assert.ok(error.description.length < 600, "a long text is cut");
      assert.ok(!/[<>"]/.test(error.address + error.description), "safe in a page");
    }
  }
  assert.deepEqual(await seen(ask, "/rules"), {});
  const kept = HOSTILE.filter((text) => text.length < 1_000);
  const body = Object.fromEntries(kept.map((text) => [text, text]));
  const conditions = [on(FLAG, "dx", kept[2])];
  await created(ask, "/rules", rule({ actions: [act({ body })], conditions }));
  const shown = await seen(ask, "/rules/1");
  assert.deepEqual([shown.actions, shown.conditions], [[act({ body })], conditions]);
});
