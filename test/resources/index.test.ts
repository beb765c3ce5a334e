/** The tables of the families: each row can be trusted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { familyOf } from "../../src/model/addresses.ts";
import { accept } from "../../src/model/fields.ts";
import { SECTIONS } from "../../src/model/resource.ts";
import { DEFINITIONS, ROUTES, singletons } from "../../src/resources/index.ts";

for (const [type, definition] of Object.entries(DEFINITIONS)) {
  test(`${type}: its defaults pass its own checks, and its ranges hold something`, () => {
    for (const section of SECTIONS) {
      for (const [name, field] of Object.entries(definition[section])) {
        if (field.default !== undefined && field.default !== "none") {
          assert.notEqual(accept(field, field.default), undefined, `${section}.${name}`);
        }
        assert.ok((field.min ?? -Infinity) <= (field.max ?? Infinity), `${section}.${name}`);
      }
    }
    const { stamp } = definition.onWrite ?? {};
    if (stamp) assert.equal(definition.state[stamp]?.kind, "time");
  });
}

test("no row stands twice, and a row knows each member that it needs", () => {
  const seen = new Set<string>();
  for (const [method, pattern, , { body = {}, needs = [], does }] of ROUTES) {
    const row = `${method} ${pattern.replace(/:\w+/g, ":")}`;
    assert.equal(seen.has(row), false, row);
    seen.add(row);
    assert.ok(does.length > 0, row);
    for (const name of needs) assert.ok(Object.hasOwn(body, name), `${row}: ${name}`);
  }
});

test("the singletons are of known types", () => {
  for (const { address, type } of singletons({}, false)) {
    assert.ok(DEFINITIONS[type], type);
    assert.equal(familyOf(address), DEFINITIONS[type]?.family);
  }
});
