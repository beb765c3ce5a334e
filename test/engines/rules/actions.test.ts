/** The actions of rules, and their results. The numbers are those of the table of cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evaluation } from "../../../src/model/automation/rule-engine.ts";
import type { Address, Change } from "../../../src/model/resource.ts";
import { fakeClock, fakeDevices, fakeDisk, fakeRadio, settle, TEST } from "../../support/fakes.ts";
import { light } from "../../support/lights.ts";
import { type Action, type RuleHouse, ruleHouse, type Words } from "../../support/rule-house.ts";

const put = (address: string, body: unknown): Action => ({ method: "PUT", address, body });
const hook = (method: string, address: string): Action => ({ method, address, body: { a: 1 } });
const TOLD: Words = ["/sensors/1/state/lastupdated", "dx"];

/** A flag, and a rule that acts each time that it is told. */
async function house(actions: readonly Action[], home?: RuleHouse): Promise<[RuleHouse, Address]> {
  const at = home ?? (await ruleHouse());
  await at.sensor("GenericFlag", { flag: false });
  await at.sensor("GenericStatus", { status: 0 });
  return [at, await at.rule([TOLD], actions)];
}

const tell = (home: RuleHouse) => home.see("1", { flag: true });
const status = (home: RuleHouse) => home.state("/sensors/2").status;

test("one after the other, in their order; and it is counted, with the rule as its cause", async () => {
  const [home, rule] = await house([1, 2, 3].map((status) => put("/sensors/2/state", { status })));
  home.heard.length = 0;
  await tell(home);
  const told = home.heard.map(({ resource, values, cause }) => [
    resource.address,
    values.status,
    cause.by,
    cause.depth,
  ]);
  assert.deepEqual(told, [
    ["/sensors/1", undefined, "rest:test", 0],
    ...[1, 2, 3].map((status) => ["/sensors/2", status, rule, 1]),
    [rule, undefined, rule, 1],
  ]);
  const { timestriggered, lasttriggered } = home.attr(rule);
  assert.deepEqual([timestriggered, lasttriggered], [1, "2026-03-02T11:00:00"]);
  await home.stop();
});

test("a rule that fires is another to clients, and it is nothing for the push channel", async () => {
  const [home, rule] = await house([put("/sensors/2/state", { status: 1 })]);
  const before = home.store.etagOf(rule);
  await tell(home);
  assert.notEqual(home.store.etagOf(rule), before);
  const resource = home.store.get(rule);
  assert.equal(resource && home.store.definition(resource).push, "nothing");
  await home.stop();
});

test("case 63: an action that fails ends the list, and counts for nothing", async () => {
  const [home, rule] = await house([put("/lights/99/state", { on: true }), put("/sensors/2/state", { status: 1 })]);
  await tell(home);
  assert.deepEqual([home.fires(rule), home.attr(rule).lasttriggered, status(home)], [0, "none", 0]);
  const [{ actions, fires } = { actions: [], fires: false }] = await home.trace(rule);
  assert.equal(fires, true);
  assert.deepEqual(actions, [
    { address: "/lights/99/state", method: "PUT", status: 404, error: "resource, /lights/99, not available" },
  ]);
  const seen = await home.perform({ method: "GET", address: `${rule}/trace` }, { by: "editor", depth: 0 });
  const [{ actions: told } = { actions: [] }] = seen.body as readonly Evaluation[];
  assert.deepEqual(told[0]?.refusal, { error: "notFound", address: "/lights/99", details: [] });
  await home.stop();
});

test("case 64: a light that cannot be reached is no failure", async () => {
  const world = await ruleHouse(undefined, { radio: fakeRadio(true), devices: fakeDevices() });
  for (const reachable of [true, false]) await light(world, "Dimmable light", { state: { on: false, reachable } });
  const [home, rule] = await house([put("/lights/2/state", { on: true }), put("/lights/1/state", { on: true })], world);
  await tell(home);
  assert.deepEqual([home.fires(rule), home.state("/lights/1").on], [1, true]);
  const { actions } = (await home.trace(rule))[0] ?? { actions: [] };
  assert.deepEqual(
    actions.map(({ status }) => status),
    [200, 200],
  );
  await home.stop();
});

