/** A small world for the push channel: a real bus and store behind a real server, and clients that keep what they hear. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";
import { Bus } from "../../src/core/bus.ts";
import { Store } from "../../src/core/store.ts";
import { openPush, type Push, type PushOptions } from "../../src/edges/push/push.ts";
import type { Address, Resource, Values } from "../../src/model/resource.ts";
import { SENSOR_TYPES } from "../../src/resources/sensors/types.ts";
import { type FakeClock, fakeClock, loudLog, settle, TEST } from "./fakes.ts";

export interface PushWorld {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: FakeClock;
  readonly log: ReturnType<typeof loudLog>;
  readonly push: Push;
  readonly server: Server;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

export type PushHouseOptions = Partial<PushOptions> & { readonly before?: (server: Server) => void };

export function story(says: string, run: (world: PushWorld) => Promise<void>, options?: PushHouseOptions): void {
  test(says, async () => {
    const world = await pushWorld(options);
    try {
      await run(world);
    } finally {
      await world.stop();
    }
  });
}

async function pushWorld(more: PushHouseOptions = {}): Promise<PushWorld> {
  const log = loudLog();
  const bus = new Bus(log);
  const clock = fakeClock();
  const store = new Store({ definitions: SENSOR_TYPES, clock, bus, salt: "0123456789abcdef0123" });
  const server = createServer((_, res) => res.end("{}"));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  more.before?.(server);
  const push = openPush({ bus, store, clock, log, whole: () => false, mayListen: () => true, ...more });
  server.on("upgrade", push.upgrade);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    push.close();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    assert.equal(clock.pending, 0, "no timer is left");
    assert.equal(bus.listeners, 0, "nobody listens any more");
  };
  return { bus, store, clock, log, push, server, port, stop };
}

export interface Listening {
  readonly socket: WebSocket;
  readonly heard: Values[];
  /** Resolves when so many messages have come. */
  has(count: number): Promise<readonly Values[]>;
}

export function listening(port: number, path = "/", headers: Record<string, string> = {}): Listening {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const heard: Values[] = [];
  let wake = () => {};
  socket.on("message", (data, isBinary) => {
    assert.equal(isBinary, false);
    heard.push(JSON.parse(String(data)));
    wake();
  });
  socket.on("error", () => {});
  const has = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return heard;
  };
  return { socket, heard, has };
}

export async function listener(port: number, path = "/", headers: Record<string, string> = {}): Promise<Listening> {
  const client = listening(port, path, headers);
  await once(client.socket, "open");
  return client;
}

export function sensor(id: number, type = "CLIPGenericStatus", more: Partial<Resource> = {}): Resource {
  const attr = {
    name: `S${id}`,
    modelid: "M",
    manufacturername: "Me",
    uniqueid: `u-${id}`,
  };
  const address: Address = `/sensors/${id}`;
  return { address, type, attr, config: { on: true, reachable: true }, state: {}, action: {}, ...more };
}

/** Waits for something that the other side of a socket brings about. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle();
}

export interface RawClient {
  readonly socket: Socket;
  readonly received: () => Buffer;
}

/** A client that speaks the handshake itself, and then any bytes that the test wants. */
export function rawAsking(port: number, path = "/", headers: readonly string[] = HANDSHAKE): RawClient {
  const socket = connect({ port, host: "127.0.0.1" });
  const parts: Buffer[] = [];
  socket.setNoDelay();
  socket.on("error", () => {});
  socket.on("data", (part) => parts.push(part));
  socket.write([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, "", ""].join("\r\n"));
  return { socket, received: () => Buffer.concat(parts) };
}

export async function rawClient(port: number, path?: string, headers?: readonly string[]): Promise<RawClient> {
  const client = rawAsking(port, path, headers);
  await until(() => client.received().includes("\r\n\r\n") || client.socket.destroyed);
  return client;
}

export const HANDSHAKE: readonly string[] = [
  "Connection: keep-alive, Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

export function measure(store: Store, id: number, status: number): void {
  store.patch(`/sensors/${id}`, "state", { status }, TEST);
}
