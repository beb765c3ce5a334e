/**
 * Fault 31, with everything that there is: all examples, the virtual house behind them, a client of the API, one of push and a sidebar. Full deploys under
 * load leave the radio alone and the clients connected, and leave nothing behind.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import process from "node:process";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import { EXAMPLES, exampleFlow } from "../support/examples.ts";
import { children, counted, leavesNothing, warnsOfNothing } from "../support/leaks.ts";
import { eventually, type NodeRed, nodeRed } from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const DEPLOYS = process.env.LONG ? 100 : 10;

let house: NodeRed;
let home: VirtualFlow;
let gateway = "";

const flow = () => exampleFlow(...EXAMPLES);

before(async () => {
  const nodes = flow();
  gateway = nodes.find(({ type }) => type === "zigbee-gateway")?.id ?? "";
  house = await nodeRed({ movedIn: true, flow: nodes });
  home = await virtualFlow(house, gateway);
});
after(() => house.stop());
warnsOfNothing();

const running = () => house.nodes.getNode(gateway).runtime;

/** The line of a sidebar: its news, and whether it is still there. */
async function sidebar(): Promise<{
  readonly heard: () => string;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}> {
  const asked = request(`${house.adminUrl}/zigbee-gateway/${gateway}/changes`).end();
  const [answer] = await once(asked, "response");
  let heard = "";
  let isOpen = true;
  answer.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
  });
  answer.on("close", () => {
    isOpen = false;
  });
  return { heard: () => heard, isOpen: () => isOpen, close: () => asked.destroy() };
}

interface Done {
  readonly statuses: readonly number[];
  readonly connections: number;
  readonly writes: number;
}

/** A program that switches a lamp on one connection, until it is told to end. */
function program(address: string): () => Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number>();
  const statuses = new Set<number>();
  let isEnding = false;
  const write = (on: boolean) =>
    new Promise<number>((resolve) => {
      const path = `/api/${home.key}${address}`;
      const asked = request({ agent, port: house.port, host: "127.0.0.1", method: "PUT", path }, (answer) => {
        ports.add(asked.socket?.localPort ?? 0);
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      asked.on("error", () => resolve(0)).end(JSON.stringify({ on }));
    });
  let writes = 0;
  const done = (async () => {
    for (; !isEnding || writes % 2 === 1; writes += 1) statuses.add(await write(writes % 2 === 0));
  })();
  return async () => {
    isEnding = true;
    await done;
    agent.destroy();
    return { statuses: [...statuses], connections: ports.size, writes };
  };
}

test(`${DEPLOYS} full deploys of everything: the radio and all clients stay, nothing leaks`, async (t) => {
  const nodes = flow();
  await house.deploy(nodes); // resources that are made once have been made
  const [lamp = ""] =
    Object.entries<{ uniqueid: string }>(await home.get("/lights")).find(
      ([, { uniqueid }]) => uniqueid === `${MAC.hallLamp}-01`,
    ) ?? [];
  const line = await sidebar();
  const client = new WebSocket(`ws://127.0.0.1:${house.port}/`);
  await once(client, "open");
  let pushed = 0;
  client.on("message", (data) => {
    const { r, id, state } = JSON.parse(String(data));
    if (r === "lights" && id === lamp && state?.on !== undefined) pushed += 1;
  });
  const end = program(`/lights/${lamp}/state`);
  t.after(end); // also after a failure: it would go on for ever
  await eventually(() => pushed > 2);
  const [first, radio, old] = [counted(house, gateway), children(), running()];
  for (let turn = 1; turn <= DEPLOYS; turn += 1) await house.deploy(nodes, "full");
  const { statuses, connections, writes } = await end();
  t.diagnostic(`${writes} writes, ${pushed} pushed, ${JSON.stringify(first)}`);
  assert.equal(running(), old, "the gateway went on");
  assert.deepEqual(children(), radio, "the radio went on");
  assert.deepEqual([statuses, connections], [[200], 1], "each write was answered, on one connection");
  assert.equal(client.readyState, WebSocket.OPEN);
  assert.ok(line.isOpen(), "the sidebar still hears");
  const before = line.heard().length;
  await home.put(`/lights/${lamp}`, { name: "Still here" });
  await eventually(() => line.heard().slice(before).includes("Still here"));
  await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genOnOff.onOff")) === 0);
  await leavesNothing(house, gateway, first);
  line.close();
  client.terminate();
  assert.deepEqual(
    house.lines.filter((text) => /error|timed out/i.test(text)),
    [],
  );
});
