/** The simulated coordinator at its port: one host, with any deed of the host or the line. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { type TestContext, test } from "node:test";
import { VirtualNetwork } from "../../../../src/virtual/air/virtual-network.ts";
import type { StickOptions } from "../../../../src/virtual/sticks/virtual-stick.ts";
import type { SavedZStack } from "../../../../src/virtual/sticks/zstack/stick-firmware.ts";
import { createParser, toBytes, type UnpiFrame } from "../../../../src/virtual/sticks/zstack/unpi.ts";
import { openZStack, type ZStackStick } from "../../../../src/virtual/sticks/zstack/zstack-stick.ts";

const PREFORMED = {
  panid: 0x1a62,
  extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8],
  channel: 15,
  networkKey: Array.from({ length: 16 }, (_, index) => index),
  ieee: "0x00124b0012345678",
};
const PING: UnpiFrame = { type: 1, subsystem: 1, command: 1, data: Buffer.alloc(0) };
const PONG: UnpiFrame = { ...PING, type: 3, data: Buffer.from("7906", "hex") };
const START: UnpiFrame = { type: 1, subsystem: 5, command: 0x40, data: Buffer.of(100, 0) };

interface Host {
  readonly socket: Socket;
  readonly frames: UnpiFrame[];
  readonly raw: Buffer[];
  say(frame: UnpiFrame): void;
  /** Waits for so many frames. */
  heard(count: number): Promise<UnpiFrame[]>;
}

async function stick(t: TestContext, options: Partial<StickOptions<SavedZStack>> = {}): Promise<ZStackStick> {
  const network = new VirtualNetwork({ timeScale: 0.001 });
  const coordinator = await openZStack({ network, preformed: PREFORMED, ...options });
  t.after(async () => {
    await coordinator.close();
    network.close();
  });
  return coordinator;
}

async function host(t: TestContext, { port }: ZStackStick): Promise<Host> {
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  const [frames, raw]: [UnpiFrame[], Buffer[]] = [[], []];
  const parser = createParser((frame) => frames.push(frame));
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    raw.push(chunk);
    parser(chunk);
  });
  await once(socket, "connect");
  return {
    socket,
    frames,
    raw,
    say: (frame) => socket.write(toBytes(frame)),
    heard: async (count) => {
      while (frames.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
      return frames;
    },
  };
}

test("it answers, and its answer goes before the notices that the request brings about", async (t) => {
  const { say, heard } = await host(t, await stick(t));
  say(PING);
  say({ type: 1, subsystem: 5, command: 0x36, data: Buffer.from("0ffcff3c01", "hex") });
  const frames = await heard(4);
  assert.deepEqual(frames[0], PONG);
  assert.deepEqual(
    frames.slice(1).map(({ type, command }) => [type, command]),
    [
      [3, 0x36],
      [2, 0xcb],
      [2, 0xb6],
    ],
  );
});

test("it can be reached from this machine only", async (t) => {
  const { port } = await stick(t);
  const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address, family, internal } of others) {
    if (internal || family !== "IPv4") continue;
    const socket = connect(port, address);
    const [error] = await once(socket, "error");
    assert.equal((error as NodeJS.ErrnoException).code, "ECONNREFUSED");
  }
});

test("it serves one host, the newest", async (t) => {
  const coordinator = await stick(t);
  const first = await host(t, coordinator);
  const second = await host(t, coordinator);
  await once(first.socket, "close");
  second.say(PING);
  assert.deepEqual(await second.heard(1), [PONG]);
});

test("a host that breaks off, or sends nonsense, is borne", async (t) => {
  const coordinator = await stick(t);
  const first = await host(t, coordinator);
  first.socket.write(Buffer.alloc(5000, 0xfe));
  first.socket.resetAndDestroy();
  const second = await host(t, coordinator);
  second.socket.write(Buffer.from("ef00112233fe", "hex"));
  second.say(PING);
  assert.deepEqual(await second.heard(1), [PONG]);
});

test("a link that drops is dropped, and can be made again", async (t) => {
  const coordinator = await stick(t);
  const first = await host(t, coordinator);
  coordinator.dropLink();
  await once(first.socket, "close");
  const second = await host(t, coordinator);
  second.say(PING);
  assert.deepEqual(await second.heard(1), [PONG]);
});

test("mute, it says nothing; then it does again", async (t) => {
  const coordinator = await stick(t);
  const { say, heard, raw } = await host(t, coordinator);
  coordinator.mute(true);
  say(PING);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(raw, []);
  coordinator.mute(false);
  say(PING);
  assert.deepEqual(await heard(1), [PONG]);
});

test("refusing, it takes connections and closes them", async (t) => {
  const coordinator = await stick(t);
  const first = await host(t, coordinator);
  coordinator.refuse(true);
  await once(first.socket, "close");
  const second = await host(t, coordinator);
  await once(second.socket, "close");
  coordinator.refuse(false);
  const third = await host(t, coordinator);
  third.say(PING);
  assert.deepEqual(await third.heard(1), [PONG]);
});

test("it can be made to talk nonsense", async (t) => {
  const coordinator = await stick(t);
  const { say, heard, raw } = await host(t, coordinator);
  say(PING);
  await heard(1);
  coordinator.garbage(Buffer.from("00fe0102", "hex"));
  while (raw.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.deepEqual(raw[1], Buffer.from("00fe0102", "hex"));
});

test("without power it loses its link and is started no more, but knows its network", async (t) => {
  const coordinator = await stick(t);
  const first = await host(t, coordinator);
  first.say(START);
  assert.deepEqual((await first.heard(2))[1]?.data, Buffer.of(9));
  coordinator.powerCycle();
  await once(first.socket, "close");
  const second = await host(t, coordinator);
  second.say({ type: 1, subsystem: 5, command: 0x50, data: Buffer.alloc(0) });
  const [answer] = await second.heard(1);
  assert.deepEqual([answer?.data[2], answer?.data.readUInt16LE(3), answer?.data[23]], [0, 0x1a62, 15]);
});

test("saved and opened again, it is the same stick", async (t) => {
  const coordinator = await stick(t);
  const saved = JSON.parse(JSON.stringify(coordinator.save()));
  const again = await stick(t, { saved, preformed: { ...PREFORMED, channel: 26, ieee: "0x0000000000000001" } });
  assert.deepEqual(again.save(), saved);
  assert.deepEqual([again.ieee, again.channel], [PREFORMED.ieee, 15]);
});

test("a blank one has an address of its own and no network", async (t) => {
  const network = new VirtualNetwork();
  const coordinator = await openZStack({ network, ieee: "0x00124b00000000aa" });
  t.after(() => coordinator.close());
  assert.deepEqual([coordinator.ieee, coordinator.channel], ["0x00124b00000000aa", 0]);
});

test("a port that is taken is an error", async (t) => {
  const { port } = await stick(t);
  await assert.rejects(openZStack({ network: new VirtualNetwork(), port }), /EADDRINUSE/);
});

test("several live in one process and know nothing of each other", async (t) => {
  const [one, other] = [await stick(t), await stick(t)];
  one.mute(true);
  const { say, heard } = await host(t, other);
  say(PING);
  assert.deepEqual(await heard(1), [PONG]);
});
