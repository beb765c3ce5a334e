/** Faults 1, 2, 3, 5, 7 and 8 of the storage; 4, the power cut, has a file of its own. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDisk } from "../../src/edges/disk/disk.ts";
import { FILE_SYSTEM, type FileSystem } from "../../src/edges/disk/files.ts";
import { openGateway } from "../../src/gateway.ts";
import type { Method } from "../../src/model/resource.ts";
import { DATA, failingFiles, fill, freshFolder, harm, read, sensor, sensors, session } from "../support/disk.ts";
import { check, last } from "../support/disk-batches.ts";
import { clip, fakeClock, fakeHistoryDisk, fakeHost, fakeRadio, fakeWeb, loudLog, TEST } from "../support/fakes.ts";

const KILLS = process.env.LONG ? 1000 : 24;
const WRITER = fileURLToPath(new URL("../support/disk-writer.ts", import.meta.url));

test(`1: ${KILLS} times kill -9 under writes, and no acknowledged write is lost`, async (t) => {
  const folders = [freshFolder(t), freshFolder(t)]; // two at once: starting a process takes longest
  await Promise.all(
    folders.map(async (folder) => {
      let acknowledged = 0;
      for (let round = 0; round < KILLS / folders.length; round += 1) {
        const output = await killed(folder, round % 4 === 0);
        acknowledged = Math.max(acknowledged, ...output.split("\n").slice(0, -1).map(Number));
        const { disk, found } = await session(folder);
        await disk.close();
        check(found, acknowledged);
        acknowledged = Math.max(acknowledged, last(found)); // a record that was found once stays
      }
      assert.ok(acknowledged > KILLS, `${acknowledged} turns`);
    }),
  );
});

const damages: [what: string, change: (bytes: Buffer) => Uint8Array | undefined][] = [
  ["a torn tail", (bytes) => bytes.subarray(0, -7)],
  ["a zeroed block", (bytes) => void bytes.fill(0, 1024, 2048)],
  ["a flipped bit", (bytes) => void bytes.fill((bytes[3000] ?? 0) ^ 16, 3000, 3001)],
  ["a truncated file", (bytes) => bytes.subarray(0, 2000)],
  ["an empty file", () => Buffer.alloc(0)],
];

for (const [what, change] of damages) {
  test(`2: ${what}: everything is back from the last good backup, and one line says so`, async (t) => {
    const folder = freshFolder(t);
    const { disk, clock } = await session(folder);
    await disk.write(sensors(50), true);
    await wait(50);
    clock.advance(3600);
    await wait(50);
    await disk.close();
    harm(join(folder, DATA), change);
    const { disk: again, found, lines } = await session(folder);
    await again.close();
    assert.equal(found.size, 50);
    assert.equal(lines.length, 1, lines.join("\n"));
  });
}

for (const code of ["ENOSPC", "EROFS", "EACCES"]) {
  test(`3: ${code}: writes answer 503 and change nothing, reads go on, and it heals by itself`, async (t) => {
    const files = failingFiles();
    const { ask, stop } = await gatewayOn(freshFolder(t), files);
    const { status } = await ask("POST", "/sensors", clip("CLIPPresence"));
    assert.equal(status, 200);
    files.fails.append = code;
    assert.equal((await ask("PUT", "/sensors/1", { name: "New" })).status, 503);
    assert.equal(((await ask("GET", "/sensors/1")).body as { name: string }).name, "CLIPPresence");
    files.fails.append = undefined;
    assert.equal((await ask("PUT", "/sensors/1", { name: "New" })).status, 200);
    assert.equal(((await ask("GET", "/sensors/1")).body as { name: string }).name, "New");
    await stop();
  });
}

test("3: while a sync takes its time, reads are answered, and the write only when it is done", async (t) => {
  let gate = Promise.resolve();
  const files: FileSystem = { ...FILE_SYSTEM, sync: (file) => gate.then(() => FILE_SYSTEM.sync(file)) };
  const { ask, stop } = await gatewayOn(freshFolder(t), files);
  await ask("POST", "/sensors", clip("CLIPPresence"));
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  let answered = false;
  const writing = ask("PUT", "/sensors/1", { name: "New" }).then((reply) => {
    answered = true;
    return reply;
  });
  await wait(100);
  assert.equal(((await ask("GET", "/sensors/1")).body as { name: string }).name, "CLIPPresence");
  assert.equal(answered, false);
  open();
  assert.equal((await writing).status, 200);
  await stop();
});

test("5: a second process on one store is refused, in one sentence", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  const child = writer(folder);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(output, "");
  assert.match(errors, new RegExp(`: ${folder}: another process \\(${process.pid}\\) uses this folder\n`));
  await disk.write([sensor(1)], true);
  await disk.close();
  assert.equal((await read(folder)).size, 1);
});

test("7: data of a newer version are refused without touching them", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  writeFileSync(join(folder, "data-v9.db"), "");
  const before = listing(folder);
  await assert.rejects(session(folder), /data-v9\.db: a newer release wrote these data/);
  assert.deepEqual(listing(folder), before);
});

test("8: 10,000 times made and deleted: the files stay small", async (t) => {
  const folder = freshFolder(t);
  const { disk, clock } = await session(folder);
  await disk.write(sensors(100), true);
  let most = 0;
  for (let cycle = 1; cycle <= 10_000; cycle += 1) {
    const { address, json = "" } = sensor(100 + cycle);
    await disk.write([{ address, json }], false);
    await disk.write([{ address }], false);
    if (cycle % 100 === 0) most = Math.max(most, statSync(join(folder, DATA)).size);
    if (cycle === 5000) clock.advance(3600);
  }
  await disk.close();
  assert.ok(most < 1_200_000, `${most} bytes`);
  assert.equal((await read(folder)).size, 100);
  assert.ok(statSync(join(folder, DATA)).size < 30_000);
});

async function killed(folder: string, isStarting: boolean): Promise<string> {
  const child = writer(folder);
  const output = text(child.stdout);
  if (!isStarting) await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  await wait(Math.random() * (isStarting ? 300 : 120));
  child.kill("SIGKILL");
  const errors = await text(child.stderr);
  assert.doesNotMatch(errors, /Error|all is lost/);
  return output;
}

function writer(folder: string) {
  return spawn(process.execPath, [WRITER, folder], { stdio: ["ignore", "pipe", "pipe"] });
}

async function gatewayOn(folder: string, files: FileSystem) {
  const [clock, log] = [fakeClock(), loudLog(/the disk refused it/)];
  const disk = openDisk({ folder, clock, log, files });
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
  await gateway.ready;
  const ask = async (method: Method, address: `/${string}`, body?: unknown) =>
    gateway.perform({ method, address, body }, TEST);
  return { ask, stop: () => gateway.stop() };
}

function listing(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`);
}
