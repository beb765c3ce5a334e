/**
 * The real radio process at a simulated stick, over TCP and over a serial port (a pty): it is killed, it hangs, its stick is pulled out.
 * A client that ordered something hears of it, and the radio comes back and opens its port again (fault 15).
 */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Clock } from "../../src/model/ports.ts";
import type { Radio, RadioEvent } from "../../src/model/radio/radio-port.ts";
import { openRadio } from "../../src/radio/port.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import type { VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { hasPorts, plugInto } from "../support/pty.ts";
import { plugIn, STICK } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");
const BULB = "0x00158d0000000001";
const PING = { do: "ping", target: { ieee: BULB } } as const;

interface Stage {
  readonly radio: Radio;
  readonly news: RadioEvent[];
  readonly network: VirtualNetwork;
  readonly stick: VirtualStick;
}

for (const way of ["tcp", "serial"] as const) {
  test(`killed and hung over ${way}, it comes back and opens its port again`, {
    skip: way === "serial" && !hasPorts && "only Linux has these ports",
  }, async (t) => {
    const { radio, news, network } = await stage(t, way);
    await radio.start();
    assert.equal(radio.up, true, JSON.stringify(news));
    assert.equal(radio.network?.adapter, STICK);
    await radio.permitJoin(60);
    network.join(testStation({ ieee: BULB }));
    await until(() => news.some((one) => one.kind === "device" && one.device.ieee === BULB && one.device.interviewed));
    await answered(radio);

    const first = pidOf();
    const pending = radio.backup();
    process.kill(first, "SIGKILL");
    await pending.then(
      () => {}, // it was quicker
      (error) => assert.equal(error.code, "radio-down"),
    );
    await until(() => news.at(-1)?.kind === "down");
    await assert.rejects(radio.order(PING), { code: "radio-down" });
    await until(() => radio.up);
    await answered(radio);

    const second = pidOf();
    assert.notEqual(second, first);
    process.kill(second, "SIGSTOP");
    await assert.rejects(radio.backup(), { code: "radio-down", message: /hung for 20 s/ });
    await until(() => radio.up);
    await answered(radio);
    assert.equal(news.filter(({ kind }) => kind === "up").length, 3);
    assert.equal((await radio.describe(BULB))?.interviewed, true, "the network is the same one");
  });
}

test("a link that breaks amid a frame is said at once, and made again", async (t) => {
  const { radio, news, stick } = await stage(t, "tcp");
  await radio.start();
  assert.equal(radio.up, true, JSON.stringify(news));
  stick.garbage(Buffer.from("fe054480", "hex"));
  stick.refuse(true);
  await until(() => news.at(-1)?.kind === "down");
  const down = news.at(-1);
  assert.match(down?.kind === "down" ? down.reason : "", /^tcp:\/\/127\.0\.0\.1:\d+: /);
  await assert.rejects(radio.order(PING), { code: "radio-down" });
  await new Promise((resolve) => setTimeout(resolve, 3000)); // some attempts are in vain
  assert.equal(radio.up, false);
  stick.refuse(false);
  await until(() => radio.up);
});

/** The device answers on air. It may still be asked other things, which go first. */
async function answered(radio: Radio): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await radio.order(PING).catch(() => undefined))) assert.ok(Date.now() < deadline, "it does not answer");
}

async function stage(t: TestContext, way: "tcp" | "serial"): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-stick-"));
  const network = new VirtualNetwork();
  const stick = await plugIn({ network });
  const serial = way === "serial" ? await plugInto(stick.port) : undefined;
  const path = serial?.path ?? `tcp://127.0.0.1:${stick.port}`;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const settings = { path, adapter: STICK, channel: 15, folder } as const;
  const radio = openRadio({ entry: ENTRY, settings, clock: hastyClock(), log });
  const news: RadioEvent[] = [];
  radio.hear((one) => news.push(one));
  t.after(async () => {
    await radio.stop();
    await serial?.unplug();
    await stick.close();
    network.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { radio, news, network, stick };
}

/** Time that passes faster than the process may think: a test sees minutes in seconds. */
function hastyClock(): Clock {
  const timesFaster = 4;
  return {
    now: () => Date.now(),
    uptime: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds / timesFaster);
      return () => clearTimeout(timer);
    },
    everySecond: () => () => {},
  };
}

/** Of the only child that runs the radio. */
function pidOf(): number {
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      if (status.includes(`\nPPid:\t${process.pid}\n`) && command.includes(ENTRY)) return Number(name);
    } catch {
      // it ended while we looked
    }
  }
  return assert.fail("no radio process runs");
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
