/** Ids: never given twice, or the lowest that is free. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../../src/model/resource.ts";
import { lowestFreeId, newId } from "../../src/resources/handlers.ts";
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

test("the lowest free id", async () => {
  const { store, stop } = await house();
  const draft = store.draft(TEST);
  assert.equal(lowestFreeId(draft, "/sensors"), "1");
  for (const id of ["1", "2", "4"]) draft.put(sensor(id));
  assert.equal(lowestFreeId(draft, "/sensors"), "3");
  store.drop(draft);
  await stop();
});
