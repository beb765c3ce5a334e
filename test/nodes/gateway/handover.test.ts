/** A gateway whose node is closed waits for the next one: as long as a deploy takes, and no longer. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { DeployHandover, type GatewayIdentity } from "../../../nodes/gateway/handover.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";

const CLAIM: GatewayIdentity = { nodeId: "gw", folder: "net-gw", print: "as it was" };

function nodeRed({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const events = new EventEmitter();
  const adoption = new DeployHandover((run) => {
    events.on("closed", run);
    return () => events.off("closed", run);
  });
  const stopped: GatewayRuntime[] = [];
  const take = (claim: Partial<GatewayIdentity> = {}) => {
    const stop = async () => void stopped.push(running);
    const fresh = { stop, undelivered: async () => [] } as unknown as GatewayRuntime;
    const running =
      adoption.acquire({ ...CLAIM, ...claim }, () => fresh) ?? assert.fail("another node has this folder");
    return running;
  };
  const closed = () => events.emit("closed");
  const hearers = () => events.listenerCount("closed");
  return {
    take,
    leave: adoption.release.bind(adoption),
    closed,
    hearers,
    stopped,
    pass: (time: number) => mock.timers.tick(time),
  };
}

test("the next node adopts it, however long others take to close", async (t) => {
  const { take, leave, closed, stopped, pass } = nodeRed(t);
  const running = take();
  for (const slowest of [0, 3_001, 15_000]) {
    await leave(running, false);
    pass(slowest);
    closed();
    pass(1_000); // until all are made
    assert.equal(take(), running);
    pass(60_000);
    assert.deepEqual(stopped, []);
  }
});

for (const why of ["isBroken", "awaitsRestart"])
  test(`a gateway that could not read its data, or has a house laid ready, is not adopted: ${why}`, async (t) => {
    const { take, leave, closed, stopped } = nodeRed(t);
    const before = take();
    Object.assign(before, { [why]: true });
    await leave(before, false);
    closed();
    const next = take();
    assert.notEqual(next, before);
    assert.deepEqual(stopped, [before]);
  });

test("a deploy after which no node comes ends it, as does one that never closes all", async (t) => {
  const { take, leave, closed, hearers, stopped, pass } = nodeRed(t);
  const one = take();
  await leave(one, false);
  pass(15_000);
  closed();
  pass(2_999);
  assert.deepEqual(stopped, []);
  pass(1);
  assert.deepEqual(stopped, [one]);
  const other = take();
  assert.notEqual(other, one);
  await leave(other, false);
  pass(19_999);
  assert.deepEqual(stopped, [one]);
  pass(1);
  assert.deepEqual(stopped, [one, other]);
  await new Promise(setImmediate);
  assert.equal(hearers(), 0);
});

test("a gateway that no deploy has closed hears nothing of it", async (t) => {
  const { take, closed, stopped, pass } = nodeRed(t);
  take();
  closed();
  pass(60_000);
  assert.deepEqual(stopped, []);
});

test("with other settings the old gateway makes room at once", async (t) => {
  const { take, leave, closed, stopped } = nodeRed(t);
  const old = take();
  await leave(old, false);
  closed();
  assert.notEqual(take({ print: "another" }), old);
  assert.deepEqual(stopped, [old]);
});

test("a node that is deleted takes it along at once; so does the end of the process", async (t) => {
  const { take, leave, stopped } = nodeRed(t);
  const deleted = take();
  await leave(deleted, true);
  assert.deepEqual(stopped, [deleted]);
  const nodeRedsOwn = () => {};
  process.once("SIGHUP", nodeRedsOwn);
  t.after(() => process.off("SIGHUP", nodeRedsOwn));
  const [waits, runs] = [take(), take({ nodeId: "gw2", folder: "net-gw2" })];
  await leave(waits, false);
  process.emit("SIGHUP");
  assert.deepEqual(stopped, [deleted, waits]);
  await leave(runs, false);
  assert.deepEqual(stopped, [deleted, waits, runs]);
});
