/** Faults 20 and 21: while the link window is closed no client gets a key, wherever it says it is; and no page opens it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import { ask } from "../support/http.ts";
import { flowNode, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

type Headers = Readonly<Record<string, string>>;

let house: NodeRed;
let own = 0;

before(async () => {
  own = await freePort();
  const user = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" });
  house = await nodeRed({ flow: [TAB, gatewayNode("gw", { port: own }), user] });
  await house.status("ask", /^ready/);
});
after(() => house.stop());

const JSON_TYPE = { "Content-Type": "application/json" };
const LINK_BUTTON = 101; // not pressed
const FOREIGN_PAGE = 1;
const wishes: [from: string, headers: Headers, error?: number][] = [
  ["this machine", JSON_TYPE],
  ["this machine, without a type", {}],
  ["a page, as plain text", { "Content-Type": "text/plain", Origin: "http://evil.example" }, FOREIGN_PAGE],
  [
    "a page, as a form",
    { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://evil.example" },
    FOREIGN_PAGE,
  ],
  ["a page that has no origin", { ...JSON_TYPE, Origin: "null" }, FOREIGN_PAGE],
  ["the editor's own origin", { ...JSON_TYPE, Origin: "http://127.0.0.1:1880" }],
  ["a proxy for this machine", { ...JSON_TYPE, "X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1" }],
  ["a proxy for many", { ...JSON_TYPE, "X-Forwarded-For": "127.0.0.1, ::1, 10.0.0.1, localhost" }],
  ["a proxy with the new header", { ...JSON_TYPE, Forwarded: 'for="[::1]";proto=https;by=127.0.0.1;host=localhost' }],
  [
    "a proxy with other names",
    { ...JSON_TYPE, "X-Forwarded-Host": "localhost", "X-Original-URL": "/api", Via: "1.1 localhost" },
  ],
  ["a rebound name", { ...JSON_TYPE, Host: "evil.example" }, FOREIGN_PAGE],
  [
    "a rebound name with its page",
    { ...JSON_TYPE, Host: "evil.example:80", Origin: "http://evil.example", Referer: "http://evil.example/" },
    FOREIGN_PAGE,
  ],
  ["localhost by name", { ...JSON_TYPE, Host: "localhost" }],
  ["somebody with an empty password", { ...JSON_TYPE, Authorization: `Basic ${btoa("me:")}` }],
  ["somebody with some password", { ...JSON_TYPE, Authorization: `Basic ${btoa("delight:delight")}` }],
  ["somebody with another method in mind", { ...JSON_TYPE, "X-HTTP-Method-Override": "PUT" }],
];

for (const [from, headers, error = LINK_BUTTON] of wishes) {
  test(`locked: from ${from} no client gets a key`, async () => {
    for (const port of [house.port, own]) {
      for (const path of ["/api", "/api/", "/api?x=1", "//api", "/%61pi"]) {
        const { status, text } = await ask(port, "POST", path, { headers, body: '{"devicetype":"evil"}' });
        assert.equal(status, 403, `${path}: ${text}`);
        assert.equal(JSON.parse(text)[0].error.type, error, `${path}: ${text}`);
      }
    }
    const { keys, seconds } = (await house.ask("GET", "/zigbee-gateway/gw/keys")).body;
    assert.deepEqual([keys, seconds], [[], 0]);
  });
}

test("a body may not open the link window", async () => {
  const bodies = [
    '{"devicetype":"x","hasPassword":true}',
    '{"devicetype":"x","__proto__":{"hasPassword":true}}',
    '{"linkbutton":true}',
  ];
  for (const body of bodies) {
    for (const path of ["/api", "/api/config", "/api/x/config"]) {
      for (const method of ["POST", "PUT"]) {
        const { status } = await ask(house.port, method, path, { headers: JSON_TYPE, body });
        assert.ok(status === 403 || status === 404, `${method} ${path}: ${status}`);
      }
    }
  }
  assert.equal((await house.ask("GET", "/zigbee-gateway/gw/keys")).body.seconds, 0);
});

test("a page opens nothing in the editor's name: a request that it can send without asking is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain;application/json",
  ]) {
    const headers = { "Content-Type": type, Origin: "http://evil.example" };
    const { status } = await ask(house.port, "POST", "/zigbee-gateway/gw/unlock", { headers, body: '{"seconds":60}' });
    assert.equal(status, 415, type);
  }
  const { status } = await ask(house.port, "POST", "/zigbee-gateway/gw/unlock", { body: "{}" });
  assert.equal(status, 415, "no type at all");
  for (const method of ["GET", "PUT"])
    await ask(house.port, method, "/zigbee-gateway/gw/unlock", { headers: JSON_TYPE });
  assert.equal((await house.ask("GET", "/zigbee-gateway/gw/keys")).body.seconds, 0);
});

test("a page that asks first is not allowed to unlock", async () => {
  const headers = { Origin: "http://evil.example", "Access-Control-Request-Method": "POST" };
  const { headers: answer } = await ask(house.port, "OPTIONS", "/zigbee-gateway/gw/unlock", { headers });
  assert.equal(answer["access-control-allow-origin"], undefined);
});

test("a key is given in the window, and the next one is refused when it is closed again", async () => {
  const key = await newKey(house);
  await house.ask("PUT", `/api/${key}/config`, { unlock: 0 });
  const { status } = await ask(own, "POST", "/api", { headers: JSON_TYPE, body: '{"devicetype":"late"}' });
  assert.equal(status, 403);
  assert.equal((await house.ask("GET", `/api/${key}/sensors`)).status, 200);
});

test("from the network it is no different than from this machine", async () => {
  const outside = Object.values(networkInterfaces()).flat();
  const address = outside.find((each) => each?.family === "IPv4" && !each.internal)?.address;
  for (const host of ["127.0.0.1", ...(address ? [address] : [])]) {
    const response = await fetch(`http://${host}:${own}/api`, { method: "POST", body: '{"devicetype":"x"}' });
    assert.equal(response.status, 403, host);
  }
});

test("push is read only: a listener gets no key and opens nothing", async () => {
  const client = new WebSocket(`ws://127.0.0.1:${house.port}/`);
  await once(client, "open");
  client.send('{"devicetype":"x"}');
  client.send('{"unlock":60}');
  client.terminate();
  const { body } = await house.ask("GET", "/zigbee-gateway/gw/keys");
  assert.deepEqual([body.keys.length, body.seconds], [1, 0]);
});

test("a page of another site does not hear push", async () => {
  const client = new WebSocket(`ws://127.0.0.1:${house.port}/`, { headers: { Origin: "http://evil.example" } });
  const [error] = await once(client, "error");
  assert.match(error.message, /403/);
});
