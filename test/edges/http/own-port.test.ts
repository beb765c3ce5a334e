/** The own port opens, refuses, in JSON, bytes that are no HTTP, and is gone at once when it is closed. */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { httpHandler } from "../../../src/edges/http/http.ts";
import { openOwnPort } from "../../../src/edges/http/own-port.ts";
import { settle } from "../../support/fakes.ts";
import { ask, dial, eventually, type Heard, httpParts, KEY, typesOf } from "../../support/http.ts";

async function house() {
  const heard: Heard[] = [];
  const { parts, clock, log } = httpParts(heard);
  const own = await openOwnPort({ port: 0, address: "127.0.0.1", handler: httpHandler(parts), clock, log });
  return { ...own, heard, clock, log };
}

const GREETING = `GET /api/${KEY}/sensors HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

test("it serves the API, and JSON for everything else", async () => {
  const { port, close } = await house();
  assert.equal((await ask(port, "GET", `/api/${KEY}/sensors`)).status, 200);
  const elsewhere = await ask(port, "GET", "/%ff/index.html?x");
  assert.deepEqual([elsewhere.status, typesOf(elsewhere.text)], [404, [4]]);
  assert.equal(elsewhere.headers["content-type"], "application/json; charset=utf-8");
  for (const name of ["x-powered-by", "etag"]) assert.equal(elsewhere.headers[name], undefined);
  await close();
});

test("a port in use is one plain sentence", async () => {
  const { port, close, clock, log } = await house();
  const again = openOwnPort({ port, address: "127.0.0.1", handler: () => {}, clock, log });
  await assert.rejects(again, { message: `port ${port} is in use` });
  await close();
  const free = await openOwnPort({ port, address: "127.0.0.1", handler: () => {}, clock, log });
  await free.close();
});

test("an address of another machine is one plain sentence", async () => {
  const { close, clock, log } = await house();
  const there = openOwnPort({ port: 0, address: "192.0.2.1", handler: () => {}, clock, log });
  await assert.rejects(there, /^Error: port 0 cannot be opened: this machine does not have that address$/);
  await close();
});

test("close ends idle, busy and upgraded connections at once, and may be called twice", async () => {
  let waiting = 0;
  const { parts, clock, log } = httpParts([]);
  const perform = () => {
    waiting += 1;
    return new Promise<never>(() => {});
  };
  const handler = httpHandler({ ...parts, perform });
  const { port, server, close } = await openOwnPort({ port: 0, address: "127.0.0.1", handler, clock, log });
  let upgraded = 0;
  server.on("upgrade", () => {
    upgraded += 1;
  });
  const lines = [
    await dial(port),
    await dial(port, "GET /api/x"),
    await dial(port, `GET /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n\r\n`),
    await dial(port, GREETING),
  ];
  await eventually(() => waiting === 1 && upgraded === 1, "all have arrived");
  await Promise.all([close(), close(), ...lines.map(({ closed }) => closed)]);
  await close();
  assert.equal(clock.pending, 0);
});

test("an upgrade is no request", async () => {
  const { port, server, heard, close } = await house();
  const upgrades: string[] = [];
  server.on("upgrade", (request, socket) => {
    upgrades.push(request.url ?? "");
    socket.end();
  });
  const line = await dial(port, GREETING);
  await line.closed;
  assert.deepEqual([upgrades, heard], [[`/api/${KEY}/sensors`], []]);
  await close();
});

const nonsense: [what: string, text: string, status: number][] = [
  ["no HTTP", "hello\r\n\r\n", 400],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a header too long", `GET /api HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["a NUL in a header", "GET /api HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 400],
  ["two lengths", "POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
];

for (const [what, text, status] of nonsense) {
  test(`${what} is refused in JSON, and the connection ends`, async () => {
    const { port, clock, heard, log, close } = await house();
    const line = await dial(port, text);
    const answer = await line.until("}]");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /Content-Type: application\/json; charset=utf-8\r\nContent-Length: \d+\r\nConnection: close$/);
    assert.deepEqual(typesOf(body), [2]);
    await line.closed;
    assert.deepEqual([heard, log.lines], [[], []]);
    await close();
    await eventually(() => clock.pending === 0, "no timer is left");
  });
}

