/** The queue: batches, in order, and the writes that a failure takes with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DiskQueue } from "../../src/core/disk-queue.ts";
import type { Address } from "../../src/model/resource.ts";
import { fakeClock, fakeDisk, loudLog, settle } from "../support/fakes.ts";

function world(errors = /the disk refused it/) {
  const disk = fakeDisk();
  const clock = fakeClock();
  const log = loudLog(errors);
  let version = 0;
  const forgotten: number[] = []; // how much was written before
  const records = {
    takeRecord: (address: Address) => ({ address, json: `{"version":${version}}` }),
    takeChanges: (address: Address) => ({ address, later: `{"state":{"version":${version}}}` }),
    forgetWritten: () => void forgotten.push(disk.writes.length),
  };
  const queue = new DiskQueue(disk, records, log, clock);
  const told: string[] = [];
  const keep = (name: string, addresses: Address[], sync = false) =>
    queue.keep(addresses, sync, (error) => told.push(error === undefined ? name : `${name} failed`));
  const gate = () => {
    let open = () => {};
    disk.gate = new Promise((resolve) => {
      open = resolve;
    });
    return () => {
      disk.gate = undefined;
      open();
      return settle();
    };
  };
  return { disk, clock, log, queue, told, keep, gate, forgotten, write: () => (version += 1) };
}

test("commands of one moment are one batch, and one sync serves all", async () => {
  const { disk, told, keep } = world();
  keep("a", ["/sensors/1"]);
  keep("b", ["/sensors/2", "/sensors/1"], true);
  await settle();
  assert.deepEqual(disk.writes, [{ addresses: ["/sensors/1", "/sensors/2"], sync: true }]);
  assert.deepEqual(told, ["a", "b"]);
});

test("a later command of the same turn of the loop goes with it: connections bring their requests one after the other", async () => {
  const { disk, told, keep } = world();
  keep("a", ["/sensors/1"]);
  for (let turn = 0; turn < 20; turn += 1) await undefined;
  keep("b", ["/sensors/2"]);
  await settle();
  assert.deepEqual(disk.writes, [{ addresses: ["/sensors/1", "/sensors/2"], sync: false }]);
  assert.deepEqual(told, ["a", "b"]);
});

test("a command that comes while one is written is the next batch, with the values of its own time", async () => {
  const { disk, told, keep, gate, write } = world();
  const open = gate();
  keep("a", ["/sensors/1"]);
  await settle();
  write();
  keep("b", ["/sensors/1"], true);
  keep("c", ["/sensors/2"]);
  await settle();
  assert.deepEqual(told, []);
  await open();
  assert.deepEqual(told, ["a", "b", "c"]);
  assert.deepEqual(
    disk.writes.map(({ sync }) => sync),
    [false, true],
  );
  assert.equal(disk.records.get("/sensors/1"), '{"version":1}');
});

test("a write that waits behind a failure fails with it, in its order; a later one does not", async () => {
  const { disk, queue, log, told, keep, gate } = world();
  const open = gate();
  keep("a", ["/sensors/1"]);
  await settle();
  keep("b", ["/sensors/1"]);
  disk.fails = new Error("full");
  await open();
  assert.deepEqual(told, ["a failed", "b failed"]);
  assert.equal(queue.refusal, "full");
  keep("c", ["/sensors/1"]);
  await settle();
  disk.fails = undefined;
  keep("d", ["/sensors/1"]);
  await settle();
  assert.deepEqual(told.slice(2), ["c failed", "d"]);
  assert.equal(queue.refusal, "");
  assert.deepEqual(log.lines, [
    "/sensors/1: the disk refused it; nothing can be changed until it takes writes again: full",
    "/sensors/1: the disk takes writes again",
  ]);
});

test("of facts changes are enough; a resource that a command writes too is written whole", async () => {
  const { disk, queue, told, keep, write } = world();
  keep("a", ["/sensors/1", "/sensors/2"]);
  await settle();
  write();
  queue.keepFacts(["/sensors/1", "/sensors/2"], () => told.push("facts"));
  keep("b", ["/sensors/2"]);
  await settle();
  assert.deepEqual(told, ["a", "facts", "b"]);
  assert.equal(disk.writes.length, 2);
  assert.deepEqual(JSON.parse(disk.records.get("/sensors/1") ?? ""), { version: 0, state: { version: 1 } });
  assert.equal(disk.records.get("/sensors/2"), '{"version":1}');
});

test("a record that the disk refused or lost is no base any more; facts that came beside a loss are written once more", async () => {
  const { disk, queue, forgotten, keep } = world();
  keep("a", ["/sensors/1", "/sensors/2"]);
  await settle();
  disk.fails = new Error("full");
  keep("b", ["/sensors/1"]);
  await settle();
  disk.fails = undefined;
  assert.deepEqual(forgotten, [1]);
  disk.generation += 1;
  keep("c", ["/sensors/1"]);
  await settle();
  assert.deepEqual(forgotten, [1, 1], "before the write");
  const { write } = disk;
  disk.write = async (records, sync) => {
    disk.write = write;
    disk.generation += 1;
    await disk.write(records, sync);
  };
  queue.keepFacts(["/sensors/2"], () => {});
  await settle();
  assert.deepEqual(forgotten, [1, 1, 3]);
  assert.deepEqual(
    disk.writes.slice(2).map(({ addresses }) => addresses),
    [["/sensors/2"], ["/sensors/2"]],
  );
  assert.equal(disk.records.get("/sensors/2"), '{"version":0}', "whole");
});

test("a record that was made whole stays so when more of it changes before it is written", async () => {
  const disk = fakeDisk();
  const made = new Set<Address>();
  const takeRecord = (address: Address) => ({ address, json: `{"whole":${made.add(address).size}}` });
  const takeChanges = (address: Address) => (made.has(address) ? { address, later: "{}" } : takeRecord(address)); // as the store: the disk is about to have it
  const queue = new DiskQueue(disk, { takeRecord, takeChanges, forgetWritten: () => {} }, loudLog(), fakeClock());
  const all = Array.from({ length: 5_000 }, (_, id): Address => `/sensors/${id}`);
  queue.keepFacts(all, () => {});
  while (made.size === 0) await new Promise((resolve) => setImmediate(resolve));
  queue.keepFacts(["/sensors/0"], () => {});
  await queue.idle();
  assert.equal(disk.records.get("/sensors/0"), '{"whole":5000}');
});

test("a command that waits only for the order writes nothing", async () => {
  const { disk, told, keep, gate } = world();
  const open = gate();
  keep("a", ["/sensors/1"]);
  await settle();
  keep("b", []);
  await settle();
  assert.deepEqual(told, []);
  await open();
  assert.deepEqual(told, ["a", "b"]);
  assert.equal(disk.writes.length, 1);
});

test("a caller that is told may ask again; idle waits for the last", async () => {
  const { queue, disk, told, keep } = world();
  queue.keep(["/sensors/1"], false, () => keep("again", ["/sensors/2"]));
  await queue.idle();
  assert.deepEqual(told, ["again"]);
  assert.equal(disk.records.size, 2);
  await queue.idle();
});

test("a caller that fails when told takes no other with it, and is no fault of the disk", async () => {
  const { disk, queue, log, told, keep } = world(/the disk refused it|what followed a write failed: Error: oh/);
  const breaks = () => {
    throw new Error("oh");
  };
  queue.keep(["/sensors/1"], false, breaks);
  keep("a", ["/sensors/2"]);
  await settle();
  assert.deepEqual(told, ["a"]);
  assert.equal(queue.refusal, "");
  disk.fails = new Error("full");
  queue.keep(["/sensors/1"], false, breaks);
  keep("b", ["/sensors/2"]);
  await settle();
  assert.deepEqual(told, ["a", "b failed"]);
  disk.fails = undefined;
  keep("c", ["/sensors/2"]);
  await settle();
  assert.deepEqual(told, ["a", "b failed", "c"]);
  assert.equal(log.lines.filter((line) => /what followed/.test(line)).length, 2);
});

const MANY = 10_000;

test(`of ${MANY} writes so many are told in a turn, and all that are refused hear it in the same breath; the disk is asked once`, async () => {
  const { disk, log, told, keep, gate } = world();
  const open = gate();
  for (let n = 0; n < MANY; n += 1) keep(`a${n}`, ["/sensors/1"]);
  await Promise.resolve();
  const opened = open();
  for (let turn = 1; told.length < MANY; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(told.length <= turn * 100, `${told.length} in ${turn} turns`);
    assert.ok(turn <= MANY / 50, `only ${told.length} in ${turn} turns`);
  }
  await opened;
  assert.equal(disk.writes.length, 1);
  disk.fails = new Error("full");
  told.length = 0;
  const refused = gate();
  for (let n = 0; n < MANY; n += 1) keep(`b${n}`, ["/sensors/1"]);
  await settle();
  const wasRefused = refused();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(told.length, MANY);
  assert.ok(told.every((name) => name.endsWith(" failed")));
  await wasRefused;
  assert.ok(log.lines.length <= 2, `told ${log.lines.length} times`);
  disk.fails = undefined;
  keep("c", ["/sensors/1"]);
  await settle();
  assert.equal(told.at(-1), "c");
});

test("a disk that comes and goes is said once a minute, and one that then stays away as well", async () => {
  const { disk, clock, log, queue, keep } = world();
  const write = async (isTaken: boolean) => {
    disk.fails = isTaken ? undefined : new Error("a fault");
    keep("a", ["/sensors/1"]);
    await settle();
  };
  for (let turn = 0; turn < 20; turn += 1) {
    await write(false);
    await write(true);
    clock.advance(2);
  }
  assert.equal(log.lines.length, 2, log.lines.join("\n"));
  await write(false);
  assert.equal(queue.refusal, "a fault", "it is known all the same");
  clock.advance(60);
  await write(false);
  await write(false);
  assert.equal(log.lines.length, 3);
  assert.match(log.lines[2] ?? "", /refused it/);
});

test("records of a great batch are made in pieces; a change that comes meanwhile is whole in it", async () => {
  const { disk, told, keep, write } = world();
  const all = Array.from({ length: 2_000 }, (_, n): Address => `/sensors/${n + 1}`);
  keep("facts", all);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve)); // 2,000 take eight
  assert.equal(disk.writes.length, 0);
  write();
  keep("both", ["/sensors/1", "/sensors/2000", "/lights/1"], true); // one is made already, one not yet, one is not of it
  await settle();
  assert.deepEqual(
    disk.writes.map(({ addresses, sync }) => [addresses.length, sync]),
    [[2_001, true]],
  );
  for (const changed of ["/sensors/1", "/sensors/2000", "/lights/1"] as const)
    assert.equal(disk.records.get(changed), '{"version":1}');
  assert.deepEqual(told, ["facts", "both"]);
});
