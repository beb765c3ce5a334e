import assert from "node:assert/strict";
import { test } from "node:test";
import { flattened, nested } from "../../src/model/nested.ts";

test("members with slashes become objects within objects, and back", () => {
  const flat = { "on/startup": 255, "color/ct/startup": 370, "color/execute_if_off": true, groups: ["1"] };
  const deep = { on: { startup: 255 }, color: { ct: { startup: 370 }, execute_if_off: true }, groups: ["1"] };
  assert.deepEqual(nested(flat), deep);
  assert.deepEqual(flattened(deep), flat);
});

test("a name without a slash is left as it is", () => {
  const values = { on: true, battery: 90 };
  assert.equal(nested(values), values);
});

test("a member that is itself an object stays one", () => {
  assert.deepEqual(
    flattened({ schedule: { W1: [] }, on: { startup: 1 } }, (name) => name === "schedule"),
    {
      schedule: { W1: [] },
      "on/startup": 1,
    },
  );
});

test("a name that prototypes have is a name like any other", () => {
  const hostile = flattened(JSON.parse('{"__proto__":{"on":true},"constructor":{"x":1}}'));
  assert.deepEqual(Object.keys(hostile), ["__proto__/on", "constructor/x"]);
  nested(hostile);
  assert.equal(({} as { on?: unknown }).on, undefined);
});
