/** Why a rule acted as it did, how it would act now, and a firing on request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evaluation } from "../../../src/model/automation/rule-engine.ts";
import type { Address } from "../../../src/model/resource.ts";
import { settle, TEST } from "../../support/fakes.ts";
import { type Action, type RuleHouse, ruleHouse, type Words } from "../../support/rule-house.ts";

const FLAG: Words = ["/sensors/1/state/flag", "eq", "true"];
const STATUS: Words = ["/sensors/2/state/status", "gt", "4"];
const SAY: readonly Action[] = [{ method: "PUT", address: "/sensors/2/state", body: { status: 9 } }];

async function house(words: readonly Words[], more = {}): Promise<[RuleHouse, Address]> {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  await home.sensor("GenericStatus", { status: 5 });
  return [home, await home.rule(words, SAY, more)];
}

const tried = async (home: RuleHouse, rule: Address) => (await home.ask("POST", `${rule}/try`)).body as Evaluation;

test("beside `dark` the trace has the lux, also in the log of a firing", async () => {
  const home = await ruleHouse();
  await home.sensor("LightLevel", { lightlevel: 20_000 });
  const rule = await home.rule([["/sensors/1/state/dark", "eq", "true"]]);
  const lit = (await tried(home, rule)).conditions[0];
  assert.deepEqual([lit?.actual, lit?.lux, lit?.ok], [false, 100, false]);
  await home.see("1", { lightlevel: 1 });
  const [fired] = await home.trace(rule);
  assert.deepEqual([fired?.fires, fired?.conditions[0]?.lux], [true, 1]);
});

test("the item that woke it, the values, the actions: the newest first", async () => {
  const [home, rule] = await house([FLAG, STATUS]);
  await home.see("1", { flag: true });
  await home.pass(1);
  await home.see("1", { flag: false });
  const [flag, status] = [
    { address: FLAG[0], operator: "eq", value: "true" },
    { address: STATUS[0], operator: "gt", value: "4" },
  ];
  assert.deepEqual(await home.trace(rule), [
    {
      at: "2026-03-02T11:00:01.000Z",
      wokenBy: FLAG[0],
      conditions: [
        { ...flag, actual: false, ok: false },
        { ...status, actual: 9, ok: true },
      ],
      fires: false,
      actions: [],
    },
    {
      at: "2026-03-02T11:00:00.000Z",
      wokenBy: STATUS[0], // by its own action: it holds, but has held before
      conditions: [
        { ...flag, actual: true, ok: true },
        { ...status, actual: 9, ok: true },
      ],
      fires: false,
      actions: [],
    },
    {
      at: "2026-03-02T11:00:00.000Z",
      wokenBy: FLAG[0],
      conditions: [
        { ...flag, actual: true, ok: true },
        { ...status, actual: 5, ok: true },
      ],
      fires: true,
      actions: [{ address: "/sensors/2/state", method: "PUT", status: 200 }],
    },
  ]);
  await home.stop();
});

test("the last twenty looks, over rewriting too, with the conditions as they were; gone with the rule", async () => {
  const [home, rule] = await house([
    ["/sensors/1/state/lastupdated", "dx"],
    ["/sensors/2/state/status", "gt", "99"],
  ]);
  for (let turn = 0; turn < 30; turn += 1) await home.see("1", { flag: true });
  const conditions = [{ address: FLAG[0], operator: "dx" }];
  await home.ask("PUT", rule, { conditions, status: "disabled" });
  await settle();
  const trace = await home.trace(rule);
  assert.equal(trace.length, 20);
  assert.equal(trace[0]?.conditions[0]?.address, "/sensors/1/state/lastupdated");
  await home.ask("DELETE", rule);
  await settle();
  assert.equal((await home.ask("GET", `${rule}/trace`)).status, 404);
  assert.deepEqual(home.traceOf(rule), []);
  await home.stop();
});

test("of all items that a change moved, it is the dx that woke it", async () => {
  const [home, rule] = await house([FLAG, ["/sensors/1/state/lastupdated", "dx"]]);
  await home.see("1", { flag: true });
  assert.equal((await home.trace(rule))[0]?.wokenBy, "/sensors/1/state/lastupdated");
  await home.stop();
});

test("woken by time; a condition with an unknown item has no actual value", async () => {
  const [home, rule] = await house([
    ["/sensors/1/state/flag", "ddx", "PT00:00:01"],
    ["/sensors/2/state/status", "ne", "0"],
  ]);
  await home.see("1", { flag: true });
  await home.ask("DELETE", "/sensors/2");
  await home.pass(1);
  const [{ wokenBy, conditions } = { wokenBy: "", conditions: [] }] = await home.trace(rule);
  assert.equal(wokenBy, "time");
  assert.deepEqual(conditions[1], { address: "/sensors/2/state/status", operator: "ne", value: "0", ok: false });
  await home.stop();
});

test("a try: as if the item of a dx had just changed; nothing is done, and nothing noted", async () => {
  const [home, rule] = await house([["/sensors/1/state/flag", "dx"], STATUS]);
  const { wokenBy, conditions, fires, actions, held } = await tried(home, rule);
  assert.deepEqual([wokenBy, fires, actions, held], ["try", true, [], undefined]);
  assert.deepEqual(
    conditions.map(({ actual, ok }) => [actual, ok]),
    [
      [false, true],
      [5, true],
    ],
  );
  await home.see("2", { status: 1 });
  assert.equal((await tried(home, rule)).fires, false);
  assert.deepEqual(await home.trace(rule), []);
  assert.deepEqual([home.fires(rule), home.state("/sensors/2").status], [0, 1]);
  await home.stop();
});

test("a try of a delay: whether it has passed", async () => {
  const [home, rule] = await house([["/sensors/1/state/flag", "ddx", "PT00:00:10"]]);
  await home.see("1", { flag: true });
  await home.pass(5);
  assert.equal((await tried(home, rule)).fires, false);
  await home.pass(5);
  assert.equal((await tried(home, rule)).fires, true);
  await home.stop();
});

test("a try names the reason that would hold the rule back, also one that is disabled", async () => {
  const [home, rule] = await house([STATUS], { periodic: 60_000 });
  home.store.patch(rule, "attr", { lasttriggered: "2026-03-02T10:59:30" }, TEST);
  const { fires, held } = await tried(home, rule);
  assert.deepEqual([fires, held], [false, "periodic"]);
  await home.ask("PUT", rule, { status: "disabled" });
  await settle();
  const { held: why, conditions } = await tried(home, rule);
  assert.deepEqual([why, conditions[0]?.ok], ["disabled", true]);
  await home.stop();
});

test("triggered: it acts against its conditions, is counted and noted; also when disabled", async () => {
  const [home, rule] = await house([FLAG], { status: "disabled" });
  const { body } = await home.ask("POST", `${rule}/trigger`);
  await settle();
  const { wokenBy, fires, conditions, actions } = body as Evaluation;
  assert.deepEqual([wokenBy, fires, conditions[0]?.ok], ["rest:test", true, false]);
  assert.deepEqual(actions, [{ address: "/sensors/2/state", method: "PUT", status: 200 }]);
  assert.deepEqual([home.fires(rule), home.state("/sensors/2").status], [1, 9]);
  assert.deepEqual(await home.trace(rule), [body]);
  await home.stop();
});

test("a client that asks for a rule that is not there is told so", async () => {
  const [home] = await house([FLAG]);
  for (const [method, address] of [
    ["GET", "/rules/9/trace"],
    ["POST", "/rules/9/try"],
    ["POST", "/rules/9/trigger"],
  ] as const)
    assert.equal((await home.ask(method, address)).status, 404);
  await home.stop();
});
