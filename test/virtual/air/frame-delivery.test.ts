/** The end of frames for devices that are hard to reach, and the order in which they arrive. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reachability } from "../../../src/virtual/air/air-station.ts";
import { settle } from "../../support/fakes.ts";
import { testStation } from "../../support/virtual.ts";
import { addressOf, BYTES, counts, frame, ONE, world } from "../../support/virtual-network.ts";

const REACHES: [reach: Reachability, confirmed: number | undefined, hears: number, speaks: boolean][] = [
  ["ok", 0x00, 1, true],
  ["no-ack", 0xe9, 0, false],
  ["no-route", 0xcd, 0, false],
  ["no-response", 0x00, 0, false],
  ["no-confirm", undefined, 0, false],
];
for (const [reach, confirmed, hears, speaks] of REACHES) {
  test(`a frame for a device with the reach ${reach}`, async () => {
    const { unicast, heard, let: admit } = world();
    const station = testStation({ ieee: ONE });
    admit(station);
    station.reach = reach;
    assert.equal(await unicast(station), confirmed);
    assert.deepEqual(counts(station), [hears]);
    heard.length = 0;
    station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
    await settle();
    assert.equal(heard.length, speaks ? 1 : 0);
  });
}

test("a frame waits for a sleeper and is given up", async () => {
  const expiry = 30;
  const { uplink, network, let: admit } = world({ expiry });
  const station = testStation({ ieee: ONE });
  admit(station);
  station.reach = "expired";
  const address = addressOf(network, station);
  const sent = network.time.now();
  const [status, waited] = await new Promise<readonly [number, number]>((resolve) => {
    const confirm = (code: number) => resolve([code, network.time.now() - sent]);
    uplink.unicast(frame({ address, endpoint: 1 }), address, 1, confirm);
  });
  assert.equal(status, 0xf0);
  assert.ok(Math.round(waited) >= expiry, `${waited} ms of the house`);
  assert.deepEqual(counts(station), [0]);
});

test("a sleeper that speaks gets the frames that wait for it, and hears for a moment", async () => {
  const { unicast, let: admit } = world({ expiry: 60_000, timeScale: 1 });
  const station = testStation({ ieee: ONE });
  admit(station);
  await settle();
  station.reach = "expired";
  assert.equal(await unicast(station), undefined);
  assert.deepEqual(counts(station), [0]);
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  await settle();
  assert.deepEqual(counts(station), [1]);
  assert.equal(await unicast(station), 0);
  assert.deepEqual(counts(station), [2]);
});

test("frames for a device arrive in the order in which they were sent, with any jitter", async () => {
  const { network, uplink, let: admit } = world({ jitter: 20 });
  const station = testStation({ ieee: ONE, latency: 1 });
  admit(station);
  const address = addressOf(network, station);
  let confirmed = 0;
  for (let index = 0; index < 50; index += 1) {
    const bytes = Buffer.of(0x11, index, 0x70);
    uplink.unicast({ ...frame({ address, endpoint: 1 }), bytes }, address, 1, () => {
      confirmed += 1;
    });
  }
  while (confirmed < 50) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(
    station.heard.map((each) => each.frame.bytes[1]),
    Array.from({ length: 50 }, (_, index) => index),
  );
});
