/** The virtual network as a whole: which one it is, how it is kept, how it ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "../../support/fakes.ts";
import { testStation } from "../../support/virtual.ts";
import { addressOf, BYTES, counts, HOME, ONE, OTHER, THIRD, world } from "../../support/virtual-network.ts";

test("in another network the coordinator and the device do not know each other", async () => {
  const { network, uplink, center, heard, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  center.network = { ...HOME, key: "0e".repeat(16) };
  assert.equal(network.addressOf(ONE), undefined);
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  await settle();
  assert.deepEqual([heard.length, uplink.members().length], [0, 0]);
  center.network = HOME;
  center.listens = false;
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  await settle();
  assert.equal(heard.length, 0, "on another channel it hears nothing");
  assert.ok(network.addressOf(ONE));
});

test("saved and opened again, members are members as soon as they are there", async () => {
  const before = world();
  const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  before.let(one, other);
  const saved = JSON.parse(JSON.stringify(before.network.save()));
  const after = world({ saved });
  assert.equal(after.network.addressOf(ONE), undefined);
  const again = testStation({ ieee: ONE });
  after.network.add(again);
  after.network.add(testStation({ ieee: THIRD }));
  assert.equal(addressOf(after.network, again), addressOf(before.network, one));
  assert.equal(await after.unicast(again), 0);
  assert.equal(after.network.addressOf(THIRD), undefined);
  assert.equal(after.network.save().length, 2, "whoever is not there yet is kept");
  after.let(testStation({ ieee: OTHER }));
  assert.equal(after.network.save().length, 2, "one that joins anew is kept once");
});

test("a closed network does nothing any more", async () => {
  const { network, unicast, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  network.close();
  assert.equal(await unicast(station), undefined);
  assert.deepEqual(counts(station), [0]);
});
