/** Paths as clients, proxies and attackers write them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseTarget, RequestTargets } from "../../../src/edges/http/request-target.ts";

const cases: [url: string, key: string, address: string, isMalformed?: true][] = [
  ["/api", "", "/"],
  ["/api/", "", "/"],
  ["//api//", "", "/"],
  ["/api?x=/y", "", "/"],
  ["/api/K", "K", "/"],
  ["/api/K/", "K", "/"],
  ["/api/K#f", "K", "/"],
  ["/api/K/sensors", "K", "/sensors"],
  ["/api/K/sensors/1?a=b%zz", "K", "/sensors/1"],
  ["//api//K//sensors///1//", "K", "/sensors/1"],
  ["/%61pi/K/sensors", "K", "/sensors"],
  ["/api/K/sensors/a%20b", "K", "/sensors/a b"],
  ["/api/K/sensors/%2e%2e", "K", "/sensors/.."],
  ["/api/K/sensors/../config", "K", "/sensors/../config"],
  ["/api/K/sensors/%2541", "K", "/sensors/%41"],
  ["/api/K/sensors/%C3%BC", "K", "/sensors/ü"],
  ["/api/K/__proto__/constructor", "K", "/__proto__/constructor"],
  ["http://house.example/api/K/sensors", "K", "/sensors"],
  ["http://house.example//api/K", "K", "/"],
  ["/api/K/sensors/%00", "K", "/sensors/%00", true],
  ["/api/K/sensors/1%0a2", "K", "/sensors/1%0a2", true],
  ["/api/K/sensors/1%2Fstate", "K", "/sensors/1%2Fstate", true],
  ["/api/K/sensors/%", "K", "/sensors/%", true],
  ["/api/K/sensors/%ff", "K", "/sensors/%ff", true],
  ["/api/%zz/sensors", "%zz", "/sensors", true],
];

for (const [url, key, address, isMalformed = false] of cases) {
  test(`${url} is ${address} for ${key || "nobody"}${isMalformed ? ", malformed" : ""}`, () => {
    assert.deepEqual(parseTarget(url), { key, address, query: url.split("?")[1] ?? "", isMalformed });
  });
}

for (const url of [
  "",
  "/",
  "*",
  "/apix",
  "/API/K",
  "/app/api/K",
  "/api%2fK",
  "/?/api",
  "http://api",
  "/%zz/api",
  "api/K",
]) {
  test(`${url} is none of ours`, () => assert.equal(parseTarget(url), undefined));
}

test("any text is read without a crash, and no address hides a separator or a control character", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom("/", "//", "%", "%2f", "%00", "%2e%2e", "?", "#", "api", "://"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = parseTarget(`/api/K/${pieces.join("")}`);
      assert.ok(target, "it begins with /api");
      assert.ok(target.address.startsWith("/"));
      assert.ok(!target.address.includes("//"), target.address);
    }),
  );
});

test("a target asked for again is the same, however many others were asked for", () => {
  const targets = new RequestTargets();
  const url = "/api/KEY/sensors/1";
  const first = targets.of(url);
  assert.deepEqual(first, parseTarget(url));
  assert.equal(targets.of(url), first);
  for (let id = 0; id < 5_000; id += 1) targets.of(`/api/KEY/lights/${id}`);
  assert.deepEqual(targets.of(url), first);
  for (const strange of ["/else", "/api/%E0%A4%A", `/api/KEY/${"x".repeat(9_000)}`]) {
    assert.deepEqual(targets.of(strange), parseTarget(strange));
    assert.deepEqual(targets.of(strange), parseTarget(strange));
  }
});
