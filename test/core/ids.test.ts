/** Ids: never given twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IDS, idHistoryName, lowestId, lowestUnusedId, newId, newIdOfFact, retireId } from "../../src/core/ids.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import { house, TEST } from "../support/fakes.ts";

const sensor = (id: string): Resource => ({
  address: `/sensors/${id}`,
  type: "CLIPAlarm",
  attr: {},
  config: {},
  state: {},
  action: {},
});

test("a new id is above all that were ever given, also above those that came another way", async () => {
  const { store, stop } = await house();
  const draft = store.draft(TEST);
  assert.equal(newId(draft, "sensors"), "1");
  assert.equal(newId(draft, "sensors"), "2");
  assert.equal(newId(draft, "lights"), "1", "each family counts for itself");
  store.commit(draft);
  for (const id of ["7", "name"]) store.put(sensor(id), TEST);
  const later = store.draft(TEST);
  assert.equal(newId(later, "sensors"), "8");
  store.drop(later);
  const again = store.draft(TEST);
  assert.equal(newId(again, "sensors"), "8", "what was dropped was never given");
  store.drop(again);
  await stop();
});

test("a fact takes no id that a wish was given, nor sets a wish back that comes true later", async () => {
  const { store, stop } = await house();
  const draft = store.draft(TEST);
  draft.put(sensor(newId(draft, "sensors")));
  assert.equal(newIdOfFact(store, "sensors", TEST), "2");
  store.commit(draft);
  const later = store.draft(TEST);
  assert.equal(newId(later, "sensors"), "3", "though nothing stands at 2");
  store.drop(later);
  assert.equal(newIdOfFact(store, "sensors", TEST), "3");
  assert.deepEqual(store.get(IDS)?.state, { sensors: 3 });
  await stop();
});

test("among many, ids are given without a look at any of them", async () => {
  const { store, stop } = await house();
  for (const id of ["3", "9", "name"]) store.put(sensor(id), TEST);
  assert.equal(newIdOfFact(store, "sensors", TEST), "10", "somebody has put them there otherwise");
  const look = () => assert.fail("it looks through all");
  const list = store.list.bind(store);
  Object.assign(store, { list: look });
  Object.assign(store.expected, { list: look });
  const draft = store.draft(TEST);
  for (const id of ["11", "12", "13"]) {
    assert.equal(newId(draft, "sensors"), id);
    draft.put(sensor(id));
  }
  assert.equal(newIdOfFact(store, "sensors", TEST), "14");
  store.commit(draft);
  store.remove("/sensors/13", TEST);
  assert.equal(newIdOfFact(store, "sensors", TEST), "15");
  Object.assign(store, { list }); // an end may look
  await stop();
});

test("a resource from elsewhere that is gone does not count; one that a wish puts there does as long as it stands", async () => {
  const { store, stop } = await house();
  store.put(sensor("50"), TEST);
  store.remove("/sensors/50", TEST);
  assert.equal(newIdOfFact(store, "sensors", TEST), "1");
  store.put(sensor("50"), TEST);
  const removes = store.draft(TEST);
  removes.remove("/sensors/50");
  assert.equal(newIdOfFact(store, "sensors", TEST), "2");
  store.commit(removes);
  const draft = store.draft(TEST);
  draft.put(sensor("20"));
  assert.equal(newIdOfFact(store, "sensors", TEST), "21");
  draft.put(sensor("30"));
  store.drop(draft);
  assert.equal(newIdOfFact(store, "sensors", TEST), "22");
  await stop();
});

test("the lowest free id", async () => {
  const { store, stop } = await house();
  const draft = store.draft(TEST);
  assert.equal(lowestId(draft, "/sensors"), "1");
  for (const id of ["1", "2", "4"]) draft.put(sensor(id));
  assert.equal(lowestId(draft, "/sensors"), "3");
  store.drop(draft);
  await stop();
});

test("the lowest id that no resource had since the start; the memory for that does not grow", async () => {
  const { store, stop } = await house();
  const rule = (id: string): Resource => ({ ...sensor(id), address: `/rules/${id}`, type: "Rule" });
  for (const id of ["2", "5", "7"]) store.put(rule(id), TEST);
  const draft = store.draft(TEST);
  const remove = (id: string) => {
    const address: Address = `/rules/${id}`;
    draft.remove(address);
    retireId(draft, "rules", id);
  };
  const make = () => {
    const id = lowestUnusedId(draft, "rules");
    draft.put(rule(id));
    return id;
  };
  remove("5");
  assert.deepEqual([make(), make()], ["1", "3"], "2 is in use");
  for (const id of ["2", "3"]) remove(id);
  assert.deepEqual([make(), make(), make()], ["4", "6", "8"], "5 was, 7 is");
  for (let id = 9; id < 40; id += 1) {
    assert.equal(make(), String(id));
    remove(String(id));
  }
  remove("7");
  assert.deepEqual(draft.get(IDS)?.attr[idHistoryName("rules")], { given: 39, gone: [] });
  store.drop(draft);
  await stop();
});
