/** The stick's memory of its network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ieeeBytes, write } from "../../../../src/virtual/devices/bytes.ts";
import { ITEM, Nv, TABLE } from "../../../../src/virtual/sticks/zstack/nv.ts";
import { ADDRESS_ROW, FRAME_COUNTER_ROW, LINK_KEY_ROW, NIB } from "../../../../src/virtual/sticks/zstack/nv-layout.ts";
import {
  countFrame,
  forget,
  form,
  formAs,
  moveTo,
  networkOf,
  remember,
} from "../../../../src/virtual/sticks/zstack/nv-network.ts";

const OWN = "0x00124b0000000001";
const ONE = "0x00158d0000000001";
const OTHER = "0x00158d0000000002";
const KEY = Buffer.alloc(16, 7);
const HEX = KEY.toString("hex");
const blank = () => new Nv(ieeeBytes(OWN), Buffer.alloc(16, 1));
const formed = () => {
  const nv = blank();
  formAs(nv, OWN, { panid: 0x1a62, extendedpanid: OTHER, channel: 20, key: HEX, keyNumber: 0 });
  return nv;
};
const addresses = (nv: ReturnType<typeof blank>) =>
  nv.rows(TABLE.ADDRESSES).map((row) => {
    const { user, address } = ADDRESS_ROW.unpack(row);
    return [user, address];
  });

test("a blank stick is in no network", () => assert.equal(networkOf(blank()), undefined));

test("it forms the network that was written for it, under its own address where none was given", () => {
  const nv = blank();
  nv.setItem(ITEM.PANID, write().u16(0x4321).done());
  nv.setItem(
    ITEM.CHANNELS,
    write()
      .u32((1 << 25) | (1 << 26))
      .done(),
  );
  nv.setItem(ITEM.NETWORK_KEY, KEY);
  nv.setItem(ITEM.EXTENDED_PANID, Buffer.alloc(8, 0xff));
  form(nv, OWN);
  assert.deepEqual(networkOf(nv), { panid: 0x4321, extendedpanid: OWN, channel: 25, key: HEX, keyNumber: 0 });
});

test("it moves to another channel and counts that", () => {
  const nv = formed();
  moveTo(nv, 11);
  assert.equal(networkOf(nv)?.channel, 11);
  assert.equal(NIB.unpack(nv.item(ITEM.NIB) ?? Buffer.alloc(NIB.length)).updateId, 1);
  assert.deepEqual(nv.item(ITEM.NETWORK_KEY), KEY);
  moveTo(blank(), 11); // nothing to move
});

test("each frame has its number", () => {
  const nv = formed();
  countFrame(nv);
  countFrame(nv);
  assert.equal(FRAME_COUNTER_ROW.unpack(nv.row(TABLE.FRAME_COUNTERS, 0) ?? Buffer.alloc(12)).counter, 2);
});

test("devices are remembered once, and forgotten; a free row is taken again", () => {
  const nv = formed();
  remember(nv, ONE, 1, true);
  remember(nv, OTHER, 2, false);
  remember(nv, ONE, 3, true);
  assert.deepEqual(addresses(nv), [
    [3, 3],
    [2, 2],
  ]);
  forget(nv, ONE);
  forget(nv, ONE);
  assert.deepEqual(addresses(nv), [
    [0, 0],
    [2, 2],
  ]);
  remember(nv, "0x00158d0000000009", 9, true);
  assert.deepEqual(addresses(nv), [
    [3, 9],
    [2, 2],
  ]);
});

test("a device that comes again keeps its key", () => {
  const nv = formed();
  remember(nv, ONE, 1, true);
  const row = LINK_KEY_ROW.pack({ ...LINK_KEY_ROW.unpack(nv.rows(TABLE.LINK_KEYS)[0] ?? Buffer.alloc(20)), sent: 99 });
  nv.setRow(TABLE.LINK_KEYS, 0, row);
  remember(nv, ONE, 2, true);
  assert.deepEqual(nv.rows(TABLE.LINK_KEYS), [row]);
});
