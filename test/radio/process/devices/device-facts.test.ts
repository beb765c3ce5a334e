/** Herdsman's knowledge of a device, told as plain data. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceFacts, isSleepy } from "../../../../src/radio/process/devices/device-facts.ts";
import type { HerdsmanDevice } from "../../../../src/radio/process/herdsman.ts";

const LAMP = {
  ieeeAddr: "0x0017880100000001",
  type: "Router",
  interviewState: "SUCCESSFUL",
  modelID: "LCT015\0\0",
  manufacturerName: " Philips ",
  manufacturerID: 0x100b,
  softwareBuildID: "1.88.1",
  dateCode: "20210322",
  applicationVersion: 2,
  powerSource: "Mains (single phase)",
  lastSeen: 1_700_000_000_000,
  linkquality: 200,
  endpoints: [
    {
      ID: 11,
      profileID: 0x0104,
      deviceID: 0x010d,
      inputClusters: [0, 6, 0x300],
      outputClusters: [25],
      clusters: { lightingColorCtrl: { attributes: { colorCapabilities: 31 } } },
    },
    { ID: 242, inputClusters: [], outputClusters: [33], clusters: {} },
  ],
};

test("a lamp", () => {
  assert.deepEqual(facts({}), {
    ieee: "0x0017880100000001",
    kind: "router",
    sleepy: false,
    interviewed: true,
    modelid: "LCT015",
    manufacturername: "Philips",
    manufacturer: 0x100b,
    swversion: "1.88.1",
    datecode: "20210322",
    applicationVersion: 2,
    powersource: "Mains (single phase)",
    endpoints: [
      { id: 11, profile: 0x0104, device: 0x010d, inputs: [0, 6, 0x300], outputs: [25] },
      { id: 242, profile: 0, device: 0, inputs: [], outputs: [33] },
    ],
    colorcapabilities: 31,
    lastseen: 1_700_000_000_000,
    linkquality: 200,
  });
});

test("a device that has told nothing yet", () => {
  const silent = {
    type: "Unknown",
    interviewState: "PENDING",
    modelID: undefined,
    manufacturerName: undefined,
    endpoints: [],
  };
  const { kind, interviewed, modelid, manufacturername, swversion, colorcapabilities } = facts({
    ...silent,
    softwareBuildID: undefined,
    dateCode: "",
  });
  assert.deepEqual(
    { kind, interviewed, modelid, manufacturername, swversion, colorcapabilities },
    {
      kind: "unknown",
      interviewed: false,
      modelid: "",
      manufacturername: "",
      swversion: null,
      colorcapabilities: null,
    },
  );
});

test("without a build the date stands for the version", () => {
  assert.equal(facts({ softwareBuildID: "\0" }).swversion, "20210322");
});

test("the type of an alarm zone, when it was asked", () => {
  const endpoint = { ...LAMP.endpoints[1], clusters: { ssIasZone: { attributes: { zoneType: 42 } } } };
  assert.equal(facts({ endpoints: [endpoint] }).endpoints[0]?.zone, 42);
  const strange = { ...endpoint, clusters: { ssIasZone: { attributes: { zoneType: Number.NaN } } } };
  assert.equal("zone" in (facts({ endpoints: [strange] }).endpoints[0] ?? {}), false);
});

const SLEEPERS: readonly (readonly [type: string, powerSource: string | undefined, sleeps: boolean])[] = [
  ["Router", "Battery", false],
  ["EndDevice", "Battery", true],
  ["EndDevice", undefined, true],
  ["EndDevice", "Mains (single phase)", false],
  ["EndDevice", "DC Source", false],
  ["GreenPower", undefined, false],
];

for (const [type, powerSource, sleeps] of SLEEPERS) {
  test(`${type} with ${powerSource}: ${sleeps ? "sleeps" : "listens"}`, () => {
    assert.equal(isSleepy({ type, powerSource } as HerdsmanDevice), sleeps);
  });
}

function facts(other: object) {
  return deviceFacts({ ...LAMP, ...other } as unknown as HerdsmanDevice, undefined);
}

test("the corners of its colors, when it was asked, and tells all of them", () => {
  const corners = {
    ...{ colorPointRX: 45_318, colorPointRY: 20_204, colorPointGX: 11_141, colorPointGY: 45_875 },
    ...{ colorPointBX: 10_040, colorPointBY: 3_113 },
  };
  const lampWith = (attributes: object) => ({ ...LAMP.endpoints[0], clusters: { lightingColorCtrl: { attributes } } });
  assert.deepEqual(facts({ endpoints: [lampWith(corners)] }).gamut, {
    red: [0.6915, 0.3083],
    green: [0.17, 0.7],
    blue: [0.1532, 0.0475],
  });
  for (const wrong of [{ colorPointBY: 0 }, { colorPointRX: 0xffff }, { colorPointGX: undefined }])
    assert.equal("gamut" in facts({ endpoints: [lampWith({ ...corners, ...wrong })] }), false);
});
