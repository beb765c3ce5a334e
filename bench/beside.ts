/**
 * P26, by hand: `node bench/beside.ts [--devices 300] [--reports 200] [--seconds 60] [--rounds 3]`. Node-RED with this package, and
 * zigbee2mqtt with a broker, in turn on the same simulated stick with the same devices that report: processor time and memory of all
 * processes. zigbee2mqtt and the broker are installed beside the project, into node_modules/.cache, the first time. Linux only.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePort } from "../test/support/start.ts";
import { nodeRed } from "./idle.ts";
import { median } from "./load.ts";
import { secondsOf } from "./processor.ts";
import { type House, letIn, now, openHouse, openOurs, until } from "./radio-stage.ts";

const VERSIONS = ["zigbee2mqtt@2.14.1", "aedes@1.2.0"];
const FOLDER = resolve("node_modules/.cache/zigbee-gateway-beside");
const STARTED = 30_000; // milliseconds
const QUIET = 5_000; //    without a frame to a device: no device is configured or asked any more
const BROKER = `
  import { createServer } from "node:net";
  import { Aedes } from "aedes";
  const broker = await Aedes.createBroker();
  createServer(broker.handle).listen(Number(process.argv[1]), "127.0.0.1", () => console.log("listening"));
`;

interface Candidate {
  readonly pids: () => readonly number[];
  readonly told: () => number; // messages that a client has got
  stop(): Promise<void>;
}

interface Figures {
  readonly processor: number; // seconds for a second
  readonly megabytes: number; // proportional: shared memory is divided among the processes
  readonly told: number; //      messages a second
}

const wanted = (name: string, usual: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const devices = wanted("devices", 300);
const perSecond = wanted("reports", 200);
const seconds = wanted("seconds", 60);
const rounds = wanted("rounds", 3);
let turn = 0; // of the lights that report

install();
const house = await openHouse(devices, 0);
const first = await openOurs(house);
console.log(`${devices} lights join …`);
await letIn(first, devices);
await first.stop();
const pairs: (readonly [ours: Figures, theirs: Figures])[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const ours = await measured(await startOurs());
  const theirs = await measured(await startTheirs());
  pairs.push([ours, theirs]);
  console.log(`round ${round}: ours ${line(ours)}; zigbee2mqtt and broker ${line(theirs)}`);
}
for (const what of ["processor", "megabytes"] as const) {
  const ratios = pairs.map(([ours, theirs]) => ours[what] / theirs[what]).sort((one, other) => one - other);
  const [least = 0] = ratios;
  const spread = `[${least.toFixed(3)} to ${(ratios.at(-1) ?? 0).toFixed(3)}]`;
  console.log(`P26 ${what}: ${median(ratios).toFixed(3)} ${spread} (≤ 1) of zigbee2mqtt's and its broker's`);
}
await house.close();
process.exit(0);

function line({ processor, megabytes, told }: Figures): string {
  return `${(processor * 100).toFixed(1)} % of a core, ${megabytes.toFixed(0)} MB, ${told.toFixed(0)} messages a second`;
}

function install(): void {
  if (existsSync(join(FOLDER, "node_modules/zigbee2mqtt/index.js"))) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), '{"private":true,"type":"module"}');
  const npm = ["install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", ...VERSIONS];
  if (spawnSync("npm", npm, { cwd: FOLDER, stdio: "inherit" }).status !== 0)
    throw new Error("npm could not install it");
}

async function startOurs(): Promise<Candidate> {
  const { port, pids, stop } = await nodeRed(house);
  let count = 0;
  const client = new WebSocket(`ws://127.0.0.1:${port}/`);
  client.on("message", () => {
    count += 1;
  });
  await once(client, "open");
  return {
    pids,
    told: () => count,
    stop: async () => {
      client.terminate();
      await stop();
    },
  };
}

async function startTheirs(): Promise<Candidate> {
  const port = await freePort();
  const node = (cwd: string, args: readonly string[], env = {}): ChildProcess =>
    spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  const broker = node(FOLDER, ["--input-type=module", "-e", BROKER, String(port)]);
  await once(broker.stdout as NodeJS.ReadableStream, "data");
  const data = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  cpSync(join(house.folder, "gateway/radio/database.db"), join(data, "database.db"));
  writeFileSync(join(data, "configuration.yaml"), configuration(house, port)); // JSON is YAML, too
  // Not in this checkout: zigbee2mqtt would take its revision for its own, and build itself anew.
  const program = node(data, [join(FOLDER, "node_modules/zigbee2mqtt/index.js")], {
    ZIGBEE2MQTT_DATA: data,
    Z2M_ONBOARD_NO_SERVER: "1",
  });
  let output = "";
  program.stdout?.on("data", (text) => {
    output += text;
  });
  const mqtt = createRequire(join(FOLDER, "node_modules/zigbee2mqtt/index.js"))("mqtt") as {
    connect(url: string): {
      on(event: string, run: (...all: unknown[]) => void): void;
      subscribe(topic: string): void;
      end(force: boolean): void;
    };
  };
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`);
  let count = 0;
  let isOnline = false;
  client.on("connect", () => client.subscribe("zigbee2mqtt/#"));
  client.on("message", (topic, payload) => {
    count += 1;
    if (topic === "zigbee2mqtt/bridge/state") isOnline = String(payload).includes("online");
  });
  await until(() => isOnline || program.exitCode !== null);
  if (program.exitCode !== null) throw new Error(`zigbee2mqtt ended with ${program.exitCode}:\n${output}`);
  return {
    pids: () => [broker.pid ?? 0, program.pid ?? 0],
    told: () => count,
    stop: async () => {
      client.end(true);
      for (const child of [program, broker]) {
        const gone = once(child, "close");
        child.kill(child === program ? "SIGTERM" : "SIGKILL");
        await gone;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function configuration({ air }: House, port: number): string {
  const { panID, extendedPanID, networkKey, channel } = air.network as House["air"]["network"] & { channel?: number };
  return JSON.stringify({
    version: 5,
    mqtt: { server: `mqtt://127.0.0.1:${port}`, base_topic: "zigbee2mqtt" },
    serial: { port: `tcp://127.0.0.1:${air.port}`, adapter: "zstack" },
    frontend: { enabled: false },
    advanced: {
      ...{ network_key: [...networkKey], pan_id: panID, ext_pan_id: [...extendedPanID], channel: channel ?? 11 },
      ...{ log_level: "warning", log_output: ["console"] },
    },
  });
}

/** The first seconds of reports are not counted: a program has done its work of a start by then. */
async function measured(candidate: Candidate): Promise<Figures> {
  await settled();
  await report(5);
  const before = { used: used(candidate), told: candidate.told() };
  const start = now();
  await report(seconds);
  const passed = (now() - start) / 1_000;
  const after = { used: used(candidate), told: candidate.told() };
  const megabytes = candidate.pids().reduce((sum, pid) => sum + proportional(pid), 0);
  await candidate.stop();
  await pause(2_000); // the stick has noticed
  return { processor: (after.used - before.used) / passed, megabytes, told: (after.told - before.told) / passed };
}

/** After a start each asks and configures devices for a while, of hundreds for minutes: that is no part of the cost of reports. */
async function settled(): Promise<void> {
  await pause(STARTED);
  for (let before = -1; before !== house.sent(); await pause(QUIET)) before = house.sent();
}

function used({ pids }: Candidate): number {
  return pids().reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function proportional(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
}

/** One light after the other is switched at its place, and reports it: ten times a second as many as are due. */
async function report(forSeconds: number): Promise<void> {
  const lights = house.air.inspect().stations as readonly { readonly ieee: string }[];
  const start = now();
  for (let sent = 0; now() - start < forSeconds * 1_000; ) {
    const due = ((now() - start) / 1_000) * perSecond;
    for (; sent < due; sent += 1) {
      turn += 1;
      const isOn = Math.floor(turn / lights.length) % 2;
      house.air.apply(lights[turn % lights.length]?.ieee, { set: { "genOnOff.onOff": isOn } });
    }
    await pause(20);
  }
}