test("case 66: it starts a timer", async () => {
  const [home, rule] = await house([put("/schedules/1", { status: "enabled" })]);
  const command = { address: "/api/0123456789/sensors/2/state", method: "PUT", body: { status: 9 } };
  const attr = { name: "t", command, time: "PT00:00:10", status: "disabled", autodelete: false, given: "time" };
  home.store.put({ address: "/schedules/1", type: "Schedule", attr, config: {}, state: {}, action: {} }, TEST);
  await tell(home);
  assert.equal(home.fires(rule), 1);
  assert.deepEqual(
    [home.attr("/schedules/1").status, home.attr("/schedules/1").starttime],
    ["enabled", "2026-03-02T11:00:00"],
  );
  await home.stop();
});

test("case 67: requests to elsewhere are sent and not waited for, also where they fail", async () => {
  const [home, rule] = await house([
    hook("POST", "http://user:secret@down.example/a?token=secret"),
    hook("GET", "https://up.example/b"),
    put("/sensors/2/state", { status: 1 }),
  ]);
  home.web.answer = ({ url }) => {
    if (url.startsWith("http:")) throw new Error("connect ECONNREFUSED");
    return 204;
  };
  await tell(home);
  assert.deepEqual([home.fires(rule), status(home)], [1, 1]);
  assert.deepEqual(home.web.sent, [
    { method: "POST", url: "http://user:secret@down.example/a?token=secret", body: { a: 1 } },
    { method: "GET", url: "https://up.example/b", body: { a: 1 } },
  ]);
  const [{ actions } = { actions: [] }] = await home.trace(rule);
  assert.deepEqual(
    actions.map((deed) => [deed.status, deed.error]),
    [
      [undefined, "connect ECONNREFUSED"],
      [204, undefined],
      [200, undefined],
    ],
  );
  assert.deepEqual(
    home.log.lines.filter((line) => line.startsWith(rule)),
    [`${rule}: POST to down.example failed: connect ECONNREFUSED`],
  );
  await home.stop();
});

test("an answer that says no is told, and said", async () => {
  const [home, rule] = await house([hook("PUT", "http://down.example:8080/secret")]);
  home.web.answer = () => 503;
  await tell(home);
  const [{ actions } = { actions: [] }] = await home.trace(rule);
  assert.deepEqual([actions[0]?.status, actions[0]?.error], [503, "status 503"]);
  assert.ok(home.log.lines.includes(`${rule}: PUT to down.example:8080 failed: status 503`));
  await home.stop();
});

