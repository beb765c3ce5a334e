/** Fault 32: ports that another program has, takes, or wants too: said in one sentence, tried again, and never the end of Node-RED. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import {
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type NodeRed,
  nodeRed,
  servedAt,
  TAB,
} from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

let house: NodeRed;
const uncaught: unknown[] = [];
const keep = (error: unknown) => uncaught.push(error);

before(async () => {
  process.on("unhandledRejection", keep).on("uncaughtException", keep);
  house = await nodeRed();
});
after(async () => {
  await house.stop();
  process.off("unhandledRejection", keep).off("uncaughtException", keep);
  assert.deepEqual(uncaught, []);
});

async function thief(port = 0): Promise<{ readonly port: number; readonly leave: () => Promise<void> }> {
  const server: Server = createServer((_, response) => response.end("mine")).listen(port);
  await once(server, "listening");
  const leave = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { port: (server.address() as AddressInfo).port, leave };
}

function gateways(...settings: readonly Record<string, unknown>[]): FlowNode[] {
  return [
    TAB,
    ...settings.map((each, index) => gatewayNode(`gw${index}`, each)),
    ...settings.map((_, index) =>
      flowNode(`ask${index}`, "zigbee-gateway-request", { gateway: `gw${index}`, method: "" }),
    ),
  ];
}

const config = async (port: number) =>
  (await house.ask("GET", `http://127.0.0.1:${port}/api/config`).catch(() => undefined))?.body;
const told = (text: string) => house.lines.filter((line) => line.includes(text)).length;

for (const member of ["port", "pushPort"]) {
  test(`${member} in use at the start: said once, Node-RED's own server goes on, and it is taken when it is free`, async () => {
    const { port, leave } = await thief();
    await house.deploy(gateways({ name: "late", [member]: port }));
    const { fill, text } = await house.status("ask0", /in use/);
    assert.deepEqual([fill, text], ["yellow", `port ${port} is in use`], "all but its clients goes on");
    assert.equal((await config(house.port)).name, "late");
    await house.deploy(gateways({ name: "late", [member]: port })); // the waiting one goes on
    assert.equal(told(`port ${port} is in use`), 1);
    await leave();
    await house.status("ask0", /^ready/);
    const { status } = await house.ask("GET", `http://127.0.0.1:${port}/api/config`);
    assert.equal(status, member === "port" ? 200 : 404);
    await house.deploy([TAB]);
  });
}

test("stolen between two deploys: the new gateway says so, and gets it back", async () => {
  const port = await freePort();
  await house.deploy(gateways({ name: "one", port }));
  await servedAt(house, new RegExp(`:${port}/api`), "gw0");
  await house.deploy([TAB]);
  const { leave } = await thief(port);
  await house.deploy(gateways({ name: "two", port }));
  await house.status("ask0", /in use/);
  await leave();
  await house.status("ask0", /^ready/);
  assert.equal((await config(port)).name, "two");
  await house.deploy([TAB]);
});

test("two gateways want one port: one has it, the other says so, and follows when the first has gone", async () => {
  const port = await freePort();
  await house.deploy(gateways({ name: "first", port }, { name: "second", port }));
  const loser = await Promise.any(
    [0, 1].map(async (index) => {
      await house.status(`ask${index}`, /in use/);
      return index;
    }),
  );
  const names = ["first", "second"];
  assert.equal((await config(port)).name, names[1 - loser]);
  await house.deploy(
    gateways({ name: "first", port }, { name: "second", port }).filter(({ id }) => id !== `gw${1 - loser}`),
  );
  await house.status(`ask${loser}`, /^ready/);
  assert.equal((await config(port)).name, names[loser]);
  await house.deploy([TAB]);
});

test("the port of Node-RED itself, for a gateway: refused like any other", async () => {
  await house.deploy(gateways({ name: "greedy", port: house.port }));
  const { fill } = await house.status("ask0", /in use/);
  assert.equal(fill, "yellow");
  assert.equal((await config(house.port)).name, "greedy");
  await house.deploy([TAB]);
});

test("a port that needs more rights, one that is none, and one for both: one sentence each, or it works", async () => {
  await house.deploy(gateways({ port: 70_000 }));
  assert.match((await house.status("ask0", /not valid/)).text, /port is 70000/);
  await house.deploy(gateways({ port: "8080; rm -rf /" }));
  assert.match((await house.status("ask0", /valid.*8080/)).text, /port is 8080; rm/);
  const port = await freePort();
  await house.deploy(gateways({ name: "both", port, pushPort: port }));
  await servedAt(house, new RegExp(`:${port}/api`), "gw0");
  assert.equal((await config(port)).name, "both");
  await house.deploy([TAB]);
});

test("deleted while it waits for its port: it waits no longer", async () => {
  const { port, leave } = await thief();
  await house.deploy(gateways({ port }));
  await house.status("ask0", /in use/);
  const { runtime: running } = house.nodes.getNode("gw0");
  await house.deploy([TAB]);
  await leave();
  assert.equal(running.status.text, "stopped");
  await running.opened.listenAgain();
  assert.deepEqual(running.opened.ports().http, 0);
  const again = await thief(port);
  await again.leave();
  await eventually(() => running.listeners === 0);
});