test("a refused peer that does not hang up is hung up on", async () => {
  const { port, server, clock, close } = await house();
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).resume();
  const ended = new Promise((resolve) => socket.once("end", resolve));
  socket.write("nonsense\r\n\r\n");
  await ended;
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  assert.equal(await connections(), 1);
  clock.advance(1);
  while ((await connections()) > 0) await settle();
  socket.destroy();
  await close();
});

test("nonsense behind a request never gets into the answer to it", async () => {
  const { parts, clock, log } = httpParts([]);
  const bytes = Buffer.alloc(20_000_000, " ");
  const handler = httpHandler({ ...parts, perform: () => ({ status: 200, body: {}, bytes }) });
  const { port, close } = await openOwnPort({ port: 0, address: "127.0.0.1", handler, clock, log });
  const line = await dial(port, `GET /api/${KEY}/x HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n`);
  const answer = await line.closed;
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.ok(!answer.includes("HTTP/1.1 400"));
  await close();
});

test("a request without Host, and one that expects the unexpected, are served", async () => {
  const { port, heard, close } = await house();
  for (const header of ["", "Host: x\r\nExpect: miracles\r\n"]) {
    const line = await dial(port, `GET /api/${KEY}/x HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
    assert.match(await line.closed, /^HTTP\/1.1 200 OK\r\n/);
  }
  assert.equal(heard.length, 2);
  await close();
});

test("slow clients have seconds, not minutes", async () => {
  const { server, close } = await house();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  assert.deepEqual(
    { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      timeout: 120_000,
    },
  );
  await close();
});

/** So many sockets from each address, that say this and nothing more. */
async function crowd(port: number, counts: Readonly<Record<string, number>>, first = ""): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const [localAddress, count] of Object.entries(counts)) {
    for (let made = 0; made < count; made += 1) {
      const socket = connect({ port, host: "127.0.0.1", localAddress })
        .on("error", () => {})
        .resume();
      sockets.push(socket);
      await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
      if (first !== "") socket.write(first);
    }
  }
  return sockets;
}

const CROWDS: [what: string, counts: Readonly<Record<string, number>>, first?: string][] = [
  ["2,100 silent sockets of one source", { "127.0.0.2": 2_100 }],
  ["2,100 silent sockets of the holder's own source", { "127.0.0.1": 2_100 }],
  [
    "2,500 silent sockets of five sources",
    { "127.0.0.2": 500, "127.0.0.3": 500, "127.0.0.4": 500, "127.0.0.5": 500, "127.0.0.6": 500 },
  ],
  [
    "2,100 that never end their request",
    { "127.0.0.2": 700, "127.0.0.3": 700, "127.0.0.4": 700 },
    "POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
  ],
];

for (const [what, counts, first] of CROWDS) {
  test(`${what}: each request of a key holder is answered, on connections new and kept`, async () => {
    const { parts, clock, log } = httpParts([]);
    const authenticated = new WeakSet<Socket>();
    const handler = httpHandler({ ...parts, authenticated });
    const { port, close } = await openOwnPort({ port: 0, address: "127.0.0.1", handler, authenticated, clock, log });
    const kept = await dial(port, `GET /api/${KEY}/kept HTTP/1.1\r\nHost: x\r\n\r\n`);
    await kept.until("HTTP/1.1 200 OK");
    const sockets = await crowd(port, counts, first);
    for (let asked = 0; asked < 100; asked += 1) {
      assert.equal((await ask(port, "GET", `/api/${KEY}/sensors`)).status, 200);
    }
    kept.socket.write(`GET /api/${KEY}/again HTTP/1.1\r\nHost: x\r\n\r\n`);
    await kept.until("/again");
    assert.ok(sockets.filter(({ destroyed }) => !destroyed).length <= 2_000);
    for (const socket of sockets) socket.destroy();
    await close();
  });
}

test("a WebSocket that says nothing stays, however many come", async () => {
  const { port, server, close } = await house();
  server.on("upgrade", (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  const quiet = await dial(port, GREETING);
  await quiet.until("101");
  const sockets = await crowd(port, { "127.0.0.1": 600 });
  assert.equal(quiet.socket.destroyed, false);
  assert.equal(sockets.filter(({ destroyed }) => destroyed).length > 0, true);
  for (const socket of sockets) socket.destroy();
  await close();
});
