/** Schedules that a flow declares: what it said of them, and what others may. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause } from "../../src/model/resource.ts";
import { type FakeHouse, house } from "../support/fakes.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };

async function declared(body: object): Promise<FakeHouse> {
  const home = await house();
  const owned = { name: "Plan", owner: FLOW.by, ...body };
  const { body: answer } = await home.perform({ method: "POST", address: "/schedules", body: owned }, FLOW);
  assert.deepEqual(answer, [{ success: { id: "1" } }]);
  return home;
}

test("a flow that says a time by the one clock takes back what it said by the other", async () => {
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

const endings: readonly [time: string, status: string][] = [
  ["PT00:00:05", "enabled"],
  ["R02/PT00:00:05", "enabled"],
  ["2026-03-01T12:00:05", "enabled"],
  ["R/PT00:00:05", "disabled"],
  ["W127/T07:00:00", "disabled"],
];

for (const [time, status] of endings) {
  test(`${time} that is disabled is ${status} when its flow says another time, and not otherwise`, async () => {
    const { ask, perform, store, stop } = await declared({ time });
    const statusNow = () => store.get("/schedules/1")?.attr.status;
    await ask("PUT", "/schedules/1", { status: "disabled" });
    const declare = (body: object, cause = FLOW) =>
      perform({ method: "PUT", address: "/schedules/1", body: { ...body } }, cause);
    await declare({ owner: FLOW.by, name: "Other" });
    assert.equal(statusNow(), "disabled");
    await declare({ time: "PT00:00:09" }); // a message
    assert.equal(statusNow(), "disabled");
    await declare({ time });
    await declare({ owner: FLOW.by, time: "R09/PT00:00:09" });
    assert.deepEqual([statusNow(), store.get("/schedules/1")?.attr.due !== undefined], [status, status === "enabled"]);
    await stop();
  });
}
