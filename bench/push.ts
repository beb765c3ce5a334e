/** P5, P6, P20: the cost of a push message, and how late it comes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { start } from "../test/support/start.ts";
import { startControl } from "./control.ts";
import { atLeast, atMost, type Bench, type Result, SHORT, sideBySide } from "./goals.ts";
import { at, http, openLine } from "./load.ts";
import type { Told, Wanted } from "./push-server.ts";
import { BARE_FLOWS } from "./rest.ts";

const CLIENTS = 100;
const MESSAGES = SHORT ? 200 : 2_000;
const TURNS = SHORT ? 200 : 600;
const OTHERS = SHORT ? 20 : 199;
const FLOOD = SHORT ? 4_000 : 40_000; // messages: more than the kernel's own buffers take for a client that does not read
const HELD_AT_MOST = 1_048_576;

export const benches: readonly Bench[] = [
  {
    goals: ["P5", "P6", "P20"],
    run: async () => [await delay(), await fanOut(), ...(await deaf())],
  },
];

/** From sending a PUT until a client holds its message. */
async function delay(): Promise<Result> {
  const house = await start({ args: ["--flows", BARE_FLOWS] });
  const port = Number(house.host.split(":")[1]);
  const body =
    '{"name":"S","modelid":"M1","swversion":"1","type":"CLIPTemperature","uniqueid":"p5","manufacturername":"B"}';
  await fetch(`http://${house.host}/api/${house.key}/sensors`, { method: "POST", body });
  const control = await startControl({ kind: "relay", body: "", headers: {} });
  const path = `/api/${house.key}/sensors/1/state`;
  const figures = await sideBySide(
    () => roundTrips(port, path),
    () => roundTrips(control.port, path),
  );
  control.stop();
  await house.remove();
  return atMost(1.8, { goal: "P5", what: "from PUT to push, median", unit: "ms", ...figures });
}

async function roundTrips(port: number, path: string): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  await once(socket, "open");
  const line = await openLine(port);
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const heard = once(socket, "message");
    const sent = performance.now();
    const answered = line.ask(http("PUT", path, `{"temperature":${turn}}`));
    await heard;
    if (turn >= 100) times.push(performance.now() - sent);
    await answered;
  }
  socket.terminate();
  line.close();
  return at(
    times.sort((one, other) => one - other),
    0.5,
  );
}

async function fanOut(): Promise<Result> {
  const ours = await open("ours");
  const naive = await open("naive");
  for (const each of [ours, naive]) await each.listen(CLIENTS);
  const speed = async (server: Server) =>
    (MESSAGES * CLIENTS) / ((await server.send(MESSAGES, "at once")).microseconds / 1e6);
  await speed(ours);
  await speed(naive);
  const figures = await sideBySide(
    () => speed(ours),
    () => speed(naive),
  );
  for (const each of [ours, naive]) each.stop();
  return atLeast(2, {
    goal: "P6",
    what: `messages to ${CLIENTS} clients for a second of processor time`,
    unit: "messages",
    ...figures,
  });
}

/** One client that never reads: the bytes that are held for it, and the delay of the others. */
async function deaf(): Promise<Result[]> {
  const server = await open("ours");
  const others = await server.listen(OTHERS);
  await lateness(server, others);
  let held = 0;
  const figures = await sideBySide(
    async () => {
      const deafOne = await handshake(server.port);
      deafOne.pause();
      held = Math.max(held, (await server.send(FLOOD, "in turns")).held);
      const late = await lateness(server, others);
      deafOne.destroy();
      return late;
    },
    async () => {
      await server.send(FLOOD, "in turns"); // the others have as much behind them
      return await lateness(server, others);
    },
  );
  server.stop();
  return [
    atMost(1.1, { goal: "P20", what: "lateness (p99) beside a client that never reads", unit: "ms", ...figures }),
    atMost(1, {
      goal: "P20",
      what: "held for the client that never reads",
      unit: "bytes",
      ours: held,
      control: HELD_AT_MOST,
    }),
  ];
}

async function lateness(server: Server, others: readonly Socket[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < (SHORT ? 20 : 200); round += 1) {
    const sent = performance.now();
    const heard = others.map((socket) => nextData(socket).then(() => times.push(performance.now() - sent)));
    await server.send(1, "in turns");
    await Promise.all(heard);
  }
  return at(
    times.sort((one, other) => one - other),
    0.99,
  );
}

/** A client that was dropped would be waited for without end. */
function nextData(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const dropped = () => reject(new Error("a client that reads was dropped"));
    if (socket.destroyed || socket.readableEnded) return dropped();
    socket.once("close", dropped);
    socket.once("data", () => {
      socket.off("close", dropped);
      resolve();
    });
  });
}

interface Server {
  readonly port: number;
  readonly listen: (clients: number) => Promise<Socket[]>;
  readonly send: (messages: number, how: Wanted["how"]) => Promise<Told & { say: "sent" }>;
  readonly stop: () => void;
}

async function open(kind: "ours" | "naive"): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const child = fork(new URL("push-server.ts", import.meta.url), [kind, folder]);
  const [{ port }] = (await once(child, "message")) as [Told & { say: "ready" }];
  return {
    port,
    listen: (clients) => Promise.all(Array.from({ length: clients }, () => handshake(port))),
    send: async (messages, how) => {
      const wanted: Wanted = { messages, how };
      child.send(wanted);
      const [told] = (await once(child, "message")) as [Told & { say: "sent" }];
      return told;
    },
    stop: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client that throws away its input: it costs next to nothing. */
async function handshake(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(socket, "data");
  socket.on("data", () => {});
  return socket;
}
