/** A stick that the gateway has left: no process connects to it again, and one that is to be silent is silent, also without answers. */
import assert from "node:assert/strict";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { silenceStick } from "../../src/radio/sticks.ts";
import { until } from "../support/radio-gateway.ts";
import { type Stage, stage } from "../support/radio-stage.ts";
import { STICK } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const RECONNECTS = 6_000; // milliseconds after which herdsman makes a connection again that it believes to be lost

test(`a stick with ${STICK} is taken off the air, though it does not answer`, async (t) => {
  const { radio, network, stick } = await withLamp(t);
  await radio.ask({ type: "backup" });
  radio.child.kill("SIGKILL");
  await radio.ended;
  assert.equal(network.rivals, 1, "it goes on without its host");
  stick.mute(true);
  await silenceStick({ path: `tcp://127.0.0.1:${stick.port}`, adapter: STICK });
  await until(
    () => network.rivals === 0,
    () => "it is still on the air",
  );
});

test(`a radio on ${STICK} that is stopped has ended, and no process connects again`, {
  skip: process.env.STICK || process.env.LONG ? false : "it only waits",
}, async (t) => {
  const { radio, stick, again } = await stage(t);
  await radio.stop();
  const line = await openLine(t, stick.port);
  const next = await again({ path: `tcp://127.0.0.1:${line.port}` });
  assert.equal(line.open.size, 1);
  await next.stop();
  assert.equal(await next.ended, 0);
  const { made } = line;
  await pause(RECONNECTS);
  assert.deepEqual([line.made, line.open.size], [made, 0]);
});

async function withLamp(t: TestContext): Promise<Stage> {
  const all = await stage(t);
  const lamp = testStation({ ieee: LAMP });
  all.network.add(lamp);
  await all.radio.ask({ type: "permit", seconds: 60 });
  assert.equal(all.network.join(lamp), true);
  await all.radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
  return all;
}

interface Line {
  readonly port: number;
  readonly open: ReadonlySet<Socket>;
  readonly made: number; // connections so far
}

/** To the stick, and counted. */
async function openLine(t: TestContext, to: number): Promise<Line> {
  const open = new Set<Socket>();
  let made = 0;
  const server = createServer((socket) => {
    made += 1;
    open.add(socket);
    const stick = connect(to, "127.0.0.1");
    for (const [one, other] of [
      [socket, stick],
      [stick, socket],
    ] as const)
      one
        .on("error", () => {})
        .on("close", () => other.destroy())
        .pipe(other);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    open,
    get made() {
      return made;
    },
  };
}
