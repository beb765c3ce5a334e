/** The table of errors: numbers, statuses and wording (wire 5.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ERRORS, faultOf, statusOf } from "../../../src/edges/deconz/errors.ts";
import { ApiError, type ErrorName, wordsOf } from "../../../src/model/errors.ts";

const ROWS: [name: ErrorName, more: unknown[], type: number, status: number, text: string][] = [
  ["unauthorized", [], 1, 403, "unauthorized user"],
  ["badJson", [], 2, 400, "body contains invalid JSON"],
  ["notFound", [], 3, 404, "resource, /a, not available"],
  ["noMethod", ["PUT"], 4, 404, "method, PUT, not available for resource, /a"],
  ["missing", [], 5, 400, "missing parameters in body"],
  ["missingOne", ["name"], 5, 400, "missing parameter, name"],
  ["unknown", ["foo"], 6, 400, "parameter, foo, not available"],
  ["invalid", ["on", 5], 7, 400, "invalid value, 5, for parameter, on"],
  ["takes", ["on", 5, "true"], 7, 400, "invalid value, 5, for parameter, on: it takes true"],
  ["takes", ["on", 5, "x".repeat(290)], 7, 400, `invalid value, 5, for parameter, on: it takes ${"x".repeat(290)}`],
  ["readOnly", ["type"], 8, 400, "parameter, type, not modifiable"],
  ["tooMany", [], 11, 400, "too many items in list"],
  ["duplicate", ["sensor with uniqueid", "u"], 100, 400, "sensor with uniqueid, u, already exists"],
  ["linkButtonNotPressed", [], 101, 403, "link button not pressed"],
  ["off", ["bri"], 201, 200, "parameter, bri, is not modifiable. Device is set to off."],
  ["unreachable", [], 202, 200, "resource, /a, is not modifiable. Device is not reachable."],
  ["typeNotCreatable", [], 501, 400, "Not allowed to create sensor type"],
  ["sensorsFull", [], 502, 400, "sensor list is full"],
  ["internal", ["951"], 901, 503, "Internal error, 951"],
  ["notConnected", [], 950, 503, "Not connected"],
  ["busy", [], 951, 503, "bridge busy"],
];
for (const [name, more, type, status, text] of ROWS) {
  test(`${name}: ${type}, ${status}`, () => {
    const error = new ApiError(name, "/a", ...more);
    assert.equal(statusOf(error), status);
    assert.deepEqual(faultOf(error), { error: { type, address: "/a", description: text } });
  });
}

test("only statuses that clients know, and no number of two meanings", () => {
  for (const { status } of Object.values(ERRORS)) assert.ok([200, 400, 403, 404, 500, 503].includes(status));
});

const VALUES: [value: unknown, shown: string][] = [
  ["a text", "a text"],
  [{ a: [1] }, "{&quot;a&quot;:[1]}"],
  [undefined, "undefined"],
  [null, "null"],
  ["<script>&", "&lt;script&gt;&amp;"],
  ["%a %1 $& $1", "%a %1 $&amp; $1"],
  ["x".repeat(500), `${"x".repeat(77)}...`],
];
for (const [value, shown] of VALUES) {
  test(`in a sentence: ${shown}`, () => {
    const { description } = faultOf(new ApiError("invalid", "/a", "p", value)).error;
    assert.equal(description, `invalid value, ${shown}, for parameter, p`);
  });
}

test("a value that cannot be written out is refused like any other, and all other errors keep their stacks", () => {
  const { stackTraceLimit } = Error;
  const round: Record<string, unknown> = {};
  round.round = [round];
  for (const [value, shown] of [
    [round, "{…}"],
    [[round], "[…]"],
    [5n, "5"],
  ] as const) {
    const { description } = faultOf(new ApiError("invalid", "/a", "p", value)).error;
    assert.equal(description, `invalid value, ${shown}, for parameter, p`);
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
  }
});

const THROWN: [thrown: unknown, words: string][] = [
  [new Error("it broke"), "it broke"],
  ["a text", "a text"],
  [undefined, "undefined"],
  [404, "404"],
];
for (const [thrown, words] of THROWN)
  test(`a thrown value, in words: ${words}`, () => assert.equal(wordsOf(thrown), words));
