/** What each kind of stick is said to be able to do, which the guide's page of adapters tells people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Herdsman } from "../../../src/radio/process/herdsman.ts";
import { networkFacts } from "../../../src/radio/process/network-facts.ts";

const herdsman = {
  getCoordinatorVersion: async () => ({ type: "Stick", meta: { revision: 20240710 } }),
  getNetworkParameters: async () => ({ channel: 11, panID: 0x1a62, extendedPanID: "0x00124b0001020304" }),
  getDevicesByType: () => [{ ieeeAddr: "0x00124b0001020304" }],
} as unknown as Herdsman;

const SKILLS: readonly (readonly [adapter: string, can: readonly string[]])[] = [
  ["zstack", ["backup", "installcode", "touchlink"]],
  ["ember", ["backup", "installcode", "touchlink"]],
  ["deconz", ["backup", "installcode"]],
  ["zoh", ["installcode"]],
  ["zboss", []],
  ["zigate", []],
];

for (const [adapter, can] of SKILLS)
  test(`what a stick with ${adapter} can do`, async () => {
    const facts = await networkFacts(herdsman, adapter, false);
    assert.deepEqual(facts.can, can);
    assert.deepEqual([facts.version, facts.extendedpanid], ["Stick 20240710", "00124b0001020304"]);
  });
