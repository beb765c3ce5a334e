/** The names of new resources, and of clusters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clusterName,
  defaultName,
  endpointClusters,
  isFirstName,
  labelName,
} from "../../../src/devices/inventory/default-names.ts";
import { deviceFacts } from "../../support/definitions.ts";

const NAMES: readonly [type: string, modelid: string, name: string][] = [
  ["Extended color light", "LCT015", "Extended color light 7"],
  ["Smart plug", "TS011F", "Smart plug 7"],
  ["ZHAPresence", "SML001", "Presence 7"],
  ["ZHALightLevel", "SML001", "LightLevel 7"],
  ["ZHASwitch", "RWL021", "Switch 7"],
  ["ZGPSwitch", "ZGPSWITCH", "Hue Tap 7"],
  ["ZGPSwitch", "FOHSWITCH", "FoH Switch 7"],
];
for (const [type, modelid, name] of NAMES) {
  test(name, () => assert.equal(defaultName(type, "7", { modelid, manufacturername: "", swversion: null }), name));
}

test("a label is a name, with a number for the second resource of a type, and never too long", () => {
  assert.deepEqual([labelName("Hall lamp", 1), labelName("Hall lamp", 2)], ["Hall lamp", "Hall lamp 2"]);
  const long = "A lamp that somebody has given a long name";
  assert.deepEqual([labelName(long, 1), labelName(long, 12)], [long.slice(0, 32), `${long.slice(0, 29)} 12`]);
});

for (const [name, label, is] of [
  ["Presence 7", undefined, true],
  ["Presence 7", "Hall", true],
  ["Hall", "Hall", true],
  ["Hall 2", "Hall", true],
  ["Hall left", "Hall", false],
  ["Hall", undefined, false],
  [7, "Hall", false],
] as const)
  test(`${name} with the label ${label}: ${is ? "nobody" : "somebody"} has named it`, () =>
    assert.equal(isFirstName(name, "Presence 7", label), is));

test("clusters by name, and those of manufacturers by number", () => {
  assert.equal(clusterName(0x0406), "Occupancy sensing");
  assert.equal(clusterName(0xfc03), "0xfc03");
  const facts = deviceFacts({ endpoints: [{ id: 3, device: 0x0107, inputs: [0, 0x0406], outputs: [0x19] }] });
  assert.deepEqual(endpointClusters(facts), [
    {
      endpoint: 3,
      profile: "0x0104",
      device: "0x0107",
      inputs: ["Basic", "Occupancy sensing"],
      outputs: ["OTA upgrade"],
    },
  ]);
});
