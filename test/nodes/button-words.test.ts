import assert from "node:assert/strict";
import { test } from "node:test";
import { deedIn } from "../../nodes/button-words.ts";

test("what was done, and with which button", () => {
  assert.deepEqual(deedIn({ buttonevent: 2002 }), { payload: "short_release", button: 2, buttonevent: 2002 });
  assert.deepEqual(deedIn({ buttonevent: 12_004 }), { payload: "double", button: 12, buttonevent: 12_004 });
  assert.equal(deedIn({ buttonevent: 1099 })?.payload, "other");
});

test("a dial is turned, to the right or to the left", () => {
  const turned = { rotaryevent: 1, expectedeventduration: 400 };
  assert.deepEqual(deedIn({ ...turned, expectedrotation: 30 }), { payload: "rotate_right", button: 1, rotation: 30 });
  assert.equal(deedIn({ ...turned, expectedrotation: -30 })?.payload, "rotate_left");
});

test("anything else was done by nobody", () => {
  for (const values of [{}, { lowbattery: true }, { buttonevent: null }, { eventduration: 8 }])
    assert.equal(deedIn(values), undefined);
});
