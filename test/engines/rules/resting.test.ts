/** Rules of flows whose sensor goes and comes back: they rest meanwhile, and then work again by themselves. Those of others stay disabled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause, Values } from "../../../src/model/resource.ts";
import { clip, fakeDisk, settle } from "../../support/fakes.ts";
import { type RuleHouse, ruleHouse } from "../../support/rule-house.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };
const DOOR = "00:15:8d:00:02:b5:d1:80-01-0500";
const BY_UID = { address: `/sensors/${DOOR}/state/open`, operator: "eq", value: "true" };
const BY_ID = { ...BY_UID, address: "/sensors/2/state/open" };
const OTHER = { address: "/sensors/1/state/flag", operator: "eq", value: "true" };
const RULE = { name: "r", actions: [], conditions: [OTHER, BY_UID] };
const DISABLED = "/rules/1: disabled, for what its condition 2 looks at is gone";
const ENABLED = "/rules/1: enabled again, for all that its conditions look at is there";

async function flowHouse(cause = FLOW, more: Values = {}): Promise<RuleHouse> {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  await addDoor(home);
  const own = cause === FLOW ? { owner: FLOW.by } : { actions: [{ method: "PUT", address: "/sensors/1", body: {} }] };
  const body = { ...RULE, ...own, ...more };
  const reply = await home.perform({ method: "POST", address: "/rules", body }, cause);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  await settle();
  return home;
}

const addDoor = (home: RuleHouse) => home.sensor("OpenClose", { open: true }, { uniqueid: DOOR });
const say = (home: RuleHouse, body: Values) =>
  home.perform({ method: "PUT", address: "/rules/1", body: { ...body, owner: FLOW.by } }, FLOW);
const flagged = async (home: RuleHouse) => {
  await home.see("1", { flag: false });
  await home.see("1", { flag: true });
};

/** The door goes, and the rule finds out. */
async function bereft(home: RuleHouse): Promise<void> {
  await home.ask("DELETE", `/sensors/${DOOR}`);
  await flagged(home);
  assert.equal(home.attr("/rules/1").status, "disabled");
  assert.equal(home.fires("/rules/1"), 0);
}

test("by its uniqueid: it is back, and the rule works, without firing at once", async () => {
  const home = await flowHouse();
  await bereft(home);
  await home.sensor("Presence");
  assert.equal(home.attr("/rules/1").status, "disabled", "somebody else came");
  await addDoor(home);
  assert.deepEqual([home.attr("/rules/1").status, home.fires("/rules/1")], ["enabled", 0]);
  await flagged(home);
  assert.equal(home.fires("/rules/1"), 1);
  assert.deepEqual(home.log.lines, [DISABLED, ENABLED]);
  assert.ok(!JSON.stringify((await home.ask("GET", "/rules/1")).body).includes("awaits"));
  await home.stop();
});

test("under another id: the flow moves its rule along, and it works", async () => {
  const home = await flowHouse(FLOW, { conditions: [OTHER, BY_ID] });
  await bereft(home);
  const id = await addDoor(home);
  assert.equal(home.attr("/rules/1").status, "disabled");
  await say(home, { conditions: [OTHER, { ...BY_ID, address: `/sensors/${id}/state/open` }] });
  await settle();
  assert.equal(home.attr("/rules/1").status, "enabled");
  await flagged(home);
  assert.equal(home.fires("/rules/1"), 1);
  await home.stop();
});

test("over a restart, too: the sensor is back before or after", async () => {
  for (const early of [false, true]) {
    const home = await flowHouse();
    await bereft(home);
    await home.stop();
    const records = new Map(home.disk.records);
    const door = clip("CLIPOpenClose", { uniqueid: DOOR });
    if (early) records.set("/sensors/7", JSON.stringify({ type: door.type, attr: door, config: { on: true } }));
    const again = { ...home, ...(await ruleHouse(undefined, { disk: fakeDisk(records), clock: home.clock })) };
    await settle();
    assert.equal(again.attr("/rules/1").status, early ? "enabled" : "disabled");
    if (!early) await addDoor(again);
    assert.equal(again.attr("/rules/1").status, "enabled");
    await again.stop();
  }
});

for (const [says, body] of [
  ["disables it", { status: "disabled" }],
  ["disables it, and renames it", { status: "disabled", name: "n" }],
] as const) {
  test(`a client that ${says} meanwhile meant it`, async () => {
    const home = await flowHouse();
    await bereft(home);
    assert.equal((await home.ask("PUT", "/rules/1", body)).status, 200);
    await addDoor(home);
    assert.equal(home.attr("/rules/1").status, "disabled");
    await home.stop();
  });
}

test("a rule that a client had disabled before stays so, and so does the rule of a program", async () => {
  const home = await flowHouse();
  await home.ask("PUT", "/rules/1", { status: "disabled" });
  await home.ask("DELETE", `/sensors/${DOOR}`);
  await flagged(home);
  await addDoor(home);
  assert.equal(home.attr("/rules/1").status, "disabled");
  await home.stop();
  const other = await flowHouse({ by: "rest:program", depth: 0 });
  await bereft(other);
  await addDoor(other);
  assert.equal(other.attr("/rules/1").status, "disabled");
  await other.stop();
});

test("one that is deleted does not come back", async () => {
  const home = await flowHouse();
  await bereft(home);
  await home.perform({ method: "DELETE", address: "/rules/1" }, FLOW);
  await addDoor(home);
  assert.equal(home.store.get("/rules/1"), undefined);
  await home.stop();
});
