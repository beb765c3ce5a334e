/** Fault 37: the package as the palette installs it, on the oldest Node that is at hand with Node-RED 4.1, and here with Node-RED 5. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { layInstalled, oldestNode, PATH } from "../support/installed.ts";
import { ask, eventually, type FlowNode, flowNode, gatewayNode, TAB, type Version } from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGE = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const NODES = [
  "",
  "-sensor",
  "-button",
  "-light",
  "-scene",
  "-rule",
  "-schedule",
  "-pairing",
  "-touchlink",
  "-event",
  "-request",
].map((name) => `zigbee-gateway${name}`);
const START = 120_000; // milliseconds that a slow machine may take

const home = mkdtempSync(join(tmpdir(), "zigbee-gateway-palette-"));
let oldest = process.execPath;

before(async () => {
  oldest = await oldestNode();
  for (const version of ["4", "5"]) await layInstalled(join(home, version));
});
after(() => rmSync(home, { recursive: true, force: true }));

interface Started {
  readonly url: string;
  readonly output: () => string;
  readonly end: () => Promise<void>;
}

async function start(node: string, version: Version, userDir: string): Promise<Started> {
  const port = await freePort();
  const settings = {
    uiHost: "127.0.0.1",
    uiPort: port,
    flowFile: "flows.json",
    credentialSecret: false,
    telemetry: { enabled: false },
  };
  writeFileSync(join(userDir, "settings.js"), `module.exports = ${JSON.stringify(settings)};`);
  const flow: FlowNode[] = [
    TAB,
    gatewayNode(),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "GET", address: "/config" }),
    flowNode("heard", "zigbee-gateway-event", { gateway: "gw" }),
  ];
  writeFileSync(join(userDir, "flows.json"), JSON.stringify(flow));
  const cli = join(dirname(createRequire(import.meta.url).resolve(`${version}/package.json`)), "red.js");
  const child = spawn(node, [cli, "--userDir", userDir, "--settings", join(userDir, "settings.js")], {
    env: { ...process.env, PATH, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const gone = once(child, "close");
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START;
  const end = async () => {
    child.kill("SIGTERM");
    await gone;
  };
  while ((await ask("GET", `${url}/api/config`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode === null && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 200));
    else {
      await end();
      assert.fail(output);
    }
  }
  return { url, output: () => output, end };
}

test("the installed files: the compiled package and its dependencies at run time, nothing else", () => {
  const folder = join(home, "4", "node_modules", PACKAGE.name);
  const names = readdirSync(folder).filter((name) => name !== "node_modules");
  const packed = ["LICENSE", "README.md", "bin", "dist", "examples", "package.json", "resources"];
  assert.deepEqual(names.sort(), packed);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  assert.deepEqual(
    files.filter((name) => /(?<!\.d)\.ts$/.test(name) || /\.test\./.test(name)),
    [],
  );
  const installed = readdirSync(join(home, "4", "node_modules"));
  for (const name of ["node", "node-red", "typescript", "playwright-core"]) assert.ok(!installed.includes(name), name);
});

for (const [version, node] of [
  ["node-red-4", () => oldest],
  ["node-red", () => process.execPath],
] as const) {
  test(`${version}: everything is there, and a client gets its key`, async (t) => {
    const { stdout } = await run(node(), ["--version"]);
    t.diagnostic(`${version} on Node ${stdout.trim()}`);
    const userDir = join(home, version === "node-red" ? "5" : "4");
    const { url, output, end } = await start(node(), version, userDir);
    try {
      const get = async (path: string, headers: Record<string, string> = {}) =>
        (await ask("GET", `${url}${path}`, undefined, { Accept: "application/json", ...headers })).body;
      const sets = (await get("/nodes")).filter(({ module }: { module: string }) => module === PACKAGE.name);
      assert.deepEqual(
        sets.map(({ name, enabled, err }: Record<string, unknown>) => [name, enabled, err]),
        NODES.map((name) => [name, true, undefined]),
      );
      const icons = (await get("/icons"))[PACKAGE.name];
      for (const name of NODES) assert.ok(icons.includes(`${name}.svg`), name);
      const examples = (await get(`/library/examples/flows/${PACKAGE.name}`)).map(({ fn }: { fn: string }) => fn);
      assert.deepEqual(
        [...examples].sort(),
        readdirSync(join(ROOT, "examples"))
          .map((name) => name.replace(/\.json$/, ""))
          .sort(),
      );
      const german = await get("/nodes/messages?lng=de");
      for (const name of NODES) {
        const own = JSON.parse(readFileSync(join(ROOT, "locales/de", `${name}.json`), "utf8"));
        assert.deepEqual(german[`${PACKAGE.name}/${name}`][name], own[name]);
        const page = await ask("GET", `${url}/nodes/${PACKAGE.name}/${name}`, undefined, {
          Accept: "text/html",
          "Accept-Language": "de",
        });
        const help = readFileSync(join(ROOT, "locales/de", `${name}.html`), "utf8").trim();
        assert.ok(String(page.body).includes(help.split("\n")[1] ?? "?"), `${name}: the German help`);
      }
      assert.equal((await ask("POST", `${url}/api`, { devicetype: "palette" })).status, 403);
      assert.equal((await ask("POST", `${url}/zigbee-gateway/gw/unlock`, {})).status, 200);
      const { body } = await ask("POST", `${url}/api`, { devicetype: "palette" });
      const api = `${url}/api/${body[0].success.username}`;
      const sensor = {
        name: "S",
        modelid: "M",
        swversion: "1",
        type: "CLIPPresence",
        uniqueid: "s",
        manufacturername: "Me",
      };
      assert.equal((await ask("POST", `${api}/sensors`, sensor)).status, 200);
      assert.equal((await ask("GET", `${api}/sensors/1`)).body.name, "S");
      assert.equal((await ask("GET", `${url}/api/openapi.json`)).body.info.title.length > 0, true);
      await eventually(() => existsSync(join(userDir, "zigbee-gateway", "net-gw")));
    } finally {
      await end();
    }
    assert.doesNotMatch(output(), /\[error\]|Error:|Close timed out|ExperimentalWarning/, output());
  });
}

test("the oldest Node of `engines` is not older than any package needs, and those of Node-RED are in it", () => {
  assert.equal(PACKAGE.engines.node, ">=20.19.0");
  const least = PACKAGE.engines.node.slice(2);
  for (const file of packagesIn(join(home, "4", "node_modules"))) {
    const { name, engines } = JSON.parse(readFileSync(file, "utf8"));
    assert.ok(admits(String(engines?.node ?? "*"), least), `${name} wants Node ${engines?.node}`);
  }
  assert.ok(compare(least, "22.9.0") <= 0, "Node-RED 5 wants 22.9");
});

function packagesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(name))
    .map((name) => join(folder, name));
}

/** "^22.2.0 || ^24 || <=26.2" admits 20.19: one of the ways is enough. */
function admits(range: string, version: string): boolean {
  return range.split("||").some((way) => {
    const limits = [...way.matchAll(/(\^|~|>=|<=|>|<|=)? ?v?(\d+(?:\.(?:\d+|x)){0,2})/g)];
    return limits.every(([, sign = "^", limit = ""]) => {
      const order = compare(version, limit.replaceAll("x", "0"));
      if (sign.startsWith(">")) return order >= 0;
      if (sign.startsWith("<")) return order <= 0;
      return order >= 0 && version.split(".")[0] === limit.split(".")[0];
    });
  });
}

function compare(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
