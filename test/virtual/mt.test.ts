/** The stick's answers, byte by byte, without any line to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../src/virtual/bytes.ts";
import { answerMt } from "../../src/virtual/mt.ts";
import { createNetwork } from "../../src/virtual/network.ts";
import { createStick, type Stick } from "../../src/virtual/stick.ts";
import { SUBSYSTEM, TYPE } from "../../src/virtual/unpi.ts";
import { settle } from "../support/fakes.ts";
import { testStation } from "../support/virtual.ts";

const OWN = "0x00124b0000000001";
const ONE = "0x00158d0000000001";
const IDENTITY = { panid: 0x1a62, extendedpanid: "0x0102030405060708", channel: 15, key: Buffer.alloc(16, 7) };
const [SYS, AF, ZDO, SAPI, UTIL, APP] = [1, 4, 5, 6, 7, 15] as const;

function open(options: { blank?: boolean } = {}) {
  const notices: [subsystem: number, command: number, data: string][] = [];
  const network = createNetwork({ timeScale: 0.001 });
  const stick = createStick({
    network,
    ieee: OWN,
    seed: Buffer.alloc(16, 1),
    saved: undefined,
    preformed: options.blank ? undefined : IDENTITY,
    tell: (subsystem, command, data) => notices.push([subsystem, command, data.toString("hex")]),
  });
  const ask = (subsystem: number, command: number, request: string | Buffer = "") => {
    const data = Buffer.isBuffer(request) ? request : Buffer.from(request, "hex");
    return answerMt({ type: TYPE.SREQ, subsystem, command, data }, stick)?.data.toString("hex");
  };
  return { network, stick, notices, ask };
}

/** Started, with an endpoint of its own. */
async function started() {
  const world = open();
  world.ask(ZDO, 0x40, "6400");
  while (!world.stick.started) await new Promise((resolve) => setTimeout(resolve, 1));
  world.ask(AF, 0x00, "010401050000000000");
  world.notices.length = 0;
  return world;
}

function join({ network, stick }: { network: ReturnType<typeof createNetwork>; stick: Stick }) {
  const station = testStation({ ieee: ONE });
  stick.permit(255, false);
  assert.ok(network.join(station));
  return { station, address: network.addressOf(ONE) ?? 0 };
}

const PLAIN: [name: string, subsystem: number, command: number, request: string, answer: string][] = [
  ["ping", SYS, 0x01, "", "7906"],
  ["version: Z-Stack 3.x.0, 20240710", SYS, 0x02, "", "020102070146d93401"],
  ["own address", SYS, 0x04, "", "01000000004b1200"],
  ["transmit power", SYS, 0x0f, "0014", "14"],
  ["an item that is not there has no length", SYS, 0x13, "3412", "0000"],
  ["the length that tells the alignment", SYS, 0x13, "8200", "1800"],
  ["the network information base", SYS, 0x13, "2100", "7400"],
  ["reading what is not there", SYS, 0x1c, "34120000", "0a00"],
  ["reading behind the end", SYS, 0x1c, "6000ff00", "0c00"],
  ["reading", SYS, 0x1c, "60000000", "000155"],
  ["reading in the old way", SYS, 0x08, "600000", "000155"],
  ["writing what is not there", SYS, 0x1d, "341200000100ff", "0a"],
  ["writing behind the end", SYS, 0x1d, "600001000100ff", "0c"],
  ["deleting what is not there", SYS, 0x12, "34120100", "09"],
  ["deleting with a wrong length", SYS, 0x12, "60000200", "0c"],
  ["creating what is there", SYS, 0x07, "6000010001ff", "00"],
  ["the length of a row", SYS, 0x32, "0101000000", "0c"],
  ["no such row", SYS, 0x32, "010100ff00", "00"],
  ["no such system", SYS, 0x32, "0201000000", "00"],
  ["reading no row", SYS, 0x33, "010100ff0000000c", "0a00"],
  ["writing no row", SYS, 0x34, "010100ff0000000100", "0a"],
  ["writing behind the end of a row", SYS, 0x34, "010100000000000dff", "0c"],
  ["its light", UTIL, 0x0a, "0301", "00"],
  ["no such relative", UTIL, 0x4a, "01000000008d15000000", "feffffffff"],
  ["configuration", SAPI, 0x04, "60", "00600155"],
  ["no such configuration", SAPI, 0x04, "99", "0a9900"],
  ["before it has started it is no coordinator", ZDO, 0x50, "", "000000621a0000080706050403020100000000000000000f"],
  ["before it has started it sends nothing", AF, 0x01, "34120101060001000f0101", "c2"],
  ["an endpoint that is not there is not deleted", AF, 0x04, "01", "01"],
  ["a group that an endpoint is not in", ZDO, 0x4a, "f2840b", "01840b00"],
  ["it is not taken from it either", ZDO, 0x47, "f2840b", "01"],
  ["what it cannot do between networks", AF, 0x10, "09", "02"],
];
for (const [name, subsystem, command, request, answer] of PLAIN) {
  test(name, () => assert.equal(open().ask(subsystem, command, request), answer));
}

