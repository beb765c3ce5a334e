/** The lowest id that is free. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../../src/model/resource.ts";
import { lowestFreeId } from "../../src/resources/handlers.ts";
import { house, TEST } from "../support/fakes.ts";

const sensor = (id: string): Resource => ({
  address: `/sensors/${id}`,
  type: "CLIPAlarm",
  attr: {},
  config: {},
  state: {},
  action: {},
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
