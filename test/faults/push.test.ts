/** Bad, dead, slow and many push clients (faults 27 to 29): their own socket ends, every other client hears everything. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { settle, TEST } from "../support/fakes.ts";
import { HANDSHAKE, listener, measure, rawClient, sensor, story, until } from "../support/push.ts";

const COMINGS = process.env.LONG ? 10_000 : 1_000;

// ---- 27: bytes that a client may throw at us

const TEXT = 0x81;
const BINARY = 0x82;
const START_TEXT = 0x01;
const MORE = 0x00;
const PING = 0x89;
const PONG = 0x8a;

function masked(first: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

const IGNORED: [says: string, bytes: Buffer][] = [
  ["ping as text", masked(TEXT, Buffer.from("ping"))],
  ["broken JSON", masked(TEXT, Buffer.from('{"t":'))],
  ["binary", masked(BINARY, randomBytes(5_000))],
  ["nothing", masked(TEXT, Buffer.alloc(0))],
  [
    "fragments",
    Buffer.concat([
      masked(START_TEXT, Buffer.from("a")),
      masked(MORE, Buffer.from("b")),
      masked(PONG, Buffer.from("between")),
      masked(MORE | 0x80, Buffer.from("c")),
    ]),
  ],
];

for (const [says, bytes] of IGNORED)
  story(`${says} from a client changes nothing`, async ({ port, store, push, log }) => {
    const client = await rawClient(port);
    client.socket.write(bytes);
    client.socket.write(masked(PING, Buffer.from("Hi?")));
    await until(() => client.received().includes("\x8a\x03Hi?", "latin1"));
    store.put(sensor(1), TEST);
    await until(() => client.received().includes('"e":"added"'));
    assert.equal(push.clients, 1);
    assert.deepEqual(log.lines, []);
  });

const DEADLY: [says: string, bytes: Buffer][] = [
  ["100 MB", masked(BINARY, randomBytes(1_000), 100_000_000)],
  ["65 kB", masked(TEXT, Buffer.alloc(65_000, "a"))],
  ["a length beyond counting", masked(TEXT, Buffer.alloc(10), 2 ** 53)],
  ["fragments that never end", Buffer.concat(Array.from({ length: 20 }, () => masked(MORE, Buffer.alloc(10))))],
  ["fragments that grow too long", endless(20)],
  ["bad UTF-8", masked(TEXT, Buffer.from([0xc3, 0x28]))],
  ["an unmasked frame", Buffer.from([TEXT, 2, 0x61, 0x62])],
  ["a compressed frame that nobody agreed on", masked(TEXT | 0x40, randomBytes(100))],
  ["a reserved opcode", masked(0x83, Buffer.alloc(1))],
  ["a ping too long", masked(PING, Buffer.alloc(126))],
  ["noise", Buffer.alloc(1_000, 0xff)],
];

function endless(count: number): Buffer {
  const parts = Array.from({ length: count }, (_, index) =>
    masked(index ? MORE : START_TEXT, Buffer.alloc(5_000, "a")),
  );
  return Buffer.concat(parts);
}

for (const [says, bytes] of DEADLY)
  story(`${says} ends that socket only`, async ({ port, store, push, log }) => {
    const good = await listener(port);
    const bad = await rawClient(port);
    assert.equal(push.clients, 2);
    bad.socket.write(bytes);
    await until(() => push.clients === 1 && bad.socket.destroyed);
    store.put(sensor(1), TEST);
    await good.has(1);
    assert.equal(log.lines.length, 1);
    assert.match(log.lines[0] ?? "", /^push 127\.0\.0\.1: ended, /);
  });

// ---- 28: crowds, and peers that are half there

story(`${COMINGS} that come and go leave nothing behind`, async ({ port, store, push, bus, clock }) => {
  store.put(sensor(1), TEST);
  for (let turn = 0; turn < COMINGS; turn += 1) {
    const client = await rawClient(port);
    if (turn % 10 === 0) measure(store, 1, turn);
    if (turn % 3 === 0) client.socket.end();
    else if (turn % 3 === 1) client.socket.resetAndDestroy();
    else client.socket.write(masked(0x88, Buffer.from([3, 232])));
    if (turn % 3 === 2) await once(client.socket, "close");
  }
  await until(() => push.clients === 0);
  assert.equal(bus.listeners, 1);
  assert.equal(clock.pending, 0);
});

story("of 300 from one address 200 get in, the others are told why not", async ({ port, store, push, log }) => {
  const clients = await Promise.all(Array.from({ length: 300 }, () => rawClient(port)));
  const refused = clients.filter(({ received }) => received().includes("HTTP/1.1 503 "));
  assert.equal(push.clients, 200);
  assert.equal(refused.length, 100);
  await until(() => refused.every(({ socket }) => socket.destroyed));
  assert.ok(log.lines.length <= 10, "a crowd does not fill the log");
  store.put(sensor(1), TEST);
  const inside = clients.filter((client) => !refused.includes(client));
  await until(() => inside.every(({ received }) => received().includes('"e":"added"')));
  inside[0]?.socket.destroy();
  await until(() => push.clients === 199);
  await listener(port);
  assert.equal(push.clients, 200);
});

story("500 in all, from wherever they come", async ({ port, push }) => {
  const from = (localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}).resume();
    socket.write(HELLO);
    return once(socket, "data");
  };
  const answers: string[] = [];
  for (const address of ["127.0.0.2", "127.0.0.3", "127.0.0.4"])
    for (const [data] of await Promise.all(Array.from({ length: 180 }, () => from(address))))
      answers.push(String(data));
  assert.equal(push.clients, 500);
  assert.equal(answers.filter((answer) => answer.startsWith("HTTP/1.1 503")).length, 40);
});

story("who has said goodbye with half a connection goes", async ({ port, push }) => {
  const client = await rawClient(port);
  client.socket.end();
  await until(() => push.clients === 0);
});

story("one that never reads is dropped at 1 MB, and nobody else misses a word", async ({ port, store, push, log }) => {
  const others = await Promise.all(Array.from({ length: 39 }, () => listener(port)));
  const mute = await rawClient(port);
  mute.socket.pause();
  store.put(sensor(1), TEST);
  const text = "x".repeat(20_000);
  let told = 1;
  while (push.clients === 40) {
    store.patch("/sensors/1", "config", { url: `${text}${told}` }, TEST);
    told += 1;
    await Promise.all(others.map((client) => client.has(told)));
    assert.ok(told < 5_000, "it is never dropped");
  }
  assert.ok(told > 50, "what fits into 1 MB may wait");
  assert.deepEqual(log.lines, ["push 127.0.0.1: dropped, it does not read what it is told"]);
  store.remove("/sensors/1", TEST);
  const kept = await Promise.all(others.map((client) => client.has(told + 1)));
  for (const heard of kept) {
    assert.deepEqual(heard, kept[0]);
    assert.equal(heard.at(-1)?.e, "deleted");
  }
  mute.socket.resume();
  await until(() => mute.socket.destroyed);
  assert.equal(push.clients, 39);
});

// ---- 29: the living and the dead

story("a client that never says a word stays for a day, and is asked nothing", async ({ port, store, clock, push }) => {
  const client = await rawClient(port);
  const greeted = client.received().length;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    clock.advance(60);
    await settle();
  }
  assert.equal(push.clients, 1);
  assert.equal(client.received().length, greeted);
  store.put(sensor(1), TEST);
  await until(() => client.received().includes('"e":"added"'));
});

story(
  "the system asks a silent peer whether it is still there",
  async ({ port, push }) => {
    await rawClient(port);
    assert.equal(push.clients, 1);
    assert.deepEqual(keptAlive, [[true, 30_000]]);
  },
  {
    before: (server) =>
      server.on("connection", (socket) => {
        const set = socket.setKeepAlive.bind(socket);
        socket.setKeepAlive = (enable, delay) => {
          keptAlive.push([enable, delay]);
          return set(enable, delay);
        };
      }),
  },
);

const keptAlive: unknown[] = [];
const HELLO = ["GET / HTTP/1.1", "Host: x", ...HANDSHAKE, "", ""].join("\r\n");
