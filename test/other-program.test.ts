/** The program that a house comes from is found out while it runs: by the stick, by its files, by its name, by its broker, by its API; and no longer when it has ended. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createLine } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { suite, type TestContext, test } from "node:test";
import { signsOf, stickHolders } from "../src/other-program.ts";
import { openBroker } from "./support/broker.ts";
import { startOther } from "./support/other-program.ts";
import { hasPorts, plugIn } from "./support/pty.ts";

const NOBODY = { ports: [] };
const skip = process.platform !== "linux" && "only Linux shows what runs";

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-other-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function started(t: TestContext, script: string, open: readonly string[] = []) {
  const other = await startOther(script, open);
  t.after(other.end);
  return other;
}

suite("on this machine", { skip }, () => {
  test("a program that has the stick's port open, under any name; not ourselves", { skip: !hasPorts }, async (t) => {
    const { path, unplug } = await plugIn(() => Buffer.alloc(0));
    t.after(unplug);
    assert.deepEqual(await stickHolders(path), []);
    const other = await started(t, join(folderOf(t), "zigbee2mqtt", "index.js"), [path]);
    const [sign, ...more] = await stickHolders(path);
    assert.deepEqual(
      [sign?.code, sign?.values, more],
      ["other-port", { name: "zigbee2mqtt", pid: other.pid, path }, []],
    );
    assert.equal(sign?.says, `zigbee2mqtt (process ${other.pid}) has the stick ${path} open: stop it for good first`);
    await other.end();
    assert.deepEqual(await stickHolders(path), []);
  });

  test("a program that is connected to an adapter in the network", async (t) => {
    const line = createLine(() => {}).listen(0, "127.0.0.1");
    t.after(() => line.close());
    await once(line, "listening");
    const path = `tcp://127.0.0.1:${(line.address() as AddressInfo).port}`;
    const other = await started(t, join(folderOf(t), "gate.cjs"), [path]);
    const [sign] = await signsOf({ program: "zigbee2mqtt", sticks: [path], databases: [] }, NOBODY);
    assert.deepEqual([sign?.code, sign?.values?.pid], ["other-port", other.pid]);
    await other.end();
    assert.deepEqual(await signsOf({ program: "zigbee2mqtt", sticks: [path], databases: [] }, NOBODY), []);
  });

  test("a program that has the house's database open, and one that is called so; each once", async (t) => {
    const folder = folderOf(t);
    const database = join(folder, "zigbee.db");
    writeFileSync(database, "");
    const home = await started(t, join(folder, "hass"), [database]);
    const zigbee = await started(t, join(folder, "zigbee2mqtt", "index.js"));
    const suspect = { sticks: [], databases: [database] };
    const [sign, ...none] = await signsOf({ ...suspect, program: "zha" }, NOBODY);
    assert.deepEqual(
      [sign?.code, sign?.values?.name, sign?.values?.pid],
      ["other-database", "Home Assistant", home.pid],
    );
    assert.deepEqual(none, [], "zigbee2mqtt is no sign of ZHA");
    const both = await signsOf({ ...suspect, program: "zigbee2mqtt" }, NOBODY);
    const pids = both.map(({ code, values }) => [code, values?.pid]);
    assert.deepEqual(pids, [
      ["other-database", home.pid],
      ["other-process", zigbee.pid],
    ]);
  });
});

suite("by its messages", () => {
  test("on the broker of its settings; not where we say so ourselves", async (t) => {
    const broker = await openBroker({ user: "u", password: "p" });
    t.after(() => broker.close());
    const suspect = {
      ...({ program: "zigbee2mqtt", sticks: [], databases: [], base: "home" } as const),
      broker: { url: broker.url, user: "u", password: "p" },
    };
    assert.deepEqual(await codesOf(suspect), []);
    broker.send("home/bridge/state", { state: "online" }, true);
    assert.deepEqual(await codesOf(suspect), ["other-mqtt"]);
    assert.deepEqual(await codesOf({ ...suspect, base: "another" }), []);
    assert.deepEqual(await codesOf({ ...suspect, broker: { url: broker.url } }), [], "it does not let us in");
    const own = { ports: [], mqtt: { url: broker.url, base: "home" } };
    assert.deepEqual(await signsOf(suspect, own), []);
    broker.send("home/bridge/state", "offline", true);
    assert.deepEqual(await codesOf(suspect), []);
    await broker.stop();
    assert.deepEqual(await codesOf(suspect), []);
    assert.deepEqual(await codesOf({ ...suspect, broker: { url: "file:///etc/passwd" } }), []);
  });

  test("over its API, if it is that very gateway; not over ours", async (t) => {
    let body = JSON.stringify({ bridgeid: "00212EFFFF0A0B0C" });
    const server = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const suspect = { program: "deconz", sticks: [], databases: [], bridgeid: "00212effff0a0b0c" } as const;
    const [sign] = await signsOf(suspect, NOBODY, [port]);
    assert.deepEqual([sign?.code, sign?.values], ["other-api", { program: "deCONZ", port }]);
    assert.deepEqual(await signsOf(suspect, { ports: [port] }, [port]), []);
    assert.deepEqual(await signsOf({ ...suspect, bridgeid: "00212EFFFF000000" }, NOBODY, [port]), []);
    body = "x".repeat(10_000_000);
    assert.deepEqual(await signsOf(suspect, NOBODY, [port]), []);
  });
});

async function codesOf(suspect: Parameters<typeof signsOf>[0]): Promise<readonly string[]> {
  return (await signsOf(suspect, NOBODY)).map(({ code }) => code);
}
