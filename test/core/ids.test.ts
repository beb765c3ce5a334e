/** Ids: never given twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IDS, newId, newIdOfFact } from "../../src/core/ids.ts";
import type { Resource } from "../../src/model/resource.ts";
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
