/** The patches of herdsman's adapter for ConBee and RaspBee, without a stick behind it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Adapter } from "zigbee-herdsman/dist/adapter/adapter.js";
import { apsBusyQueue, apsQueue } from "zigbee-herdsman/dist/adapter/deconz/driver/driver.js";
import { frameParserEvents } from "zigbee-herdsman/dist/adapter/deconz/driver/frameParser.js";
import { patchDeconz } from "../../../../src/radio/process/adapter/deconz-patches.ts";

interface Driver {
  deviceStatus: number;
  processApsBusyQueueTimeouts(): void;
  nextTransactionID(): number;
}

const NETWORK = { panID: 1, channelList: [11], extendedPanID: [1, 2, 3, 4, 5, 6, 7, 8], networkKey: [] };
const SERIAL = { path: "tcp://127.0.0.1:1", adapter: "deconz" } as const;
const [ON_AIR, OFF_AIR] = [0x02, 0x00];

test("why a frame was not sent follows from the stick's last status, also while herdsman asks it anew", async (t) => {
  const driver = await patchedDriver(t);
  const waitsTooLong = () => {
    const reasons: string[] = [];
    const waiting = { request: { timeout: 10 }, ts: 0, reject: ({ message }: Error) => reasons.push(message) };
    (apsQueue as unknown as object[]).push(waiting);
    driver.deviceStatus = 0; // it was asked just now
    driver.processApsBusyQueueTimeouts();
    return reasons;
  };
  frameParserEvents.emit("deviceStateUpdated", ON_AIR);
  assert.deepEqual(waitsTooLong(), ["not sent, the queue of the stick is full"]);
  frameParserEvents.emit("deviceStateUpdated", OFF_AIR);
  assert.deepEqual(waitsTooLong(), ["not sent, NoNetwork"]);
});

test("no frame has the number of one that still waits for its confirm", async (t) => {
  const driver = await patchedDriver(t);
  const waiting = { request: { requestId: 7 } };
  (apsBusyQueue as unknown as object[]).push(waiting);
  t.after(() => apsBusyQueue.splice(0));
  const given = Array.from({ length: 600 }, () => driver.nextTransactionID());
  assert.equal(given.includes(7), false);
  assert.equal(new Set(given).size, 254, "all others are used");
});

async function patchedDriver(t: TestContext): Promise<Driver> {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] }); // it would look for a stick all the time
  const adapter = await Adapter.create(NETWORK, { ...SERIAL }, "", { disableLED: false });
  patchDeconz(adapter, () => {});
  return (adapter as unknown as { readonly driver: Driver }).driver;
}