test("case 69: a disabled rule that is renamed stays asleep; enabled, it wakes", async () => {
  const [home, rule] = await house([put("/sensors/2/state", { status: 1 })]);
  await home.ask("PUT", rule, { status: "disabled" });
  await home.ask("PUT", rule, { name: "x" });
  await tell(home);
  assert.deepEqual([home.fires(rule), await home.trace(rule)], [0, []], "it is not even looked at");
  await home.ask("PUT", rule, { status: "enabled" });
  await settle();
  assert.equal(home.fires(rule), 0);
  await tell(home);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("case 70: a change that is refused leaves a rule as it was, and awake", async () => {
  const [home, rule] = await house([put("/sensors/2/state", { status: 1 })]);
  const conditions = [{ address: "/sensors/99/state/flag", operator: "dx" }];
  assert.equal((await home.ask("PUT", rule, { conditions })).status, 400);
  await tell(home);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("case 72: a rule wakes by its present conditions", async () => {
  const [home, rule] = await house([put("/sensors/2", { name: "x" })]);
  const conditions = [{ address: "/sensors/2/state/status", operator: "dx" }];
  await home.ask("PUT", rule, { conditions });
  await tell(home);
  assert.equal(home.fires(rule), 0);
  await home.see("2", { status: 3 });
  assert.equal(home.fires(rule), 1);
  const actions = [put("/sensors/1/state", { flag: true })];
  await home.ask("PUT", rule, { actions });
  await home.see("2", { status: 4 });
  assert.deepEqual([home.fires(rule), home.state("/sensors/1").flag], [1, true]);
  await home.ask("DELETE", rule);
  await home.see("2", { status: 5 });
  assert.equal(home.store.get(rule), undefined);
  await home.stop();
});

test("case 73: over a restart it keeps its count, and a condition that holds already wakes no rule", async () => {
  const [home, told] = await house([put("/sensors/2", { name: "x" })]);
  const isTrue = await home.rule([["/sensors/1/state/flag", "eq", "true"]]);
  for (let turn = 0; turn < 5; turn += 1) await tell(home);
  await home.stop();
  const clock = fakeClock(home.clock.now() + 60_000);
  const again = await ruleHouse(undefined, { disk: fakeDisk(home.disk.records), clock });
  await again.pass(60);
  assert.deepEqual([again.attr(told).timestriggered, again.attr(told).lasttriggered], [5, "2026-03-02T11:00:00"]);
  assert.deepEqual([again.fires(told), again.fires(isTrue)], [5, 1]);
  await tell(again);
  assert.deepEqual([again.fires(told), again.fires(isTrue)], [1, 0], "it is what it was");
  await again.stop();
});

test("it deletes, makes another sleep, and triggers another", async () => {
  const [home, deleter] = await house([
    { method: "DELETE", address: "/sensors/3", body: {} },
    put("/rules/2", { status: "disabled" }),
  ]);
  await home.sensor("GenericFlag");
  const sleeper = await home.rule([TOLD]);
  await tell(home);
  assert.deepEqual(
    [home.fires(deleter), home.fires(sleeper), home.store.get("/sensors/3")],
    [1, 1, undefined],
    "both were decided before",
  );
  await tell(home);
  assert.equal(home.fires(sleeper), 0);
  const caller = await home.rule([TOLD], [{ method: "POST", address: `${sleeper}/trigger`, body: {} }]);
  await tell(home);
  assert.deepEqual([home.fires(caller), home.fires(sleeper)], [1, 1]);
  assert.equal((await home.trace(sleeper))[0]?.wokenBy, caller);
  await home.stop();
});

test("all that a change wakes is decided before any of it acts; by ascending id, one rule after the other", async () => {
  const [home] = await house([put("/sensors/2/state", { status: 1 })]);
  for (let id = 2; id <= 12; id += 1)
    await home.rule([TOLD, ["/sensors/2/state/status", "eq", 0]], [put("/sensors/2/state", { status: id })]);
  await home.ask("PUT", "/rules/1", { conditions: [{ address: "/sensors/1/state/flag", operator: "dx" }] }); // the latest
  await settle();
  home.heard.length = 0;
  await tell(home);
  const order = home.heard.flatMap(({ resource, values }) =>
    resource.address === "/sensors/2" ? [values.status] : [],
  );
  assert.deepEqual(
    order,
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  await home.stop();
});

test("a change while rules act is decided afterwards, by its value when it came", async () => {
  const [home, rule] = await house([put("/sensors/2/state", { status: 1 })]);
  await home.sensor("Switch");
  const press = await home.rule([["/sensors/3/state/buttonevent", "eq", 1002]]);
  let open = () => {};
  home.disk.gate = new Promise((resolve) => {
    open = resolve;
  });
  home.store.patch("/sensors/1", "state", { flag: true }, TEST);
  await settle();
  for (const buttonevent of [1002, 1003]) home.store.patch("/sensors/3", "state", { buttonevent }, TEST);
  await settle();
  await home.pass(3);
  assert.deepEqual([home.fires(rule), home.fires(press)], [0, 0]);
  home.disk.gate = undefined;
  open();
  await settle();
  assert.deepEqual([home.fires(rule), home.fires(press)], [1, 1]);
  assert.equal(home.attr(rule).lasttriggered, "2026-03-02T11:00:00", "when it was decided");
  await home.stop();
});

test("a rule that is rewritten while it waits to be decided is not decided any more", async () => {
  const [home] = await house([put("/sensors/2/state", { status: 1 })]);
  await home.sensor("Switch");
  const press: Words = ["/sensors/3/state/buttonevent", "dx"];
  const [rewritten, disabled, deleted] = [await home.rule([press]), await home.rule([press]), await home.rule([press])];
  let open = () => {};
  home.disk.gate = new Promise((resolve) => {
    open = resolve;
  });
  home.store.patch("/sensors/1", "state", { flag: true }, TEST);
  await settle();
  home.store.patch("/sensors/3", "state", { buttonevent: 1002 }, TEST);
  const conditions = [{ address: "/sensors/3/state/buttonevent", operator: "eq", value: "1002" }];
  home.store.patch(rewritten, "attr", { conditions }, TEST);
  home.store.patch(disabled, "attr", { status: "disabled" }, TEST);
  home.store.remove(deleted, TEST);
  await settle();
  home.disk.gate = undefined;
  open();
  await settle();
  assert.deepEqual([home.fires(rewritten), home.fires(disabled)], [0, 0]);
  assert.deepEqual([await home.trace(rewritten), home.traceOf(deleted)], [[], []]);
  await home.stop();
});

test("an action that is never answered ends its list after ten seconds, and the others go on", async () => {
  const [home, rule] = await house([put("/sensors/2/state", { status: 1 }), put("/sensors/2/state", { status: 2 })]);
  const other = await home.rule([TOLD], [hook("GET", "http://x/")]);
  home.disk.gate = new Promise(() => {});
  home.store.patch("/sensors/1", "state", { flag: true }, TEST);
  await settle();
  await home.pass(9);
  assert.equal(home.web.sent.length, 0);
  await home.pass(1);
  assert.equal(home.web.sent.length, 1);
  assert.deepEqual([home.fires(rule), home.fires(other)], [0, 1]);
  const { actions } = (await home.trace(rule))[0] ?? { actions: [] };
  assert.deepEqual(actions, [{ address: "/sensors/2/state", method: "PUT", error: "no answer within 10 s" }]);
  home.disk.gate = undefined;
});

test("a gateway that stops while a rule acts leaves no timer behind, and the rest undone", async () => {
  const [home] = await house([put("/sensors/2/state", { status: 1 }), hook("GET", "http://x/")]);
  await home.rule([TOLD], [hook("GET", "http://next/")]);
  let open = () => {};
  home.disk.gate = new Promise((resolve) => {
    open = resolve;
  });
  home.store.patch("/sensors/1", "state", { flag: true }, TEST);
  await settle();
  const stopped = home.stop();
  home.disk.gate = undefined;
  open();
  await stopped;
  assert.deepEqual([home.clock.pending, home.web.sent.length], [0, 0]);
});

test("a rule without actions fires, too: a flow hears of it", async () => {
  const home = await ruleHouse();
  await home.sensor("GenericFlag");
  const attr = { name: "r", status: "enabled", periodic: 0, actions: [], timestriggered: 0, lasttriggered: "none" };
  const conditions = [{ address: "/sensors/1/state/flag", operator: "eq", value: "true" }];
  home.store.put(
    { address: "/rules/1", type: "Rule", attr: { ...attr, conditions }, config: {}, state: {}, action: {} },
    TEST,
  );
  await settle();
  const heard: Change[] = [];
  home.bus.on((change) => heard.push(change));
  await tell(home);
  assert.deepEqual(heard.at(-1)?.values, { lasttriggered: "2026-03-02T11:00:00", timestriggered: 1 });
  await home.stop();
});
