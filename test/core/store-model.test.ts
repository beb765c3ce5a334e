/**
 * Loses nothing, invents nothing: random wishes and facts on a disk that is slow and fails at random, against three
 * claims. When all is quiet the disk equals the store; each acknowledged write is there; no refused one is.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frozen } from "../../src/core/records.ts";
import type { Address, Reply } from "../../src/model/resource.ts";
import { clip, type FakeHouse, fakeDisk, house, settle } from "../support/fakes.ts";

type Step =
  | { readonly does: "create" }
  | { readonly does: "put"; readonly id: number; readonly section: "state" | "config" | "attr" }
  | { readonly does: "switch"; readonly id: number; readonly on: boolean }
  | { readonly does: "delete"; readonly id: number }
  | { readonly does: "fact"; readonly id: number }
  | { readonly does: "fail"; readonly writes: number; readonly late: boolean } // the next ones, some after the deed
  | { readonly does: "wait"; readonly rounds: number }
  | { readonly does: "time" };

const id = fc.integer({ min: 1, max: 3 }); // two are there from the start
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant("create" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("put" as const),
      id,
      section: fc.constantFrom("state" as const, "config" as const, "attr" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("switch" as const), id, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("delete" as const), id }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("fact" as const), id }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("fail" as const),
      writes: fc.integer({ min: 0, max: 2 }),
      late: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("wait" as const), rounds: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("time" as const) }) },
);

const WRITES = {
  state: (n: number) => ({ status: n }),
  config: (n: number) => ({ url: `/${n}` }),
  attr: (n: number) => ({ name: `n${n}` }),
} as const;

/** A slow disk that refuses so many writes; sometimes the bytes are there all the same. */
function moodyDisk() {
  const disk = fakeDisk([
    ["/ids", '{"type":"Ids","attr":{"sensors":2}}'],
    ["/sensors/1", SENSOR],
    ["/sensors/2", SENSOR],
  ]);
  const write = disk.write;
  const mood = { fails: 0, late: false };
  disk.write = async (records, sync) => {
    await new Promise((resolve) => setImmediate(resolve));
    const fails = mood.fails > 0;
    mood.fails -= 1;
    if (!fails || mood.late) await write(records, sync);
    if (fails) throw new Error("no space left");
  };
  return { disk, mood };
}

const SENSOR = JSON.stringify({
  type: "CLIPGenericStatus",
  attr: { name: "old" },
  config: { on: true },
  state: { status: 0, lastupdated: "none" },
});

interface Wish {
  readonly step: Step;
  readonly n: number;
  readonly reply: Promise<Reply>;
}

function perform(home: FakeHouse, step: Step, n: number): Promise<Reply> | undefined {
  if (step.does === "create") return home.ask("POST", "/sensors", clip("CLIPGenericStatus", { name: `c${n}` }));
  if (step.does === "switch") return home.ask("PUT", `/sensors/${step.id}/config`, { on: step.on });
  if (step.does === "delete") return home.ask("DELETE", `/sensors/${step.id}`);
  if (step.does !== "put") return undefined;
  const path: Address = step.section === "attr" ? `/sensors/${step.id}` : `/sensors/${step.id}/${step.section}`;
  return home.ask("PUT", path, WRITES[step.section](n));
}

async function live(steps: readonly Step[]): Promise<void> {
  const { disk, mood } = moodyDisk();
  const home = await house({ disk, errors: /the disk refused it/ });
  const wishes: Wish[] = [];
  for (const [index, step] of steps.entries()) {
    const n = index + 1;
    const reply = perform(home, step, n);
    if (reply !== undefined) wishes.push({ step, n, reply });
    if (step.does === "fail") Object.assign(mood, { fails: step.writes, late: step.late });
    if (step.does === "fact") {
      home.store.patch(`/sensors/${step.id}`, "config", { battery: n % 100 }, { by: "radio", depth: 0 });
    }
    if (step.does === "wait") for (let k = 0; k < step.rounds; k += 1) await new Promise((next) => setImmediate(next));
    if (step.does === "time") home.clock.advance(6);
  }
  await settle();
  mood.fails = 0;
  for (let minute = 0; minute < 3; minute += 1) {
    home.clock.advance(70);
    await settle();
  }
  const replies = await Promise.all(wishes.map(({ reply }) => reply));
  const done = wishes.filter((_, index) => replies[index]?.status === 200);
  const refused = wishes.filter((_, index) => replies[index]?.status === 503);
  compareWithDisk(home);
  compareWithAnswers(home, done, refused);
  await home.stop();
  const again = await house({ disk });
  for (const sensor of home.store.list("/sensors")) assert.deepEqual(again.store.get(sensor.address), sensor);
  assert.equal(again.store.count("/sensors"), home.store.count("/sensors"));
  await again.stop();
}

function compareWithDisk({ store, disk }: FakeHouse): void {
  const kept = [...disk.records].filter(([address]) => address.startsWith("/sensors/"));
  const known = store
    .list("/sensors")
    .map((sensor) => [sensor.address, frozen(sensor, store.definition(sensor))] as const);
  const read = (records: readonly (readonly [string, string])[]) =>
    Object.fromEntries(records.map(([address, json]) => [address, JSON.parse(json)])); // of members the order says nothing
  assert.deepEqual(read(kept), read(known));
}

/** Wishes of one client are done in their order, so the last acknowledged value is the one that stands. */
function compareWithAnswers({ store }: FakeHouse, done: readonly Wish[], refused: readonly Wish[]): void {
  const values = new Set<unknown>();
  for (const { attr, config, state } of store.list("/sensors"))
    for (const v of [attr.name, config.url, state.status]) values.add(v);
  for (const { step, n } of refused) {
    for (const value of [`c${n}`, `n${n}`, `/${n}`]) assert.equal(values.has(value), false, `${value} was refused`);
    if (step.does === "put" && step.section === "state") assert.equal(values.has(n), false, `${n} was refused`);
  }
  for (const sensor of store.list("/sensors")) {
    const here = done.filter(({ step }) => "id" in step && sensor.address === `/sensors/${step.id}`);
    assert.equal(
      here.some(({ step }) => step.does === "delete"),
      false,
      `${sensor.address} was deleted`,
    );
    const last = (wanted: string) =>
      here.findLast(({ step }) => (step.does === "put" ? step.section : step.does) === wanted);
    const [url, name, state, turned] = ["config", "attr", "state", "switch"].map(last);
    assert.equal(sensor.config.url, url && `/${url.n}`);
    if (name) assert.equal(sensor.attr.name, `n${name.n}`);
    assert.equal(sensor.config.on, turned?.step.does === "switch" ? turned.step.on : true);
    const wasOff = here.some(({ step }) => step.does === "switch" && !step.on);
    if (!wasOff) assert.equal(sensor.state.status, state?.n ?? 0);
  }
  const created = done.filter(({ step }) => step.does === "create").length;
  const deleted = done.filter(({ step }) => step.does === "delete").length;
  assert.equal(store.count("/sensors"), 2 + created - deleted);
}

test("random lives on a disk that fails", async () => {
  const runs = process.env.LONG ? 5_000 : 300;
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), live), { numRuns: runs });
});
