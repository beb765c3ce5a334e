/** Keys: the part of them that anybody may see. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PREFIX_LENGTH, prefixOf } from "../../src/model/keys.ts";

test("a prefix is short", () => {
  assert.equal(prefixOf("ABCDEF1234567890"), "ABCDEF12");
  assert.equal(prefixOf("A"), "A");
  assert.equal(prefixOf("ABCDEF1234567890").length, PREFIX_LENGTH);
});
