/** Fault 25, and other troubles of rules: loops, resources that go, slow answers, hostile words. All other rules go on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { type Action, type RuleHouse, ruleHouse, type Words } from "../support/rule-house.ts";

const DEEPEST = 10;
const put = (sensor: number | string, body: unknown): Action => ({
  method: "PUT",
  address: `/sensors/${sensor}/state`,
  body,
});
const flag = (sensor: number | string, value: boolean): Words => [`/sensors/${sensor}/state/flag`, "eq", String(value)];
const told = (sensor: number | string): Words => [`/sensors/${sensor}/state/lastupdated`, "dx"];

async function flags(count: number): Promise<RuleHouse> {
  const home = await ruleHouse();
  for (let made = 0; made < count; made += 1) await home.sensor("GenericFlag", { flag: false });
  return home;
}

const warnings = (home: RuleHouse, word: RegExp) => home.log.lines.filter((line) => word.test(line));

/** Until nothing moves any more. */
async function calm(home: RuleHouse): Promise<void> {
  for (let before = -1; before !== home.heard.length; ) {
    before = home.heard.length;
    await settle();
  }
}

test("A → B → A ends at the tenth, is noted, and is one line; a rule beside them goes on", async () => {
  const home = await flags(3);
  const [a, b] = [
    await home.rule([told(1)], [put(2, { flag: true })]),
    await home.rule([told(2)], [put(1, { flag: true })]),
  ];
  const beside = await home.rule([told(3)]);
  await home.see("1", { flag: true });
  await calm(home);
  assert.deepEqual([home.fires(a), home.fires(b)], [DEEPEST / 2, DEEPEST / 2]);
  assert.equal((await home.trace(a))[0]?.held, "loop");
  assert.equal(home.attr(a).status, "enabled");
  assert.equal(warnings(home, /set each other off/).length, 1);
  await home.see("3", { flag: true });
  assert.equal(home.fires(beside), 1);
  await home.stop();
});

test("a rule that sets itself off", async () => {
  const home = await flags(1);
  const rule = await home.rule([told(1)], [put(1, { flag: true })]);
  await home.see("1", { flag: true });
  await calm(home);
  assert.equal(home.fires(rule), DEEPEST);
  await home.see("1", { flag: true });
  await calm(home);
  assert.equal(home.fires(rule), DEEPEST, "a new cause is a new chain");
  await home.stop();
});

test("two rules that trigger each other", async () => {
  const home = await flags(1);
  const trigger = (id: number): Action => ({ method: "POST", address: `/rules/${id}/trigger`, body: {} });
  const [a, b] = [await home.rule([told(1)], [trigger(2)]), await home.rule([flag(1, true)], [trigger(1)])];
  await home.ask("POST", `${a}/trigger`);
  await calm(home);
  assert.deepEqual([home.fires(a), home.fires(b)], [DEEPEST / 2, DEEPEST / 2]);
  await home.stop();
});

test("a chain of 400 rules, each with 8 actions that wake 50 of them: bounded, and a rule beside them goes on", async () => {
  const home = await flags(9);
  const rules: Address[] = [];
  const beside = await home.rule([told(9)]);
  for (let id = 1; id <= 400; id += 1) {
    const next = Array.from({ length: 8 }, (_, index) => put(index + 1, { flag: id % 2 === 0 }));
    rules.push(await home.rule([told((id % 8) + 1)], next));
  }
  await home.see("2", { flag: true });
  await settle();
  await home.see("9", { flag: true });
  await calm(home);
  const fired = rules.map((rule) => home.fires(rule)).reduce((sum, times) => sum + times, 0);
  assert.ok(fired > 400 && fired <= 1_050, String(fired));
  assert.equal(warnings(home, /set each other off/).length, 1);
  assert.equal(home.fires(beside), 1);
  await home.stop();
});

test("more than 50 firings in ten seconds: held back until they are over", async () => {
  const home = await flags(1);
  const rule = await home.rule([told(1)], [{ method: "PUT", address: "/sensors/1", body: { name: "x" } }]);
  for (let turn = 0; turn < 60; turn += 1) await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 50);
  await home.pass(9);
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 0);
  assert.equal(warnings(home, /set each other off/).length, 1);
  await home.pass(1);
  for (let turn = 0; turn < 60; turn += 1) await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 50);
  await home.stop();
});

test("a sensor of a condition is deleted: another condition disables the rule, and the log says so once", async () => {
  const home = await flags(3);
  const both = await home.rule([flag(1, true), flag(2, true)]);
  const only = await home.rule([flag(1, true)]);
  await home.ask("DELETE", "/sensors/1");
  await home.see("2", { flag: true });
  assert.deepEqual([home.attr(both).status, home.attr(only).status], ["disabled", "enabled"]);
  assert.deepEqual(warnings(home, /disabled/), [`${both}: disabled, for what its condition 1 looks at is gone`]);
  await home.see("2", { flag: false });
  assert.equal(warnings(home, /disabled/).length, 1);
  await home.stop();
});

