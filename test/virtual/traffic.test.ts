/** What went through the air can be counted and read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { testStation } from "../support/virtual.ts";
import { addressOf, frame, ONE, world } from "../support/virtual-network.ts";

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
