/** P15: the memory for 1,000 devices of 60 vendors, at its peak, in all processes of a real Node-RED; beside it, zigbee-herdsman alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { allModels } from "../test/support/definitions.ts";
import { freePort } from "../test/support/start.ts";
import { atMost, type Bench, type Result, SHORT, toldOnly } from "./goals.ts";
import { type House, openBare, openHouse, openOurs, STICK, until } from "./radio-stage.ts";

const DEVICES = 1_000;
const VENDORS = 60;
const SETTLED = SHORT ? 3_000 : 20_000; // milliseconds after all of them are there

export const benches: readonly Bench[] = [{ goals: ["P15"], run: peaks }];

interface Peak {
  readonly megabytes: number; // shared memory is counted once: node itself, above all
  readonly apart: number; //     the same, counted in each of them
}

async function peaks(): Promise<readonly Result[]> {
  const control = await nodeRed();
  const ours = await nodeRed(databaseOf(DEVICES));
  const alone = await bare(databaseOf(DEVICES));
  const what = `memory added at its peak, ${DEVICES} devices of ${VENDORS} vendors, all processes`;
  const wanted = { goal: "P15", unit: "MB", control: 200 };
  return [
    atMost(1, { ...wanted, what, ours: ours.megabytes - control.megabytes }),
    atMost(1, { ...wanted, what: `${what}, what they share counted in each`, ours: ours.apart - control.apart }),
    toldOnly({ ...wanted, what: `${what}, against herdsman alone`, ours: ours.apart - control.apart, control: alone }),
  ];
}

/** As zigbee-herdsman keeps it: a line for each device, as if all had been interviewed. */
function databaseOf(count: number): string {
  const byVendor = new Map<string, ReturnType<typeof allModels>[number][]>();
  for (const facts of allModels()) {
    const vendor = facts.definition?.vendor ?? "";
    byVendor.set(vendor, [...(byVendor.get(vendor) ?? []), facts]);
  }
  const largest = [...byVendor.values()].sort((one, other) => other.length - one.length).slice(0, VENDORS);
  return Array.from({ length: count }, (_, at) => {
    const models = largest[at % largest.length] ?? [];
    const { modelid, manufacturername, endpoints } = models[Math.floor(at / largest.length) % models.length] ?? {};
    const clusters = { inClusterList: [0, 1, 3, 4, 5, 6, 8, 0x0300, 0x0402, 0x0500, 0x0b04], outClusterList: [6, 8] };
    const entries = (endpoints ?? [{ id: 1 }]).map(({ id }) => [
      id,
      {
        profId: 260,
        epId: id,
        devId: 0x010d,
        ...clusters,
        clusters: {},
        binds: [],
        configuredReportings: [],
        meta: {},
      },
    ]);
    return JSON.stringify({
      id: at + 2,
      type: "Router",
      ieeeAddr: `0x00158d02${at.toString(16).padStart(8, "0")}`,
      nwkAddr: 1_000 + at,
      manufId: 4447,
      manufName: manufacturername,
      powerSource: "Mains (single phase)",
      modelId: modelid,
      epList: entries.map(([id]) => id),
      endpoints: Object.fromEntries(entries),
      zclVersion: 3,
      interviewCompleted: true,
      interviewState: "SUCCESSFUL",
      meta: {},
      lastSeen: Date.now(),
    });
  }).join("\n");
}

/** Without a database it has no gateway at all. */
async function nodeRed(database?: string): Promise<Peak> {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const port = await freePort();
  const root = join(import.meta.dirname, "..");
  const house = await openHouse(0);
  const settings = {
    uiPort: port,
    uiHost: "127.0.0.1",
    flowFile: "flows.json",
    credentialSecret: false,
    telemetry: { enabled: false },
    ...(database === undefined ? {} : { nodesDir: [root] }),
  };
  writeFileSync(join(userDir, "settings.cjs"), `module.exports = ${JSON.stringify(settings)};`);
  const radio = `tcp://127.0.0.1:${house.air.port}`;
  const gateway = {
    id: "g1",
    type: "zigbee-gateway",
    name: "",
    network: "bench",
    radio,
    adapter: STICK,
    version: 1,
  };
  writeFileSync(join(userDir, "flows.json"), JSON.stringify(database === undefined ? [] : [gateway]));
  if (database !== undefined) await furnish(join(userDir, "zigbee-gateway", "bench", "radio"), house, database);
  const cli = join(dirname(createRequire(import.meta.url).resolve("node-red/package.json")), "red.js");
  const child = spawn(process.execPath, [cli, "--userDir", userDir, "--settings", join(userDir, "settings.cjs")], {
    stdio: "ignore",
  });
  const asked = `http://127.0.0.1:${port}/${database === undefined ? "settings" : "api/config"}`;
  while (!(await fetch(asked).catch(() => undefined))?.ok) await pause(200);
  await pause(SETTLED);
  const kids = childrenOf(child.pid ?? 0);
  const apart = [child.pid ?? 0, ...kids].reduce((sum, pid) => sum + peakOf(pid), 0);
  const megabytes = kids.reduce((sum, pid) => sum - sharedBy(pid), apart);
  if (database !== undefined && kids.length === 0) throw new Error("the radio process does not run");
  child.kill();
  await once(child, "close");
  await house.close();
  rmSync(userDir, { recursive: true, force: true });
  return { megabytes, apart };
}

/** The whole process of herdsman, with the same database on a stick of the same family; no converters. */
async function bare(database: string): Promise<number> {
  const house = await openHouse(0);
  await furnish(house.folder, house, database);
  const alone = openBare(house);
  await alone.up;
  await pause(SETTLED);
  const megabytes = peakOf(alone.pid);
  await alone.stop();
  await house.close();
  return megabytes;
}

/** A network that is there already, with these devices in it. */
async function furnish(folder: string, house: House, database: string): Promise<void> {
  const ours = await openOurs(house);
  await until(() => ours.opened.radio.network() !== undefined);
  await ours.stop();
  mkdirSync(folder, { recursive: true });
  cpSync(join(house.folder, "gateway", "radio"), folder, { recursive: true });
  appendFileSync(join(folder, "database.db"), `\n${database}`);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => statusOf(pid).match(new RegExp(`^PPid:\\s+${parent}$`, "m"))).map(Number);
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(statusOf(String(pid)))?.[1] ?? 0) / 1024;
}

/** Pages of files that others have mapped, too: its parent, which runs the same node. */
function sharedBy(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Shared_Clean:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1024;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
}
