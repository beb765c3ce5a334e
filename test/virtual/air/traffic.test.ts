/** The frames on the air can be counted and read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AirFrame } from "../../../src/virtual/air/air-station.ts";
import { testStation } from "../../support/virtual.ts";
import { addressOf, BYTES, frame, ONE, OTHER, world } from "../../support/virtual-network.ts";

test("the newest frames can be read", async () => {
  const { network, uplink, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  const address = addressOf(network, station);
  for (let index = 0; index < 1200; index += 1) uplink.unicast(frame({ address, endpoint: 1 }), address, 1, () => {});
  const heard = network.heard();
  assert.equal(heard.length, 500);
  const { at, ...last } = heard.at(-1) ?? assert.fail();
  assert.ok(at > 0);
  assert.deepEqual(last, {
    kind: "unicast",
    from: "coordinator",
    to: ONE,
    endpoint: 1,
    cluster: "genOnOff",
    command: "off",
    payload: {},
    bytes: "110100",
  });
  uplink.unicast({ ...frame({ address, endpoint: 1 }), cluster: 0xfc99, bytes: Buffer.of(1) }, address, 1, () => {});
  assert.equal(network.heard().at(-1)?.command, "", "what cannot be decoded is shown as bytes");
});

test("frames that the coordinator sends and receives are counted apart", async () => {
  const { network, uplink, let: admit } = world();
  const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(one, other);
  const { counters } = network;
  counters.clear();
  const say = (to: AirFrame["to"]) => one.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  say({ address: 0, endpoint: 1 });
  say({ group: 5 });
  say({ address: addressOf(network, other), endpoint: 1 }); // nothing to the coordinator
  uplink.unicast(frame({ address: addressOf(network, one), endpoint: 1 }), addressOf(network, one), 1, () => {});
  const nothing = { unicast: 0, group: 0, broadcast: 0, zdo: 0, touchlink: 0 };
  assert.deepEqual(counters.sent, { ...nothing, unicast: 1 });
  assert.deepEqual(counters.received, { ...nothing, unicast: 1, group: 1 });
  assert.deepEqual([...counters.to], [[ONE, { ...nothing, unicast: 1 }]]);
  counters.clear();
  assert.deepEqual([counters.sent, counters.received, counters.to.size], [nothing, nothing, 0]);
});
