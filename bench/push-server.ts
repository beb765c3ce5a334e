/** A process that pushes: ours on a store and a bus, or a naive `ws.send` loop. Started by push.ts, told by messages. */
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import process from "node:process";
import { WebSocketServer } from "ws";
import { openClock } from "../src/edges/clock.ts";
import { openPush } from "../src/edges/push/push.ts";
import { CAUSE, gatewayIn, quiet, sensor } from "./questions/parts.ts";

export type Told =
  | { readonly say: "ready"; readonly port: number }
  | { readonly say: "sent"; readonly microseconds: number; readonly held: number };

/** A great many at once, and all of them are waited for; or each in a turn of the loop. */
export interface Wanted {
  readonly messages: number;
  readonly how: "at once" | "in turns";
}

const [kind = "ours", folder = ""] = process.argv.slice(2);
const server = createServer();
const sockets = new Set<Socket>();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
});
let turn = 0;
let isTelling = () => false;
const send = kind === "ours" ? await ours() : naive();
const lengths = () => [...sockets].map((socket) => socket.writableLength);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

server.listen(0, "127.0.0.1", () => tell({ say: "ready", port: (server.address() as AddressInfo).port }));
process.on("message", async ({ messages, how }: Wanted) => {
  const before = process.cpuUsage();
  let held = 0;
  for (let count = 0; count < messages; count += 1) {
    send(++turn);
    if (how === "in turns") await nextTurn();
    if (count % 100 === 0) held = Math.max(held, ...lengths());
  }
  if (how === "at once") while (isTelling() || lengths().some((length) => length > 0)) await nextTurn(); // until all are sent
  const { user, system } = process.cpuUsage(before);
  tell({ say: "sent", microseconds: user + system, held });
});
process.on("disconnect", () => process.exit(0));

function tell(told: Told): void {
  process.send?.(told);
}

async function ours(): Promise<(turn: number) => void> {
  const gateway = gatewayIn(folder);
  await gateway.perform({ method: "POST", address: "/sensors", body: sensor(1) }, CAUSE);
  const { bus, store } = gateway;
  const push = openPush({ bus, store, clock: openClock(quiet), log: quiet, whole: () => false, mayListen: () => true });
  isTelling = () => bus.isTelling;
  server.on("upgrade", push.upgrade);
  return (temperature) => store.patch("/sensors/1", "state", { temperature }, CAUSE);
}

function naive(): (turn: number) => void {
  const clients = new WebSocketServer({ server }).clients;
  return (temperature) => {
    const state = { temperature, lastupdated: new Date().toISOString() };
    for (const client of clients)
      client.send(JSON.stringify({ e: "changed", id: "1", r: "sensors", state, t: "event", uniqueid: "clip-1" }));
  };
}
