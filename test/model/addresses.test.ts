/** Addresses and their parts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, collectionOf, familyOf, idOf, segmentsOf } from "../../src/model/addresses.ts";
import type { Address } from "../../src/model/resource.ts";

const PARTS: [address: Address, family: string, id: string, collection: Address][] = [
  ["/sensors/1", "sensors", "1", "/sensors"],
  ["/groups/3/scenes/2", "groups", "2", "/groups/3/scenes"],
  ["/config", "config", "config", "/config"],
  ["/config/whitelist/ABC", "config", "ABC", "/config/whitelist"],
];
for (const [address, family, id, collection] of PARTS) {
  test(address, () => {
    assert.deepEqual([familyOf(address), idOf(address), collectionOf(address)], [family, id, collection]);
  });
}

test("segments: repeated and trailing slashes do not count", () => {
  assert.deepEqual(segmentsOf("//sensors///1/"), ["sensors", "1"]);
  assert.deepEqual(segmentsOf("/"), []);
  assert.deepEqual(segmentsOf(""), []);
});

test("ids: numbers by size, other names in their own order", () => {
  assert.deepEqual(["10", "9", "100", "1"].sort(byId), ["1", "9", "10", "100"]);
  assert.deepEqual(["b", "a", "c"].sort(byId), ["a", "b", "c"]);
});
