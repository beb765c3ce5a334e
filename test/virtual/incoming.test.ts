/** Frames for the host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { settle } from "../support/fakes.ts";
import { AF, join, started } from "../support/virtual-stick.ts";

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
