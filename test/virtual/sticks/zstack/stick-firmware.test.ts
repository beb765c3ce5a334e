/** The values that the stick remembers and forgets, and its own notices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../../../src/virtual/devices/bytes.ts";
import { TYPE } from "../../../../src/virtual/sticks/zstack/unpi.ts";
import { answerMt } from "../../../../src/virtual/sticks/zstack/zstack-stick.ts";
import { settle } from "../../../support/fakes.ts";
import { APP, IDENTITY, join, ONE, OWN, open, SYS, started, ZDO } from "../../../support/virtual-stick.ts";

test("a stick that is told to forget everything does so at its next reset", () => {
  const { ask, stick, notices } = open();
  ask(SYS, 0x1d, "03000000010003");
  answerMt({ type: TYPE.AREQ, subsystem: SYS, command: 0, data: Buffer.of(1) }, stick);
  assert.deepEqual(notices, [[SYS, 0x80, "000201020701"]]);
  assert.equal(stick.identity, undefined);
  assert.equal(ask(SYS, 0x13, "2100"), "0000");
});

test("a reset forgets values that are not in the memory", async () => {
  const { ask, stick } = await started();
  ask(ZDO, 0x4b, "f2840b00");
  assert.equal(ask(ZDO, 0x4a, "f2840b"), "00840b00");
  assert.equal(ask(ZDO, 0x49, "f2"), "01840b");
  assert.equal(ask(ZDO, 0x4c), "01");
  stick.reboot();
  assert.equal(stick.started, false);
  assert.equal(ask(ZDO, 0x4c), "00");
  assert.deepEqual([...stick.radio.endpoints], []);
  assert.equal(stick.identity?.panid, 0x1a62);
});

test("a blank stick forms the network that it is told to", async () => {
  const { ask, stick, notices } = open({ blank: true });
  assert.equal(stick.identity, undefined);
  ask(SYS, 0x07, write().u16(0x83, 2).u8(2).u16(0x4321).done());
  ask(SYS, 0x07, write().u16(0x62, 16).u8(16).bytes(Buffer.from(IDENTITY.key, "hex")).done());
  assert.equal(ask(APP, 0x08, "0100000400"), "00");
  assert.equal(ask(APP, 0x08, "0000000000"), "00");
  assert.equal(ask(APP, 0x05, "04"), "00");
  while (!stick.started) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(stick.identity, { panid: 0x4321, extendedpanid: OWN, channel: 18, key: IDENTITY.key, keyNumber: 0 });
  assert.deepEqual(notices, [[ZDO, 0xc0, "09"]]);
});

test("a start that is interrupted by a loss of power does not happen", async () => {
  const { ask, stick, notices } = open();
  assert.equal(ask(ZDO, 0x40, "6400"), "00");
  stick.powerCycle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([stick.started, notices], [false, []]);
});

test("a device that comes back under a new address is remembered under that", async () => {
  const world = await started();
  const { station } = join(world);
  await settle();
  const addressInMemory = () => world.stick.nv.row(1, 0)?.readUInt16LE(2);
  assert.equal(addressInMemory(), world.network.addressOf(ONE));
  world.network.rejoin(station, { newAddress: true });
  await settle();
  assert.equal(addressInMemory(), world.network.addressOf(ONE));
});

test("a device that leaves is forgotten, one that comes back is not", async () => {
  const world = await started();
  const { station, address } = join(world);
  await settle();
  const { stick, network } = world;
  const keys = () => stick.nv.rows(4).map((row) => row.readUInt32LE()); // frames sent with it
  stick.nv.setRow(4, 0, Buffer.concat([Buffer.of(9, 0, 0, 0), stick.nv.row(4, 0)?.subarray(4) ?? Buffer.alloc(16)]));
  stick.radio.zdo(address, 0x34, Buffer.of(0, 0, 0, 0, 0, 0, 0, 0, 0x80), () => {});
  await settle();
  assert.deepEqual([keys(), station.lefts], [[9], 0]);
  network.leave(station);
  await settle();
  assert.deepEqual([keys(), station.lefts], [[], 1]);
});

test("without power it is closed", async () => {
  const { stick, network } = await started();
  stick.permit(60, false);
  assert.ok(network.openFor() > 0);
  stick.powerCycle();
  assert.equal(network.openFor(), 0);
});
