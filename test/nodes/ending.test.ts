/** Node-RED as people run it, in a process of its own: signals end the gateway cleanly, and its house is there at the next start. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ask, eventually, flowNode, gatewayNode, TAB, type Version } from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SENSOR = {
  name: "S",
  modelid: "M",
  swversion: "1",
  type: "CLIPGenericStatus",
  manufacturername: "Me",
  uniqueid: "s",
};

interface Process {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function prepare(port: number): string {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-end-"));
  const settings = {
    uiHost: "127.0.0.1",
    uiPort: port,
    flowFile: "flows.json",
    nodesDir: [ROOT],
    credentialSecret: false,
    telemetry: { enabled: false },
  };
  writeFileSync(join(userDir, "settings.cjs"), `module.exports = ${JSON.stringify(settings)};`);
  const user = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "GET", address: "/config" });
  writeFileSync(join(userDir, "flows.json"), JSON.stringify([TAB, gatewayNode(), user]));
  return userDir;
}

async function run(version: Version, userDir: string, port: number): Promise<Process> {
  const cli = join(dirname(createRequire(import.meta.url).resolve(`${version}/package.json`)), "red.js");
  const args = [cli, "--userDir", userDir, "--settings", join(userDir, "settings.cjs")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await eventually(
    async () => (await ask("GET", `http://127.0.0.1:${port}/api/config`).catch(() => undefined))?.status === 200,
    () => output,
  );
  return { child, output: () => output };
}

const ENDS = [
  ["node-red", "SIGTERM"],
  ["node-red", "SIGINT"],
  ["node-red-4", "SIGTERM"],
] as const;

test("each signal ends Node-RED quickly, and the next start finds the house as it was", async (t) => {
  const port = await freePort();
  const userDir = prepare(port);
  const url = `http://127.0.0.1:${port}`;
  let own: Process | undefined;
  let api = "";
  t.after(() => {
    own?.child.kill("SIGKILL");
    rmSync(userDir, { recursive: true, force: true });
  });
  const findsAll = async (status: number) => {
    assert.equal((await ask("GET", `${api}/sensors/1`)).body.state.status, status);
    assert.equal((await ask("GET", `${api}/config`)).body.linkbutton, false);
    assert.doesNotMatch(own?.output() ?? "", /zigbee-gateway:.*(repair|recover|another)/i);
  };

  for (const [round, [version, signal]] of ENDS.entries()) {
    await t.test(`${version}: ${signal}`, async () => {
      const first = await run(version, userDir, port);
      own = first;
      if (round > 0) await findsAll(round - 1);
      await ask("POST", `${url}/zigbee-gateway/gw/unlock`, {});
      const { body } = await ask("POST", `${url}/api`, { devicetype: "test" });
      api = `${url}/api/${body[0].success.username}`;
      if (round === 0) await ask("POST", `${api}/sensors`, SENSOR);
      await ask("PUT", `${api}/sensors/1/state`, { status: round });
      const sidebar = await fetch(`${url}/zigbee-gateway/gw/changes`);
      assert.equal(sidebar.status, 200);
      const start = performance.now();
      const gone = once(first.child, "close");
      first.child.kill(signal);
      await gone;
      assert.ok(performance.now() - start < 3_000, first.output());
      assert.doesNotMatch(first.output(), /error|Close timed out/i);
      const left = readdirSync(join(userDir, "zigbee-gateway", "net-gw"));
      assert.deepEqual(
        left.filter((name) => /^lock/.test(name)),
        [],
        "it was stopped, not torn down",
      );
    });
  }
  own = await run("node-red-4", userDir, port);
  await findsAll(ENDS.length - 1);
  const gone = once(own.child, "close");
  own.child.kill("SIGTERM");
  await gone;
});
