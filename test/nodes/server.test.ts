/** The API on Node-RED's own server, under the settings that people have. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocket } from "ws";
import {
  flowNode,
  gatewayNode,
  type NodeRed,
  newKey,
  nodeRed,
  servedAt,
  TAB,
  type Version,
} from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

const ASK = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "GET", address: "/config" });
const MINE = [
  flowNode("mine", "http in", { url: "/api/mine", method: "get", wires: [["mineOut"]] }),
  flowNode("mineOut", "http response", { statusCode: "418", wires: [] }),
];

async function withRed(
  settings: Record<string, unknown>,
  gateway: Record<string, unknown>,
  run: (house: NodeRed) => Promise<void>,
  version: Version = "node-red",
) {
  const house = await nodeRed({ version, settings, flow: [TAB, gatewayNode("gw", gateway), ASK, ...MINE] });
  try {
    await run(house);
  } finally {
    await house.stop();
  }
}

async function greets(url: string): Promise<void> {
  const client = new WebSocket(url);
  await once(client, "open");
  client.terminate();
}

for (const version of ["node-red", "node-red-4"] as const) {
  test(`${version}, httpNodeRoot /nr: the API is below it, and the gateway knows where`, () =>
    withRed(
      { httpNodeRoot: "/nr" },
      {},
      async (house) => {
        await servedAt(house, new RegExp(`:${house.port}/nr/api$`));
        assert.equal((await house.ask("GET", "/api/config")).status, 404);
        assert.equal((await house.ask("GET", "/nr/api/config")).status, 200);
        assert.equal((await house.ask("GET", "/nr/api/mine")).status, 418);
        assert.equal((await house.ask("GET", "/nrapi/config")).status, 404);
        const key = await newKey(house, "gw", `${house.url}/nr`);
        assert.equal((await house.ask("PUT", `/nr/api/${key}/config`, "{broken")).body[0].error.type, 2);
        assert.equal((await house.ask("GET", "/zigbee-gateway/gw/ports")).body.obstacle, "prefix");
        assert.equal((await fetch(`${house.url}/description.xml`)).status, 404);
        const described = await fetch(`${house.url}/nr/description.xml`);
        assert.equal(described.headers.get("content-type"), "application/xml");
        assert.match(await described.text(), new RegExp(`<URLBase>http://[0-9.]+:${house.port}/nr/</URLBase>`));
        await greets(`ws://127.0.0.1:${house.port}/`);
      },
      version,
    ));

  test(`${version}, httpAdminRoot /admin: the API stays at the root`, () =>
    withRed(
      { httpAdminRoot: "/admin" },
      {},
      async (house) => {
        const key = await newKey(house);
        assert.equal((await house.ask("GET", `/api/${key}/sensors`)).status, 200);
        assert.equal((await house.ask("GET", "/api/mine")).status, 418);
        assert.equal((await house.ask("GET", "/admin/zigbee-gateway/gw/keys")).status, 200);
        assert.equal((await house.ask("GET", "/zigbee-gateway/gw/keys")).status, 404);
      },
      version,
    ));

  test(`${version}, httpNodeAuth: the login is not bypassed; an own port is the way`, () =>
    withRed(
      { httpNodeAuth: { user: "u", pass: "p" } },
      {},
      async (house) => {
        const { fill, text } = await house.status("ask", /port of its own/);
        assert.equal(fill, "yellow");
        assert.match(text, /^Give the gateway a port of its own: /);
        assert.equal((await house.ask("GET", "/api/config", undefined)).status, 401);
        const client = new WebSocket(`ws://127.0.0.1:${house.port}/`, { handshakeTimeout: 300 });
        await assert.rejects(once(client, "open"));
        const port = await freePort();
        await house.deploy([TAB, gatewayNode("gw", { port }), ASK]);
        await servedAt(house, new RegExp(`:${port}/api$`));
        assert.equal((await house.ask("GET", `http://127.0.0.1:${port}/api/config`)).status, 200);
        assert.equal((await house.ask("GET", "/api/config")).status, 401);
      },
      version,
    ));

  test(`${version}, httpRoot false: only an own port helps, and it does`, async () => {
    const port = await freePort();
    await withRed(
      { httpRoot: false, httpNodeRoot: false, httpAdminRoot: false },
      { port },
      async (house) => {
        await servedAt(house, new RegExp(`:${port}/api$`));
        assert.equal((await house.ask("GET", `http://127.0.0.1:${port}/api/config`)).status, 200);
        await greets(`ws://127.0.0.1:${port}/`);
      },
      version,
    );
  });
}

test("bound to this machine only: it works here, and the address is honest", () =>
  withRed({ uiHost: "127.0.0.1" }, {}, async (house) => {
    assert.equal(await servedAt(house, /./), `http://127.0.0.1:${house.port}/api`);
    assert.equal((await house.ask("GET", "/zigbee-gateway/gw/ports")).body.obstacle, "loopback");
  }));

test("an announced host and port are the ones that clients are told", () =>
  withRed({}, { announceHost: "home.example", announcePort: "8443" }, async (house) => {
    assert.equal(await servedAt(house, /./), "http://home.example:8443/api");
    const key = await newKey(house);
    assert.equal((await house.ask("GET", `/api/${key}/config`)).body.port, 8443);
  }));

test("push with a key: without one it is refused", () =>
  withRed({}, { pushKey: true }, async (house) => {
    const key = await newKey(house);
    const stranger = new WebSocket(`ws://127.0.0.1:${house.port}/`);
    await assert.rejects(once(stranger, "open"), /403/);
    await greets(`ws://127.0.0.1:${house.port}/?key=${key}`);
  }));

test("Node-RED's own WebSockets go on beside push", () =>
  withRed({}, {}, async (house) => {
    await greets(`ws://127.0.0.1:${house.port}/comms`);
    await greets(`ws://127.0.0.1:${house.port}/`);
  }));

test("its own ports listen where the dialog says, and the config says so", async () => {
  const [port, pushPort] = [await freePort(), await freePort()];
  await withRed({}, { port: String(port), pushPort: String(pushPort), portAddress: "127.0.0.2" }, async (house) => {
    await servedAt(house, new RegExp(`://127\\.0\\.0\\.2:${port}/api$`));
    const config = await house.ask("GET", `http://127.0.0.2:${port}/api/config`);
    assert.equal(config.status, 200);
    await greets(`ws://127.0.0.2:${pushPort}/`);
    for (const closed of [port, pushPort]) {
      await assert.rejects(fetch(`http://127.0.0.1:${closed}/api/config`), { message: "fetch failed" });
    }
    const key = await newKey(house, "gw", `http://127.0.0.2:${port}`);
    const { body } = await house.ask("GET", `http://127.0.0.2:${port}/api/${key}/config`);
    assert.deepEqual([body.ipaddress, body.port, body.websocketport], ["127.0.0.2", port, pushPort]);
  });
});

test("the health check: the API and the push channel answer, and no client is left over", async () => {
  const gateway = gatewayNode("gw", { announceHost: "127.0.0.1" });
  const house = await nodeRed({ flow: [TAB, gateway, flowNode("ask", "zigbee-gateway-request", { gateway: "gw" })] });
  try {
    await house.status("ask", /ready/);
    const { status, body } = await house.ask("GET", `/zigbee-gateway/gw/health?now=${Date.now()}&zone=UTC`);
    const said = Object.fromEntries(
      body.findings.map(({ check, says }: { check: string; says: string }) => [check, says]),
    );
    assert.equal(status, 200);
    assert.deepEqual([said.radio, said.disk, said.api, said.push], ["none", "good", "loopback", "good"]);
    assert.match(body.nodeRed, /^5\./);
    assert.match(body.about.version, /^\d/);
    const { push } = house.nodes.getNode("gw").runtime.opened;
    const until = Date.now() + 20_000;
    while (push.clients > 0 && Date.now() < until) await new Promise((next) => setTimeout(next, 10));
    assert.equal(push.clients, 0);
  } finally {
    await house.stop();
  }
});
