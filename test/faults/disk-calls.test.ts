/** A disk of which any call may fail, before or after it has done its work, while it is written to and killed again and again. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { openDisk } from "../../src/edges/disk/disk.ts";
import type { Disk, Kept } from "../../src/model/ports.ts";
import type { Address } from "../../src/model/resource.ts";
import { DATA, failingFiles, freshFolder, harm, killed, sensor, session } from "../support/disk.ts";
import { fakeClock } from "../support/fakes.ts";

const WRITES = process.env.LONG ? 200_000 : 800;
const LIVES = process.env.LONG ? 400 : 4; // each ends with a kill
const ADDRESSES = 40;
const LONG_NAME = 30_000; // bytes: so that the file is written anew every now and then

test(`${WRITES} writes in ${LIVES} lives: an acknowledged write is there after a kill, and a refused one is not`, async (t) => {
  const chance = dice(Number(process.env.SEED ?? 1));
  const folder = freshFolder(t);
  const kept = new Map<Address, Kept>();
  const counts = { taken: 0, refused: 0 };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const log = { info: say, warn: say, error: say };
  for (let life = 0; life < LIVES; life += 1) {
    const files = failingFiles();
    const clock = fakeClock();
    const disk = openDisk({ folder, clock, log, files });
    await disk.open();
    files.chance = () => (chance() < 0.1 ? (chance() < 0.5 ? "before" : "after") : undefined);
    for (let turn = 0; turn < WRITES / LIVES; turn += 1) {
      if (chance() < 0.1) clock.advance(1);
      if (chance() < 0.01) harmReplaced(folder);
      const batch = batchOf(chance, kept);
      const isTaken = await written(disk, batch, chance() < 0.5);
      counts[isTaken ? "taken" : "refused"] += 1;
      if (!isTaken && (counts.refused < 300 || chance() < 0.1))
        await check(folder, kept, `${turn} of life ${life}, after a refusal`);
      if (!isTaken) continue;
      for (const record of batch) take(kept, record);
    }
    await check(folder, kept, `the end of life ${life}`);
    await disk.close().catch(() => {}); // it may fail as well
  }
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(
    lines.filter((line) => /all is lost|lines? of the file/.test(line)),
    [],
  );
  assert.ok(counts.taken > WRITES / 2 && counts.refused > WRITES / 100, JSON.stringify(counts));
});

async function check(folder: string, kept: ReadonlyMap<Address, Kept>, when: string): Promise<void> {
  const left = killed(folder);
  const { disk, records } = await session(left);
  await disk.close();
  assert.deepEqual(sorted(records), sorted([...kept.values()]), when);
  rmSync(left, { recursive: true });
}

function take(kept: Map<Address, Kept>, record: Kept): void {
  const before = kept.get(record.address);
  if (record.later !== undefined) kept.set(record.address, { ...before, ...record });
  else if (record.json === undefined) kept.delete(record.address);
  else kept.set(record.address, record);
}

async function written(disk: Disk, batch: readonly Kept[], sync: boolean): Promise<boolean> {
  return await disk.write(batch, sync).then(
    () => true,
    () => false,
  );
}

/** Some of the records, often only their changes. */
function batchOf(chance: () => number, kept: ReadonlyMap<Address, Kept>): readonly Kept[] {
  const some = new Set(
    Array.from({ length: 1 + Math.floor(chance() * 4) }, () => 1 + Math.floor(chance() * ADDRESSES)),
  );
  return [...some].map((id) => {
    const address: Address = `/sensors/${id}`;
    if (chance() < 0.1) return { address };
    if (kept.has(address) && chance() < 0.4) return { address, later: `{"state":{"status":${chance()}}}` };
    const name = String(chance()).padEnd(chance() < 0.1 ? LONG_NAME : 0, "x");
    return sensor(id, name);
  });
}

/** The first line of an address that has another one: nothing that counts is lost, but the file is damaged. */
function harmReplaced(folder: string): void {
  const text = readFileSync(join(folder, DATA), "latin1");
  const address = /"_id":"(\/sensors\/\d+)"/.exec(text)?.[0] ?? "";
  if (address === "" || text.indexOf(address) === text.lastIndexOf(address)) return;
  harm(join(folder, DATA), (bytes) => void bytes.write("!", text.indexOf(address) - 3));
}

function sorted(records: readonly Kept[]): readonly Kept[] {
  return [...records].sort((one, other) => one.address.localeCompare(other.address));
}

/** Always the same numbers for a seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
