/** Which frame reaches which device. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AirFrame } from "../../../src/virtual/air/air-station.ts";
import { settle } from "../../support/fakes.ts";
import { type TestStation, testStation } from "../../support/virtual.ts";
import { addressOf, counts, frame, ONE, OTHER, THIRD, world } from "../../support/virtual-network.ts";

test("no device has an unknown address", async () => {
  const { uplink } = world();
  const status = await new Promise((resolve) => uplink.unicast(frame({ address: 9, endpoint: 1 }), 9, 1, resolve));
  assert.equal(status, 0xcd);
});

test("a group frame reaches each member endpoint once", async () => {
  const { uplink, network, let: admit } = world();
  const [one, other, third] = [ONE, OTHER, THIRD].map((ieee) => testStation({ ieee })) as [
    TestStation,
    TestStation,
    TestStation,
  ];
  admit(one, other, third);
  one.groups.set(5, new Set([1, 2]));
  other.groups.set(5, new Set([1]));
  third.groups.set(6, new Set([1]));
  const sleeper = testStation({ ieee: "0x00158d0000000004", listens: false, groups: new Map([[5, new Set([1])]]) });
  admit(sleeper);
  network.counters.clear();
  uplink.group(frame({ group: 5 }), 5);
  await settle();
  assert.deepEqual(counts(one, other, third, sleeper), [2, 1, 0, 0]);
  assert.equal(network.counters.sent.group, 1);
  assert.equal(network.counters.sent.unicast, 0);
  assert.equal(network.counters.to.get("group 5")?.group, 1);
});

const BROADCASTS: [address: number, router: number, sleeper: number][] = [
  [0xffff, 1, 1],
  [0xfffd, 1, 0],
  [0xfffc, 1, 0],
];
for (const [address, router, sleeper] of BROADCASTS) {
  test(`the devices that hear a broadcast to 0x${address.toString(16)}`, async () => {
    const { uplink, let: admit } = world();
    const [lamp, sensor] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER, router: false, listens: false })];
    admit(lamp, sensor);
    uplink.broadcast(frame({ broadcast: address }), address, 0xff);
    await settle();
    assert.deepEqual(counts(lamp, sensor), [router, sleeper]);
  });
}

test("devices speak to each other, to groups and to all, and the coordinator hears frames for itself", async () => {
  const { network, heard, let: admit } = world();
  const [remote, lamp] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(remote, lamp);
  lamp.groups.set(5, new Set([1]));
  remote.groups.set(5, new Set([1]));
  const say = (to: AirFrame["to"]) =>
    remote.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: 6, bytes: Buffer.of(1, 1, 2) });
  say({ address: addressOf(network, lamp), endpoint: 1 });
  await settle();
  assert.deepEqual([counts(lamp, remote), heard.length], [[1, 1], 0], "the lamp answers the remote");
  say({ group: 5 });
  say({ broadcast: 0xfffd });
  say({ address: 0, endpoint: 1 });
  await settle();
  assert.deepEqual(counts(lamp, remote), [3, 1]);
  assert.deepEqual(
    heard.map(({ to }) => Object.keys(to)[0]),
    ["group", "broadcast", "address"],
  );
  assert.equal(heard[0]?.from.address, addressOf(network, remote));
});
