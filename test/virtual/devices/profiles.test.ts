/** Each virtual model is a real one: the converters know it by its own identity. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findByDevice, setLogger } from "zigbee-herdsman-converters";
import { INHABITANTS, PROFILES } from "../../../src/virtual/house/residents.ts";
import { stand } from "../../support/virtual-device.ts";

const silent = () => {};
setLogger({ debug: silent, info: silent, warning: silent, error: silent });

const MODELS: Readonly<Record<string, string>> = {
  "extended color light": "Philips 9290012573A",
  "gradient strip": "Philips 929002994901",
  "music strip": "Aqara LGYCDD01LM",
  "dimmable hue light": "Philips 9290011370",
  "dimmable light": "IKEA LED1623G12",
  "color temperature light": "IKEA LED1545G12",
  "color light": "IKEA LED1624G9",
  switch: "SONOFF ZBMINI",
  "switch module": "SONOFF ZBMINIR2",
  "metering plug": "Innr SP 120",
  "window covering": "IKEA E1757",
  "motion sensor": "Philips 9290012607",
  "climate sensor": "SONOFF SNZB-02",
  "contact sensor": "SONOFF SNZB-04",
  "motion zone": "SONOFF SNZB-03",
  "water sensor": "IKEA E2202",
  "smoke sensor": "SMaBiT (Bitron Video) AV2010/24A",
  "weekly thermostat": "Hive SLR1b",
  thermostat: "SMaBiT (Bitron Video) AV2010/32",
  remote: "IKEA E1524/E1810",
  keypad: "iCasa ICZB-KPD18S",
  "dimmer switch": "Philips 324131092621",
};

test("all models are looked at here", () => assert.deepEqual(Object.keys(MODELS).sort(), Object.keys(PROFILES).sort()));

for (const [name, model] of Object.entries(MODELS)) {
  test(`${name} is ${model}, with all buttons that it has`, async () => {
    const { device } = stand(name);
    const places = [...device.clusterEndpoints.values()].filter((place) => place.has("genBasic", "modelId"));
    const [modelID, manufacturerName] = ["modelId", "manufacturerName"].map((each) =>
      places[0]?.text("genBasic", each),
    );
    const endpoints = device.endpoints.map(({ id, profile, device: kind, inputs, outputs }) => ({
      ID: id,
      profileID: profile,
      deviceID: kind,
      inputClusters: inputs,
      outputClusters: outputs,
    }));
    const asked = {
      modelID,
      manufacturerName,
      manufacturerID: device.manufacturer,
      type: device.router ? "Router" : "EndDevice",
      endpoints,
      getEndpoint: (id: number) => endpoints.find(({ ID }) => ID === id),
    };
    const found = await findByDevice(asked as never, false);
    assert.equal(`${found?.vendor} ${found?.model}`, model);
    const { presses = {} } = device.profile;
    const exposes = typeof found?.exposes === "function" ? [] : (found?.exposes ?? []);
    const actions = exposes.flatMap((expose) => (expose.name === "action" && "values" in expose ? expose.values : []));
    assert.deepEqual(Object.keys(presses).sort(), [...(actions as string[])].sort());
  });
}

test("everybody in the house is of a known model, and no two have the same name", () => {
  for (const { profile } of INHABITANTS) assert.ok(PROFILES[profile], profile);
  assert.equal(new Set(INHABITANTS.map(({ name }) => name)).size, INHABITANTS.length);
  const roles = INHABITANTS.map(({ role }) => role);
  assert.deepEqual(
    ["stranger", "shy"].map((role) => roles.filter((each) => each === role).length),
    [2, 2],
  );
});
