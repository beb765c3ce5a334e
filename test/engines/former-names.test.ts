/** What is deleted keeps its name for the rules that name it, over a restart, too, until the id is given again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formerNamesIn } from "../../src/model/automation/former-names.ts";
import type { Address, Cause, Resource } from "../../src/model/resource.ts";
import { fakeDisk, settle } from "../support/fakes.ts";
import { type RuleHouse, ruleHouse } from "../support/rule-house.ts";

const BY_RADIO: Cause = { by: "radio", depth: 0 };
const WRITES = { method: "PUT", address: "/sensors/2/state", body: { flag: true } };

/** A rule writes to the second of three flags when the first changes. */
async function house(): Promise<RuleHouse> {
  const home = await ruleHouse();
  for (const _ of [1, 2, 3]) await home.sensor("GenericFlag", { flag: false });
  for (const [id, name] of Object.entries({ 1: "Hall", 2: "Guests", 3: "Spare" }))
    await home.ask("PUT", `/sensors/${id}`, { name });
  await home.rule([["/sensors/1/state/flag", "dx"]], [WRITES]);
  return home;
}

async function gone({ ask, store }: RuleHouse, ...addresses: readonly Address[]) {
  for (const address of addresses) await ask("DELETE", address);
  await settle();
  return byId(store);
}

const byId = (store: RuleHouse["store"]) =>
  Object.fromEntries(Object.entries(formerNamesIn(store)).filter(([place]) => /\/\d+$/.test(place)));

test("it keeps its name over a restart, as does a scene", async () => {
  const home = await house();
  assert.deepEqual(await gone(home, "/sensors/2"), { "/sensors/2": "Guests" });
  const scene = { type: "Scene", config: {}, state: {}, action: {} };
  home.store.put({ ...scene, address: "/groups/1/scenes/2", attr: { name: "Bright", lights: {} } }, BY_RADIO);
  home.store.remove("/groups/1/scenes/2", BY_RADIO);
  await settle();
  await home.stop();
  const next = await ruleHouse("2026-03-02T12:00:00", { disk: fakeDisk(home.disk.records), clock: home.clock });
  assert.deepEqual(byId(next.store), { "/sensors/2": "Guests", "/groups/1/scenes/2": "Bright" });
  await next.stop();
});

test("of many those stay that a rule names", async () => {
  const home = await house();
  const { store } = home;
  const spare = store.get("/sensors/3") as Resource;
  await gone(home, "/sensors/2");
  for (let id = 10; id < 310; id += 1) {
    store.put({ ...spare, address: `/sensors/${id}`, attr: { ...spare.attr, uniqueid: `s${id}` } }, BY_RADIO);
    store.remove(`/sensors/${id}`, BY_RADIO);
  }
  await settle();
  const names = formerNamesIn(store);
  assert.equal(names["/sensors/2"], "Guests");
  assert.ok(Object.keys(names).length <= 200);
  await home.stop();
});

test("a resource that gets the id ends it", async () => {
  const home = await house();
  const former = home.store.get("/sensors/2") as Resource;
  await gone(home, "/sensors/2");
  home.store.put({ ...former, attr: { ...former.attr, name: "New" } }, BY_RADIO);
  await settle();
  assert.deepEqual(formerNamesIn(home.store), {});
  await home.stop();
});
