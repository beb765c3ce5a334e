/** Deploys of all kinds: a gateway whose settings did not change goes on, and its clients notice nothing. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import {
  type DeployType,
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type NodeRed,
  newKey,
  nodeRed,
  servedAt,
  sink,
  TAB,
  withBothVersions,
} from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

const DEPLOYS = process.env.LONG ? 100 : 30;
const SENSOR = { name: "S", modelid: "M", swversion: "1", type: "CLIPGenericStatus", manufacturername: "Me" };

function flow(gateway: Record<string, unknown> = {}, event: Record<string, unknown> = {}): FlowNode[] {
  return [
    TAB,
    gatewayNode("gw", gateway),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "", wires: [["answers"]] }),
    sink("answers"),
    flowNode("heard", "zigbee-gateway-event", { gateway: "gw", family: "sensors", ...event, wires: [["facts"]] }),
    sink("facts"),
  ];
}

withBothVersions((version) => {
  let house: NodeRed;
  let key = "";
  const running = () => house.nodes.getNode("gw").runtime;

  before(async () => {
    house = await nodeRed({ version, flow: flow() });
    key = await newKey(house);
    await house.ask("POST", `/api/${key}/sensors`, { ...SENSOR, uniqueid: "s1" });
    await house.received("facts");
  });
  after(() => house.stop());

  let turn = 0;
  const deploys: [type: DeployType, what: string, change: () => FlowNode[]][] = [
    ["full", "nothing", () => flow()],
    ["nodes", "nothing", () => flow()],
    ["nodes", "a flow node", () => flow({}, { name: `n${turn}` })],
    ["flows", "a flow node", () => flow({}, { name: `n${turn}` })],
    ["full", "a flow node", () => flow({}, { name: `n${turn}` })],
    ["full", "the place of the gateway's users", () => flow({}, { x: 300 + turn })],
  ];

  for (const [type, what, change] of deploys) {
    test(`a "${type}" deploy of ${what} leaves the gateway and its clients alone`, async () => {
      const client = new WebSocket(`ws://127.0.0.1:${house.port}/`);
      await once(client, "open");
      const heard: string[] = [];
      client.on("message", (data) => heard.push(String(data)));
      const old = running();
      turn += 1;
      const start = performance.now();
      await house.deploy(change(), type);
      assert.ok(performance.now() - start < 1_000, "a deploy is quick");
      assert.equal(running(), old);
      await house.received("facts", 0);
      assert.equal((await house.ask("PUT", `/api/${key}/sensors/1/state`, { status: turn })).status, 200);
      assert.equal((await house.received("facts"))[0]?.payload.status, turn);
      await eventually(() => heard.some((text) => JSON.parse(text).state?.status === turn));
      assert.equal(client.readyState, WebSocket.OPEN);
      client.terminate();
      await house.status("heard", /^(ready|\w.* · \d+:\d\d [AP]M$)/);
    });
  }

  test(`${DEPLOYS} deploys leak no listener and no client`, async () => {
    const count = () => [house.server.listenerCount("upgrade"), running().listeners];
    const old = running();
    const first = count();
    for (let round = 0; round < DEPLOYS; round += 1) await house.deploy(flow(), "full");
    assert.equal(running(), old);
    assert.deepEqual(count(), first);
    await house.received("facts", 0);
    await house.ask("PUT", `/api/${key}/sensors/1/state`, { status: 1000 });
    await house.received("facts");
    await new Promise((wake) => setTimeout(wake, 50));
    assert.equal((await house.received("facts", 0)).length, 0, "each fact is told once");
  });

  test("a new name is a new label: the gateway goes on, and the next start keeps a later name by a client", async () => {
    const old = running();
    const called = async () => (await house.ask("GET", "/api/config")).body.name;
    for (const name of ["Cabin", "Hut"]) {
      await house.deploy(flow({ name }), "nodes");
      assert.equal(running(), old);
      await eventually(async () => (await called()) === name);
    }
    await house.ask("PUT", `/api/${key}/config`, { name: "Barn" });
    await house.deploy(flow({ name: "Hut" }), "full");
    assert.deepEqual([running() === old, await called()], [true, "Barn"]);
    await house.deploy(flow({ name: "Hut", announceHost: "hut.example" }), "nodes");
    assert.notEqual(running(), old);
    await eventually(async () => (await called()) === "Barn");
  });

  test("changed settings start another gateway on the same data", async () => {
    const old = running();
    await house.deploy(flow({ name: "Home" }), "nodes");
    assert.notEqual(running(), old);
    assert.equal((await house.ask("GET", `/api/${key}/sensors/1`)).body.state.status, 1000);
    assert.equal((await house.ask("GET", "/api/config")).body.name, "Home");
    assert.equal(old.status.text, "stopped");
    const { body: events } = await house.ask("GET", "/zigbee-gateway/gw/events");
    const told = events.filter(({ values }: { values: { status?: unknown } }) => values.status === 1000);
    assert.equal(told.length, 1, "the list of events goes on");
    assert.ok(told[0].n <= 0, "before all that happened since");
  });

  test("no change is lost to the flows while deploys replace the gateway", async () => {
    await house.received("facts", 0);
    let [written, isEnding, status] = [0, false, 10_000];
    const writer = async () => {
      while (!isEnding) {
        status += 1;
        const reply = await house.ask("PUT", `/api/${key}/sensors/1/state`, { status });
        if (reply.status === 200) written += 1;
        await new Promise((wake) => setTimeout(wake, 10)); // deploys have the processor, too
      }
    };
    const writers = [writer(), writer(), writer()];
    const old = running();
    for (let round = 0; round < 10; round += 1) {
      await house.deploy(flow({ announceHost: `house-${round}.example` }), "full");
      await house.status("heard", /^(ready|\w.* · \d+:\d\d [AP]M$)/);
    }
    isEnding = true;
    await Promise.all(writers);
    assert.notEqual(running(), old);
    assert.ok(written > 50, `${written} writes`);
    const facts: Record<string, unknown>[] = [];
    const seen = () => new Set(facts.map(({ payload }) => (payload as { status?: number }).status)).size;
    await eventually(
      async () => {
        facts.push(...(await house.received("facts", 0)));
        return seen() === written;
      },
      () => `${seen()} of ${written} came`,
      10_000,
    );
    await house.deploy(flow({ name: "Home" }), "nodes");
  });

  test("a changed password makes a new gateway, and opens it", async () => {
    const old = running();
    await house.deploy(flow({ name: "Home", credentials: { password: "open sesame" } }), "nodes");
    assert.notEqual(running(), old);
    const basic = (password: string) => ({ Authorization: `Basic ${btoa(`me:${password}`)}` });
    assert.equal((await house.ask("POST", "/api", { devicetype: "x" }, basic("wrong"))).status, 403);
    assert.equal((await house.ask("POST", "/api", { devicetype: "x" }, basic("open sesame"))).status, 200);
    await house.deploy(flow({ name: "Home", credentials: { password: "open sesame" } }), "full");
    assert.equal((await house.ask("GET", `/api/${key}/sensors`)).status, 200);
  });

  test("a port of its own survives deploys, and moves when it changes", async () => {
    const [one, other] = [await freePort(), await freePort()];
    const config = (port: number) => house.ask("GET", `http://127.0.0.1:${port}/api/${key}/config`);
    await house.deploy(flow({ port: String(one) }));
    await servedAt(house, new RegExp(`:${one}/api`));
    assert.equal((await config(one)).body.port, one);
    const old = running();
    await house.deploy(flow({ port: String(one) }));
    assert.deepEqual([running() === old, (await config(one)).status], [true, 200]);
    await house.deploy(flow({ port: String(one), name: "same port", announceHost: "127.0.0.1" }));
    assert.notEqual(running(), old, "its port is closed, and opened by another one");
    await servedAt(house, new RegExp(`:${one}/api`));
    assert.equal((await config(one)).body.name, "same port");
    await house.deploy(flow({ port: String(other), pushPort: String(one) }));
    await servedAt(house, new RegExp(`:${other}/api`));
    assert.equal((await config(other)).body.websocketport, one);
    const client = new WebSocket(`ws://127.0.0.1:${one}/`);
    await once(client, "open");
    client.terminate();
    await house.deploy(flow());
  });

  test("deleted while requests are pending, it is gone soon, and its data stay", async () => {
    const old = running();
    for (let round = 0; round < 50; round += 1) {
      house.send("ask", { method: "PUT", topic: "/sensors/1/config", payload: { url: `u${round}` } });
    }
    const pending = house.ask("GET", `/api/${key}/sensors`);
    const start = performance.eventLoopUtilization();
    const folder = join(house.userDir, "zigbee-gateway", "net-gw");
    await house.deploy(flow().filter(({ id }) => id !== "gw"));
    const { idle } = performance.eventLoopUtilization(start);
    assert.ok(idle < 5_000, `${idle} ms of waiting, whatever the rest took on this machine`);
    assert.equal(old.status.text, "stopped");
    let isOver = false;
    void old.stop().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(isOver, "the deploy has waited for its end");
    await pending;
    assert.equal((await house.ask("GET", "/api/config")).status, 404);
    assert.equal((await house.status("ask", /no gateway/)).fill, "red");
    assert.ok(existsSync(folder) && readdirSync(folder).length > 0);
    const folders = await house.ask("GET", "/zigbee-gateway/new/folders");
    assert.deepEqual(
      folders.body.map(({ network }: { network: string }) => network),
      ["net-gw"],
    );
  });

  test("another node may adopt them", async () => {
    await house.deploy([TAB, gatewayNode("other", { network: "net-gw" })]);
    assert.equal((await house.ask("GET", `/api/${key}/sensors/1`)).status, 200);
    assert.deepEqual((await house.ask("GET", "/zigbee-gateway/new/folders")).body, []);
  });

  test("two gateways live side by side; the second needs a port of its own", async () => {
    const users = ["one", "two"].map((id) =>
      flowNode(`ask-${id}`, "zigbee-gateway-request", { gateway: id, method: "", wires: [[`from-${id}`]] }),
    );
    const sinks = [sink("from-one"), sink("from-two")];
    await house.deploy([TAB, gatewayNode("one"), gatewayNode("two"), ...users, ...sinks]);
    await servedAt(house, new RegExp(`:${house.port}/api`), "one");
    const { text, fill } = await house.status("ask-two", /another/);
    assert.deepEqual(
      [fill, text],
      ["yellow", "another gateway uses Node-RED's own server: give this one a port of its own"],
    );
    const port = await freePort();
    await house.deploy([TAB, gatewayNode("one"), gatewayNode("two", { port }), ...users, ...sinks]);
    await servedAt(house, new RegExp(`:${port}/api`), "two");
    for (const id of ["one", "two"]) {
      house.send(`ask-${id}`, { method: "PUT", topic: "/config", payload: { name: id } });
      await house.received(`from-${id}`);
    }
    assert.equal((await house.ask("GET", "/api/config")).body.name, "one");
    assert.equal((await house.ask("GET", `http://127.0.0.1:${port}/api/config`)).body.name, "two");
  });

  test("the same data folder is given to one gateway only, and the other says so", async () => {
    const ask = flowNode("ask-copy", "zigbee-gateway-request", { gateway: "copy", method: "GET", wires: [[]] });
    await house.deploy([TAB, gatewayNode("one"), gatewayNode("copy", { network: "net-one" }), ask]);
    const { fill, text } = await house.status("ask-copy", /folder/);
    assert.deepEqual([fill, text], ["red", "another gateway node uses the data folder net-one"]);
    assert.equal(house.lines.filter((line) => line.includes("another gateway node uses")).length, 1);
    assert.equal((await house.ask("GET", "/api/config")).body.name, "one");
  });

  test("settings that do not fit are refused in one sentence", async () => {
    const ask = flowNode("ask-bad", "zigbee-gateway-request", { gateway: "bad", method: "GET", wires: [[]] });
    await house.deploy([TAB, gatewayNode("bad", { network: "../../../tmp/out" }), ask]);
    const { text } = await house.status("ask-bad", /not valid/);
    assert.equal(text, "the gateway's settings are not valid: network is ../../../tmp/out");
    assert.equal((await house.ask("GET", "/api/config")).status, 404);
  });

  test("a port that another program has: said, no crash, and taken when it is free", async () => {
    const { createServer } = await import("node:http");
    const thief = createServer().listen(0);
    await once(thief, "listening");
    const { port } = thief.address() as { port: number };
    const ask = flowNode("ask-port", "zigbee-gateway-request", { gateway: "p", method: "GET", wires: [[]] });
    await house.deploy([TAB, gatewayNode("p", { port }), ask]);
    const { fill, text } = await house.status("ask-port", /in use/);
    assert.deepEqual([fill, text], ["yellow", `port ${port} is in use`], "all but its clients goes on");
    assert.equal((await house.ask("GET", "/api/config")).status, 200, "Node-RED's own server goes on");
    const trouble = async () => (await house.ask("POST", "/zigbee-gateway/p/try-port", { port })).body.trouble;
    assert.equal(await trouble(), "used", "the dialog tells it below the field");
    thief.close();
    await servedAt(house, new RegExp(`:${port}/api`), "p");
    assert.equal(await trouble(), "", "its own");
    assert.equal((await house.ask("GET", `http://127.0.0.1:${port}/api/config`)).status, 200);
  });

  test("closing waits for nothing: Node-RED gives up after 15 seconds", async () => {
    const start = performance.now();
    await house.deploy([TAB]);
    assert.ok(performance.now() - start < 10_000);
  });
});
