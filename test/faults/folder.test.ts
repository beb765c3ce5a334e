/** A data folder that is taken away, or that another program has: nothing is acknowledged that would not be kept. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openDisk } from "../../src/edges/disk/disk.ts";
import { openGateway } from "../../src/gateway.ts";
import type { Address, Method } from "../../src/model/resource.ts";
import { DATA, freshFolder, read, session } from "../support/disk.ts";
import {
  clip,
  fakeClock,
  fakeHistoryDisk,
  fakeHost,
  fakeRadio,
  fakeWeb,
  loudLog,
  settle,
  TEST,
} from "../support/fakes.ts";
import { eventually, flowNode, gatewayNode, newKey, nodeRed, sink, TAB } from "../support/node-red.ts";

async function gatewayOn(folder: string) {
  const [clock, log] = [fakeClock(), loudLog(/the disk refused it/)];
  const disk = openDisk({ folder, clock, log });
  const gateway = openGateway({
    clock,
    log,
    disk,
    historyDisk: fakeHistoryDisk(),
    host: fakeHost(),
    web: fakeWeb(),
    radio: fakeRadio(),
    settings: {},
  });
  const ask = async (method: Method, address: Address, body?: unknown) =>
    gateway.perform({ method, address, body }, TEST);
  return { gateway, ask, log, clock };
}

const WRITES: readonly (readonly [method: Method, address: Address, body: unknown])[] = [
  ["POST", "/sensors", clip("CLIPPresence")],
  ["PUT", "/sensors/1", { name: "New" }],
  ["PUT", "/sensors/1/state", { presence: true }],
  ["DELETE", "/sensors/1", undefined],
];

const THEFTS: readonly (readonly [says: string, take: (folder: string) => void])[] = [
  ["the folder is deleted", (folder) => rmSync(folder, { recursive: true })],
  ["the folder is moved away", (folder) => renameSync(folder, `${folder}-away`)],
  ["only the file is deleted", (folder) => rmSync(join(folder, DATA))],
  [
    "another folder is put in its place",
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
  ],
];

for (const [says, take] of THEFTS) {
  test(`${says}: writes are refused, reads go on, one line says why, and the end is clean`, async (t: TestContext) => {
    const folder = freshFolder(t);
    const { gateway, ask, log, clock } = await gatewayOn(folder);
    await ask("POST", "/sensors", clip("CLIPPresence"));
    take(folder);
    clock.advance(1); // it looks each second
    for (const [method, address, body] of WRITES) {
      assert.equal((await ask(method, address, body)).status, 503, `${method} ${address}`);
    }
    assert.equal(((await ask("GET", "/sensors/1")).body as { name: string }).name, "CLIPPresence");
    clock.advance(120);
    await settle();
    await gateway.stop();
    const told = log.lines.filter((line) => line.includes("somebody took it away"));
    assert.equal(told.length, 1, log.lines.join("\n"));
    assert.match(told[0] ?? "", new RegExp(`${DATA}: somebody took it away$`));
  });
}

test("a folder that is put back takes writes again", async (t: TestContext) => {
  const folder = freshFolder(t);
  const { gateway, ask, log, clock } = await gatewayOn(folder);
  await ask("POST", "/sensors", clip("CLIPPresence"));
  renameSync(folder, `${folder}-away`);
  clock.advance(1);
  assert.equal((await ask("PUT", "/sensors/1", { name: "Lost" })).status, 503);
  renameSync(`${folder}-away`, folder);
  assert.equal((await ask("PUT", "/sensors/1", { name: "Kept" })).status, 200);
  assert.match(log.lines.at(-1) ?? "", /the disk takes writes again/);
  await gateway.stop();
  const json = (await read(folder)).get("/sensors/1") ?? "";
  assert.equal(JSON.parse(json).attr.name, "Kept");
});

test("a folder that another process has: said once, refused meanwhile, and taken when it is free", async () => {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
  const folder = join(userDir, "zigbee-gateway", "net-gw");
  const { disk } = await session(folder);
  const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", wires: [["answers"]] });
  const house = await nodeRed({ userDir, flow: [TAB, gatewayNode(), ask, sink("answers")] });
  try {
    const { fill: colour, text } = await house.status("ask", /uses this folder/);
    assert.equal(colour, "red");
    assert.match(text, /net-gw: this process \(\d+\) already uses this folder/);
    house.send("ask", { method: "GET", topic: "/sensors" });
    assert.equal((await house.received("answers"))[0]?.statusCode, 503);
    assert.equal((await house.ask("GET", "/api/config")).status, 503);
    assert.equal((await house.ask("POST", "/api", { devicetype: "x" })).status, 503);
    await disk.close();
    await eventually(async () => (await house.ask("GET", "/api/config")).status === 200);
    await house.status("ask", /^ready/);
    const key = await newKey(house);
    assert.equal((await house.ask("POST", `/api/${key}/sensors`, clip("CLIPPresence"))).status, 200);
    assert.equal(house.lines.filter((line) => line.includes("uses this folder")).length, 1);
  } finally {
    await house.stop();
  }
  assert.match(readFileSync(join(folder, DATA), "utf8"), /CLIPPresence/);
  rmSync(userDir, { recursive: true, force: true });
});

const OBSTACLES: readonly (readonly [says: string, told: RegExp, put: (folder: string) => void])[] = [
  ["a file in the way of its folder", /a part of this path is not a folder$/, (folder) => writeFileSync(folder, "")],
  [
    "a pipe in place of its data",
    /data-v1\.db: this is no file, but a pipe$/,
    (folder) => {
      mkdirSync(folder);
      execFileSync("mkfifo", [join(folder, DATA)]);
    },
  ],
];

/** As a file system that is read-only, or a folder of another user: root, who may run the tests, is refused nothing. */
const REFUSALS: readonly (readonly [code: string, told: RegExp])[] = [
  ["EACCES", /this user may not write there$/],
  ["EROFS", /the file system is read-only$/],
];

