/** Keys for which the stick has no room are left out, those of the table that is full alone, and it is told how many. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { restoreWhatFits } from "../../../../src/radio/process/adapter/zstack-patches.ts";

const SEED = Buffer.from("00112233445566778899aabbccddeeff", "hex");

function device(at: number, isDerived: boolean) {
  const ieeeAddress = Buffer.from(`00158d00000000${at.toString(16).padStart(2, "0")}`, "hex");
  const turned = Buffer.concat([SEED.subarray(at % 16), SEED.subarray(0, at % 16)]);
  const address = Buffer.from(ieeeAddress).reverse();
  const derived = Buffer.from(turned.map((byte, index) => byte ^ (address[index % 8] ?? 0)));
  return { ieeeAddress, linkKey: { key: isDerived ? derived : Buffer.alloc(16, at) } };
}

test("a full table of keys of devices' own: the others stay", async () => {
  const own = Array.from({ length: 5 }, (_, at) => device(at + 1, false));
  const derived = Array.from({ length: 5 }, (_, at) => device(at + 20, true));
  const keyless = { ieeeAddress: Buffer.alloc(8, 9) };
  const backup = { devices: [...own, ...derived, keyless], znp: { trustCenterLinkKeySeed: SEED } };
  const failures = ["aps link key data table size insufficient (size=3)", "tclk table size insufficient (size=4)"];
  const warned: string[] = [];
  const restore = async () => {
    const failure = failures.shift();
    if (failure) throw new Error(`target adapter ${failure}`);
    return "done";
  };
  assert.equal(await restoreWhatFits(backup, restore, (text) => warned.push(text)), "done");
  assert.deepEqual(backup.devices, [...own.slice(0, 3), ...derived.slice(0, 4), keyless]);
  assert.match(warned.join(), /keys of 2 devices.*keys of 1 devices/);
});

test("any other error is as it was", async () => {
  const restore = async () => {
    throw new Error("the stick is gone");
  };
  await assert.rejects(restoreWhatFits({ devices: [] }, restore, assert.fail), /the stick is gone/);
});
