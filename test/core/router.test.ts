/** The router: which row a method and an address belong to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { content } from "../../src/core/result.ts";
import { type Route, Router } from "../../src/core/router.ts";
import { segmentsOf } from "../../src/model/addresses.ts";
import type { Method } from "../../src/model/resource.ts";

const route = (method: Method, pattern: Route[1]): Route => [
  method,
  pattern,
  () => content(pattern),
  { does: pattern },
];
const router = new Router([
  route("GET", "/"),
  route("GET", "/sensors"),
  route("GET", "/sensors/new"),
  route("GET", "/sensors/:id"),
  route("PUT", "/sensors/:id"),
  route("PATCH", "/groups/:group"),
  route("PUT", "/groups/:group"),
  route("PUT", "/groups/:group/scenes/:scene"),
  route("PUT", "/scenes/:rest*"),
]);

const ASKED: [method: Method, address: string, pattern: string | undefined, params?: Record<string, string>][] = [
  ["GET", "/", "/"],
  ["GET", "", "/"],
  ["GET", "//sensors//", "/sensors"],
  ["GET", "/sensors/new", "/sensors/new"],
  ["GET", "/sensors/7", "/sensors/:id", { id: "7" }],
  ["PATCH", "/sensors/7", "/sensors/:id", { id: "7" }],
  ["PATCH", "/groups/7", "/groups/:group", { group: "7" }],
  ["PUT", "/groups/1/scenes/2", "/groups/:group/scenes/:scene", { group: "1", scene: "2" }],
  ["GET", "/sensors/__proto__", "/sensors/:id", { id: "__proto__" }],
  ["PUT", "/scenes/1", "/scenes/:rest*"],
  ["PUT", "/scenes/1/lights/2/state", "/scenes/:rest*"],
  ["PUT", "/scenes", undefined],
  ["GET", "/scenes/1", undefined],
  ["POST", "/sensors", undefined],
  ["GET", "/sensors/7/state", undefined],
  ["GET", "/constructor", undefined],
  ["DELETE", "/", undefined],
];
for (const [method, address, pattern, params = {}] of ASKED) {
  test(`${method} ${address} → ${pattern}`, () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { segments, match } = router.resolve(method, address);
      assert.deepEqual(segments, segmentsOf(address));
      assert.equal(match?.about.does, pattern);
      if (match) assert.deepEqual({ ...match.params }, params);
    }
  });
}

test("the route of an address is looked up once for each method", () => {
  for (const method of ["GET", "PUT"] as const)
    assert.equal(router.resolve(method, "/sensors/7"), router.resolve(method, "/sensors/7"));
  assert.notEqual(router.resolve("PUT", "/sensors/7").match, router.resolve("GET", "/sensors/7").match);
});

test("families are known by their first segment", () => {
  assert.equal(router.knows("sensors"), true);
  assert.equal(router.knows("lights"), false);
  assert.equal(router.knows("constructor"), false);
});
