/** P28: the cost of a house in which little happens: wakeups, processor time, bytes on the medium; against Node-RED alone. Linux only. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePort } from "../test/support/start.ts";
import { atMost, type Bench, type Result, SHORT, WRITTEN_BEHIND } from "./goals.ts";
import { secondsOf } from "./processor.ts";
import { type House, letIn, openHouse, openOurs } from "./radio-stage.ts";

const NETWORK = "bench";
const MOST = { wakeups: 4, share: 0.004, bytes: 1024 * 1024 };

export const benches: readonly Bench[] = [{ goals: ["P28"], run }];

async function run(long: boolean): Promise<readonly Result[]> {
  const devices = SHORT ? 3 : 50;
  const seconds = SHORT ? 5 : 60;
  const house = await openHouse(devices);
  const first = await openOurs(house);
  await letIn(first, devices);
  await first.stop();
  const alone = await nodeRed();
  const ours = await nodeRed(house);
  const client = new WebSocket(`ws://127.0.0.1:${ours.port}/`);
  await once(client, "open");
  await pause(SHORT ? 2_000 : 90_000); // its start is over, and each device was looked at
  const [own, control] = await Promise.all([during(ours.pids, seconds), during(alone.pids, seconds)]);
  const hour = long ? 3_600 : SHORT ? 5 : 60;
  const bytes = await reporting(house, ours.pids, hour);
  client.terminate();
  await Promise.all([ours.stop(), alone.stop()]);
  await house.close();
  const told = { goal: "P28" };
  const idle = `idle with ${devices} devices and a client, above Node-RED alone`;
  return [
    atMost(1, {
      ...told,
      what: `wakeups, ${idle}`,
      unit: "a second",
      ours: own.wakeups - control.wakeups,
      control: MOST.wakeups,
    }),
    atMost(1, {
      ...told,
      what: `share of a core, ${idle}`,
      unit: "",
      ours: own.share - control.share,
      control: MOST.share,
    }),
    atMost(1, {
      ...told,
      what: `bytes that ${hour} s of 50 reports a minute bring to the medium, against their part of 1 MB an hour`,
      unit: "bytes",
      ours: bytes,
      control: (MOST.bytes * hour) / 3_600,
    }),
  ];
}

interface Running {
  readonly port: number;
  readonly pids: () => readonly number[]; // the radio process is one of them
  readonly stop: () => Promise<void>;
}

/** Without a house it has no gateway at all. */
export async function nodeRed(house?: House): Promise<Running> {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const port = await freePort();
  const settings = {
    ...{ uiPort: port, uiHost: "127.0.0.1", flowFile: "flows.json", credentialSecret: false },
    telemetry: { enabled: false },
    ...(house ? { nodesDir: [join(import.meta.dirname, "..")] } : {}),
  };
  writeFileSync(join(userDir, "settings.cjs"), `module.exports = ${JSON.stringify(settings)};`);
  const radio = `tcp://127.0.0.1:${house?.air.port}`;
  const gateway = {
    id: "g1",
    type: "zigbee-gateway",
    version: 1,
    name: "",
    network: NETWORK,
    radio,
    adapter: "zstack",
  };
  writeFileSync(join(userDir, "flows.json"), JSON.stringify(house ? [gateway] : []));
  if (house) cpSync(join(house.folder, "gateway"), join(userDir, "zigbee-gateway", NETWORK), { recursive: true });
  const cli = join(dirname(createRequire(import.meta.url).resolve("node-red/package.json")), "red.js");
  const child = spawn(process.execPath, [cli, "--userDir", userDir, "--settings", join(userDir, "settings.cjs")], {
    stdio: "ignore",
  });
  const asked = `http://127.0.0.1:${port}/${house ? "api/config" : "settings"}`;
  while (!(await fetch(asked).catch(() => undefined))?.ok) await pause(200);
  return {
    port,
    pids: () => [child.pid ?? 0, ...childrenOf(child.pid ?? 0)],
    stop: async () => {
      child.kill();
      await once(child, "close");
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}

async function during(pids: () => readonly number[], seconds: number): Promise<{ wakeups: number; share: number }> {
  const look = () => ({ wakeups: sum(pids(), wakeupsOf), used: sum(pids(), secondsOf) });
  const before = look();
  await pause(seconds * 1_000);
  const after = look();
  return { wakeups: (after.wakeups - before.wakeups) / seconds, share: (after.used - before.used) / seconds };
}

/** Fifty a minute, however many devices there are. */
async function reporting({ air }: House, pids: () => readonly number[], seconds: number): Promise<number> {
  const stations = air.inspect().stations as readonly { readonly ieee: string }[];
  const before = sum(pids(), bytesOf);
  for (let told = 0; told < (seconds * 50) / 60; told += 1) {
    air.apply(stations[told % stations.length]?.ieee, { set: { "genOnOff.onOff": told % 2 } });
    await pause(60_000 / 50);
  }
  await pause(WRITTEN_BEHIND);
  return sum(pids(), bytesOf) - before;
}

/** How often its threads were woken: each waits of its own will. */
function wakeupsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8"),
  );
  return sum(threads, (text) => Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(text)?.[1] ?? 0));
}

function bytesOf(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => parentOf(pid) === parent).map(Number);
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0; // it has ended meanwhile
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}
