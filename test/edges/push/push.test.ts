/** The push channel over real sockets: which clients get in, their messages, and how it ends. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, get, request } from "node:http";
import { test } from "node:test";
import { WebSocketServer } from "ws";
import type { PushOptions } from "../../../src/edges/push/push.ts";
import { textFrame } from "../../../src/edges/push/websocket.ts";
import { settle, TEST } from "../../support/fakes.ts";
import { HANDSHAKE, listener, measure, rawAsking, rawClient, sensor, story, until } from "../../support/push.ts";

story("a sensor's life, told in order", async ({ store, port }) => {
  const client = await listener(port);
  store.put(sensor(1), TEST);
  measure(store, 1, 5);
  store.patch("/sensors/1", "config", { battery: 80 }, TEST);
  store.patch("/sensors/1", "attr", { name: "Hall" }, TEST);
  store.patch("/sensors/1", "config", { battery: undefined }, TEST);
  store.remove("/sensors/1", TEST);
  const common = { t: "event", r: "sensors", id: "1", uniqueid: "u-1" };
  const heard = await client.has(6);
  const added = heard[0]?.sensor as Record<string, unknown>;
  assert.equal(typeof added.etag, "string");
  assert.deepEqual(heard, [
    { ...common, e: "added", sensor: { ...store.view(sensor(1)), etag: added.etag } },
    { ...common, e: "changed", state: { status: 5, lastupdated: "2026-03-01T12:00:00.000" } },
    { ...common, e: "changed", config: { battery: 80 } },
    { ...common, e: "changed", attr: { name: "Hall" }, name: "Hall" },
    { ...common, e: "changed", config: { battery: null } },
    { ...common, e: "deleted" },
  ]);
});

story("a button pressed twice is told twice, and its battery is no press", async ({ store, port }) => {
  const client = await listener(port);
  store.put(sensor(1, "CLIPSwitch"), TEST);
  for (let press = 0; press < 2; press += 1) store.patch("/sensors/1", "state", { buttonevent: 1002 }, TEST);
  store.patch("/sensors/1", "config", { battery: 5 }, TEST);
  const [, one, two, battery] = await client.has(4);
  assert.deepEqual(Object.keys(one?.state as object), ["buttonevent", "lastupdated"]);
  assert.deepEqual(Object.keys(two?.state as object), ["buttonevent", "lastupdated"]);
  assert.equal(battery?.state, undefined);
});

let isWhole = false;
story(
  "the setting is asked at each change",
  async ({ store, port }) => {
    const client = await listener(port);
    store.put(sensor(1), TEST);
    store.patch("/sensors/1", "config", { on: false }, TEST);
    await client.has(2);
    isWhole = true;
    store.patch("/sensors/1", "config", { on: true }, TEST);
    const [, some, all] = await client.has(3);
    assert.deepEqual(some?.config, { on: false });
    assert.deepEqual(all?.config, { on: true, reachable: true });
  },
  { whole: () => isWhole },
);

story("a message of any length arrives", async ({ store, port }) => {
  const client = await listener(port);
  store.put(sensor(1), TEST);
  const names = [1, 30, 120, 6_553, 6_600, 80_000].map((length) => "ä€".repeat(length));
  for (const [index, name] of names.entries()) {
    store.patch("/sensors/1", "attr", { name }, TEST);
    const heard = await client.has(2 + index);
    assert.equal(heard.at(-1)?.name, name);
  }
});

story("what happens at once arrives whole and in order, however much it is", async ({ port, store }) => {
  const client = await listener(port);
  for (let id = 1; id <= 1_000; id += 1) store.put(sensor(id), TEST);
  const heard = await client.has(1_000);
  assert.deepEqual(
    heard.map(({ id }) => Number(id)),
    Array.from({ length: 1_000 }, (_, index) => index + 1),
  );
});

test("frames change their head where RFC 6455 says so", () => {
  const heads: [length: number, head: string][] = [
    [0, "8100"],
    [125, "817d"],
    [126, "817e007e"],
    [65_535, "817effff"],
    [65_536, "817f0000000000010000"],
  ];
  for (const [length, head] of heads) {
    const frame = textFrame("x".repeat(length));
    assert.equal(frame.toString("hex", 0, head.length / 2), head);
    assert.equal(frame.length, head.length / 2 + length);
  }
});

story("a proxy's way of asking, and a subprotocol that is not answered", async ({ store, port, push }) => {
  const client = await rawClient(port, "/", [...HANDSHAKE, "Sec-WebSocket-Protocol: soap, wamp"]);
  assert.match(client.received().toString(), /^HTTP\/1\.1 101 /);
  assert.doesNotMatch(client.received().toString(), /^sec-websocket-protocol/im);
  assert.equal(push.clients, 1);
  store.put(sensor(1), TEST);
  await until(() => client.received().includes('"e":"added"'));
  client.socket.destroy();
  await until(() => push.clients === 0);
});

story("compression is not agreed upon", async ({ port }) => {
  const client = await rawClient(port, "/", [...HANDSHAKE, "Sec-WebSocket-Extensions: permessage-deflate"]);
  assert.doesNotMatch(client.received().toString(), /deflate/);
  client.socket.destroy();
});

story("other paths are ours only when nobody else wants them", async ({ port, clock, push }) => {
  const client = rawClient(port, "/some/where");
  await until(() => clock.pending === 1);
  assert.equal(push.clients, 0);
  clock.advance(1);
  const { received, socket } = await client;
  assert.match(received().toString(), /^HTTP\/1\.1 101 /);
  socket.destroy();
});

story("who hangs up while others are asked first leaves nothing behind", async ({ port, clock, push }) => {
  const { socket } = rawAsking(port, "/some/where");
  await until(() => clock.pending === 1);
  socket.destroy();
  await once(socket, "close");
  clock.advance(1);
  await until(() => push.clients === 0);
  assert.equal(clock.pending, 0);
});

const foreign = new WebSocketServer({ noServer: true });
let lateTake = () => {};
for (const path of ["/", "/comms"])
  story(
    `a listener that takes ${path} first keeps it`,
    async ({ port, store, push }) => {
      const client = await listener(port, path);
      store.put(sensor(1), TEST);
      await settle();
      assert.equal(push.clients, 0);
      assert.deepEqual(client.heard, [{ mine: true }]);
      client.socket.terminate();
    },
    {
      before: (server) =>
        server.on("upgrade", (req, socket, head) =>
          foreign.handleUpgrade(req, socket, head, (ws) => ws.send('{"mine":true}')),
        ),
    },
  );

story(
  "a listener that takes its path late keeps it",
  async ({ port, clock, push }) => {
    const client = listener(port, "/comms");
    await until(() => clock.pending === 1);
    lateTake();
    const { socket } = await client;
    clock.advance(1);
    await settle();
    assert.equal(push.clients, 0);
    assert.equal(socket.readyState, socket.OPEN);
    socket.terminate();
  },
  {
    before: (server) =>
      server.on("upgrade", (req, socket, head) => {
        lateTake = () => foreign.handleUpgrade(req, socket, head, () => {});
      }),
  },
);

story("a kept-alive connection that has had answers may be upgraded", async ({ port, push }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [first] = await once(get({ port, host: "127.0.0.1", agent }), "response");
  first.resume();
  await once(first, "end");
  const headers = Object.fromEntries(HANDSHAKE.map((line) => line.split(": ") as [string, string]));
  const again = request({ port, host: "127.0.0.1", agent, headers: { ...headers, Connection: "Upgrade" } });
  again.end();
  const [response, socket] = await once(again, "upgrade");
  assert.equal(response.statusCode, 101);
  assert.equal(again.reusedSocket, true);
  assert.equal(push.clients, 1);
  socket.destroy();
  agent.destroy();
});

for (const key of ["RkhFTQ==", "x", "not base64 at all", "ZGhlIHNhbXBsZSBub25jZSBvZiBvdmVyIDE2IGJ5dGVz"])
  story(`a key of any length is answered: ${key}`, async ({ port, push, store }) => {
    const client = await rawClient(port, "/", [...HANDSHAKE.slice(0, 3), `Sec-WebSocket-Key: ${key}`]);
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    assert.ok(client.received().includes(`\r\nSec-WebSocket-Accept: ${accept}\r\n`), String(client.received()));
    assert.equal(push.clients, 1);
    store.put(sensor(1), TEST);
    await until(() => client.received().includes('"e":"added"'));
    client.socket.destroy();
  });

story("who names the whole URL, without a path, need not wait for others", async ({ port, push }) => {
  const client = await rawClient(port, `ws://127.0.0.1:${port}`);
  assert.match(client.received().toString(), /^HTTP\/1\.1 101 /);
  assert.equal(push.clients, 1);
  client.socket.destroy();
});

story("what is no handshake is refused", async ({ port, push }) => {
  for (const headers of [
    ["Connection: Upgrade", "Upgrade: h2c"],
    ["Connection: Upgrade", "Upgrade: websocket"],
    [...HANDSHAKE.slice(0, 2), "Sec-WebSocket-Key:", "Sec-WebSocket-Version: 13"],
    [...HANDSHAKE.slice(0, 2), "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 99"],
  ]) {
    const client = await rawClient(port, "/", headers);
    assert.match(client.received().toString(), /^HTTP\/1\.1 400 /);
    await until(() => client.socket.destroyed);
  }
  assert.equal(push.clients, 0);
});

const guarded: Partial<PushOptions> = { mayListen: (key) => key === "K1" };
const ENTRIES: [path: string, headers: string[], status: number][] = [
  ["/", [], 403],
  ["/?key=K2", [], 403],
  ["/?key=K1", [], 101],
  ["/?since=0&key=K1", [], 101],
  ["/", ["Authorization: Bearer K1"], 101],
  ["/", ["Authorization: Basic K1"], 403],
  ["//[?key=%ff", [], 403],
];
for (const [path, headers, status] of ENTRIES)
  story(
    `with a key required, ${path} ${headers} is answered ${status}`,
    async ({ port, clock }) => {
      const client = rawClient(port, path, [...HANDSHAKE, ...headers]);
      if (!/^\/(\?|$)/.test(path)) await until(() => clock.pending === 1);
      clock.advance(1);
      const { received, socket } = await client;
      assert.match(received().toString(), new RegExp(`^HTTP/1\\.1 ${status} `));
      socket.destroy();
    },
    guarded,
  );

const keys = new Set(["K1", "K2"]);
story(
  "a key that is deleted takes its clients with it, and no others",
  async ({ port, push, store, log }) => {
    const [gone, stays] = await Promise.all([listener(port, "/?key=K1"), listener(port, "/?key=K2")]);
    const end = once(gone.socket, "close");
    store.put(sensor(1), TEST);
    await Promise.all([gone.has(1), stays.has(1)]);
    keys.delete("K1");
    store.remove("/sensors/1", TEST); // any deletion will do: this edge knows no keys
    await end;
    await stays.has(2);
    assert.equal(push.clients, 1);
    assert.equal(gone.heard.length, 1);
    assert.match(log.lines.join(), /^push .*: dropped, its key was deleted$/);
    stays.socket.terminate();
  },
  { mayListen: (key) => keys.has(String(key)) },
);

story("closed is closed: every socket at once, no listener, no timer, and twice does no harm", async (world) => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => listener(world.port)));
  const waiting = rawAsking(world.port, "/elsewhere");
  await until(() => world.clock.pending === 1);
  const ends = clients.map(({ socket }) => once(socket, "close"));
  world.push.close();
  world.push.close();
  assert.equal(world.push.clients, 0);
  assert.equal(world.clock.pending, 0);
  assert.equal(world.bus.listeners, 0);
  await Promise.all(ends);
  const late = ["/", "/elsewhere"].map((path) => rawAsking(world.port, path));
  await Promise.all(late.map(({ socket }) => once(socket, "connect")));
  await settle();
  assert.equal(world.clock.pending, 0);
  for (const { received } of [waiting, ...late]) assert.equal(received().length, 0);
});

story("closed between asking and entering: nobody gets in", async ({ port, push, server }) => {
  server.on("upgrade", () => push.close());
  const { socket, received } = rawAsking(port);
  await once(server, "upgrade");
  await settle();
  assert.equal(push.clients, 0);
  assert.equal(received().length, 0);
  socket.destroy();
});
