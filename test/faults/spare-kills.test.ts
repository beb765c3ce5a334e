/**
 * Power cuts at any moment of a takeover by the spare stick: gateway and radio process are killed together. The next start ends with one network, on
 * one stick, and all lights obey; never do two coordinators have it. LONG=1: a hundred times; KILLS and SPARE_PAIR say how often, and which sticks.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { temporaryFolder } from "../support/radio-process.ts";
import type { SpareQuestion, SpareSettings } from "../support/spare-child.ts";
import { FAMILY_ROWS, SPARE_PAIR } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

const KILLS = Number(process.env.KILLS ?? (process.env.LONG ? 100 : 3));
const LONGEST = 12_000; // milliseconds that a takeover takes at most, so that kills hit all of it
const LIGHTS = ["1", "2", "3"].map((digit) => `0x00158d000000000${digit}`);
const KEY = Array.from({ length: 16 }, (_, at) => at + 100);
const NUMBERS = { panid: 0x1a2b, extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8], networkKey: KEY };
const CHANNEL = 15;
const CHILD = join(import.meta.dirname, "../support/spare-child.ts");
const LOOKS_EVERY = 10; // milliseconds
/** A stick that is on the air before its host says anything cannot be kept from it while no host is there. */
const MAY_OVERLAP = SPARE_PAIR.some((family) => FAMILY_ROWS[family].isOnAirAtOnce);

test(`killed ${KILLS} times while ${SPARE_PAIR.join(" and ")} take the network over`, async (t) => {
  const folder = temporaryFolder();
  const network = new VirtualNetwork({});
  const [one, two] = SPARE_PAIR;
  const first = await openStick(one, {
    network,
    preformed: { ...NUMBERS, channel: CHANNEL, ieee: "0x00124b0000000001" },
  });
  const spare = await openStick(two, { network, ieee: "0x00124b0000000002" });
  let rivals = 0;
  const watching = setInterval(() => {
    rivals = Math.max(rivals, network.rivals);
  }, LOOKS_EVERY);
  t.after(async () => {
    clearInterval(watching);
    for (const stick of [first, spare]) await stick.close();
    network.close();
    folder.remove();
  });
  const hex = (of: readonly number[] | Uint8Array) => Buffer.from(of).toString("hex");
  const extendedpanid = hex(extendedPanIdFor(one, { extendedpanid: hex(NUMBERS.extendedpanid) }));
  folder.write("network.json", JSON.stringify({ key: hex(KEY), panid: NUMBERS.panid, extendedpanid }));
  const settings: SpareSettings = {
    ...{ folder: folder.path, channel: CHANNEL },
    sticks: [
      { path: `tcp://127.0.0.1:${first.port}`, adapter: one },
      { path: `tcp://127.0.0.1:${spare.port}`, adapter: two },
    ],
  };

  const mover = start(t, settings);
  await mover.ask({ do: "up" });
  await mover.ask({ do: "permit" });
  for (const ieee of LIGHTS) {
    const station = testStation({ ieee });
    network.add(station);
    network.join(station);
    await mover.ask({ do: "met", ieee });
  }
  await mover.kill();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = start(t, settings);
    if (kill % 2 === 0) await victim.ask({ do: "up" });
    victim.ask({ do: "takeover" }).catch(() => {});
    const after = Math.round(Math.random() * LONGEST);
    await pause(after);
    await victim.kill();
    if (kill % 3 !== 2) continue;
    const next = start(t, settings);
    try {
      await next.ask({ do: "up" });
      for (const ieee of LIGHTS) await next.ask({ do: "toggle", ieee });
    } catch (error) {
      t.diagnostic(`kill ${kill} after ${after} ms: ${next.log.join(" | ")}`);
      throw error;
    }
    await next.kill();
    assert.equal(JSON.parse(readFileSync(join(folder.path, "network.json"), "utf8")).key, hex(KEY));
    assert.ok(rivals <= 1 || MAY_OVERLAP, "two coordinators had the network at the same time");
  }
  assert.ok(network.counters.replayed === 0 || MAY_OVERLAP, "each counts on");
});

interface Child {
  readonly log: readonly string[];
  /** Rejects with an error of the process, and when it ends. */
  ask(question: SpareQuestion): Promise<void>;
  /** Both processes, as a power cut does it. */
  kill(): Promise<void>;
}

function start(t: TestContext, settings: SpareSettings): Child {
  const child: ChildProcess = fork(CHILD, [JSON.stringify(settings)], { detached: true, execArgv: [] });
  const waiting = new Map<number, (failure?: string) => void>();
  const log: string[] = [];
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      isGone = true;
      for (const settle of waiting.values()) settle("it has ended");
      resolve();
    });
  });
  child.on("message", (said: { readonly id?: number; readonly failure?: string; readonly log?: string }) => {
    if (said.log !== undefined) log.push(said.log);
    if (said.id === undefined) return;
    waiting.get(said.id)?.(said.failure);
    waiting.delete(said.id);
  });
  let last = 0;
  const ask = (question: SpareQuestion) =>
    new Promise<void>((resolve, reject) => {
      last += 1;
      waiting.set(last, (failure) => (failure === undefined ? resolve() : reject(new Error(failure))));
      child.send({ ...question, id: last });
    });
  const kill = async () => {
    if (!isGone && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await gone;
  };
  t.after(kill);
  return { log, ask, kill };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
