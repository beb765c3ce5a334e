/** The nouns that do something. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject, NOT_JSON } from "../../src/model/resource.ts";

test("only plain JSON objects are objects", () => {
  assert.equal(isObject({}), true);
  for (const other of [null, undefined, [], "x", 5, true, NOT_JSON]) assert.equal(isObject(other), false);
});
