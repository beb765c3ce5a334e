/** P15, P16: the cost in memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../test/support/start.ts";
import { atMost, type Bench, changed, type Result, sideBySide } from "./goals.ts";
import { inside } from "./inside.ts";

const SENSORS = 5_000;
const RESOURCES = 1_000;

export const benches: readonly Bench[] = [
  { goals: ["P15", "P16"], run: async () => [await added(), await perSensor()] },
];

async function perSensor(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  await inside("fill", { folder, count: SENSORS });
  const { perSensor: ours, json: control } = await inside<{ perSensor: number; json: number }>("heap", {
    folder,
    count: SENSORS,
  });
  rmSync(folder, { recursive: true });
  return atMost(3, { goal: "P16", what: "heap per CLIP sensor against its JSON", unit: "bytes", ours, control });
}

/** Resident memory of a Node-RED with us, less that of the same Node-RED without. */
async function added(): Promise<Result> {
  const figures = await sideBySide(
    () => idle(true),
    () => idle(false),
  );
  const added = changed(figures, ([ours, control]) => [Math.max(0, ours - control), 40]);
  return atMost(1, { goal: "P15", what: `memory added to Node-RED, ${RESOURCES} resources`, unit: "MB", ...added });
}

async function idle(withUs: boolean): Promise<number> {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const port = await freePort();
  const root = join(import.meta.dirname, "..");
  const settings = {
    uiPort: port,
    uiHost: "127.0.0.1",
    flowFile: "flows.json",
    credentialSecret: false,
    telemetry: { enabled: false },
    ...(withUs ? { nodesDir: [root] } : {}),
  };
  writeFileSync(join(userDir, "settings.cjs"), `module.exports = ${JSON.stringify(settings)};`);
  const flows = [{ id: "g1", type: "zigbee-gateway", name: "", network: "bench", radio: "none", version: 1 }];
  writeFileSync(join(userDir, "flows.json"), JSON.stringify(withUs ? flows : []));
  if (withUs) await inside("fill", { folder: join(userDir, "zigbee-gateway", "bench"), count: RESOURCES });
  const cli = join(dirname(createRequire(import.meta.url).resolve("node-red/package.json")), "red.js");
  const child = spawn(process.execPath, [cli, "--userDir", userDir, "--settings", join(userDir, "settings.cjs")], {
    stdio: "ignore",
  });
  while (!(await fetch(`http://127.0.0.1:${port}/${withUs ? "api/config" : "settings"}`).catch(() => undefined))?.ok)
    await pause(200);
  await pause(8_000); // its start is over
  const rss = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  child.kill();
  await once(child, "close");
  rmSync(userDir, { recursive: true, force: true });
  return rss;
}
