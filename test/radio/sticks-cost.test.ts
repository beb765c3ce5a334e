/** What 5,000 reports cost the radio process on each stick, beside Z-Stack: processor and memory. LONG=1 runs it; it prints the figures. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { STICK_FAMILIES, type StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { stage } from "../support/radio-stage.ts";
import { testStation } from "../support/virtual.ts";

const IEEE = "0x00158d0000000001";
const REPORTS = 5_000;
const EVERY = 10; // milliseconds: as fast as a busy house tells
const skip = process.env.LONG ? (process.platform === "linux" ? false : "only Linux tells it") : "LONG=1 runs it";

interface Cost {
  readonly processor: number; // seconds
  readonly memory: number; // MB, the most so far
}

test(`${REPORTS} reports on each stick`, { skip }, async (t) => {
  const costs = new Map<StickFamily, Cost>();
  for (const family of STICK_FAMILIES) {
    const cost = await costOf(t, family);
    costs.set(family, cost);
    t.diagnostic(`${family}: ${cost.processor.toFixed(2)} s of a processor, ${cost.memory.toFixed(0)} MB`);
  }
  const usual = costs.get("zstack") ?? assert.fail();
  for (const [family, { processor, memory }] of costs) {
    assert.ok(memory < 1.3 * usual.memory, `${family}: ${memory} MB`);
    assert.ok(processor < 4 * usual.processor, `${family}: ${processor} s`);
  }
});

async function costOf(t: TestContext, family: StickFamily): Promise<Cost> {
  const { radio, network } = await stage(t, { open: (options) => openStick(family, options) });
  const lamp = testStation({ ieee: IEEE });
  network.add(lamp);
  await radio.ask({ type: "permit", seconds: 60 });
  network.join(lamp);
  await radio.heard("device", ({ device }) => device.interviewed);
  radio.forget();
  const before = costSoFar(radio.child.pid);
  for (let report = 1; report <= REPORTS; report += 1) {
    const bytes = Buffer.of(0x18, report & 0xff, 0x0a, 0, 0, 0x10, report === REPORTS ? 1 : 0);
    lamp.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes });
    if (report % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 10 * EVERY));
  }
  await radio.heard("payload", ({ payload }) => payload.state === "ON");
  assert.equal(
    radio.events.filter((one) => one.kind === "payload" && one.raw?.type === "attributeReport").length,
    REPORTS,
  );
  const after = costSoFar(radio.child.pid);
  await radio.stop();
  return { processor: after.processor - before.processor, memory: after.memory };
}

function costSoFar(pid: number | undefined): Cost {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return { processor: ticks / 100, memory: Number(peak) / 1024 };
}
