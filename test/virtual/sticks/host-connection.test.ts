/** The connection between stick and host: a burst comes frame by frame, and a frame that was not sent is not sent to the next host. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { HostConnection } from "../../../src/virtual/sticks/host-connection.ts";
import { createParser, toBytes } from "../../../src/virtual/sticks/zstack/unpi.ts";

const frame = (command: number) => toBytes({ type: 2, subsystem: 4, command, data: Buffer.alloc(0) });

/** A connection that sends its next frame only when it is told to go on. */
async function open() {
  let resume: (() => void) | undefined;
  const host: HostConnection = new HostConnection({
    port: 0,
    connected: () => createParser((heard) => host.send(toBytes(heard))), // an echo
    soon: (run) => {
      resume = run;
    },
  });
  await host.listen();
  const goOn = () => {
    const run = resume;
    resume = undefined;
    run?.();
  };
  const plug = async () => {
    const socket = connect(host.port, "127.0.0.1");
    const heard: number[] = [];
    socket.on(
      "data",
      createParser(({ command }) => heard.push(command)),
    );
    await once(socket, "connect");
    socket.write(Buffer.from("fe0044ffbb", "hex")); // its echo tells that the line is up
    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    goOn();
    heard.length = 0;
    const hears = async (count: number) => {
      while (heard.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return heard;
    };
    return { socket, hears };
  };
  return { host, plug, goOn };
}

test("one after the other, in order", async () => {
  const { host, plug, goOn } = await open();
  const { hears } = await plug();
  for (const command of [1, 2, 3]) host.send(frame(command));
  assert.deepEqual(await hears(1), [1]);
  goOn();
  assert.deepEqual(await hears(2), [1, 2]);
  host.send(frame(4));
  goOn();
  goOn();
  goOn();
  assert.deepEqual(await hears(4), [1, 2, 3, 4]);
  host.send(frame(5));
  assert.deepEqual(await hears(5), [1, 2, 3, 4, 5], "an idle line says it at once");
  await host.close();
});

test("a frame that waits for a host that is gone is not for the next one", async () => {
  const { host, plug, goOn } = await open();
  await plug();
  for (const command of [1, 2, 3]) host.send(frame(command));
  host.drop();
  host.send(frame(4)); // without a host
  goOn();
  const { hears } = await plug();
  host.send(frame(5));
  assert.deepEqual(await hears(1), [5]);
  await host.close();
});

test("one that hangs neither hears nor says anything, and its line stays open", async () => {
  const { host, plug, goOn } = await open();
  const { socket, hears } = await plug();
  host.hang(true);
  socket.write(Buffer.from("fe0044ffbb", "hex"));
  host.send(frame(1));
  goOn();
  assert.deepEqual(await hears(0), []);
  assert.equal(socket.destroyed, false);
  host.hang(false);
  host.send(frame(2));
  assert.deepEqual(await hears(1), [2]);
  await host.close();
});