test("what it does not know it says so", () => {
  const { stick } = open();
  const answer = (subsystem: number, command: number, data = "") =>
    answerMt({ type: TYPE.SREQ, subsystem, command, data: Buffer.from(data, "hex") }, stick);
  for (const [subsystem, command, data, code] of [
    [3, 0, "", 1],
    [SYS, 0x77, "", 2],
    [SYS, 0x13, "21", 4],
  ] as const) {
    assert.deepEqual(answer(subsystem, command, data), {
      type: TYPE.SRSP,
      subsystem: SUBSYSTEM.ERROR,
      command: 0,
      data: Buffer.of(code, 0x20 | subsystem, command),
    });
  }
  assert.equal(answerMt({ type: TYPE.AREQ, subsystem: AF, command: 0, data: Buffer.alloc(0) }, stick), undefined);
  assert.equal(answerMt({ type: TYPE.SRSP, subsystem: SYS, command: 1, data: Buffer.alloc(0) }, stick), undefined);
});

test("items are made, written, read in pieces, and deleted", () => {
  const { ask } = open();
  const long = Buffer.alloc(300, 0xab);
  assert.equal(ask(SYS, 0x07, write().u16(0x1234, 300).u8(240).bytes(long.subarray(0, 240)).done()), "09");
  assert.equal(ask(SYS, 0x1d, write().u16(0x1234, 240, 60).bytes(long.subarray(240)).done()), "00");
  assert.equal(ask(SYS, 0x13, "3412"), "2c01");
  assert.equal(ask(SYS, 0x1c, "34120000"), `00f4${"ab".repeat(244)}`);
  assert.equal(ask(SYS, 0x1c, "3412f400"), `0038${"ab".repeat(56)}`);
  assert.equal(ask(SYS, 0x12, "34122c01"), "00");
  assert.equal(ask(SYS, 0x13, "3412"), "0000");
});

test("rows are written, read and deleted", () => {
  const { ask } = open();
  const row = "030034120807060504030201";
  assert.equal(ask(SYS, 0x30, "01010002000c000000"), "00");
  assert.equal(ask(SYS, 0x34, `010100020000000c${row}`), "00");
  assert.equal(ask(SYS, 0x33, "010100020000000c"), `000c${row}`);
  assert.equal(ask(SYS, 0x31, "0101000200"), "00");
  assert.equal(ask(SYS, 0x33, "010100020000000c"), `000c${"00".repeat(12)}`);
  assert.equal(ask(SYS, 0x31, "010100ff00"), "0a");
});

test("a stick that is told to forget everything does so at its next reset", () => {
  const { ask, stick, notices } = open();
  ask(SYS, 0x1d, "03000000010003");
  answerMt({ type: TYPE.AREQ, subsystem: SYS, command: 0, data: Buffer.of(1) }, stick);
  assert.deepEqual(notices, [[SYS, 0x80, "000201020701"]]);
  assert.equal(stick.identity, undefined);
  assert.equal(ask(SYS, 0x13, "2100"), "0000");
});

test("a reset forgets what is not in the memory", async () => {
  const { ask, stick } = await started();
  ask(ZDO, 0x4b, "f2840b00");
  assert.equal(ask(ZDO, 0x4a, "f2840b"), "00840b00");
  assert.equal(ask(ZDO, 0x49, "f2"), "01840b");
  assert.equal(ask(ZDO, 0x4c), "01");
  stick.reset();
  assert.equal(stick.started, false);
  assert.equal(ask(ZDO, 0x4c), "00");
  assert.deepEqual([...stick.endpoints], []);
  assert.equal(stick.identity?.panid, 0x1a62);
});

test("a blank stick forms the network that it is told to", async () => {
  const { ask, stick, notices } = open({ blank: true });
  assert.equal(stick.identity, undefined);
  ask(SYS, 0x07, write().u16(0x83, 2).u8(2).u16(0x4321).done());
  ask(SYS, 0x07, write().u16(0x62, 16).u8(16).bytes(IDENTITY.key).done());
  assert.equal(ask(APP, 0x08, "0100000400"), "00");
  assert.equal(ask(APP, 0x08, "0000000000"), "00");
  assert.equal(ask(APP, 0x05, "04"), "00");
  while (!stick.started) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(stick.identity, { panid: 0x4321, extendedpanid: OWN, channel: 18, key: IDENTITY.key });
  assert.deepEqual(notices, [[ZDO, 0xc0, "09"]]);
});

