/**
 * The radio process is killed at any moment of a move from stick to stick: the next one ends with the same network on the stick that is there, and all
 * lights obey. The sticks keep what they have, as real ones do. LONG=1: a hundred times; KILLS says how often.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { StickFamily, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { forkRadio, type RadioProcess, temporaryFolder } from "../support/radio-process.ts";
import { testStation } from "../support/virtual.ts";

const FAMILIES: readonly StickFamily[] = ["zstack", "ember", "deconz"];
const KILLS = Number(process.env.KILLS ?? (process.env.LONG ? 100 : 3));
const LIGHTS = ["1", "2", "3"].map((digit) => `0x00158d000000000${digit}`);
const KEY = Array.from({ length: 16 }, (_, at) => at + 100);
const NUMBERS = { panid: 0x1a2b, extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8], networkKey: KEY };
const CHANNEL = 15;
const LONGEST = 9000; // milliseconds that a start takes at most, so that kills hit all of it

test(`killed ${KILLS} times while the network moves`, async (t) => {
  const folder = temporaryFolder();
  const network = new VirtualNetwork({});
  const drawer: Partial<Record<StickFamily, object>> = {};
  let stick: VirtualStick | undefined;
  const plug = async (family: StickFamily) => {
    if (stick) drawer[stick.family] = stick.save();
    await stick?.close();
    const [saved, isFirst] = [drawer[family], stick === undefined];
    const ieee = "0x00124b0000000001";
    const made = isFirst
      ? { preformed: { ...NUMBERS, channel: CHANNEL, ieee } }
      : { ieee: `${ieee.slice(0, -1)}${FAMILIES.indexOf(family) + 2}` };
    stick = await openStick(family, { network, ...(saved ? { saved } : made) });
  };
  t.after(async () => {
    await stick?.close();
    network.close();
    folder.remove();
  });
  const hex = (of: readonly number[] | Uint8Array) => Buffer.from(of).toString("hex");
  const extendedpanid = hex(extendedPanIdFor("zstack", { extendedpanid: hex(NUMBERS.extendedpanid) }));
  folder.write("network.json", JSON.stringify({ key: hex(KEY), panid: NUMBERS.panid, extendedpanid }));

  const start = (radio: RadioProcess) => {
    const { port, family } = stick ?? assert.fail("no stick is plugged in");
    return radio.start({ path: `tcp://127.0.0.1:${port}`, adapter: family, channel: CHANNEL, folder: folder.path });
  };
  await plug("zstack");
  const first = forkRadio();
  await start(first);
  await letIn(first, network);
  await first.stop();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await plug(FAMILIES[Math.floor(Math.random() * FAMILIES.length)] ?? "zstack");
    const victim = forkRadio();
    start(victim).catch(() => {});
    const after = Math.round(Math.random() * LONGEST);
    await pause(after);
    victim.child.kill("SIGKILL");
    await victim.ended;
    if (kill % 3 === 2) await assertWhole(t, start, folder.path, `${kill}, ${stick?.family}, after ${after} ms`);
  }
});

async function assertWhole(
  t: TestContext,
  start: (radio: RadioProcess) => Promise<unknown>,
  folder: string,
  when: string,
): Promise<void> {
  const radio = forkRadio();
  try {
    await start(radio);
    for (const ieee of LIGHTS)
      await radio.order({
        ...{ do: "command", target: { ieee, endpoint: 1 }, cluster: "genOnOff", command: "toggle", payload: {} },
      });
    const record = JSON.parse(readFileSync(join(folder, "network.json"), "utf8"));
    assert.equal(record.key, Buffer.from(KEY).toString("hex"));
  } catch (error) {
    t.diagnostic(`kill ${when}: ${radio.log.join(" | ")}`);
    throw error;
  } finally {
    await radio.stop();
  }
}

async function letIn(radio: RadioProcess, network: VirtualNetwork): Promise<void> {
  await radio.ask({ type: "permit", seconds: 60 });
  for (const ieee of LIGHTS) {
    const station = testStation({ ieee });
    network.add(station);
    network.join(station);
    await radio.heard("device", ({ device }) => device.ieee === ieee && device.interviewed);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
