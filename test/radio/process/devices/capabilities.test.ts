/** The questions to a device about its capabilities, asked once. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { askCapabilities, lacksCapabilities } from "../../../../src/radio/process/devices/capabilities.ts";
import type { HerdsmanDevice } from "../../../../src/radio/process/herdsman.ts";

const CORNERS = ["colorPointRX", "colorPointRY", "colorPointGX", "colorPointGY", "colorPointBX", "colorPointBY"];
const COLOR = "lightingColorCtrl";

const CASES: readonly [what: string, clusters: readonly string[], abilities: number | undefined, asked: unknown][] = [
  [
    "a lamp: the corners of its colors, and how it may be told one",
    [COLOR],
    undefined,
    [
      [COLOR, CORNERS],
      [COLOR, ["colorCapabilities"]],
    ],
  ],
  ["a lamp whose abilities are known: the corners alone", [COLOR], 8, [[COLOR, CORNERS]]],
  [
    "a thermostat: its week",
    ["hvacThermostat"],
    undefined,
    [["hvacThermostat", ["startOfWeek", "numberOfWeeklyTrans", "programingOperMode"]]],
  ],
  ["a plug: nothing", ["genOnOff"], undefined, []],
];

for (const [what, clusters, abilities, asked] of CASES) {
  test(what, async () => {
    const { device, heard } = deviceWith(clusters, abilities);
    assert.equal(lacksCapabilities(device), heard.length !== (asked as unknown[]).length);
    await askCapabilities(device);
    assert.deepEqual(heard, asked);
    assert.equal(lacksCapabilities(device), false, "once");
  });
}

test("a light that has none of it says so, and is not asked again; one that is silent is", async () => {
  const refusing = deviceWith([COLOR], undefined, new Zcl.StatusError(Zcl.Status.UNSUPPORTED_ATTRIBUTE));
  await askCapabilities(refusing.device);
  assert.deepEqual([refusing.heard.length, lacksCapabilities(refusing.device)], [2, false]);
  const silent = deviceWith([COLOR], undefined, new Error("timeout"));
  await assert.rejects(askCapabilities(silent.device));
  assert.equal(lacksCapabilities(silent.device), true);
});

function deviceWith(clusters: readonly string[], abilities: number | undefined, failure?: Error) {
  const heard: unknown[] = [];
  const endpoint = {
    supportsInputCluster: (name: string) => clusters.includes(name),
    getClusterAttributeValue: () => abilities,
    read: async (cluster: string, attributes: readonly string[]) => {
      heard.push([cluster, attributes]);
      if (failure) throw failure;
    },
  };
  const device = { meta: {}, customClusters: {}, endpoints: [endpoint], save: () => {} } as unknown as HerdsmanDevice;
  return { device, heard };
}
