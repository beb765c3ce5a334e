/** Rules that a flow declares: over REST they are renamed and switched on and off; everything else is that flow's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause, Method, Resource } from "../../../src/model/resource.ts";
import { type FakeHouse, house } from "../../support/fakes.ts";
import { IS_SET, PRESENCE, rule, sensors, UNSET } from "../../support/rules.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };
const OTHERS: readonly Cause[] = [
  { by: "flow:other", depth: 0 },
  { by: "rest:phone", depth: 0 },
  { by: "/rules/2", depth: 1 },
];

async function withDeclared(): Promise<FakeHouse> {
  const home = await house();
  await sensors(home.ask);
  const body = rule({ name: "Made", actions: [], owner: FLOW.by, uniqueid: "flow-node" });
  const reply = await home.perform({ method: "POST", address: "/rules", body }, FLOW);
  assert.deepEqual(reply.body, [{ success: { id: "1" } }]);
  return home;
}

const attrOf = (home: FakeHouse) => (home.store.get("/rules/1") as Resource).attr;
const change = (home: FakeHouse, body: object, cause: Cause = FLOW) =>
  home.perform({ method: "PUT", address: "/rules/1", body }, cause);

test("its action is the wire; it names its flow, and is found by it", async () => {
  const home = await withDeclared();
  assert.equal(home.store.find("/rules", "flow-node"), home.store.get("/rules/1"));
  const { body } = await home.ask("GET", "/rules/1");
  const { owner, actions, name } = body as Record<string, unknown>;
  assert.deepEqual([owner, actions, name], ["flow:node", [], "Made"]);
  assert.ok(!JSON.stringify(body).includes("declared"));
  assert.ok(!JSON.stringify(body).includes("flow-node"));
  await home.stop();
});

test("conditions are needed all the same, and actions must be some", async () => {
  const home = await withDeclared();
  for (const [more, type] of [
    [{ conditions: [] }, 5],
    [{ conditions: Array(9).fill(IS_SET) }, 11],
    [{ actions: {} }, 5],
    [{ actions: [{ ...UNSET, address: "/config" }] }, 608],
  ] as const) {
    const body = { ...rule({ ...more, owner: FLOW.by }) };
    for (const command of [
      { method: "POST", address: "/rules", body },
      { method: "PUT", address: "/rules/1", body },
    ] as const) {
      const reply = await home.perform(command, FLOW);
      assert.equal((reply.body as [{ error: { type: number } }])[0].error.type, type);
    }
  }
  await home.stop();
});

const refused: readonly [method: Method, body?: object][] = [
  ["PUT", { periodic: 5 }],
  ["PUT", { actions: [UNSET] }],
  ["PUT", { name: "n", conditions: [IS_SET] }],
  ["DELETE"],
];

for (const [method, body] of refused) {
  test(`no other client may ${method} ${JSON.stringify(body) ?? ""}`, async () => {
    const home = await withDeclared();
    const before = home.store.get("/rules/1");
    for (const cause of OTHERS) {
      const reply = await home.perform({ method, address: "/rules/1", body }, cause);
      const description = "/rules/1 belongs to flow:node, and only that may change it";
      assert.deepEqual(reply.body, [{ error: { type: 8, address: "/rules/1", description } }]);
    }
    assert.equal(home.store.get("/rules/1"), before);
    assert.equal((await home.perform({ method, address: "/rules/1", body }, FLOW)).status, 200);
    await home.stop();
  });
}

test("anybody may rename it, and switch it off and on", async () => {
  const home = await withDeclared();
  for (const cause of OTHERS) {
    assert.equal((await change(home, { name: cause.by, status: "disabled" }, cause)).status, 200);
    assert.deepEqual([attrOf(home).name, attrOf(home).status], [cause.by, "disabled"]);
    assert.equal((await change(home, { status: "enabled" }, cause)).status, 200);
  }
  await home.stop();
});

test("a flow's declaration is kept, and writes only its own members", async () => {
  const home = await withDeclared();
  assert.deepEqual(attrOf(home).declared, { name: "Made", conditions: [IS_SET], actions: [] });
  await change(home, { name: "Mine", status: "disabled" }, { by: "rest:phone", depth: 0 });
  const conditions = [{ address: PRESENCE, operator: "eq", value: "true" }];
  await change(home, { conditions, owner: FLOW.by, uniqueid: "flow-node" });
  assert.equal((await change(home, { actions: [], owner: FLOW.by })).status, 200, "the wire is still enough");
  const { name, status, declared, conditions: now, uniqueid, owner } = attrOf(home);
  assert.deepEqual([name, status, now], ["Mine", "disabled", conditions], "who disabled it meant it");
  assert.deepEqual(declared, { name: "Made", conditions, actions: [] });
  assert.deepEqual([uniqueid, owner], ["flow-node", "flow:node"]);
  await home.stop();
});

test("no client declares for another", async () => {
  const home = await withDeclared();
  for (const [method, address] of [
    ["POST", "/rules"],
    ["PUT", "/rules/1"],
  ] as const) {
    const body = { ...rule({ owner: "flow:node" }) };
    const reply = await home.perform({ method, address, body }, { by: "flow:other", depth: 0 });
    assert.deepEqual((reply.body as [{ error: { type: number } }])[0].error.type, 7, method);
  }
  assert.equal((await change(home, { owner: "flow:node", name: "x" }, { by: "rest:phone", depth: 0 })).status, 400);
  assert.equal(attrOf(home).name, "Made");
  await home.stop();
});

test("a flow that sends a rule as it read it somewhere declares nothing", async () => {
  const home = await withDeclared();
  await home.perform({ method: "POST", address: "/rules", body: rule({ owner: "0123ABCD", etag: "x" }) }, FLOW);
  const { owner, declared, uniqueid } = (home.store.get("/rules/2") as Resource).attr;
  assert.deepEqual([owner, declared, uniqueid], ["flow:node", undefined, undefined]);
  await home.stop();
});
