/** The identity of devices, as clients know them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { identityOf } from "../../../src/devices/inventory/device-identity.ts";
import { deviceFacts, type FactsGiven } from "../../support/definitions.ts";

const IDENTITIES: readonly [about: string, given: FactsGiven, manufacturername: string, modelid: string][] = [
  ["as it says", { modelid: "SML001", manufacturername: "Philips" }, "Philips", "SML001"],
  ["padded", { modelid: "TH01\0\0", manufacturername: " eWeLink " }, "eWeLink", "TH01"],
  ["Lidl's", { modelid: "TS0505A", manufacturername: "_TZ3000_dbou1ap4" }, "LIDL Livarno Lux", "HG06106C"],
  ["Tuya's own", { modelid: "TS0601", manufacturername: "_TZE200_b6wax7g0" }, "_TZE200_b6wax7g0", "TS0601"],
  ["Xiaomi's", { modelid: "lumi.weather" }, "LUMI", "lumi.weather"],
  ["IKEA's", { modelid: "TRADFRI bulb", manufacturer: 0x117c }, "IKEA of Sweden", "TRADFRI bulb"],
  ["Heiman's", { modelid: "SMOK_V15", manufacturer: 0x110c }, "Heiman", "SMOK_V15"],
  ["of that name by another maker", { modelid: "SMOK_V15", manufacturername: "HEIMAN" }, "HEIMAN", "SMOK_V15"],
  ["Orvibo's", { modelid: "895a2d80097f4ae2b2d40500d5e03dcc", manufacturername: "欧瑞博" }, "ORVIBO", "SN10ZW"],
  [
    "known by its own name",
    { modelid: "98293058552c49f38ad0748541ee96ba", manufacturername: "HEIMAN" },
    "HEIMAN",
    "98293058552c49f38ad0748541ee96ba",
  ],
  ["Hue Tap", { kind: "green-power", ieee: "0x0000000000412345", modelid: "GreenPower_2" }, "Philips", "ZGPSWITCH"],
  ["nobody's", {}, "", ""],
];
for (const [about, given, manufacturername, modelid] of IDENTITIES) {
  test(`${about}: ${manufacturername} ${modelid}`, () => {
    const identity = identityOf(deviceFacts(given));
    assert.deepEqual([identity.manufacturername, identity.modelid], [manufacturername, modelid]);
  });
}

test("a friend of Hue", () => {
  const definition = {
    vendor: "EnOcean",
    model: "PTM 215ZE",
    description: "",
    generated: false,
    exposes: [],
    options: [],
    endpoints: {},
  };
  const facts = deviceFacts({ kind: "green-power", ieee: "0x0000000001712345", modelid: "GreenPower_2", definition });
  const { modelid, manufacturername } = identityOf(facts);
  assert.deepEqual([modelid, manufacturername], ["FOHSWITCH", "PhilipsFoH"]);
});

const VERSIONS: readonly [about: string, given: FactsGiven, swversion: string | null][] = [
  ["said", { swversion: "1.46.13_r26312", applicationVersion: 2 }, "1.46.13_r26312"],
  ["Tuya's byte", { manufacturername: "_TZ3000_abcdefgh", applicationVersion: 0x46 }, "1.0.6"],
  ["Xiaomi's", { modelid: "lumi.weather", applicationVersion: 5 }, "0.0.0_0005"],
  ["of others nothing follows from it", { applicationVersion: 5 }, null],
  ["nothing but blanks", { swversion: " \0" }, null],
];
for (const [about, given, swversion] of VERSIONS) {
  test(`version ${about}: ${swversion}`, () => assert.equal(identityOf(deviceFacts(given)).swversion, swversion));
}
