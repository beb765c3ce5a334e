/** Lines with the changes since the line with the whole record: with any writes in between, and with any damage of the file. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { Kept } from "../../../src/model/ports.ts";
import type { Address } from "../../../src/model/resource.ts";
import { DATA, failingFiles, fill, freshFolder, harm, killed, sensor, sensors, session } from "../../support/disk.ts";

const MANY = 12_000; // lines: more than a megabyte
const LARGE = sensor(9, "x".repeat(999));

function change(id: number, to: number | string): Kept {
  return { address: `/sensors/${id}`, later: JSON.stringify({ state: { to } }) };
}

async function found(folder: string): Promise<ReadonlyMap<Address, Kept>> {
  const { disk, records } = await session(folder);
  await disk.close();
  return new Map(records.map((record) => [record.address, record]));
}

const step = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  what: fc.constantFrom("whole", "change", "change", "delete", "reopen", "write anew"),
});

/** Takes one more step on the file, and on the model of its records. */
async function take(folder: string, model: Map<Address, Kept>, what: string, id: number, n: number): Promise<void> {
  const { disk } = await session(folder);
  const whole = sensor(id, `${n}`);
  const before = model.get(whole.address);
  if (what === "whole") await disk.write([whole], false);
  if (what === "whole") model.set(whole.address, whole);
  if (what === "delete") await disk.write([{ address: whole.address }], false);
  if (what === "delete") model.delete(whole.address);
  if (what === "change" && before) await disk.write([change(id, n)], false);
  if (what === "change" && before) model.set(whole.address, { ...before, ...change(id, n) });
  if (what === "write anew") for (let turn = 0; turn < 30; turn += 1) await disk.write([LARGE], false);
  if (what === "write anew") model.set(LARGE.address, LARGE);
  await disk.close();
}

test("after writes in any order, each record is there with its last change", async (t) => {
  const walk = async (steps: readonly { id: number; what: string }[]) => {
    const folder = freshFolder(t);
    const model = new Map<Address, Kept>();
    for (const [n, { id, what }] of steps.entries()) await take(folder, model, what, id, n);
    const byAddress = (one: Kept, other: Kept) => (one.address < other.address ? -1 : 1);
    assert.deepEqual([...(await found(folder)).values()].sort(byAddress), [...model.values()].sort(byAddress));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), walk), { numRuns: 40 });
});

test("in one run of the gateway the same: a whole record counts more than a change before it", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  await disk.write([sensor(1), sensor(2), sensor(3)], false);
  await disk.write([change(1, 1), change(2, 1), change(3, 1)], false);
  await disk.write([sensor(1, "anew"), { address: "/sensors/2" }, change(3, 2)], false);
  await disk.write([sensor(2, "again")], false);
  await disk.close();
  assert.deepEqual(
    [...(await found(folder)).values()],
    [sensor(1, "anew"), sensor(2, "again"), { ...sensor(3), ...change(3, 2) }],
  );
});

test("a file that is written anew keeps the last change of each record, and none from before it", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  await disk.write([sensor(1), sensor(2), sensor(3)], false);
  for (let n = 0; n < MANY; n += 1) await disk.write([change(1, n), change(2, n)], false);
  await disk.write([sensor(2, "whole"), { address: "/sensors/3" }], false);
  await disk.close();
  const long = statSync(join(folder, DATA)).size;
  const records = await found(folder);
  assert.deepEqual([...records.values()], [{ ...sensor(1), later: change(1, MANY - 1).later }, sensor(2, "whole")]);
  assert.ok(statSync(join(folder, DATA)).size < long, "written anew");
  assert.equal(readFileSync(join(folder, DATA), "utf8").match(/#"/g)?.length, 1);
  assert.deepEqual(await found(folder), records);
});

test("a kill in any moment leaves the changes that were written", async (t) => {
  const folder = freshFolder(t);
  const { disk } = await session(folder);
  await disk.write([sensor(1)], true);
  await disk.write([change(1, 1)], false);
  assert.equal((await found(killed(folder))).get("/sensors/1")?.later, change(1, 1).later);
  await disk.close();
});

test("of a damaged file a change is kept with its record; without that it says too little, and a backup has it", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, [...sensors(3), change(1, 1)]);
  await found(folder);
  cpSync(join(folder, DATA), join(folder, "backups", "000001-v1-2026-03-01.db"));
  await fill(folder, [change(1, 2), change(2, 2), change(3, 2)]);
  harm(
    join(folder, DATA),
    (bytes) => void bytes.fill(0, bytes.indexOf('"/sensors/1"'), bytes.indexOf('"/sensors/1"') + 5),
  );
  const { disk, records, lines } = await session(folder);
  await disk.close();
  assert.equal(lines.length, 1);
  const laters = records.map(({ address, later }) => [address, later]);
  assert.deepEqual(laters.sort(), [
    ["/sensors/1", change(1, 1).later],
    ["/sensors/2", change(2, 2).later],
    ["/sensors/3", change(3, 2).later],
  ]);
});

test("a file that had to be repaired, or may have lost pages, is another generation", async (t) => {
  const folder = freshFolder(t);
  const files = failingFiles();
  const { disk, lines } = await session(folder, { files });
  await disk.write([sensor(1), sensor(2)], true);
  const generations = [disk.generation];
  const refuse = async () => {
    files.fails.sync = "EIO";
    await assert.rejects(disk.write([sensor(3)], true), /reports a fault/);
    files.fails.sync = undefined;
  };
  await refuse();
  await disk.write([sensor(3)], true);
  generations.push(disk.generation);
  await refuse();
  harm(join(folder, DATA), (bytes) => void bytes.fill(0, 20, 25));
  await disk.write([sensor(4)], true);
  generations.push(disk.generation);
  assert.match(lines.join(), /the file is damaged/);
  await disk.write([change(4, 1)], true);
  generations.push(disk.generation);
  await disk.close();
  const [first = 0, second = 0, third = 0, last] = generations;
  assert.ok(first < second && second < third && third === last, generations.join());
});
