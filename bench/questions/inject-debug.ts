/**
 * P19: a Node-RED with an inject and a debug node beside a gateway, and beside a bare server of the same bytes; says where they are, and
 * then, whenever it is asked, how late the messages were.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { flowNode, gatewayNode, newKey, nodeRed, TAB } from "../../test/support/node-red.ts";
import { given } from "../inside.ts";
import { at } from "../load.ts";

export interface Addresses {
  readonly ours: Polled;
  readonly bare: Polled;
}

export interface Polled {
  readonly port: number;
  readonly path: string;
}

const BEAT = 10; // milliseconds from one message to the next

const { folder, network } = given<{ folder: string; network: string }>();
const house = await nodeRed({
  userDir: folder,
  flow: [
    TAB,
    gatewayNode("gw", { network }),
    flowNode("inject", "inject", {
      props: [{ p: "payload" }],
      payload: "beat",
      payloadType: "str",
      repeat: String(BEAT / 1000),
      crontab: "",
      once: true,
      onceDelay: 0.1,
      wires: [["debug"]],
    }),
    flowNode("debug", "debug", { active: true, tosidebar: true, complete: "payload", targetType: "msg", wires: [] }),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" }),
  ],
});
await house.status("ask", /^ready/);
let seen: number[] = [];
house.nodes.getNode("debug").on("input", () => seen.push(performance.now()));

process.on("message", async (milliseconds: number) => {
  seen = [];
  await pause(milliseconds);
  process.send?.(lateness(seen));
});
const ours: Polled = { port: house.port, path: `/api/${await newKey(house)}/sensors` };
const page = Buffer.from(await (await fetch(house.url + ours.path)).arrayBuffer());
const server = createServer((_, response) => response.writeHead(200, { "Content-Length": page.length }).end(page));
await once(server.listen(0, "127.0.0.1"), "listening");
const addresses: Addresses = { ours, bare: { port: (server.address() as AddressInfo).port, path: "/" } };
process.send?.(addresses);

/** From when a message was due, a beat after the one before, to when the debug node had it; p99. */
function lateness(times: readonly number[]): number {
  const late = times.slice(1).map((time, index) => time - (times[index] ?? time) - BEAT);
  return at(
    late.sort((one, other) => one - other),
    0.99,
  );
}
