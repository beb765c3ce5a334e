/** Back pressure and fairness: the effect of many requests at once on other clients, counted in turns of the event loop. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { test } from "node:test";
import { httpHandler } from "../../../src/edges/http/http.ts";
import { RequestQueue } from "../../../src/edges/http/request-queue.ts";
import type { Address, Command, Reply } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";
import { ask, dial, eventually, httpParts, KEY } from "../../support/http.ts";

const get = (address: Address) => `GET /api/${KEY}${address} HTTP/1.1\r\nHost: x\r\n\r\n`;
const ok = ({ address }: Command): Reply => ({ status: 200, body: { address } });

/** A server as Node-RED has it. Each answer costs `cost` milliseconds of the door's own time. */
async function busyHouse({ cost = 0, perform = ok }: { cost?: number; perform?: (command: Command) => unknown } = {}) {
  const { parts, clock, log } = httpParts([]);
  const served: { readonly address: Address; readonly turn: number }[] = [];
  const sockets: Socket[] = [];
  const parsed: number[] = []; // requests, by turn
  let turn = 0;
  const queue = new RequestQueue(clock);
  const handler = httpHandler({
    ...parts,
    queue,
    perform: (command) => {
      served.push({ address: command.address, turn });
      clock.advance(cost / 1000);
      return perform(command) as Reply;
    },
  });
  const server = createServer((request, response) => {
    parsed[turn] = (parsed[turn] ?? 0) + 1;
    handler(request, response);
  });
  const stop = queue.watch(server);
  server.on("connection", (socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const { port } = server.address() as AddressInfo;
  return {
    port,
    clock,
    log,
    served,
    sockets,
    queue,
    server,
    addresses: () => served.map(({ address }) => address),
    mostServedInATurn: () => Math.max(...served.map(({ turn }) => served.filter((each) => each.turn === turn).length)),
    mostParsedInATurn: () => Math.max(...parsed.filter((each) => each !== undefined)),
    close: async () => {
      isOver = true;
      stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a connection has one reply under way; its next request waits for it", async () => {
  const answers: (() => void)[] = [];
  const perform = (command: Command) =>
    new Promise<Reply>((resolve) => {
      answers.push(() => resolve(ok(command)));
    });
  const house = await busyHouse({ perform });
  const line = await dial(house.port, [1, 2, 3].map((id) => get(`/sensors/${id}`)).join(""));
  for (const expected of [1, 2, 3]) {
    await eventually(() => answers.length === expected, `the request ${expected}`);
    await settle();
    assert.equal(house.served.length, expected);
    answers.at(-1)?.();
    await line.until(`"/sensors/${expected}"`);
  }
  assert.deepEqual(house.addresses(), ["/sensors/1", "/sensors/2", "/sensors/3"]);
  await house.close();
});

test("a connection with waiting requests is paused, and resumed when they are answered", async () => {
  let answer: (() => void) | undefined;
  const perform = (command: Command) =>
    command.address !== "/slow"
      ? ok(command)
      : new Promise<Reply>((resolve) => {
          answer = () => resolve(ok(command));
        });
  const house = await busyHouse({ perform });
  const line = await dial(house.port, get("/slow"));
  await eventually(() => answer !== undefined, "the first is asked");
  const text = get("/lights/1").repeat(2_000);
  line.socket.write(text);
  line.socket.write(get("/end"));
  const [socket] = house.sockets;
  await eventually(() => socket?.isPaused() === true, "it is not read on");
  await settle();
  assert.ok(Number(socket?.bytesRead) <= get("/slow").length + 65_536, `one chunk, not ${socket?.bytesRead} bytes`);
  answer?.();
  await line.until('"/end"');
  assert.equal(house.served.length, 2_002);
  await house.close();
});

test("a connection with a single waiting request is not paused", async () => {
  const house = await busyHouse({ cost: 20 });
  const lines = await Promise.all(Array.from({ length: 10 }, () => dial(house.port)));
  await eventually(() => house.sockets.length === 10, "all are there");
  let pauses = 0;
  for (const socket of house.sockets) socket.on("pause", () => (pauses += 1));
  for (const { socket } of lines) socket.write(get("/groups"));
  await eventually(() => house.served.length === 10, "all are answered");
  assert.ok(house.mostServedInATurn() <= 2, "they had to wait");
  assert.equal(pauses, 0);
  await house.close();
});

test("a client that never reads gets one large reply, and the others go on", async () => {
  const bytes = Buffer.alloc(6_000_000, " "); // more than sockets hold
  const house = await busyHouse({ perform: () => ({ status: 200, body: {}, json: bytes }) });
  const lines = await Promise.all(Array.from({ length: 20 }, () => dial(house.port)));
  for (const { socket } of lines) socket.pause();
  for (const { socket } of lines) socket.write(get("/").repeat(120));
  await eventually(() => house.served.length === 20, "each has one under way");
  await settle();
  assert.equal((await ask(house.port, "GET", `/api/${KEY}/lights`)).status, 200);
  assert.equal(house.served.length, 21);
  await house.close();
});

test("after ten milliseconds of serving the event loop runs everything else", async () => {
  const house = await busyHouse({ cost: 4 });
  const lines = await Promise.all(Array.from({ length: 30 }, () => dial(house.port)));
  for (const { socket } of lines) socket.write(get("/groups").repeat(5));
  await eventually(() => house.served.length === 150, "all are answered");
  assert.ok(house.mostServedInATurn() <= 3, `${house.mostServedInATurn()} in one turn`);
  await house.close();
});

test("of a source that floods, one connection is read at a time", async () => {
  const house = await busyHouse();
  const lines = await Promise.all(Array.from({ length: 12 }, () => dial(house.port)));
  await eventually(() => house.sockets.length === 12, "all are there");
  for (const { socket } of lines) socket.write(get("/config").repeat(300));
  await eventually(() => house.served.length === 3_600, "all are answered");
  assert.ok(house.mostParsedInATurn() <= 900, `${house.mostParsedInATurn()} in one turn`);
  await house.close();
});

test("another source does not wait for a flood", async () => {
  const house = await busyHouse({ cost: 4 });
  const lines = await Promise.all(Array.from({ length: 20 }, () => dial(house.port)));
  const other = await dial(house.port, "", "127.0.0.2");
  for (const { socket } of lines) socket.write(get("/groups").repeat(50));
  await eventually(() => house.served.length > 30, "it goes on");
  other.socket.write(get("/mine"));
  await eventually(() => house.addresses().includes("/mine"), "it is answered");
  const before = house.addresses().indexOf("/mine");
  assert.ok(before < 100, `${before} answers were given before it`);
  assert.equal(house.queue.sources, 2);
  for (const { socket } of [...lines, other]) socket.destroy();
  await eventually(() => house.queue.sources === 0, "all are forgotten");
  await house.close();
});

test("during a flood, new and old connections of the same source are soon served", async () => {
  const house = await busyHouse({ cost: 1 });
  const old = await dial(house.port, get("/old"));
  await old.until('"/old"');
  old.socket.write(get("/old"));
  await eventually(() => house.served.length === 2, "it is known");
  const lines = await Promise.all(Array.from({ length: 20 }, () => dial(house.port)));
  await eventually(() => house.sockets.length === 21, "all are there");
  for (const { socket } of lines) socket.write(get("/groups").repeat(300));
  await eventually(() => house.served.length > 50, "it goes on");
  const newcomer = await dial(house.port, get("/new"));
  old.socket.write(get("/again"));
  await Promise.all([newcomer.until('"/new"'), old.until('"/again"')]);
  assert.ok(house.served.length < 1_000, `${house.served.length} answers were given before`);
  await house.close();
});

test("a source that sends without end and never reads loses connections, not the gateway its memory", async () => {
  const house = await busyHouse({ perform: () => new Promise(() => {}) });
  const lines = await Promise.all(Array.from({ length: 30 }, () => dial(house.port)));
  for (const { socket } of lines) socket.write(get("/").repeat(700));
  await eventually(() => lines.some(({ socket }) => socket.destroyed), "one is closed");
  const other = await dial(house.port, get("/mine"), "127.0.0.2");
  await eventually(() => house.addresses().includes("/mine"), "others are heard");
  other.socket.destroy();
  await house.close();
});

test("a connection that became a WebSocket is left alone", async () => {
  const house = await busyHouse();
  const upgraded: Socket[] = [];
  house.server.on("upgrade", (_, socket) => {
    upgraded.push(socket as Socket);
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  const ws = await dial(house.port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n");
  await ws.until("101");
  assert.equal(house.queue.sources, 0);
  const line = await dial(house.port, get("/groups").repeat(200));
  await eventually(() => house.served.length > 0, "it goes on");
  assert.equal(upgraded[0]?.isPaused(), false);
  await eventually(() => house.served.length === 200, "all are answered");
  for (const socket of [line.socket, ws.socket, ...upgraded]) socket.destroy();
  await house.close();
});

test("an upgrade behind unanswered requests ends the connection; behind a reply it is like any other", async () => {
  const never = new Promise<Reply>(() => {});
  const house = await busyHouse({ perform: (command) => (command.address === "/slow" ? never : ok(command)) });
  const upgraded: Duplex[] = [];
  house.server.on("upgrade", (_, socket) => {
    upgraded.push(socket);
    if (!socket.destroyed) socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  const upgrade = "GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
  for (const before of [get("/slow"), get("/groups").repeat(3)]) {
    const line = await dial(house.port, before + upgrade);
    assert.doesNotMatch(await line.closed, /101/);
    assert.equal(house.queue.sources, 0);
  }
  const line = await dial(house.port, get("/groups") + upgrade);
  assert.match(await line.until("101"), /"\/groups".*101/s);
  for (const socket of [line.socket, ...upgraded]) socket.destroy();
  await house.close();
});

test("when a server is no longer watched, its connections are forgotten and left as they were", async () => {
  const house = await busyHouse();
  const line = await dial(house.port, get("/groups"));
  await line.until('"/groups"');
  const [socket] = house.sockets as [Socket];
  const listeners = socket.listenerCount("close");
  const stop = house.queue.watch(house.server);
  stop();
  assert.equal(socket.listenerCount("close"), listeners - 1);
  assert.equal(house.queue.sources, 0);
  line.socket.write(get("/lights"));
  await line.until('"/lights"');
  line.socket.destroy();
  await house.close();
});
