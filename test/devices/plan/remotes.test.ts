/** Plans of remotes, keypads, cubes and dials: the cluster in their unique id. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice, remotePlan } from "../../../src/devices/plan/planner.ts";
import { actionsOf } from "../../../src/devices/plan/standard-exposes.ts";
import type { Expose } from "../../../src/model/radio/device-facts.ts";
import { deviceFacts, type FactsGiven } from "../../support/definitions.ts";
import { action, binary, modelDefinition, named, only, plan } from "../../support/planned.ts";

const REMOTES: readonly [about: string, given: FactsGiven, actions: readonly string[], resources: readonly string[]][] =
  [
    ["touchlink before on/off", { endpoints: [{ inputs: [0x1000], outputs: [6] }] }, ["on"], ["ZHASwitch 01-1000"]],
    [
      "on/off on the second endpoint",
      {
        endpoints: [
          { id: 1, inputs: [0] },
          { id: 2, outputs: [6] },
        ],
      },
      ["on"],
      ["ZHASwitch 02-0006"],
    ],
    [
      "Hue's own cluster",
      { manufacturername: "Philips", endpoints: [{ id: 2, inputs: [0xfc00], outputs: [6] }] },
      ["on_press"],
      ["ZHASwitch 02-fc00"],
    ],
    [
      "others have that cluster too",
      { manufacturername: "X", endpoints: [{ inputs: [0xfc00], outputs: [6] }] },
      ["on"],
      ["ZHASwitch 01-0006"],
    ],
    ["Green Power", { kind: "green-power", endpoints: [{ id: 242 }] }, ["press_1"], ["ZGPSwitch f2"]],
    [
      "a cube",
      { modelid: "lumi.sensor_cube", manufacturername: "LUMI" },
      ["shake", "rotate_left"],
      ["ZHASwitch 02-0012", "ZHASwitch 03-000c"],
    ],
    [
      "a dial",
      { endpoints: [{ outputs: [8] }] },
      ["rotate_left", "rotate_right"],
      ["ZHASwitch 01-0006", "ZHARelativeRotary 01-0008"],
    ],
    [
      "a model of which it is known that it is no dial",
      { modelid: "lumi.remote.b1acn01", manufacturername: "LUMI" },
      ["rotate_left"],
      ["ZHASwitch 01-0012"],
    ],
    [
      "Hue's dial",
      {
        modelid: "RDM002",
        manufacturername: "Signify Netherlands B.V.",
        endpoints: [{ inputs: [0xfc00] }, { id: 20 }],
      },
      ["dial_rotate_left_step"],
      ["ZHASwitch 01-fc00", "ZHARelativeRotary 14-fc00"],
    ],
  ];
for (const [about, given, actions, resources] of REMOTES) {
  test(`a remote: ${about}`, () => {
    const found = plan([action(...actions)], given);
    assert.deepEqual(named(found), resources);
    assert.ok(found.resources[0]?.buttons);
    assert.equal(found.resources[0]?.attr.mode, 1);
    assert.equal(found.resources[0]?.state.buttonevent, null);
  });
}

test("a keypad is no remote, and the keys of a lock are no buttons", () => {
  const pad = plan([
    action("disarm", "arm_all_zones"),
    { type: "text", name: "action_code", property: "action_code", access: 1 },
  ]);
  assert.deepEqual(named(pad), ["ZHAAncillaryControl 01-0501"]);
  assert.deepEqual(pad.resources[0]?.state, { action: null, panel: null, seconds_remaining: 0 });
  const lock: Expose = {
    type: "lock",
    features: [
      binary("state"),
      { type: "enum", name: "lock_state", property: "lock_state", access: 1, values: ["locked"] },
    ],
  };
  assert.deepEqual(named(plan([lock, action("lock", "unlock")])), ["Door Lock 01", "ZHADoorLock 01-0101"]);
});

test("a remote without a converter: its commands are read from ZCL frames", () => {
  const facts = deviceFacts({ endpoints: [{ id: 1 }, { id: 3, outputs: [6] }], definition: modelDefinition([]) });
  const { type, uniqueid, source, buttons } = remotePlan(facts);
  assert.deepEqual([type, uniqueid.slice(24), source, buttons?.unconverted], ["ZHASwitch", "03-0006", 3, true]);
  assert.deepEqual(Object.keys(buttons?.codes ?? {}).toSorted(), ["off", "on", "toggle"]);
});

test("an unknown remote with several endpoints has actions of each", () => {
  const facts = deviceFacts({
    endpoints: [
      { id: 1, outputs: [6] },
      { id: 2, outputs: [6] },
      { id: 3, inputs: [6] },
    ],
  });
  const { buttons } = only(planDevice(facts), "ZHASwitch");
  assert.equal(buttons?.unconverted, true);
  assert.deepEqual(actionsOf(facts), ["on@1", "off@1", "toggle@1", "on@2", "off@2", "toggle@2"]);
});

test("a remote with a converter reads no ZCL frames", () => {
  assert.equal(only(plan([action("on")]), "ZHASwitch").buttons?.unconverted, undefined);
});
