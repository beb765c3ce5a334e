/** An hour of reports at once: their cost grows with their number, and no faster. A ratio, so that a slow machine is as good as a fast one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IncomingFrames } from "../../../src/virtual/sticks/zstack/incoming-frames.ts";
import { SUBSYSTEM, TYPE, toBytes } from "../../../src/virtual/sticks/zstack/unpi.ts";
import type { RadioProcess } from "../../support/radio-process.ts";
import { stage } from "../../support/radio-stage.ts";
import { CAN } from "../../support/stick.ts";
import { testStation } from "../../support/virtual.ts";

const IEEE = "0x00124b0000001234";
const ON_OFF = 6;
const [FEW, MANY] = CAN.burst; // reports
const ROUNDS = 6; // at most: other work of the machine may make some slow, but a cost that grows faster is never quick
const GROWS = 1.5; // as many again cost at most so much more each; with their number it would be eight times as much

test("many reports at once cost no more each than few, and are told in far fewer pieces", async (t) => {
  const { radio, network, stick } = await stage(t);
  const lamp = testStation({ ieee: IEEE });
  network.add(lamp);
  await radio.ask({ type: "permit", seconds: 60 });
  network.join(lamp);
  await radio.heard("device");
  const address = lamp.air?.address ?? 0;
  let sequence = 0;
  const reports = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      sequence = (sequence + 1) & 0xff;
      return Buffer.of(0x18, sequence, 0x0a, 0, 0, 0x10, at + 1 === count ? 1 : 0);
    });
  /** A Z-Stack's frames go to its host in one piece, as a socket may hand them over; others are asked for each, or wait for each to be acknowledged. */
  const burst = (count: number) => {
    if (!CAN.tellsInPieces) {
      const to = { address: 0, endpoint: 1 };
      for (const bytes of reports(count)) lamp.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: ON_OFF, bytes });
      return;
    }
    const incoming = new IncomingFrames(() => performance.now());
    const frames = reports(count).map((bytes) => {
      const from = { address, endpoint: 1 };
      const frame = { from, to: { address: 0, endpoint: 1 }, profile: 0x0104, cluster: ON_OFF, bytes } as const;
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
  let [few, many, rounds, pieces] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  while (rounds === 0 || (many > few * GROWS && rounds < ROUNDS)) {
    few = Math.min(few, await took(FEW));
    const before = radio.pieces;
    many = Math.min(many, await took(MANY));
    pieces += radio.pieces - before;
    rounds += 1;
  }
  t.diagnostic(`${MANY} reports: ${many.toFixed(2)} ms each, ${FEW}: ${few.toFixed(2)} ms, ${rounds} rounds`);
  assert.ok(many <= few * GROWS, `${many} ms each instead of ${few} ms`);
  if (CAN.tellsInPieces) assert.ok(pieces < (rounds * MANY) / 10, `${pieces} pieces for ${rounds * MANY}`);
});

function heardOf({ events }: RadioProcess): number {
  return events.filter((one) => one.kind === "payload" && one.raw?.type === "attributeReport").length;
}
