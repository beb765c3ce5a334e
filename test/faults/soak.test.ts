/** Fault 39: hours of a busy house, in one run of its own: its memory does not grow, and afterwards it is as quiet as before. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { WebSocket } from "ws";
import { clip } from "../support/fakes.ts";
import { flowNode, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const PER_SECOND = 50;
const SENSORS = 20;
const MOST_GROWTH = 0.05; // of the heap, from the second quarter to the last: the lists for people (traces, courses) are full by then
const IDLE = 10_000; // milliseconds
const MOST_RESTLESS = 0.02; // of a processor, more than before

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes that are still held when nothing is garbage. */
function held(): number {
  for (let round = 0; round < 3; round += 1) collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

/** Of a processor, while no client does anything. */
async function restlessness(): Promise<number> {
  const start = process.cpuUsage();
  await pause(IDLE);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / IDLE;
}

async function open(): Promise<{ readonly house: NodeRed; readonly key: string }> {
  const flow = [
    TAB,
    gatewayNode(),
    flowNode("heard", "zigbee-gateway-event", { gateway: "gw" }),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" }),
  ];
  const house = await nodeRed({ flow });
  await house.status("ask", /^ready/);
  const key = await newKey(house);
  const post = (path: string, body: unknown) => house.ask("POST", `/api/${key}${path}`, body);
  for (let id = 1; id <= SENSORS; id += 1)
    await post("/sensors", clip("CLIPGenericStatus", { uniqueid: `soak-${id}` }));
  for (let id = 1; id < SENSORS; id += 1) {
    const conditions = [{ address: `/sensors/${id}/state/status`, operator: "dx" }];
    const actions = [{ address: `/sensors/${SENSORS}/state`, method: "PUT", body: { status: id } }];
    await post("/rules", { name: `Rule ${id}`, conditions, actions });
  }
  return { house, key };
}

test(`${MINUTES} minutes with ${PER_SECOND} events a second: nothing grows, and then it rests`, {
  skip: !process.env.LONG,
  timeout: (MINUTES + 10) * 60_000,
}, async (t) => {
  const { house, key } = await open();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses = new Map<number, number>();
  const write = (turn: number) =>
    new Promise<void>((resolve) => {
      const path = `/api/${key}/sensors/${1 + (turn % (SENSORS - 1))}/state`;
      const asked = request({ agent, port: house.port, host: "127.0.0.1", method: "PUT", path }, (answer) => {
        statuses.set(answer.statusCode ?? 0, (statuses.get(answer.statusCode ?? 0) ?? 0) + 1);
        answer.resume().on("end", resolve);
      });
      asked.end(JSON.stringify({ status: turn }));
    });
  const client = new WebSocket(`ws://127.0.0.1:${house.port}/`);
  await once(client, "open");
  let pushed = 0;
  client.on("message", () => {
    pushed += 1;
  });
  const before = await restlessness();
  const fds = readdirSync("/proc/self/fd").length;
  const samples: number[] = [];
  const start = performance.now();
  for (let turn = 0; turn < MINUTES * 60 * PER_SECOND; turn += 1) {
    const early = start + (turn * 1000) / PER_SECOND - performance.now();
    if (early > 0) await pause(early);
    await write(turn);
    if (turn % (MINUTES * 3 * PER_SECOND) === 0) samples.push(held()); // twenty times
  }
  const { length } = samples;
  const quarter = (from: number) => Math.max(...samples.slice(from, from + Math.ceil(length / 4)));
  const [first, last] = [quarter(Math.ceil(length / 4)), quarter(length - Math.ceil(length / 4))];
  await pause(IDLE); // records that were due have been written
  const after = await restlessness();
  agent.destroy();
  t.diagnostic(
    `${JSON.stringify([...statuses])}, ${pushed} pushed; heap ${samples.map((bytes) => (bytes / 1e6).toFixed(1)).join(" ")} MB`,
  );
  t.diagnostic(`idle ${(before * 100).toFixed(2)} % of a processor before, ${(after * 100).toFixed(2)} % after`);
  assert.deepEqual([...statuses.keys()], [200]);
  assert.ok(last <= first * (1 + MOST_GROWTH), `${first} → ${last} bytes`);
  assert.ok(after <= before + MOST_RESTLESS, `${before} → ${after}`);
  assert.ok(readdirSync("/proc/self/fd").length <= fds + 4, "files and sockets");
  assert.equal(client.readyState, WebSocket.OPEN);
  client.terminate();
  await house.stop();
});
