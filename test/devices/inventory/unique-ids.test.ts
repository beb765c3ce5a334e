/** Unique ids are those that clients know from deCONZ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogResources, ieeeOf, uniqueidOf } from "../../../src/devices/inventory/unique-ids.ts";
import { macOf } from "../../../src/model/addresses.ts";

const IEEE = "0x00158d0001020304";

const IDS: readonly [endpoint: number | undefined, cluster: string | undefined, id: string][] = [
  [undefined, undefined, "00:15:8d:00:01:02:03:04"],
  [11, undefined, "00:15:8d:00:01:02:03:04-0b"],
  [2, "0406", "00:15:8d:00:01:02:03:04-02-0406"],
  [0xf2, "0006", "00:15:8d:00:01:02:03:04-f2"],
];
for (const [endpoint, cluster, id] of IDS) {
  test(`${endpoint}, ${cluster}: ${id}`, () => assert.equal(uniqueidOf(IEEE, endpoint, cluster), id));
}

test("a mac and back, from any of a device's ids", () => {
  assert.equal(macOf("0x000D6FFFFE010203"), "00:0d:6f:ff:fe:01:02:03");
  for (const [, , id] of IDS) assert.equal(ieeeOf(id), IEEE);
  assert.equal(ieeeOf("00:15:8D:00:01:02:03:04"), IEEE);
});

for (const other of [
  "",
  "clip-1",
  "00:15:8d:00:01:02:03",
  "00:15:8d:00:01:02:03:04:05",
  "0x00158d0001020304",
  "00:15:8d:00:01:02:03:zz",
]) {
  test(`"${other}" is no mac`, () => assert.equal(ieeeOf(other), undefined));
}

test("the resources that deCONZ makes of a model", () => {
  assert.deepEqual(catalogResources("LUMI", "lumi.weather"), [
    { type: "ZHATemperature", endpoint: 1, cluster: "0402" },
    { type: "ZHAHumidity", endpoint: 1, cluster: "0405" },
    { type: "ZHAPressure", endpoint: 1, cluster: "0403" },
  ]);
  assert.deepEqual(catalogResources("Philips", "LCT015"), [
    { type: "Extended color light", endpoint: 11, cluster: "" },
  ]);
  assert.deepEqual(catalogResources("Nobody", "knows"), []);
});
