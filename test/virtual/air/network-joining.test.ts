/** How devices join the virtual network, and leave it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "../../support/fakes.ts";
import { testStation } from "../../support/virtual.ts";
import { addressOf, ONE, OTHER, THIRD, world } from "../../support/virtual-network.ts";

test("a closed network lets no device in, an open one does, and the coordinator is told", async () => {
  const { network, uplink, told } = world();
  const station = testStation({ ieee: ONE });
  assert.equal(network.join(station), false);
  assert.equal(network.addressOf(ONE), undefined);
  uplink.permit(60, false);
  assert.ok(network.openFor() > 50_000);
  assert.equal(network.join(station), true);
  await settle();
  assert.deepEqual(told, [
    ["joined", ONE, 0],
    ["announced", addressOf(network, station)],
  ]);
  assert.equal(station.air?.address, addressOf(network, station));
  assert.equal(station.air?.addressOf("0x00124b0000000001"), 0);
  assert.equal(station.air?.addressOf(OTHER), undefined);
});

test("an open door closes by itself, in the host's time", async () => {
  const { network, uplink } = world({ timeScale: 0.001 });
  uplink.permit(1, false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(network.openFor() > 0);
  while (network.openFor() > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(network.join(testStation({ ieee: ONE })), false);
});

test("a device may ask for one router; that must be open, in the network, and work", async () => {
  const { network, uplink, told, let: admit } = world();
  const [router, sensor] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER, router: false, listens: false })];
  admit(router);
  assert.equal(network.join(sensor, { via: THIRD }), false);
  assert.equal(network.join(sensor, { via: ONE }), false);
  uplink.zdo(addressOf(network, router), 0x36, Buffer.of(60, 1), () => {});
  await settle();
  router.reach = "no-ack";
  assert.equal(network.join(sensor, { via: ONE }), false);
  router.reach = "ok";
  assert.equal(network.join(sensor, { via: ONE }), true);
  await settle();
  assert.deepEqual(told.at(-2), ["joined", OTHER, addressOf(network, router)]);
  assert.equal(uplink.neighbours().length, 1, "the coordinator knows the router only");
  assert.deepEqual(uplink.routes(), [{ destination: addressOf(network, sensor), nextHop: addressOf(network, router) }]);
});

test("it can be left open", () => {
  const { network, uplink } = world();
  uplink.permit(255, false);
  assert.equal(network.openFor(), Number.POSITIVE_INFINITY);
});

test("opening all opens the routers, too", () => {
  const { network, uplink, let: admit } = world();
  admit(testStation({ ieee: ONE }));
  uplink.permit(60, true);
  assert.equal(network.join(testStation({ ieee: OTHER }), { via: ONE }), true);
});

test("a router without power does not hear that it is to be open", () => {
  const { network, uplink, let: admit } = world();
  const router = testStation({ ieee: ONE });
  admit(router);
  router.reach = "no-ack";
  uplink.permit(60, true);
  router.reach = "ok";
  assert.equal(network.join(testStation({ ieee: OTHER }), { via: ONE }), false);
});

test("no device joins without power", () => {
  const { network, uplink } = world();
  uplink.permit(60, false);
  const station = testStation({ ieee: ONE, reach: "no-ack" });
  assert.equal(network.join(station), false);
  assert.equal(network.addressOf(ONE), undefined);
  assert.equal(station.air, undefined);
});

test("no device joins while the coordinator does not listen", () => {
  const { network, uplink, center } = world();
  uplink.permit(60, false);
  const [outside, inside] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  assert.ok(network.join(inside));
  center.listens = false;
  assert.equal(network.join(outside), false);
  assert.equal(network.join(inside), false);
  assert.equal(network.rejoin(inside), false);
  assert.ok(network.addressOf(OTHER), "it is still where it was");
  assert.equal(inside.lefts, 0);
});

test("a device that leaves says so and is no member; one that is removed does not", async () => {
  const { network, told, let: admit } = world();
  const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(one, other);
  await settle();
  told.length = 0;
  assert.ok(network.leave(one));
  assert.ok(network.remove(other));
  assert.equal(network.leave(one), false);
  assert.equal(network.remove(other), false);
  await settle();
  assert.deepEqual(told, [["left", ONE, false]]);
  assert.deepEqual([one.lefts, other.lefts], [1, 1]);
  assert.equal(network.addressOf(ONE), undefined);
});

test("the children of a router that is gone find their way", async () => {
  const { network, uplink, unicast, let: admit } = world();
  const [router, child] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(router);
  uplink.permit(60, true);
  network.join(child, { via: ONE });
  network.leave(router);
  assert.equal(await unicast(child), 0);
  assert.deepEqual(uplink.routes(), []);
});

test("asked to leave and come back, it does", async () => {
  const { network, uplink, told, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  await settle();
  told.length = 0;
  const address = addressOf(network, station);
  let answered: Buffer | undefined;
  uplink.zdo(address, 0x34, Buffer.of(0, 0, 0, 0, 0, 0, 0, 0, 0x80), (bytes) => {
    answered = bytes;
    told.push(["answered"]);
  });
  await settle();
  assert.deepEqual(answered, Buffer.of(0));
  assert.deepEqual(told, [["answered"], ["left", ONE, true], ["announced", address]]);
  assert.equal(station.lefts, 0);
});

test("it comes back under a new address, and is found there", async () => {
  const { network, uplink, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  const before = addressOf(network, station);
  network.rejoin(station, { newAddress: true });
  const after = addressOf(network, station);
  assert.notEqual(after, before);
  assert.equal(station.air?.address, after);
  const found = await new Promise<Buffer>((resolve) => uplink.find(ONE, Buffer.alloc(10), resolve));
  assert.equal(found.readUInt16LE(9), after);
});

test("two devices with the same computed address get different ones", () => {
  const { network, let: admit } = world();
  const twin = `0x${(BigInt(ONE) + 0x7fffffffn).toString(16).padStart(16, "0")}`;
  admit(testStation({ ieee: ONE }), testStation({ ieee: twin }));
  assert.notEqual(network.addressOf(ONE), network.addressOf(twin));
});

test("one that joins again has forgotten its network; one that comes back has not", async () => {
  const { network, let: admit, told } = world();
  let joined = 0;
  const station = testStation({ ieee: ONE });
  const { joined: join } = station;
  station.joined = (air) => {
    joined += 1;
    join(air);
  };
  admit(station);
  assert.ok(network.rejoin(station));
  assert.deepEqual([joined, station.lefts], [1, 0]);
  admit(station);
  assert.deepEqual([joined, station.lefts], [2, 1]);
  await settle();
  assert.deepEqual(
    told.map((each) => (each as string[])[0]),
    ["joined", "announced", "announced", "joined", "announced"],
  );
});
