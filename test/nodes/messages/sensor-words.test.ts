import assert from "node:assert/strict";
import { test } from "node:test";
import { isKnown, membersOf, payloadOf, readings, sensorValuesIn } from "../../../nodes/messages/sensor-words.ts";
import type { Definition } from "../../../src/model/definitions.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

function sensor(type: string, state: Values, config: Values = {}): [Resource, Definition] {
  const definition = DEFINITIONS[type];
  if (!definition) throw new Error(type);
  return [
    { address: "/sensors/1", type, attr: {}, config, state: { lastupdated: "none", ...state }, action: {} },
    definition,
  ];
}

const power = sensor("ZHAPower", { power: 60, voltage: 230, current: 261 }, { on: true, battery: 80 });
const shaken = sensor("ZHAVibration", { vibration: true, orientation_x: 5 });
const lights = sensor("CLIPLightLevel", {});
const [, thermometer] = sensor("CLIPTemperature", {});

function payload([resource, definition]: [Resource, Definition], ...picked: string[]): Values {
  const values = readings(resource, definition, membersOf(resource, definition, picked), "human");
  return payloadOf(values, picked, definition, "human");
}

test("one member that was picked is its bare value, with its name and unit", () => {
  assert.deepEqual(payload(power, "current"), { payload: 0.261, member: "current", unit: "A" });
  assert.deepEqual(payload(power, "battery"), { payload: 80, member: "battery", unit: "%" });
  assert.deepEqual(payload(power, "on"), { payload: true, member: "on" });
});

test("several, or all that it measures, are an object", () => {
  assert.deepEqual(payload(power, "power", "battery"), { payload: { power: 60, battery: 80 } });
  assert.deepEqual(payload(power), { payload: { power: 60, voltage: 230, current: 0.261 } });
});

test("a value that is hidden, missing, or no member at all is never told", () => {
  assert.deepEqual(payload(shaken), { payload: { vibration: true } });
  assert.deepEqual(payload(shaken, "orientation_x"), { payload: null, member: "orientation_x" });
  assert.deepEqual(payload(power, "constructor"), { payload: null, member: "constructor" });
  assert.equal(isKnown({ one: null }), false);
  assert.equal(isKnown({ one: null, other: false }), true);
});

const said: readonly [
  what: string,
  definition: Definition,
  payload: unknown,
  values: Values | undefined,
  misfit?: string,
][] = [
  ["a bare value is its one member", thermometer, 21.5, { temperature: 2150 }],
  ["also as a text", thermometer, "21.5", { temperature: 2150 }],
  ["an object several", thermometer, { temperature: 20, lowbattery: true }, { temperature: 2000, lowbattery: true }],
  ["a timestamp is no temperature", thermometer, 1_795_449_600_000, undefined, "temperature"],
  ["nor is what is colder than can be", thermometer, -274, undefined, "temperature"],
  ["the hottest that there is", thermometer, 327.67, { temperature: 32_767 }],
  ["more than there is", thermometer, Number.POSITIVE_INFINITY, undefined, "temperature"],
  ["a word is no number", thermometer, { lowbattery: true, temperature: "warm" }, undefined, "temperature"],
  ["a timestamp is no light level", lights[1], 1_795_449_600_000, undefined, "lightlevel"],
  ["lux", lights[1], 1000, { lightlevel: 30_001 }],
  ["what the gateway works out itself cannot be said", lights[1], { dark: true }, undefined],
  ["an unknown member", thermometer, { temperatur: 5 }, undefined],
  ["one that is nobody's", thermometer, JSON.parse('{"__proto__":1}'), undefined],
  ["nothing", thermometer, {}, undefined],
];

for (const [what, definition, payload, values, misfit] of said) {
  test(`a payload of a flow: ${what}`, () => {
    const spoke = sensorValuesIn(payload, definition, "state", "human");
    assert.equal(spoke?.misfit?.name, misfit);
    if (misfit === undefined) assert.deepEqual(spoke?.values, values);
  });
}

test("settings have to be named", () => {
  assert.equal(sensorValuesIn(5, thermometer, "config", "human"), undefined);
  assert.equal(sensorValuesIn(undefined, thermometer, "config", "human"), undefined);
  assert.deepEqual(sensorValuesIn({ offset: -0.5 }, thermometer, "config", "human")?.values, { offset: -50 });
  assert.deepEqual(sensorValuesIn({ offset: -50 }, thermometer, "config", "api")?.values, { offset: -50 });
  const much = sensorValuesIn({ offset: 1000 }, thermometer, "config", "human");
  assert.deepEqual([much?.values, much?.warnings], [{ offset: 32_767 }, ["offset 1000 → 327.67"]]);
});
