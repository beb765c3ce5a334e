/** Nothing that a device says can hurt the process that hears it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainData, plainValues } from "../../../src/radio/process/plain-data.ts";

const endless: Record<string, unknown> = {};
endless.again = endless;

const CASES: readonly (readonly [what: string, said: unknown, plainly: unknown])[] = [
  ["numbers", 21.5, 21.5],
  ["NaN", Number.NaN, null],
  ["infinity", Number.NEGATIVE_INFINITY, null],
  ["a big number", 12n, 12],
  ["one too big for a number", 2n ** 64n, "18446744073709551616"],
  ["a long text", "x".repeat(5000), "x".repeat(1000)],
  ["bytes", Buffer.from([1, 2]), Buffer.from([1, 2])],
  ["other bytes", new Uint8Array([3]), Buffer.from([3])],
  ["many bytes", Buffer.alloc(5000), Buffer.alloc(1000)],
  ["a list", [1, Number.NaN, undefined], [1, null, null]],
  ["numbers in an array of their kind", new Uint16Array([1, 2]), [1, 2]],
  ["a date", new Date(5), 5],
  ["a function", () => 1, undefined],
  ["members without a value", { a: undefined, b: 1 }, { b: 1 }],
];

for (const [what, said, plainly] of CASES) {
  test(what, () => assert.deepEqual(plainData(said), plainly));
}

test("members that would not be members", () => {
  const said = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "a": 2}');
  const copy = plainValues(said);
  assert.deepEqual(Object.keys(copy), ["constructor", "a"]);
  assert.equal(Object.getPrototypeOf(copy), Object.prototype);
});

test("data without an end, and data with too many values", () => {
  assert.ok(JSON.stringify(plainData(endless)).length < 200);
  assert.equal((plainData(new Array(10_000).fill(1)) as unknown[]).length, 500);
  assert.equal(
    Object.keys(plainValues(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`m${at}`, at])))).length,
    500,
  );
});
