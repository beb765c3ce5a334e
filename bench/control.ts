/** The controls, each in a process of its own: the least that could do the job. Started by `startControl`. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { WebSocketServer } from "ws";

export interface Control {
  readonly port: number;
  readonly stop: () => void;
}

export interface Order {
  readonly kind: "same bytes" | "not modified" | "echo" | "relay";
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function startControl(order: Order): Promise<Control> {
  const child = fork(new URL(import.meta.url), ["serve"], { execArgv: [] });
  child.send(order);
  const [port] = (await once(child, "message")) as [number];
  return { port, stop: () => child.kill() };
}

const LISTENERS: Readonly<Record<Order["kind"], (order: Order) => RequestListener>> = {
  "same bytes": ({ body, headers }) => {
    const bytes = Buffer.from(body);
    return (_, response) => response.writeHead(200, headers).end(bytes);
  },
  "not modified":
    ({ headers }) =>
    (_, response) =>
      response.writeHead(304, headers).end(),
  echo:
    ({ headers }) =>
    async (request, response) =>
      response.writeHead(200, headers).end(await bodyOf(request)),
  relay: () => () => {}, // made below, beside its WebSocket server
};

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks)));
  });
}

/** Hands each body on to every listener, and that is all. */
function relay(): ReturnType<typeof createServer> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    JSON.parse(body.toString());
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
    for (const client of sockets.clients) client.send(body.toString());
  });
  const sockets = new WebSocketServer({ server });
  return server;
}

if (process.argv[2] === "serve") {
  process.once("message", (order: Order) => {
    const server = order.kind === "relay" ? relay() : createServer(LISTENERS[order.kind](order));
    server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  });
  process.on("disconnect", () => process.exit(0));
}
