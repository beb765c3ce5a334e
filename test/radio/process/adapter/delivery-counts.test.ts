/** The end of each frame is counted, by cause, and told soon where one was lost. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { DeviceDeliveries } from "../../../../src/model/doctor/deliveries.ts";
import { RadioError } from "../../../../src/model/radio/orders.ts";
import type { RadioEvent } from "../../../../src/model/radio/radio-port.ts";
import { DeliveryCounts } from "../../../../src/radio/process/adapter/delivery-counts.ts";
import { lossOf } from "../../../../src/radio/process/orders/order-failures.ts";

const LAMP = "0x0000000000000001";
const NOBODY = "0xffffffffffffffff";

let told: RadioEvent[];
let answers: (string | undefined)[]; // of the adapter: why it fails
let counts: DeliveryCounts;
// biome-ignore lint/suspicious/noExplicitAny: the adapter, as far as it is used
let adapter: any;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [told, answers] = [[], []];
  const send = async () => {
    const why = answers.shift();
    if (why !== undefined) throw new Error(why);
    return {};
  };
  adapter = { sendZclFrameToEndpoint: send, sendZdo: send };
  counts = new DeliveryCounts((event) => told.push(event));
  counts.watch(adapter);
});

const zcl = (frame: object = {}) =>
  adapter.sendZclFrameToEndpoint(LAMP, 7, 1, frame, 1000, false, true).catch(() => {});
const devices = (): readonly DeviceDeliveries[] =>
  told.flatMap((event) => (event.kind === "deliveries" ? event.devices : []));

test("frames that arrive are told in a minute; those that come again are repeats", async () => {
  const frame = {};
  await zcl(frame);
  await zcl(frame);
  counts.heard(LAMP, 90, 7);
  counts.heard(LAMP, 110, 7);
  counts.told(LAMP);
  mock.timers.tick(59_000);
  assert.deepEqual(told, []);
  mock.timers.tick(1_000);
  assert.deepEqual(devices(), [{ ieee: LAMP, sent: 2, retried: 1, lost: {}, heard: 2, told: 1, moved: 0, link: 100 }]);
  mock.timers.tick(600_000);
  assert.equal(told.length, 1); // nothing new
});

const LOST: readonly (readonly [words: string, loss: string])[] = [
  ["Data request failed with error: 'MAC_NO_ACK' (0xe9)", "no-ack"],
  ["Data request failed with error: 'NWK_NO_ROUTE' (0xcd)", "no-route"],
  ["Data request failed with error: 'MAC_TRANSACTION_EXPIRED' (0xf0)", "asleep"],
  ["Data request failed with error: 'MAC_CHANNEL_ACCESS_FAILURE' (0xe1)", "channel"],
  ["Data request failed with error: 'BUFFER_FULL' (0x11)", "busy"],
  ["Delivery failed for '48043'.", "no-ack"],
  ["ZCL command 0x1/1 genOnOff.on failed (Timeout - 7 - 1 - 3 - 6 - 11 after 10000ms)", "silent"],
  ["failed to send ZCL request (33) NwkRouteError (0xD1)", "no-route"],
];
for (const [words, loss] of LOST)
  test(`"${words}" is told soon as ${loss}`, async () => {
    answers = [words];
    await zcl();
    mock.timers.tick(1_000);
    assert.deepEqual([devices()[0]?.sent, devices()[0]?.lost], [1, { [loss]: 1 }]);
  });

test("a device that refuses has got its frame, also where the stick tells the refusal", async () => {
  const refusal = new RadioError("refused", "it refused: READ_ONLY", 0x88);
  assert.equal(lossOf(refusal), undefined);
  await zcl(); // the stick answers with the refusal, which is made an error of further up
  mock.timers.tick(60_000);
  assert.deepEqual([devices()[0]?.sent, devices()[0]?.lost], [1, {}]);
});

test("another address in the network counts as soon as the device is heard with it, on each stick", async () => {
  for (const address of [7, 7, 9, 9, 7]) counts.heard(LAMP, 90, address);
  mock.timers.tick(60_000);
  for (const address of [7, 8]) counts.heard(LAMP, 90, address);
  mock.timers.tick(60_000);
  counts.forget(LAMP); // it left
  counts.heard(LAMP, 90, 9);
  mock.timers.tick(60_000);
  assert.deepEqual(
    devices().map(({ moved }) => moved),
    [2, 1, 0],
  );
});

test("a stick that is gone says nothing of a device", async () => {
  answers = ["SRSP - AF - dataRequest after 6000ms"];
  await zcl();
  mock.timers.tick(120_000);
  assert.deepEqual(devices(), []);
});

test("questions to a device count, broadcasts and questions to the stick itself do not", async () => {
  const payload = Buffer.of(1);
  await adapter.sendZdo(LAMP, 7, 0x31, payload, false);
  await adapter.sendZdo(NOBODY, 0xfffd, 0x36, payload, true);
  await adapter.sendZdo("0x00124b0000000001", 0, 0x31, payload, false);
  counts.heard(LAMP, undefined, 7);
  mock.timers.tick(60_000);
  assert.deepEqual(
    devices().map(({ ieee, sent, link }) => [ieee, sent, link]),
    [[LAMP, 1, null]],
  );
});

test("EmberZNet's own counters are told when herdsman reads them", async () => {
  const own = Array.from({ length: 41 }, (_, index) => index);
  const ember = { ...adapter, ezsp: { ezspReadAndClearCounters: async () => own } };
  counts.watch(ember);
  assert.equal(await ember.ezsp.ezspReadAndClearCounters(), own);
  mock.timers.tick(1_000);
  const [event] = told;
  assert.deepEqual(event?.kind === "deliveries" && event.stick, {
    ...{ sent: 3, retried: 4, failed: 5, replayed: 21, undecrypted: 25, buffers: 27, channel: 32 },
  });
});

test("nothing is left running when the session ends", async () => {
  counts.heard(LAMP, 1, 7);
  counts.close();
  mock.timers.tick(600_000);
  assert.deepEqual(told, []);
});
