/** Messages that come faster than a node can act: they are done in turns, in order, and the user is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coalescedWrites, inputQueue } from "../../../nodes/flow-node/input-queue.ts";
import type { Values } from "../../../src/model/resource.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function world() {
  const told: number[] = [];
  const done: number[] = [];
  const take = inputQueue((waiting) => told.push(waiting));
  const send = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => take(() => done.push(from + n))).filter((isTaken) => !isTaken).length;
  return { told, done, send };
}

test("a message that comes now and then is done at once", async () => {
  const { told, done, send } = world();
  for (let n = 0; n < 5; n += 1) {
    send(n, 1);
    assert.equal(done.length, n + 1);
    await turn();
  }
  assert.deepEqual(told, []);
});

test("so many in a turn, the rest behind them and in order, with a turn for all else in between", async () => {
  const { told, done, send } = world();
  send(0, 500);
  const first = done.length;
  assert.ok(first > 0 && first <= 50, `${first} in the first turn`);
  send(500, 1);
  for (let before = first; done.length < 501; before = done.length) {
    await turn();
    assert.ok(done.length > before && done.length - before <= 50, `${done.length - before} in one turn`);
  }
  assert.deepEqual(
    done,
    Array.from({ length: 501 }, (_, n) => n),
  );
  assert.deepEqual(told, []);
});

test("of a flood the user is told once; messages beyond all bounds are not taken", async () => {
  const { told, done, send } = world();
  assert.equal(send(0, 10_000), 0);
  assert.equal(send(0, 500), 450, "so many are done at once, and so many may wait");
  assert.deepEqual(told, [1_000]);
  while (done.length < 10_050) await turn();
  send(0, 2_000);
  assert.deepEqual(told, [1_000], "not again within the minute");
});

test("while many writes wait, of each member the latest value is written once, and all are answered", async () => {
  const written: Values[] = [];
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const write = coalescedWrites(async (values) => {
    written.push(values);
    await gate;
    return values.c === "bad" ? Promise.reject(new Error("bad")) : [`${values.a}`];
  });
  const answers = Array.from({ length: 100 }, (_, n) => write({ a: n, [`b${n % 2}`]: n }, true));
  const apart = write({ press: 1002 }, false);
  const behind = write({ a: "x" }, true);
  assert.equal(written.length, 22, "twenty, what merged before the one that stands for itself, and that");
  assert.deepEqual(written.slice(-2), [{ a: 99, b0: 98, b1: 99 }, { press: 1002 }]);
  letGo();
  assert.deepEqual((await Promise.all(answers)).slice(19), [["19"], ...Array(80).fill(["99"])]);
  await apart;
  assert.deepEqual([await behind, written.at(-1)], [["x"], { a: "x" }]);
  await assert.rejects(write({ c: "bad" }, true), /bad/);
  assert.deepEqual(await write({ a: "again" }, true), ["again"]);
});