for (const [code, told] of REFUSALS) {
  test(`${code}: said, over deploys of all kinds and a reload; and the gateway runs when it may write`, async () => {
    const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
    const lift = refuse(join(userDir, "zigbee-gateway"), code);
    const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", wires: [["answers"]] });
    const flow = [TAB, gatewayNode(), ask, sink("answers")];
    const house = await nodeRed({ userDir, flow });
    try {
      assert.equal((await house.status("ask", told)).fill, "red");
      for (const type of ["full", "nodes", "flows", "reload"] as const) {
        await house.deploy(flow, type);
        assert.equal((await house.status("ask", told)).fill, "red", type);
        house.send("ask", { method: "GET", topic: "/sensors" });
        assert.equal((await house.received("answers"))[0]?.statusCode, 503, type);
        assert.equal((await house.ask("GET", "/api/config")).status, 503, type);
      }
      lift();
      await house.status("ask", /^ready/);
      const key = await newKey(house);
      assert.equal((await house.ask("POST", `/api/${key}/sensors`, clip("CLIPPresence"))).status, 200);
    } finally {
      lift();
      await house.stop();
    }
    assert.match(readFileSync(join(userDir, "zigbee-gateway", "net-gw", DATA), "utf8"), /CLIPPresence/);
    rmSync(userDir, { recursive: true, force: true });
  });
}

/** Nothing below the folder is made or opened for writing any more, until that is lifted. */
function refuse(folder: string, code: string): () => void {
  const { mkdir, open } = promises;
  const check = (path: unknown) => {
    if (!String(path).startsWith(folder)) return;
    throw Object.assign(new Error(`${code}: refused, open '${path}'`), { code, syscall: "open", path });
  };
  promises.mkdir = (async (...given: Parameters<typeof mkdir>) => {
    check(given[0]);
    return await mkdir(...given);
  }) as typeof mkdir;
  promises.open = async (...given) => {
    if (given[1] !== undefined && given[1] !== "r") check(given[0]);
    return await open(...given);
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(promises, { mkdir, open });
    syncBuiltinESMExports();
  };
}

for (const [says, told, put] of OBSTACLES) {
  test(`${says}: said once, and the gateway runs when that is gone, also after a deploy`, async () => {
    const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
    const folder = join(userDir, "zigbee-gateway", "net-gw");
    mkdirSync(join(userDir, "zigbee-gateway"));
    put(folder);
    const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" });
    const flow = [TAB, gatewayNode(), ask];
    const house = await nodeRed({ userDir, flow });
    try {
      assert.equal((await house.status("ask", told)).fill, "red");
      const { runtime: running } = house.nodes.getNode("gw");
      await house.deploy(flow);
      await house.status("ask", told);
      assert.notEqual(house.nodes.getNode("gw").runtime, running, "what failed is not adopted");
      rmSync(folder, { recursive: true });
      await house.status("ask", /^ready/);
      assert.equal((await house.ask("GET", "/api/config")).status, 200);
    } finally {
      await house.stop();
    }
    rmSync(userDir, { recursive: true, force: true });
  });
}

test("a gateway that is stopped while it waits for its folder waits no longer", async () => {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
  const { disk } = await session(join(userDir, "zigbee-gateway", "net-gw"));
  const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" });
  const house = await nodeRed({ userDir, flow: [TAB, gatewayNode(), ask] });
  await house.status("ask", /uses this folder/);
  const { runtime: running } = house.nodes.getNode("gw");
  await house.deploy([TAB]);
  assert.equal(running.status.text, "stopped");
  await running.stop();
  await disk.close();
  const again = await session(join(userDir, "zigbee-gateway", "net-gw"));
  await again.disk.close();
  await house.stop();
  rmSync(userDir, { recursive: true, force: true });
});

test("two try at once to open it again: it is opened once", async (t: TestContext) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  const { gateway, ask } = await gatewayOn(folder);
  await assert.rejects(gateway.ready, /uses this folder/);
  await disk.close();
  await Promise.all([gateway.openAgain(), gateway.openAgain()]);
  assert.equal((await ask("POST", "/sensors", clip("CLIPPresence"))).status, 200);
  await gateway.openAgain();
  await gateway.stop();
  await gateway.openAgain();
  assert.equal((await ask("GET", "/sensors")).status, 503, "what was stopped stays so");
});
