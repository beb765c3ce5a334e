/** A real file system whose calls fail at random, and a process on it that is killed: acknowledged writes are there, refused ones not. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { session } from "../support/disk.ts";
import { faultyFolder, hasFuse } from "../support/faulty-fs.ts";

const KILLS = process.env.LONG ? 200 : 6;
const WRITES = process.env.LONG ? 1000 : 80; // in each life
const LIKELIHOOD = 0.05;
const WRITER = fileURLToPath(new URL("../support/disk-numbers.ts", import.meta.url));

test(`${KILLS} kills on a file system that fails calls at random`, {
  skip: !hasFuse() && "no FUSE here, or no right to it",
}, async (t) => {
  const faulty = await faultyFolder(t);
  if (!faulty) return t.skip("nothing can be mounted here");
  const folder = join(faulty.path, "net");
  const taken = new Map<number, number>(); // by address: the last number that was acknowledged
  const counts = { taken: 0, refused: 0 };
  let next = 1;
  for (let life = 0; life < KILLS; life += 1) {
    await faulty.fail(LIKELIHOOD);
    const told = await killedAfter(folder, next);
    const refused = new Set<number>();
    for (const number of told) {
      if (number < 0) refused.add(-number);
      else taken.set(number % 20, number);
      counts[number < 0 ? "refused" : "taken"] += 1;
      next = Math.abs(number) + 2; // the one that was under way may be there or not
    }
    await faulty.fail(0);
    const { disk, found, lines } = await session(folder);
    await disk.close();
    assert.deepEqual(
      lines.filter((line) => /lost|missing/.test(line)),
      [],
    );
    for (const [address, number] of taken) {
      const turn: number = JSON.parse(found.get(`/sensors/${address}`) ?? '{"turn":0}').turn;
      assert.ok(turn >= number, `life ${life}: ${number} is lost, there is ${turn}`);
      assert.ok(!refused.has(turn), `life ${life}: ${turn} was refused, and is there`);
      taken.set(address, turn);
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.taken > KILLS * WRITES * 0.5 && counts.refused > 0, JSON.stringify(counts));
});

async function killedAfter(folder: string, first: number): Promise<readonly number[]> {
  const writer = spawn(process.execPath, [WRITER, folder, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
  let lines = 0;
  writer.stdout.on("data", (chunk: Buffer) => {
    lines += chunk.toString().split("\n").length - 1;
    if (lines >= WRITES && chunk.includes("-")) writer.kill("SIGKILL"); // just when it has refused one
  });
  const output = await text(writer.stdout);
  assert.equal(writer.signalCode ?? (await once(writer, "exit"))[1], "SIGKILL", "it ended by itself");
  return output.split("\n").slice(0, -1).map(Number);
}
