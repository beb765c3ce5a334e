/** Fault 31: a hundred deploys of each kind while clients write and listen: no client notices, nothing is lost, nothing is left behind. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import { clip } from "../support/fakes.ts";
import { ask } from "../support/http.ts";
import { countedAtRest, leavesNothing, warnsOfNothing } from "../support/leaks.ts";
import {
  type DeployType,
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type NodeRed,
  newKey,
  nodeRed,
  sink,
  TAB,
} from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

const SENSORS = 4;
const KINDS: readonly DeployType[] = ["full", "flows", "nodes"];

let house: NodeRed;
let key = "";
let own = 0;

function flow(turn: number, gateway: Record<string, unknown> = {}): FlowNode[] {
  return [
    TAB,
    gatewayNode("gw", { port: own, ...gateway }),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", wires: [["answers"]] }),
    sink("answers"),
    flowNode("heard", "zigbee-gateway-event", {
      gateway: "gw",
      family: "sensors",
      name: `n${turn % 3}`,
      wires: [["facts"]],
    }),
    sink("facts"),
    ...(turn % 2 ? [flowNode("more", "zigbee-gateway-event", { gateway: "gw", wires: [[]] })] : []),
  ];
}

before(async () => {
  own = await freePort();
  house = await nodeRed({ flow: flow(0) });
  await house.status("ask", /^ready/);
  key = await newKey(house);
  for (let id = 1; id <= SENSORS; id += 1) await write("POST", "/sensors", clip("CLIPGenericStatus"));
});
after(() => house.stop());
warnsOfNothing();

async function write(method: string, address: string, body: unknown): Promise<number> {
  const { status } = await ask(house.port, method, `/api/${key}${address}`, { body: JSON.stringify(body) });
  return status;
}

const running = () => house.nodes.getNode("gw").runtime;

interface Load {
  readonly statuses: readonly number[];
  readonly acknowledged: readonly number[]; // of each sensor, the last
  readonly writes: number;
}

/** Each sensor is written to, one value after the other, until it is told to end. */
function load(): () => Promise<Load> {
  let isEnding = false;
  let writes = 0;
  const statuses = new Set<number>();
  const writers = Array.from({ length: SENSORS }, async (_, index) => {
    let acknowledged = 0;
    for (let value = 1; !isEnding; value += 1) {
      const status = await write("PUT", `/sensors/${index + 1}/state`, { status: value }).catch(() => 0);
      statuses.add(status);
      writes += 1;
      if (status === 200) acknowledged = value;
      await new Promise((resolve) => setTimeout(resolve, 10)); // deploys have the processor, too
    }
    return acknowledged;
  });
  return async () => {
    isEnding = true;
    return { acknowledged: await Promise.all(writers), statuses: [...statuses], writes };
  };
}

async function kept(): Promise<readonly number[]> {
  const { body } = await house.ask("GET", `/api/${key}/sensors`);
  return Array.from({ length: SENSORS }, (_, index) => body[index + 1].state.status);
}

test("100 deploys under load, settings unchanged: each write is answered, the client stays, nothing leaks", async () => {
  const client = new WebSocket(`ws://127.0.0.1:${own}/`);
  await once(client, "open");
  const heard = new Map<string, number>();
  client.on("message", (data) => {
    const { id, state } = JSON.parse(String(data));
    if (state?.status !== undefined) heard.set(id, state.status);
  });
  await house.deploy(flow(1), "full"); // resources that are made once have been made
  await house.deploy(flow(0), "full");
  const first = await countedAtRest(house, "gw");
  const old = running();
  const end = load();
  for (let turn = 1; turn <= 100; turn += 1) await house.deploy(flow(turn), KINDS[turn % KINDS.length]);
  const { statuses, acknowledged, writes } = await end();
  assert.equal(running(), old, "the gateway went on");
  assert.equal(client.readyState, WebSocket.OPEN);
  assert.deepEqual(statuses, [200], "each write was answered");
  assert.ok(writes > 100, `${writes} writes`);
  assert.deepEqual(await kept(), acknowledged);
  await eventually(() => acknowledged.every((value, index) => heard.get(String(index + 1)) === value));
  await leavesNothing(house, "gw", first);
  client.terminate();
});

test("30 deploys under load, settings changed: each acknowledged write is kept, nothing leaks", async () => {
  const changed = (turn: number) => flow(0, { announceHost: turn % 2 ? "b.example" : "a.example" });
  await house.deploy(changed(0), "full");
  await house.status("ask", /^ready/);
  assert.equal(await write("PUT", "/sensors/1/state", { status: 0 }), 200); // with its first change a backup is due
  const first = await countedAtRest(house, "gw");
  const end = load();
  const gateways = new Set([running()]);
  for (let turn = 1; turn <= 30; turn += 1) {
    await house.deploy(changed(turn), KINDS[turn % KINDS.length]);
    gateways.add(running());
  }
  const { acknowledged, statuses } = await end();
  assert.equal(gateways.size, 31, "each deploy put another one in its place");
  await eventually(() => running().isReady);
  assert.deepEqual(
    statuses.filter((status) => ![0, 200, 404, 503].includes(status)),
    [],
  );
  const left = await kept();
  for (const [index, value] of acknowledged.entries()) {
    assert.ok((left[index] ?? 0) >= value, `sensor ${index + 1}: ${value} was acknowledged, ${left[index]} is there`);
  }
  await house.status("ask", /^ready/);
  assert.equal(await write("PUT", "/sensors/1/state", { status: 0 }), 200); // also of the last gateway, which load may not have reached
  await leavesNothing(house, "gw", first);
  assert.deepEqual(
    house.lines.filter((line) => /error|in use/i.test(line)),
    [],
  );
});
