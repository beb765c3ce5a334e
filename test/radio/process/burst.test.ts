/** An hour of reports in one piece: what it costs grows with their number, and no faster. A ratio, so that a slow machine is as good as a fast one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IncomingFrames } from "../../../src/virtual/sticks/zstack/incoming-frames.ts";
import { SUBSYSTEM, TYPE, toBytes } from "../../../src/virtual/sticks/zstack/unpi.ts";
import type { RadioProcess } from "../../support/radio-process.ts";
import { stage } from "../../support/radio-stage.ts";
import { STICK } from "../../support/stick.ts";
import { testStation } from "../../support/virtual.ts";

const IEEE = "0x00124b0000001234";
const FEW = 600; // reports; much less than what a socket hands over in one piece
const MANY = 4_800;

test("many reports at once cost no more each than few, and are told in far fewer pieces", {
  skip: STICK !== "zstack" && "the burst is in the frames of a Z-Stack",
}, async (t) => {
  const { radio, network, stick } = await stage(t);
  const lamp = testStation({ ieee: IEEE });
  network.add(lamp);
  await radio.ask({ type: "permit", seconds: 60 });
  network.join(lamp);
  await radio.heard("device");
  const address = lamp.air?.address ?? 0;
  let sequence = 0;
  const burst = (count: number) => {
    const incoming = new IncomingFrames(() => performance.now());
    const frames = Array.from({ length: count }, (_, at) => {
      sequence = (sequence + 1) & 0xff;
      const bytes = Buffer.of(0x18, sequence, 0x0a, 0, 0, 0x10, at + 1 === count ? 1 : 0);
      const from = { address, endpoint: 1 };
      const frame = { from, to: { address: 0, endpoint: 1 }, profile: 0x0104, cluster: 6, bytes } as const;
      const { command, data } = incoming.notice(frame, 100, 0x1a2b);
      return toBytes({ type: TYPE.AREQ, subsystem: SUBSYSTEM.AF, command, data });
    });
    stick.garbage(Buffer.concat(frames));
  };
  const took = async (count: number) => {
    radio.forget();
    const since = performance.now();
    burst(count);
    await radio.heard("payload", ({ payload }) => payload.state === "ON");
    const milliseconds = performance.now() - since;
    assert.equal(heardOf(radio), count);
    return milliseconds / count;
  };
  await took(FEW); // the first time everything is still to be compiled
  const few = Math.min(await took(FEW), await took(FEW), await took(FEW));
  const before = radio.pieces;
  const many = Math.min(await took(MANY), await took(MANY));
  assert.ok(many < few * 4, `${many} ms each instead of ${few} ms`);
  assert.ok(radio.pieces - before < MANY / 5, `${radio.pieces - before} pieces for ${2 * MANY} reports`);
});

function heardOf({ events }: RadioProcess): number {
  return events.filter((one) => one.kind === "payload" && one.raw?.type === "attributeReport").length;
}
