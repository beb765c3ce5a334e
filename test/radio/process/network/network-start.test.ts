/** The abilities of each kind of stick, which the guide's page of adapters tells people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newRecord } from "../../../../src/radio/network-record.ts";
import type { Herdsman } from "../../../../src/radio/process/herdsman.ts";
import { networkFacts } from "../../../../src/radio/process/network/network-start.ts";

const herdsman = {
  getCoordinatorVersion: async () => ({ type: "Stick", meta: { revision: 20240710 } }),
  getNetworkParameters: async () => ({ channel: 11, panID: 0x1a62, extendedPanID: "0x00124b0001020304" }),
  getDevicesByType: () => [{ ieeeAddr: "0x00124b0001020304" }],
} as unknown as Herdsman;

const RECORD = newRecord(Buffer.alloc(16), 0x1a62, Buffer.from("00124b0001020304", "hex"));

const SKILLS: readonly (readonly [adapter: string, can: readonly string[]])[] = [
  ["zstack", ["backup", "installcode", "touchlink"]],
  ["ember", ["backup", "installcode", "touchlink"]],
  ["deconz", ["backup", "installcode"]],
  ["zoh", ["installcode"]],
  ["zboss", []],
  ["zigate", []],
];

for (const [adapter, can] of SKILLS)
  test(`the abilities of a stick with ${adapter}`, async () => {
    const facts = await networkFacts(herdsman, adapter, false, RECORD);
    assert.deepEqual(facts.can, can);
    assert.deepEqual([facts.version, facts.extendedpanid], ["Stick 20240710", "00124b0001020304"]);
  });

const FIRMWARES: readonly (readonly [meta: object, firmware: string])[] = [
  [{ revision: 20240710 }, "0x20240710"], // a date, as a person reads it
  [{ revision: "0x26780700" }, "0x26780700"],
  [{ revision: "7.4.3 [GA]", major: 7, minor: 4, patch: 3, special: 0 }, "0x07040300"],
  [{ revision: 123456 }, "0x00123456"],
  [{}, "0x00000001"], // zeros would mean that there is none
];
for (const [meta, firmware] of FIRMWARES)
  test(`firmware ${JSON.stringify(meta)} is ${firmware}`, async () => {
    const stick = { ...herdsman, getCoordinatorVersion: async () => ({ type: "Stick", meta }) } as unknown as Herdsman;
    assert.equal((await networkFacts(stick, "zstack", false, RECORD)).firmware, firmware);
  });
