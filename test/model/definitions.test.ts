/** Definitions: looking a field up, and which members may be seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Definition, field, shown, viewOf, visible } from "../../src/model/definitions.ts";
import { bool, int, text } from "../../src/model/fields.ts";
import { SECTIONS } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";

test("a field is found by its own name only", () => {
  const alarm = DEFINITIONS.CLIPAlarm;
  assert.ok(alarm);
  assert.equal(field(alarm, "state", "alarm")?.kind, "bool");
  for (const name of ["nothing", "constructor", "__proto__"]) assert.equal(field(alarm, "state", name), undefined);
});

test("a hidden member is not shown; one without a definition is", () => {
  const fields = { a: bool(), b: int({ access: "hidden" }), c: text() };
  assert.deepEqual(shown(fields, { a: true, b: 1, z: 2 }), { a: true, z: 2 });
});

test("no view can let slip a hidden member, in any section", () => {
  const section = { open: bool(), secret: text({ access: "hidden" }) };
  const tattler: Definition = {
    family: "tattlers",
    attr: section,
    config: section,
    state: section,
    action: section,
    push: "changes",
    clients: { write: [] },
    view: (resource, etag) => ({ ...resource, etag }),
  };
  const values = { open: true, secret: "hush" };
  const whole = {
    address: "/tattlers/1",
    type: "Tattler",
    attr: values,
    config: values,
    state: values,
    action: values,
  } as const;
  const view = viewOf(tattler, whole, "e");
  for (const name of SECTIONS) assert.deepEqual(view[name], { open: true }, name);
  assert.ok(!JSON.stringify(view).includes("hush"));
  assert.deepEqual(Object.keys(visible(section)), ["open"]);
});
