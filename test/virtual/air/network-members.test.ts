/** Parents and children: neighbours and routes, as nodes tell them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkqualityOf, NetworkMembers } from "../../../src/virtual/air/network-members.ts";
import { testStation } from "../../support/virtual.ts";
import { HOME, ONE, OTHER, THIRD } from "../../support/virtual-network.ts";

const OWN = "0x00124b0000000001";
const CENTER = 0;

/** The coordinator, a router next to it, a second router behind that, and a sensor behind the second. */
function chain() {
  const members = new NetworkMembers(() => OWN);
  const sleeper = { router: false, listens: false, mains: false };
  const near = members.admit(testStation({ ieee: ONE }), HOME, CENTER);
  const far = members.admit(testStation({ ieee: OTHER, linkquality: 33 }), HOME, near.address);
  const sensor = members.admit(testStation({ ieee: THIRD, ...sleeper }), HOME, far.address);
  const seen = (address: number) =>
    members
      .neighbours(address, (other) => other === near.address)
      .map(({ ieee, relation, kind, open, depth }) => [ieee, relation, kind, open, depth]);
  return { members, near, far, sensor, seen };
}

test("the coordinator knows its children and all routers", () => {
  assert.deepEqual(chain().seen(CENTER), [
    [ONE, "child", "router", true, 1],
    [OTHER, "sibling", "router", false, 2],
  ]);
});

test("a router knows its parent, its children and the other routers", () => {
  const { seen, near, far } = chain();
  assert.deepEqual(seen(near.address), [
    [OWN, "parent", "coordinator", false, 0],
    [OTHER, "child", "router", false, 2],
  ]);
  assert.deepEqual(seen(far.address), [
    [OWN, "sibling", "coordinator", false, 0],
    [ONE, "parent", "router", true, 1],
    [THIRD, "child", "end-device", false, 3],
  ]);
});

test("an end device knows its parent only", () => {
  const { seen, sensor } = chain();
  assert.deepEqual(seen(sensor.address), [[OTHER, "parent", "router", false, 2]]);
});

test("a device without power is no neighbour", () => {
  const { seen, near } = chain();
  near.station.reach = "no-ack";
  assert.deepEqual(seen(CENTER), [[OTHER, "sibling", "router", false, 2]]);
});

test("routes go through the first hop", () => {
  const { members, near, far, sensor } = chain();
  assert.deepEqual(members.routes(CENTER), [
    { destination: far.address, nextHop: near.address },
    { destination: sensor.address, nextHop: near.address },
  ]);
  assert.deepEqual(members.routes(far.address), [{ destination: CENTER, nextHop: near.address }]);
  assert.deepEqual(members.routes(sensor.address), []);
  assert.deepEqual(
    [near, far, sensor].map((member) => members.depth(member)),
    [1, 2, 3],
  );
});

test("a ring of parents is no endless way", () => {
  const { members, near, far } = chain();
  const looped = members.admit(near.station, HOME, far.address);
  assert.ok(members.depth(looped) > 2);
  assert.ok(members.routes(CENTER).length > 0);
});

test("a device is heard as well as it says, or always equally well", () => {
  assert.equal(linkqualityOf(testStation({ ieee: ONE, linkquality: 12 })), 12);
  assert.equal(linkqualityOf(testStation({ ieee: ONE })), linkqualityOf(testStation({ ieee: ONE })));
});
