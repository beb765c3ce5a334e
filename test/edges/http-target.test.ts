/** Paths as clients, proxies and attackers write them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { targetOf } from "../../src/edges/http-target.ts";

const cases: [url: string, key: string, address: string, broken?: true][] = [
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

for (const [url, key, address, broken = false] of cases) {
  test(`${url} is ${address} for ${key || "nobody"}${broken ? ", broken" : ""}`, () => {
    assert.deepEqual(targetOf(url), { key, address, broken });
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
  test(`${url} is none of ours`, () => assert.equal(targetOf(url), undefined));
}

test("any text is read without a crash, and no address hides a separator or a control character", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom("/", "//", "%", "%2f", "%00", "%2e%2e", "?", "#", "api", "://"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = targetOf(`/api/K/${pieces.join("")}`);
      assert.ok(target, "it begins with /api");
      assert.ok(target.address.startsWith("/"));
      assert.ok(!target.address.includes("//"), target.address);
    }),
  );
});
