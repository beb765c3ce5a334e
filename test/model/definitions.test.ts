/** Definitions: looking a field up, and what may be seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { field, shown } from "../../src/model/definitions.ts";
import { bool, int, text } from "../../src/model/fields.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";

test("a field is found by its own name only", () => {
  const alarm = DEFINITIONS.CLIPAlarm;
  assert.ok(alarm);
  assert.equal(field(alarm, "state", "alarm")?.kind, "bool");
  for (const name of ["nothing", "constructor", "__proto__"]) assert.equal(field(alarm, "state", name), undefined);
});

test("what is hidden is not shown; what no definition knows is", () => {
  const fields = { a: bool(), b: int({ hidden: true }), c: text() };
  assert.deepEqual(shown(fields, { a: true, b: 1, z: 2 }), { a: true, z: 2 });
});
