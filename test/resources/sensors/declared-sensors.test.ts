/** Sensors that a flow declares: over REST they can be renamed, and everything else is that flow's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Cause, Method, Values } from "../../../src/model/resource.ts";
import { clip, type FakeHouse, house } from "../../support/fakes.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };
const OTHER: Cause = { by: "flow:other", depth: 0 };

async function withDeclared(): Promise<FakeHouse> {
  const home = await house();
  const body = clip("CLIPTemperature", { name: "Made", uniqueid: "flow-node", owner: FLOW.by });
  const reply = await home.perform({ method: "POST", address: "/sensors", body }, FLOW);
  assert.deepEqual(reply.body, [{ success: { id: "1" } }]);
  return home;
}

test("it names the flow that declares it", async () => {
  const { ask, stop } = await withDeclared();
  const { body } = await ask("GET", "/sensors/1");
  assert.equal((body as { owner?: string }).owner, "flow:node");
  assert.ok(!JSON.stringify(body).includes("declared"));
  await stop();
});

const refused: readonly [method: Method, path: string, body?: unknown][] = [
  ["PUT", "/state", { temperature: 2000 }],
  ["PUT", "/config", { offset: 5 }],
  ["PUT", "/config", { on: false }],
  ["PUT", "", { config: { on: false } }],
  ["DELETE", ""],
  ["DELETE", "", { reset: true }],
];

for (const [method, path, body] of refused) {
  test(`no other client may ${method} ${path} ${JSON.stringify(body) ?? ""}`, async () => {
    const home = await withDeclared();
    const before = home.store.get("/sensors/1");
    for (const cause of [OTHER, { by: "rest:phone", depth: 0 }, { by: "/rules/1", depth: 1 }]) {
      const reply = await home.perform({ method, address: `/sensors/1${path}`, body }, cause);
      const address = `/sensors/1${JSON.stringify(body)?.includes("config") ? "/config" : path}`;
      const description = `${address} belongs to flow:node, and only that may change it`;
      assert.deepEqual(reply.body, [{ error: { type: 8, address, description } }]);
    }
    assert.deepEqual(home.store.get("/sensors/1"), before);
    assert.notDeepEqual((await home.perform({ method, address: `/sensors/1${path}`, body }, FLOW)).status, 400);
    await home.stop();
  });
}

test("a rename over REST stays until the flow says another name", async () => {
  const home = await withDeclared();
  await home.ask("PUT", "/sensors/1", { name: "Mine" });
  const { name, declared } = home.store.get("/sensors/1")?.attr ?? {};
  assert.deepEqual([name, declared], ["Mine", { name: "Made" }]);
  await home.perform({ method: "PUT", address: "/sensors/1", body: { owner: FLOW.by, name: "New" } }, FLOW);
  const now = home.store.get("/sensors/1")?.attr ?? {};
  assert.deepEqual([now.name, now.declared], ["New", { name: "New" }]);
  for (const cause of [OTHER, { by: "rest:phone", depth: 0 }]) {
    const reply = await home.perform(
      { method: "PUT", address: "/sensors/1", body: { owner: cause.by, name: "Stolen" } },
      cause,
    );
    assert.match(JSON.stringify(reply.body), /"type":7,"address":"\/sensors\/1\/owner"/);
  }
  await home.stop();
});

test("a config that a flow declares is kept as declared, one that it sets by the way is not", async () => {
  const home = await withDeclared();
  const put = (address: Address, body: Values) => home.perform({ method: "PUT", address, body }, FLOW);
  const attr = () => home.store.get("/sensors/1")?.attr ?? {};
  await put("/sensors/1/config", { on: false });
  assert.deepEqual(attr().declared, { name: "Made" });
  const config = { on: false, reachable: false };
  assert.equal((await put("/sensors/1", { owner: FLOW.by, config })).status, 200);
  assert.deepEqual([attr().name, attr().declared], ["Made", { name: "Made", config }]);
  await home.stop();
});

test("only the flow itself can declare a sensor as its own", async () => {
  const { ask, stop } = await house();
  for (const owner of ["flow:node", "rest:test", 5]) {
    const { body } = await ask("POST", "/sensors", clip("CLIPFire", { owner }));
    assert.match(JSON.stringify(body), /"type":7,"address":"\/sensors\/owner"/);
  }
  await stop();
});
