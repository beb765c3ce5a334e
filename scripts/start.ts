/**
 * Node-RED with this package and the first examples, for people who want to try it:
 * `npm start -- --port 1880 --ws-port 8088 --userDir DIR --flows FILE --stick zstack|ember|deconz`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { EXAMPLE_HOUSE } from "../nodes/shared/example-house.ts";

interface FlowNode {
  readonly id: string;
  readonly type: string;
  pushPort?: string;
  stick?: string;
}

const PATIENCE = 120_000; // milliseconds until the gateway must have answered
const CALM = /^0[1-5] /; // these act only when they are told to; all are in the editor: Import, Examples
const FIRST = /^03 /;
const LOOPBACK = "127.0.0.1";
const FIRST_STEPS = `What now?
  1. Open the editor below, and in it the sidebar whose icon looks like a Wi-Fi sign: the house. Touch a lamp, and it goes on.
  2. In the flow press the key at "click": it presses a remote, and the kitchen lamp goes on or off.
  3. In the sidebar's panel Virtual press other remotes, or let the motion sensor see somebody.`;
const root = resolve(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "1880" },
    "ws-port": { type: "string" },
    userDir: { type: "string", default: join(root, ".node-red") },
    flows: { type: "string" },
    host: { type: "string", default: LOOPBACK },
    stick: { type: "string" }, // that the virtual house simulates
  },
});
for (const name of ["port", "ws-port"] as const) {
  const port = Number(options[name] ?? 1);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`--${name}: ${options[name]} is no port`);
}
const STICKS: readonly (string | undefined)[] = [undefined, "zstack", "ember", "deconz"];
if (!STICKS.includes(options.stick)) fail(`--stick: ${options.stick} is none of zstack, ember, deconz`);
const userDir = resolve(options.userDir);
const flowFile = join(userDir, "flows.json");
const keyFile = join(userDir, "start-key");
const base = `http://${LOOPBACK}:${options.port}`;

await demandPort();
prepare();
const gatewayId = layFlows();
const nodeRed = startNodeRed();
await announce();

/** A program that has the port would answer in our place, and be asked for a key. */
async function demandPort(): Promise<void> {
  const server = createServer().listen(Number(options.port), options.host);
  await once(server, "listening").catch((error) => fail(`port ${options.port} cannot be had: ${error.message}`));
  await new Promise((resolve) => server.close(resolve));
}

function prepare(): void {
  mkdirSync(userDir, { recursive: true, mode: 0o700 });
  const settings = {
    flowFile,
    uiHost: options.host,
    uiPort: Number(options.port),
    nodesDir: [root],
    telemetry: { enabled: false },
    editorTheme: { tours: false, palette: { catalogues: [] } },
    logging: { console: { level: "info", metrics: false, audit: false } },
  };
  const ends = 'process.once("disconnect", () => process.kill(process.pid, "SIGTERM")); // whoever started it is gone';
  const text = `${ends}\nmodule.exports = ${JSON.stringify(settings, undefined, 2)};\n`;
  writeFileSync(join(userDir, "start-settings.cjs"), text);
}

/** The flows to start with; answers the id of the gateway in them. */
function layFlows(): string {
  if (options.flows) copyFileSync(resolve(options.flows), flowFile);
  else if (!existsSync(flowFile)) writeFileSync(flowFile, JSON.stringify(examples(), undefined, 2));
  const flows = flowsIn(flowFile);
  const gateway = flows.find(({ type }) => type === "zigbee-gateway");
  if (!gateway) return fail(`${flowFile} has no zigbee-gateway node`);
  if (options["ws-port"]) gateway.pushPort = options["ws-port"];
  if (options.stick) gateway.stick = options.stick;
  if (options["ws-port"] || options.stick) writeFileSync(flowFile, JSON.stringify(flows, undefined, 2));
  return gateway.id;
}

/** With the gateway that they name; a button and its lamp are seen first. */
function examples(): FlowNode[] {
  const names = readdirSync(join(root, "examples")).filter((name) => CALM.test(name));
  names.sort((one, other) => Number(FIRST.test(other)) - Number(FIRST.test(one)));
  return [{ ...EXAMPLE_HOUSE }, ...names.flatMap((name) => flowsIn(join(root, "examples", name)))];
}

function flowsIn(file: string): FlowNode[] {
  return JSON.parse(readFileSync(file, "utf8")) as FlowNode[];
}

function startNodeRed(): ReturnType<typeof spawn> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("node-red/package.json")), "red.js");
  const args = [cli, "--userDir", userDir, "--settings", join(userDir, "start-settings.cjs")];
  const child = spawn(process.execPath, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.on("exit", () => child.kill());
  return child;
}

async function announce(): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while ((await ask("GET", "/api/config")).status !== 200) {
    if (nodeRed.exitCode !== null) return;
    if (Date.now() > deadline) fail("the gateway does not answer: see what Node-RED said above");
    await pause(200);
  }
  const key = await ownKey();
  await movedIn(key, deadline);
  const isOwnFlow = options.flows !== undefined;
  console.log(`
${isOwnFlow ? "" : `${FIRST_STEPS}\n`}
Editor at ${base}/
The house as a page at ${base}/zigbee-gateway/${options.host === LOOPBACK ? " (for a phone: --host 0.0.0.0)" : ""}
Gateway ready at ${base}/api/${key}
`);
}

/** A new virtual house takes some seconds to be furnished; with any other radio there is nothing to wait for. */
async function movedIn(key: string, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const { status, body } = await ask("GET", `/api/${key}/virtual`);
    const isThere = status === 404 || (body as { complete?: unknown } | undefined)?.complete === true;
    if (isThere || nodeRed.exitCode !== null) return;
    await pause(200);
  }
  console.log("The virtual house is not complete yet: see what Node-RED said above");
}

/** The key of the last start, or a new one through the link window when that no longer works. */
async function ownKey(): Promise<string> {
  const last = existsSync(keyFile) ? readFileSync(keyFile, "utf8").trim() : "";
  if (last) {
    const { body } = await ask("GET", `/api/${last}/config`);
    if (body && typeof body === "object" && "whitelist" in body) return last;
  }
  const opened = await ask("POST", `/zigbee-gateway/${gatewayId}/unlock`, {});
  if (opened.status !== 200) fail(`the link window did not open: ${JSON.stringify(opened.body)}`);
  const { body } = await ask("POST", "/api", { devicetype: "npm start" });
  const key = (body as { success?: { username?: string } }[] | undefined)?.[0]?.success?.username;
  if (!key) return fail(`no key was given: ${JSON.stringify(body)}`);
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
  await ask("PUT", `/api/${key}/config`, { unlock: 0 }); // it was opened for us alone
  return key;
}

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return { status: 0, body: undefined }; // not there yet
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
