/** Schedules that a flow declares: the flow's own members, and the writes of others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause } from "../../../src/model/resource.ts";
import { type FakeHouse, house } from "../../support/fakes.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };

async function declared(body: object): Promise<FakeHouse> {
  const home = await house();
  const owned = { name: "Plan", owner: FLOW.by, ...body };
  const { body: answer } = await home.perform({ method: "POST", address: "/schedules", body: owned }, FLOW);
  assert.deepEqual(answer, [{ success: { id: "1" } }]);
  return home;
}

test("a flow that declares a time by the one clock takes back the one by the other", async () => {
  const { store, perform, stop } = await declared({ localtime: "W127/T07:00:00" });
  const declare = (body: object) =>
    perform({ method: "PUT", address: "/schedules/1", body: { owner: FLOW.by, ...body } }, FLOW);
  await declare({ time: "W127/T06:00:00" });
  assert.deepEqual(store.get("/schedules/1")?.attr.declared, { name: "Plan", time: "W127/T06:00:00" });
  await declare({ status: "disabled" });
  await declare({ localtime: "W127/T07:00:00" });
  const said = { name: "Plan", status: "disabled", localtime: "W127/T07:00:00" };
  assert.deepEqual(store.get("/schedules/1")?.attr.declared, said);
  await stop();
});

test("others may rename, enable and disable it, and nothing else", async () => {
  const { ask, store, stop } = await declared({ localtime: "W127/T07:00:00" });
  assert.deepEqual((await ask("PUT", "/schedules/1", { name: "Mine", status: "disabled" })).body, [
    { success: { "/schedules/1/name": "Mine" } },
    { success: { "/schedules/1/status": "disabled" } },
  ]);
  const before = store.get("/schedules/1");
  for (const body of [
    { localtime: "PT00:00:05" },
    { time: "PT00:00:05" },
    { autodelete: true },
    { owner: "rest:test" },
  ])
    assert.notEqual((await ask("PUT", "/schedules/1", body)).status, 200, JSON.stringify(body));
  assert.notEqual((await ask("DELETE", "/schedules/1")).status, 200);
  assert.deepEqual(store.get("/schedules/1"), before);
  await stop();
});

test("whether it runs at first is no part of its declaration", async () => {
  const { store, stop } = await declared({ time: "PT00:00:05", status: "disabled" });
  const { status, declared: said } = store.get("/schedules/1")?.attr ?? {};
  assert.deepEqual([status, said], ["disabled", { name: "Plan", time: "PT00:00:05" }]);
  await stop();
});
