import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { lockFolder, lockName } from "../../../src/edges/disk/lock.ts";
import { freshFolder, namesIn } from "../../support/disk.ts";

const LOCK = new URL("../../../src/edges/disk/lock.ts", import.meta.url).href;

test("a second lock is refused with the process that has the folder, and granted when it is free", async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  await assert.rejects(lockFolder(folder), {
    message: `${folder}: this process (${process.pid}) already uses this folder`,
  });
  await unlock();
  await (await lockFolder(folder))();
  assert.deepEqual(namesIn(folder), []);
});

test("of many that ask at once at most one gets the lock, and all can try again", async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  for (let round = 0; round < 20; round += 1) {
    const asked = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder)));
    const given = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    assert.ok(given.length <= 1, `${given.length} have it`);
    for (const unlock of given) await unlock();
  }
  await (await lockFolder(folder))();
});

test("another process is refused while one lives, and a killed one leaves the folder free", async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  const child = await holder(folder);
  t.after(() => child.kill("SIGKILL"));
  const refused = { message: `${folder}: another process (${child.pid}) uses this folder` };
  await assert.rejects(lockFolder(folder), refused);
  child.kill("SIGSTOP"); // it hangs, and has the folder all the same
  await assert.rejects(lockFolder(folder), refused);
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(namesIn(folder).length, 1);
  const unlock = await lockFolder(folder);
  assert.deepEqual(namesIn(folder), [`lock.${process.pid}.${namesIn(folder)[0]?.split(".")[2]}`]);
  await unlock();
});

test("the lock of a dead process is taken over even when a living one has its pid now", async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  for (const name of ["lock.1.0badcafe", `lock.${process.pid}.00c0ffee`]) {
    const server = createServer().listen(join(folder, "dying"));
    await once(server, "listening");
    renameSync(join(folder, "dying"), join(folder, name)); // closing would take it away
    server.close();
  }
  writeFileSync(join(folder, "lock.1.aaaa"), "restored from an archive, where sockets become files");
  const unlock = await lockFolder(folder);
  assert.equal(namesIn(folder).length, 1);
  await unlock();
});

test("a folder with a very long path can be locked", async (t) => {
  const folder = join(freshFolder(t), "x".repeat(200));
  mkdirSync(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  await assert.rejects(lockFolder(folder), /already uses this folder$/);
  await unlock();
  assert.deepEqual(namesIn(folder), []);
});

test("where no socket can be, a name in the kernel keeps others out", {
  skip: process.platform !== "linux",
}, async (t) => {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  const unlock = await lockName(folder);
  await assert.rejects(lockName(folder), { message: `${folder}: another process uses this folder` });
  await unlock();
  await (await lockName(folder))();
});

async function holder(folder: string) {
  const code = `const { lockFolder } = await import(${JSON.stringify(LOCK)});
    await lockFolder(${JSON.stringify(folder)});
    setInterval(() => {}, 1000);
    console.log("locked");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}
