/** Requests about the network, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../../../src/virtual/devices/bytes.ts";
import { settle } from "../../../support/fakes.ts";
import { testStation } from "../../../support/virtual.ts";
import { join, ONE, OTHER, OWN, open, started, UTIL, ZDO } from "../../../support/virtual-stick.ts";

const PLAIN: [name: string, subsystem: number, command: number, request: string, answer: string][] = [
  ["before it has started it is no coordinator", ZDO, 0x50, "", "000000621a0000080706050403020100000000000000000f"],
  ["a group that an endpoint is not in", ZDO, 0x4a, "f2840b", "01840b00"],
  ["it is not taken from it either", ZDO, 0x47, "f2840b", "01"],
];
for (const [name, subsystem, command, request, answer] of PLAIN) {
  test(name, () => assert.equal(open().ask(subsystem, command, request), answer));
}

test("it can be opened alone", async () => {
  const world = await started();
  const { ask, network } = world;
  join(world);
  ask(ZDO, 0x36, "02fcff3c01");
  assert.equal(network.join(testStation({ ieee: OTHER }), { via: ONE }), false);
  ask(ZDO, 0x36, "0ffcff3c01");
  assert.equal(network.join(testStation({ ieee: OTHER }), { via: ONE }), true);
  network.close();
});

test("before it has started it asks no device but itself", async () => {
  const world = await started();
  const { address, station } = join(world);
  await settle();
  world.stick.powerCycle();
  world.ask(ZDO, 0x34, write().u16(address).ieee(ONE).u8(0).done());
  world.notices.length = 0;
  const self = (target: number) => write().u16(target, target).done();
  world.ask(ZDO, 0x05, self(address));
  world.ask(ZDO, 0x00, write().ieee(ONE).u8(0, 0).done());
  world.ask(ZDO, 0x05, self(0));
  await settle();
  assert.deepEqual(world.notices, [[ZDO, 0x85, "000000000000"]]);
  assert.equal(station.lefts, 0);
});

test("a changed channel is kept", async () => {
  const { ask, stick } = await started();
  assert.equal(ask(ZDO, 0x37, "fdff0f00001000fe000000"), "00");
  while (stick.identity?.channel !== 20) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(ask(ZDO, 0x50)?.slice(-2), "14");
});

test("it is open for as long as it was told to, and tells so", async () => {
  const { ask, network, notices } = await started();
  assert.equal(ask(ZDO, 0x36, "0ffcff0100"), "00");
  assert.deepEqual(notices, [
    [ZDO, 0xcb, "01"],
    [ZDO, 0xb6, "000000"],
  ]);
  assert.ok(network.openFor() > 0);
  while (notices.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(notices[2], [ZDO, 0xcb, "00"]);
});

test("it answers for itself and knows its relatives", async () => {
  const world = await started();
  const { ask, notices } = world;
  const { address } = join(world);
  await settle();
  notices.length = 0;
  ask(ZDO, 0x05, "00000000");
  ask(ZDO, 0x00, write().ieee(OWN).u8(0, 0).done());
  ask(ZDO, 0x01, "00000000");
  assert.deepEqual(notices, [
    [ZDO, 0x85, "00000000000101"],
    [ZDO, 0x80, "0001000000004b120000000000"],
    [ZDO, 0x81, "0001000000004b120000000000"],
  ]);
  const own = write().u16(address).done().toString("hex");
  assert.equal(ask(UTIL, 0x00), `0001000000004b12000000070901${own}`);
  assert.equal(ask(UTIL, 0x48), "0100");
  assert.equal(ask(UTIL, 0x4a, write().ieee(ONE).u16(address).done()), `${own}000004`);
});
