/** A process that is killed while a house moves in: afterwards it is the old house or the new one, never a half. LONG=1: 200 kills. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { finishRestore } from "../../src/edges/disk/restore.ts";
import { fill, freshFolder, read, sensors } from "../support/disk.ts";
import { house, planFiles } from "../support/houses.ts";

const KILLS = process.env.LONG ? 200 : 6;
const ENTRY = join(import.meta.dirname, "../support/move-process.ts");

test(`${KILLS} kills while a house moves in and out`, async (t) => {
  const { records, radio } = await planFiles(house("z2m"));
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  mkdirSync(join(folder, "radio"));
  writeFileSync(join(folder, "radio", "network.json"), "old");
  const addresses = async () => [...(await read(folder)).keys()].toSorted();
  const [old, moved] = [await addresses(), records.map(({ address }) => address).toSorted()];
  const seen = { old: 0, moved: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = fork(ENTRY, [folder, JSON.stringify({ records, radio })], { stdio: "ignore", execArgv: [] });
    await once(child, "message");
    await new Promise((resolve) => setTimeout(resolve, 5 + ((kill * 37) % 90)));
    child.kill("SIGKILL");
    await once(child, "exit");
    await finishRestore(folder);
    const now = await addresses();
    const isOld = readFileSync(join(folder, "radio", "network.json"), "utf8") === "old";
    assert.deepEqual(now, isOld ? old : moved, `kill ${kill}`);
    seen[isOld ? "old" : "moved"] += 1;
    const left = readdirSync(folder).filter((name) => /^restore/.test(name));
    assert.deepEqual(left, [], "nothing waits any more");
    assert.ok(existsSync(join(folder, "radio")));
  }
  t.diagnostic(`${seen.old} times the old house, ${seen.moved} times the new one`);
});
