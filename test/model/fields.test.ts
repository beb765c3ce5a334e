/** The values that a field takes, and their form afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accept,
  bool,
  check,
  defaults,
  type Field,
  int,
  list,
  num,
  object,
  text,
  time,
} from "../../src/model/fields.ts";

const NO = undefined;
const ROWS: [says: string, field: Field, given: unknown, kept: unknown][] = [
  ["bool", bool(), true, true],
  ["bool", bool(), 1, NO],
  ["bool", bool(), "true", NO],
  ["int", int(), 5, 5],
  ["int", int(), 5.5, NO],
  ["int", int(), "5", NO],
  ["int", int(), 2 ** 53, NO],
  ["int", int(), Number.NaN, NO],
  ["int", int(), Number.POSITIVE_INFINITY, NO],
  ["int without a minus zero", int(), -0, 0],
  ["int in a range", int({ min: 1, max: 3 }), 3, 3],
  ["int in a range", int({ min: 1, max: 3 }), 0, NO],
  ["int in a range", int({ min: 1, max: 3 }), 4, NO],
  ["loose int", int({ coerce: "number" }), "-5", -5],
  ["loose int", int({ coerce: "number" }), "5.0", 5],
  ["loose int", int({ coerce: "number" }), "5.5", NO],
  ["loose int", int({ coerce: "number" }), "5e3", NO],
  ["loose int", int({ coerce: "number" }), "0x10", NO],
  ["loose int", int({ coerce: "number" }), "", NO],
  ["num", num(), 5.5, 5.5],
  ["num", num({ max: 1 }), 5.5, NO],
  ["text", text(), "a", "a"],
  ["text", text(), 5, NO],
  ["text of a length", text({ min: 2, max: 3 }), "a", NO],
  ["text of a length", text({ min: 2, max: 3 }), "abc", "abc"],
  ["text of a length", text({ min: 2, max: 3 }), "abcd", NO],
  ["trimmed text", text({ coerce: "trim", min: 1 }), " a ", "a"],
  ["trimmed text", text({ coerce: "trim", min: 1 }), "  ", NO],
  ["one of some", text({ oneOf: ["a", "b"] }), "b", "b"],
  ["one of some", text({ oneOf: ["a", "b"] }), "c", NO],
  ["a last word", time({ fits: (value) => value === "noon" }), "noon", "noon"],
  ["a last word", time({ fits: (value) => value === "noon" }), "one", NO],
  ["list", list({ max: 1 }), ["a"], ["a"]],
  ["list", list({ max: 1 }), ["a", "b"], NO],
  ["list", list(), { length: 0 }, NO],
  ["object", object(), { a: 1 }, { a: 1 }],
  ["object", object(), [], NO],
  ["object", object(), null, NO],
];
for (const [says, field, given, kept] of ROWS) {
  test(`${says}: ${JSON.stringify(given)} → ${JSON.stringify(kept)}`, () => {
    assert.ok(Object.is(accept(field, given), kept) || typeof kept === "object");
    assert.deepEqual(accept(field, given), kept);
  });
}

test("check sorts a body into values that fit and reasons why the rest does not", () => {
  const fields = { on: bool(), type: text({ access: "read-only" }), secret: text({ access: "hidden" }) };
  const body = JSON.parse('{"on":true,"type":"x","secret":"x","__proto__":1,"toString":1}');
  const { values, errors } = check(fields, body, "/a");
  assert.deepEqual(values, { on: true });
  assert.deepEqual(
    errors.map(({ error, address }) => [error, address]),
    [
      ["readOnly", "/a/type"],
      ["unknown", "/a/secret"],
      ["unknown", "/a/__proto__"],
      ["unknown", "/a/toString"],
    ],
  );
  for (const none of [[], null, 5, "x", undefined])
    assert.throws(() => check(fields, none, "/a"), { error: "badJson" });
});

test("a member that is only written is taken, though it is hidden", () => {
  const fields = { lat: text({ access: "write-only" }) };
  assert.deepEqual(check(fields, { lat: "1" }, "/a"), { values: { lat: "1" }, errors: [] });
});

test("defaults: only members that have one", () => {
  assert.deepEqual(defaults({ a: bool({ default: false }), b: int(), c: int({ default: 0 }) }), { a: false, c: 0 });
});
