/** Frames for the host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AirFrame } from "../../../../src/virtual/air/air-station.ts";
import { IncomingFrames } from "../../../../src/virtual/sticks/zstack/incoming-frames.ts";
import { settle } from "../../../support/fakes.ts";
import { AF, join, started } from "../../../support/virtual-stick.ts";

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

test("long frames that come at the same moment are told apart, and old ones are given up", () => {
  const incoming = new IncomingFrames(() => 5);
  const frame = (byte: number): AirFrame => ({
    from: { address: 7, endpoint: 1 },
    to: { group: 3 },
    profile: 0x0104,
    cluster: 6,
    bytes: Buffer.alloc(300, byte),
  });
  const times = Array.from({ length: 9 }, (_, byte) => incoming.notice(frame(byte), 99, 0x1a62).data.readUInt32LE(20));
  assert.equal(new Set(times).size, 9);
  assert.equal(incoming.piece(times[0] ?? 0, 0, 1), undefined);
  for (let byte = 1; byte < 9; byte += 1) assert.deepEqual(incoming.piece(times[byte] ?? 0, 0, 1), Buffer.of(byte));
});
