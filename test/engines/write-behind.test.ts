/** Write-behind: a value that no client waits for reaches the disk a little later, together, and is not lost when the disk refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Kept } from "../../src/model/ports.ts";
import type { Cause } from "../../src/model/resource.ts";
import { clip, type FakeHouse, house, settle } from "../support/fakes.ts";

const RADIO: Cause = { by: "radio", depth: 0 };

async function sensors(count: number): Promise<FakeHouse> {
  const home = await house({ errors: /the disk refused it/ });
  for (let id = 1; id <= count; id += 1) await home.ask("POST", "/sensors", clip("CLIPGenericStatus"));
  await settle();
  home.disk.writes.length = 0;
  return home;
}

const measure = ({ store }: FakeHouse, id: number, status: number) =>
  store.patch(`/sensors/${id}`, "state", { status }, RADIO);
const onDisk = ({ disk }: FakeHouse, id: number) =>
  JSON.parse(disk.records.get(`/sensors/${id}`) ?? "{}").state?.status;

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  home.clock.advance(seconds);
  await settle();
}

test("many facts, one write, twenty seconds later", async () => {
  const home = await sensors(2);
  for (let status = 1; status <= 50; status += 1) measure(home, 1 + (status % 2), status);
  await settle();
  await pass(home, 19.9);
  assert.deepEqual(home.disk.writes, []);
  await pass(home, 0.1);
  assert.deepEqual(
    home.disk.writes.map(({ addresses, sync }) => [[...addresses].sort(), sync]),
    [[["/sensors/1", "/sensors/2"], false]],
  );
  assert.deepEqual([onDisk(home, 1), onDisk(home, 2)], [50, 49]);
  await home.stop();
});

test("of a record on the disk, only the changes are written; after a refusal all of it", async () => {
  const home = await sensors(1);
  const given: Kept[] = [];
  const { write } = home.disk;
  home.disk.write = (records, sync) => {
    given.push(...records);
    return write(records, sync);
  };
  const tell = async (status: number) => {
    measure(home, 1, status);
    await settle();
    await pass(home, 60);
  };
  for (const status of [1, 2]) await tell(status);
  home.disk.fails = new Error("full");
  await tell(3);
  home.disk.fails = undefined;
  await pass(home, 60);
  const how = given.map(({ json, later }) => [json !== undefined, later !== undefined]);
  assert.deepEqual(how, [
    ...[
      [true, false],
      [false, true],
    ],
    ...[
      [false, true],
      [true, false],
    ],
  ]);
  assert.deepEqual(Object.keys(JSON.parse(given[1]?.later ?? "").state), ["status", "lastupdated"]);
  assert.equal(onDisk(home, 1), 3);
  await home.stop();
});

test("when nothing happens nothing is written, though the clock goes on", async () => {
  const home = await sensors(1);
  for (let minute = 0; minute < 10; minute += 1) await pass(home, 60);
  assert.deepEqual(home.disk.writes, []);
  await home.stop();
});

test("a disk that refuses is asked again each minute, with the values of then", async () => {
  const home = await sensors(1);
  measure(home, 1, 1);
  await settle();
  home.disk.fails = new Error("full");
  await pass(home, 20);
  measure(home, 1, 2);
  await settle();
  await pass(home, 50);
  home.disk.fails = undefined;
  await pass(home, 5);
  assert.equal(onDisk(home, 1), 0);
  await pass(home, 5);
  assert.equal(onDisk(home, 1), 2);
  assert.equal(home.log.lines.length, 2, "one line when it began, one when it ended");
  await home.stop();
});

test("the end writes the rest, also values that can always wait", async () => {
  const home = await sensors(1);
  measure(home, 1, 7);
  home.store.patch("/config", "attr", { name: "later" }, RADIO);
  await home.stop();
  assert.equal(onDisk(home, 1), 7);
  assert.equal(JSON.parse(home.disk.records.get("/config") ?? "{}").attr.name, "later");
});

test("a disk that refuses at the end does not keep anybody", async () => {
  const home = await sensors(1);
  measure(home, 1, 7);
  home.disk.fails = new Error("full");
  await home.stop();
  assert.equal(onDisk(home, 1), 0);
});