test("a start that is interrupted by a loss of power does not happen", async () => {
  const { ask, stick, notices } = open();
  assert.equal(ask(ZDO, 0x40, "6400"), "00");
  stick.powerCycle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([stick.started, notices], [false, []]);
});

test("frames are confirmed after the answer, and counted", async () => {
  const world = await started();
  const { ask, stick, notices } = world;
  const { address, station } = join(world);
  await settle();
  notices.length = 0;
  const request = write()
    .u16(address)
    .u8(1, 1)
    .u16(6)
    .u8(42, 0, 30, 3)
    .bytes(Buffer.of(0x11, 1, 2))
    .done();
  assert.equal(ask(AF, 0x01, request), "00");
  assert.deepEqual(notices, []);
  await settle();
  assert.deepEqual(notices, [[AF, 0x80, "00012a"]]);
  assert.equal(station.heard.length, 1);
  assert.equal(stick.nv.row(7, 0)?.readUInt32LE(), 1);
  const unknown = Buffer.from(request);
  unknown[3] = 99;
  assert.equal(ask(AF, 0x01, unknown), "02", "from an endpoint that it does not have");
});

test("a frame can be sent to a device by its own address", async () => {
  const world = await started();
  const { station } = join(world);
  const request = write()
    .u8(3)
    .ieee(ONE)
    .u8(1)
    .u16(0)
    .u8(1)
    .u16(6)
    .u8(42, 0, 30)
    .u16(3)
    .bytes(Buffer.of(0x11, 1, 2));
  assert.equal(world.ask(AF, 0x02, request.done()), "00");
  await settle();
  assert.equal(station.heard.length, 1);
});

test("a stick that is busy refuses as often as it was told to", async () => {
  const world = await started();
  const { ask, stick, notices } = world;
  const { address } = join(world);
  await settle();
  const unicast = write()
    .u16(address)
    .u8(1, 1)
    .u16(6)
    .u8(42, 0, 30, 3)
    .bytes(Buffer.of(0x11, 1, 2))
    .done();
  const group = write()
    .u8(1)
    .ieee("0x5")
    .u8(255)
    .u16(0)
    .u8(1)
    .u16(6)
    .u8(43, 0, 30)
    .u16(3)
    .bytes(Buffer.of(1, 1, 2))
    .done();
  stick.busy(2, "buffer-full");
  assert.deepEqual([ask(AF, 0x01, unicast), ask(AF, 0x02, group), ask(AF, 0x01, unicast)], ["11", "11", "00"]);
  stick.busy(1, "table-full");
  assert.deepEqual([ask(AF, 0x01, unicast), ask(AF, 0x02, group), ask(AF, 0x02, group)], ["00", "c7", "00"]);
  await settle();
  notices.length = 0;
  stick.busy(1, "overflow");
  assert.equal(ask(AF, 0x01, unicast), "00");
  assert.deepEqual(notices, [[AF, 0x80, "f1012a"]]);
});

test("long frames are fetched piece by piece", async () => {
  const world = await started();
  const { ask, notices } = world;
  const { station, address } = join(world);
  await settle();
  notices.length = 0;
  const bytes = Buffer.alloc(300, 0xcd);
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes });
  await settle();
  const [subsystem, command, hex] = notices[0] ?? assert.fail("no notice");
  const data = Buffer.from(hex, "hex");
  assert.deepEqual([subsystem, command, data.readUInt16LE(5), data.readUInt16LE(25)], [AF, 0x82, address, 300]);
  const time = data.subarray(20, 24).toString("hex");
  assert.equal(ask(AF, 0x12, `${time}0000f0`), `00f0${"cd".repeat(240)}`);
  assert.equal(ask(AF, 0x12, `${time}f0003c`), `003c${"cd".repeat(60)}`);
  assert.equal(ask(AF, 0x12, `${time}000000`), "0000");
  assert.equal(ask(AF, 0x12, `${time}0000f0`), "0100");
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

test("install codes are kept", () => {
  const { ask, stick } = open();
  assert.equal(
    ask(
      APP,
      0x04,
      write()
        .u8(1)
        .ieee(ONE)
        .bytes(Buffer.of(1, 2, 3))
        .done(),
    ),
    "00",
  );
  assert.equal(stick.installCodes.get(ONE), "010203");
});
