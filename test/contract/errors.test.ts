/** Errors (interface 7, wire 5): their form, and the answer at an address without a resource. */
import assert from "node:assert/strict";
import type { Address, Method } from "../../src/model/resource.ts";
import { clip } from "../support/fakes.ts";
import { contract, created, inShort, overHttp } from "../support/transports.ts";

const NOWHERE: [method: Method, address: Address, type: number][] = [
  ["GET", "/foo", 4],
  ["PUT", "/foo", 4],
  ["POST", "/foo/1", 4],
  ["DELETE", "/foo/1/2", 4],
  ["GET", "/constructor", 4],
  ["GET", "/__proto__", 4],
  ["GET", "/lights/1/foo", 3],
  ["PUT", "/lights/1/foo", 4],
  ["GET", "/sensors/1/foo", 3],
  ["GET", "/sensors/1/state", 3],
  ["POST", "/sensors/1", 4],
  ["DELETE", "/sensors", 4],
  ["PUT", "/sensors", 4],
  ["PATCH", "/sensors", 4],
  ["GET", "/config/whitelist", 3],
  ["DELETE", "/config", 4],
  ["POST", "/", 4],
  ["PUT", "/", 4],
  ["DELETE", "/", 4],
];

contract("B16: an unknown family, an unknown path, an unknown method", async ({ ask }) => {
  for (const [method, address, type] of NOWHERE) {
    const status = [404, [type, address]];
    assert.deepEqual(inShort(await ask(method, address, method === "GET" ? undefined : {})), status, address);
  }
});

contract("B1: whoever has no key is told so, whatever they ask for", async ({ asStranger }) => {
  const asked: [Method, Address][] = [
    ["GET", "/lights"],
    ["GET", "/foo"],
    ["POST", "/sensors"],
    ["PUT", "/config"],
    ["PUT", "/config/password"],
    ["DELETE", "/sensors/1"],
    ["GET", "/"],
  ];
  for (const [method, address] of asked) {
    assert.deepEqual(inShort(await asStranger(method, address)), [403, [1, address]], address);
  }
});

contract("a list of one error with type, address and description", async ({ ask }) => {
  assert.deepEqual((await ask("GET", "/sensors/5")).body, [
    { error: { type: 3, address: "/sensors/5", description: "resource, /sensors/5, not available" } },
  ]);
  assert.deepEqual((await ask("PUT", "/sensors/5")).body, [
    { error: { type: 2, address: "/sensors", description: "body contains invalid JSON" } },
  ]);
});

contract("addresses and descriptions are safe in a page", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  const { body } = await ask("PUT", "/sensors/1/config", { '<b a="&">': 1 });
  assert.deepEqual(body, [
    {
      error: {
        type: 6,
        address: "/sensors/1/config/&lt;b a=&quot;&amp;&quot;&gt;",
        description: "parameter, &lt;b a=&quot;&amp;&quot;&gt;, not available",
      },
    },
  ]);
  const [fault] = (await ask("PUT", "/sensors/1", { name: "<".repeat(5_000) })).body as [
    { error: { description: string } },
  ];
  assert.equal(fault.error.description.startsWith("invalid value, &lt;&lt;"), true);
  assert.ok(fault.error.description.length < 500, "a long value is cut");
});

overHttp("B18: OPTIONS on any path, and any page may read an answer", async ({ raw, key }) => {
  for (const path of ["/api", `/api/${key}/sensors`, "/api/nobody/foo/bar"]) {
    const response = await raw(path, { method: "OPTIONS", headers: { origin: "http://page.example" } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("access-control-allow-origin"), "http://page.example");
    assert.match(response.headers.get("access-control-allow-methods") ?? "", /PUT/);
    assert.equal(await response.text(), "");
  }
  const normal = await raw(`/api/${key}/sensors`, { headers: { origin: "http://page.example" } });
  assert.equal(normal.headers.get("access-control-allow-origin"), "*");
});
