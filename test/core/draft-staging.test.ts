/** Writes that wait for the disk: the cost of a refused one, and the values that it leaves standing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft, Staging } from "../../src/core/draft.ts";
import type { Definition } from "../../src/model/definitions.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { fakeClock, TEST } from "../support/fakes.ts";

const MANY = 500;

/** A truth with so many sensors, which counts how often something is staged upon it. */
function world(sensors = MANY) {
  const known = new Map<Address, Resource>();
  for (let n = 1; n <= sensors; n += 1) known.set(`/sensors/${n}`, sensor(n));
  const seen = { staged: 0 };
  const staging = new Staging({
    get: (address) => known.get(address),
    list: () => [...known.values()],
    most: (_, least) => Math.max(least, sensors),
    find: (collection, name) => known.get(`${collection}/${name}`),
    definition: () => {
      seen.staged += 1;
      return DEFINITIONS.CLIPGenericStatus as Definition;
    },
  });
  const clock = fakeClock();
  const draft = () => new Draft(staging, TEST, clock);
  const writes = (n: number, status: number) => {
    const opened = draft();
    opened.patch(`/sensors/${n}`, "config", { battery: status });
    return opened;
  };
  const costOf = (run: () => void) => {
    const before = seen.staged;
    run();
    return seen.staged - before;
  };
  return { staging, known, draft, writes, costOf };
}

function sensor(n: number | string): Resource {
  const attr = { name: `S${n}`, uniqueid: `u${n}` };
  return { address: `/sensors/${n}`, type: "CLIPGenericStatus", attr, config: {}, state: {}, action: {} };
}

const batteryOf = (staging: Staging, n: number) => staging.get(`/sensors/${n}`)?.config.battery;

test("a wish that wrote nothing costs nothing when it is dropped, however many others wait", () => {
  const { staging, draft, writes, costOf } = world();
  for (let n = 1; n <= MANY; n += 1) writes(n, 1);
  const cost = costOf(() => {
    for (let n = 1; n <= MANY; n += 1) {
      staging.drop(draft());
      assert.equal(batteryOf(staging, n), 1);
    }
  });
  assert.equal(cost, 0);
});

test("a wish that is dropped costs no more than the writes at its own address", () => {
  const { staging, writes, costOf } = world();
  for (let n = 1; n <= MANY; n += 1) writes(n, 1);
  const refused = Array.from({ length: MANY }, (_, n) => writes(n + 1, 2));
  const cost = costOf(() => {
    for (const [n, draft] of refused.entries()) {
      staging.drop(draft);
      assert.equal(batteryOf(staging, n + 1), 1);
    }
  });
  assert.equal(cost, MANY);
});

test("a fact costs no more than the writes at its own address", () => {
  const { staging, known, writes, costOf } = world();
  for (let n = 1; n <= MANY; n += 1) writes(n, 1);
  const cost = costOf(() => {
    for (let n = 1; n <= MANY; n += 1) {
      known.set(`/sensors/${n}`, { ...sensor(n), config: { url: "/new" } });
      staging.moved(`/sensors/${n}`);
      assert.deepEqual(staging.get(`/sensors/${n}`)?.config, { url: "/new", battery: 1 });
    }
  });
  assert.equal(cost, MANY);
});

test("a failed batch at one address is renewed once", () => {
  const { staging, writes, costOf } = world();
  const refused = Array.from({ length: MANY }, (_, n) => writes(1, n + 2));
  for (let n = 2; n <= MANY; n += 1) writes(1, n);
  const cost = costOf(() => {
    for (const draft of refused) staging.drop(draft);
    assert.equal(batteryOf(staging, 1), MANY);
  });
  assert.equal(cost, MANY - 1);
});

test("the writes behind a dropped wish stand on the rest", () => {
  const { staging, draft, writes } = world(2);
  const created = draft();
  created.put(sensor(3));
  const behind = draft();
  behind.patch("/sensors/3", "config", { battery: 7 });
  const removed = draft();
  removed.remove("/sensors/1");
  const other = writes(2, 9);
  assert.deepEqual([batteryOf(staging, 3), staging.most("/sensors", 0)], [7, 3]);
  staging.drop(created);
  assert.deepEqual([staging.holds("/sensors/3"), staging.get("/sensors/3")], [false, undefined]);
  assert.equal(staging.find("/sensors", "u3"), undefined);
  assert.equal(staging.most("/sensors", 0), 2, "an id that nobody has is free again");
  staging.drop(removed);
  assert.deepEqual(
    staging.list("/sensors").map(({ address }) => address),
    ["/sensors/1", "/sensors/2"],
  );
  staging.drop(behind);
  staging.fulfil(other);
  assert.equal(staging.holds("/sensors/2"), false);
});

test("a wish that comes true just after the one before it was dropped leaves nothing behind", () => {
  const { staging, known, writes } = world(1);
  const first = writes(1, 1);
  const second = writes(1, 2);
  staging.drop(first);
  known.set("/sensors/1", { ...sensor(1), config: { battery: 2 } });
  staging.fulfil(second);
  assert.deepEqual([staging.holds("/sensors/1"), batteryOf(staging, 1)], [false, 2]);
});