test("all sensors of a rule but one are gone: the log says so once", async () => {
  const home = await flags(3);
  const rule = await home.rule([flag(1, true), flag(2, true), flag(3, true)]);
  for (const id of ["1", "2"]) await home.ask("DELETE", `/sensors/${id}`);
  await home.see("3", { flag: true });
  assert.equal(warnings(home, /disabled/).length, 1);
  assert.equal(home.attr(rule).status, "disabled");
  await home.stop();
});

test("the sensor comes back under its id: the rule wakes when a client enables it", async () => {
  const home = await flags(2);
  const sensor = home.store.get("/sensors/1");
  assert.ok(sensor);
  const rule = await home.rule([flag(1, true), flag(2, true)]);
  await home.ask("DELETE", "/sensors/1");
  await home.see("2", { flag: true });
  home.store.put(sensor, { by: "radio", depth: 0 });
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 0);
  await home.ask("PUT", rule, { status: "enabled" });
  await home.see("1", { flag: false });
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("500 rules on one sensor: each is woken, in a moment", async () => {
  const home = await flags(2);
  const rules: Address[] = [];
  for (let id = 1; id <= 500; id += 1) rules.push(await home.rule([flag(1, true), flag(2, id % 2 === 0)]));
  await home.see("1", { flag: true });
  await calm(home);
  const fired = rules.map((rule) => home.fires(rule));
  assert.deepEqual(
    fired,
    rules.map((_, index) => (index % 2 === 0 ? 1 : 0)),
  );
  await home.stop();
});

test("500 rules that act while answers are slow: events that come too fast are let go, and the log says so once", async () => {
  const home = await flags(1);
  await home.rule([told(1)]);
  home.disk.gate = new Promise(() => {});
  for (let turn = 0; turn < 6_000; turn += 1)
    home.store.patch("/sensors/1", "state", { flag: turn % 2 === 0 }, { by: "radio", depth: 0 });
  await settle();
  assert.equal(warnings(home, /too slow/).length, 1);
  home.disk.gate = undefined;
});

test("a webhook that hangs: neither the next action nor the next rule waits", async () => {
  const home = await flags(2);
  const hang: Action = { method: "GET", address: "http://hangs.example/", body: {} };
  const rule = await home.rule([told(1)], [hang, put(2, { flag: true })]);
  const next = await home.rule([flag(2, true)]);
  home.web.answer = () => new Promise(() => {});
  await home.see("1", { flag: true });
  assert.deepEqual([home.fires(rule), home.fires(next)], [1, 1]);
  const { actions } = (await home.trace(rule))[0] ?? { actions: [] };
  assert.deepEqual(actions[0], { address: hang.address, method: "GET" });
  await home.stop();
});

test("a thousand webhooks that hang: a hundred are under way, the others fail at once", async () => {
  const home = await flags(1);
  const hang: Action = { method: "GET", address: "http://hangs.example/", body: {} };
  for (let id = 0; id < 20; id += 1)
    await home.rule(
      [told(1)],
      Array.from({ length: 8 }, () => hang),
    );
  const ends: (() => void)[] = [];
  home.web.answer = () => new Promise((resolve) => ends.push(() => resolve(200)));
  await home.see("1", { flag: true });
  await calm(home);
  assert.equal(home.web.sent.length, 100);
  for (const end of ends) end();
  await home.see("1", { flag: true });
  await calm(home);
  assert.equal(home.web.sent.length, 200);
  await home.stop();
});

const HOSTILE = [
  "__proto__",
  "constructor",
  "<img src=x onerror=alert(1)>",
  "\u0000\u202e",
  "%a %1 $& $1",
  "x".repeat(64),
];

test("hostile words are words", async () => {
  const home = await flags(2);
  for (const name of HOSTILE) {
    const rule = await home.rule([told(1)], [put(2, { flag: true })], { name });
    await home.see("1", { flag: true });
    assert.deepEqual([home.fires(rule), home.attr(rule).name], [1, name]);
    await home.ask("DELETE", rule);
  }
  const addresses = HOSTILE.map((word) => `/sensors/1/state/${word}`);
  for (const address of [...addresses, "/sensors/__proto__/state/flag", "/__proto__/1/state/flag"]) {
    const body = { name: "r", conditions: [{ address, operator: "dx" }], actions: [put(2, { flag: true })] };
    assert.equal((await home.ask("POST", "/rules", body)).status, 400, address);
  }
  await home.stop();
});

test("conditions that the gateway does not understand, from a disk that others wrote: the rule is there, and sleeps", async () => {
  const home = await flags(1);
  const attr = { name: "r", status: "enabled", periodic: 0, actions: [], timestriggered: 0, lasttriggered: "none" };
  const strange = [[{ address: "/sensors/1/state/flag", operator: "zx" }], [null], [7], "x"];
  for (const [index, conditions] of strange.entries()) {
    const address: Address = `/rules/${index + 1}`;
    home.store.put(
      { address, type: "Rule", attr: { ...attr, conditions }, config: {}, state: {}, action: {} },
      { by: "x", depth: 0 },
    );
  }
  await home.see("1", { flag: true });
  for (const index of strange.keys()) assert.equal(home.fires(`/rules/${index + 1}`), 0);
  await home.stop();
});
