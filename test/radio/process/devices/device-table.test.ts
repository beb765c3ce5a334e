/** Which devices there are when the radio comes up: told piece by piece, each when the last one has been taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../../src/model/radio/device-facts.ts";
import type { RadioEvent } from "../../../../src/model/radio/radio-port.ts";
import { DeviceInventory } from "../../../../src/radio/process/devices/device-table.ts";
import type { HerdsmanDevice } from "../../../../src/radio/process/herdsman.ts";
import { NETWORK, settle } from "../../../support/fakes.ts";

const ieee = (at: number) => `0x${at.toString(16).padStart(16, "0")}`;
const device = (at: number) => ({ ieeeAddr: ieee(at) }) as HerdsmanDevice;
const factsOf = ({ ieeeAddr }: HerdsmanDevice) => ({ ieee: ieeeAddr }) as DeviceFacts;
const many = (count: number) => Array.from({ length: count }, (_, at) => device(at));
const inShort = (events: readonly RadioEvent[]) =>
  events.map((one) => {
    if (one.kind === "devices") return one.devices.length;
    return one.kind === "up" ? [one.devices.length, one.told?.length] : one.kind;
  });

function stage() {
  const events: RadioEvent[] = [];
  const waiting: (() => void)[] = [];
  const inventory = new DeviceInventory(
    (one) => events.push(one),
    () => new Promise((resolve) => waiting.push(resolve)),
  );
  const taken = async () => {
    waiting.shift()?.();
    await settle();
  };
  return { inventory, events, taken };
}

test("a small house is told of at once", async () => {
  const { inventory, events } = stage();
  await inventory.tellAll(NETWORK, () => many(20), factsOf);
  assert.deepEqual(inShort(events), [[20, 0]]);
});

test("a large one piece by piece, and the next one only when the last one has been taken", async () => {
  const { inventory, events, taken } = stage();
  const done = inventory.tellAll(NETWORK, () => many(50), factsOf);
  assert.deepEqual(inShort(events), [20]);
  await settle();
  assert.deepEqual(inShort(events), [20]);
  await taken();
  assert.deepEqual(inShort(events), [20, 20]);
  await taken();
  await done;
  assert.deepEqual(inShort(events), [20, 20, [10, 40]]);
});

test("a device that joins, leaves or changes meanwhile is told as it is when the radio is up", async () => {
  const { inventory, events, taken } = stage();
  let present = many(30);
  const done = inventory.tellAll(NETWORK, () => present, factsOf);
  present = [...present.slice(1), device(99)];
  inventory.changed({ ieee: ieee(7) } as DeviceFacts);
  await taken();
  await done;
  const up = events.at(-1);
  assert.ok(up?.kind === "up");
  assert.deepEqual(
    up.devices.map((facts) => facts.ieee),
    [7, ...Array.from({ length: 10 }, (_, at) => 20 + at), 99].map(ieee),
  );
  assert.deepEqual(up.told, [1, 2, 3, 4, 5, 6, ...Array.from({ length: 12 }, (_, at) => 8 + at)].map(ieee));
  inventory.changed({ ieee: ieee(8) } as DeviceFacts);
  assert.deepEqual(inShort(events), [20, [12, 18], "device"]);
});
