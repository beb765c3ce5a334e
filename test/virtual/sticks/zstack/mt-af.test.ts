/** Requests to send, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../../../src/virtual/devices/bytes.ts";
import { settle } from "../../../support/fakes.ts";
import { AF, join, ONE, OTHER, open, started } from "../../../support/virtual-stick.ts";

const PLAIN: [name: string, subsystem: number, command: number, request: string, answer: string][] = [
  ["before it has started it sends nothing", AF, 0x01, "34120101060001000f0101", "c2"],
  ["an endpoint that is not there is not deleted", AF, 0x04, "01", "01"],
  ["what it cannot do between networks", AF, 0x10, "09", "02"],
];
for (const [name, subsystem, command, request, answer] of PLAIN) {
  test(name, () => assert.equal(open().ask(subsystem, command, request), answer));
}

test("an endpoint is made known once", async () => {
  const { ask } = await started();
  assert.equal(ask(AF, 0x00, "010401050000000000"), "b8");
  assert.equal(ask(AF, 0x04, "01"), "00");
  assert.equal(ask(AF, 0x00, "010401050000000000"), "00");
});

test("between networks it hears a device that is near, and none of its own network", async () => {
  const world = await started();
  const { ask, network, notices } = world;
  const { station } = join(world);
  await settle();
  notices.length = 0;
  network.addTouchlinkTarget({ ieee: OTHER, channel: 11, touch: () => Buffer.of(0x19, 7, 1) });
  assert.equal(ask(AF, 0x10, "010b"), "00");
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: Buffer.of(1) });
  const scan = write().u8(2).ieee("0xffff").u8(0xfe).u16(0xffff).u8(1).u16(0x1000).u8(42, 0, 30).u16(3);
  const request = scan.bytes(Buffer.of(0x11, 7, 0)).done();
  assert.equal(ask(AF, 0x02, request), "00");
  await settle();
  assert.deepEqual(
    notices.map(([, command]) => command),
    [0x80, 0x82],
  );
  const answer = Buffer.from(notices[1]?.[2] ?? "", "hex");
  assert.deepEqual([answer.readUInt16LE(2), answer[4], answer[13]], [0x1000, 3, 0xfe]);
  assert.equal(answer.subarray(5, 13).toString("hex"), write().ieee(OTHER).done().toString("hex"));
  assert.equal(answer.subarray(-5).toString("hex"), "0300190701");

  notices.length = 0;
  ask(AF, 0x02, request);
  ask(AF, 0x10, "010c");
  await settle();
  assert.deepEqual(
    notices.map(([, command]) => command),
    [0x80],
    "what is answered on a channel that it has left is lost",
  );
});

test("between networks no device of its own network hears it", async () => {
  const world = await started();
  const { ask, notices } = world;
  const { address, station } = join(world);
  await settle();
  notices.length = 0;
  ask(AF, 0x10, "010b");
  const to = (whom: number) =>
    write()
      .u16(whom)
      .u8(1, 1)
      .u16(6)
      .u8(42, 0, 30, 3)
      .bytes(Buffer.of(0x11, 1, 2))
      .done();
  for (const whom of [address, 0xfffd]) assert.equal(ask(AF, 0x01, to(whom)), "00");
  await settle();
  assert.deepEqual(
    notices.map(([, , data]) => data),
    ["e9012a", "00012a"],
    "nobody confirms a broadcast",
  );
  ask(AF, 0x10, "00");
  ask(AF, 0x01, to(address));
  await settle();
  assert.equal(station.heard.length, 1);
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
  const counted = () => stick.nv.row(7, 0)?.readUInt32LE() ?? 0;
  const before = counted(); // link status is counted, too, whenever it is due
  assert.equal(ask(AF, 0x01, request), "00");
  assert.equal(counted(), before + 1);
  assert.deepEqual(notices, []);
  await settle();
  assert.deepEqual(notices, [[AF, 0x80, "00012a"]]);
  assert.equal(station.heard.length, 1);
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
  stick.radio.busy(2, "buffer-full");
  assert.deepEqual([ask(AF, 0x01, unicast), ask(AF, 0x02, group), ask(AF, 0x01, unicast)], ["11", "11", "00"]);
  stick.radio.busy(1, "table-full");
  assert.deepEqual([ask(AF, 0x01, unicast), ask(AF, 0x02, group), ask(AF, 0x02, group)], ["00", "c7", "00"]);
  await settle();
  notices.length = 0;
  stick.radio.busy(1, "overflow");
  assert.equal(ask(AF, 0x01, unicast), "00");
  assert.deepEqual(notices, [[AF, 0x80, "f1012a"]]);
});
