import assert from "node:assert/strict";
import { test } from "node:test";
import { inApiUnits, inUnits, secondsOf, unitOf } from "../../../nodes/messages/human.ts";
import { briOf, percentOf } from "../../../src/model/units.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const rows: readonly [type: string, member: string, api: number, human: number, unit: string | undefined][] = [
  ["ZHATemperature", "temperature", 2145, 21.45, "°C"],
  ["ZHATemperature", "temperature", -1005, -10.05, "°C"],
  ["ZHAHumidity", "humidity", 4807, 48.07, "%"],
  ["ZHAConsumption", "consumption", 12_345, 12.345, "kWh"],
  ["ZHAPower", "current", 1234, 1.234, "A"],
  ["ZHAPower", "power", 60, 60, "W"],
  ["ZHAPower", "voltage", 230, 230, "V"],
  ["ZHAPressure", "pressure", 1013, 1013, "hPa"],
  ["ZHALightLevel", "lightlevel", 30_001, 1000, "lx"],
  ["ZHALightLevel", "lightlevel", 0, 0, "lx"],
  ["ZHALightLevel", "lux", 40, 40, "lx"],
  ["CLIPGenericStatus", "status", 5, 5, undefined],
];

for (const [type, member, api, human, unit] of rows) {
  const definition = DEFINITIONS[type];
  if (!definition) throw new Error(type);
  test(`${member} ${api} is ${human} ${unit ?? ""}`, () => {
    assert.equal(inUnits(definition, "state", member, api, "human"), human);
    assert.equal(inApiUnits(definition, "state", member, human, "human"), api);
    assert.equal(inApiUnits(definition, "state", member, String(human), "human"), api, "also as a text");
    assert.equal(unitOf(definition, "state", member, "human"), unit);
    assert.equal(inUnits(definition, "state", member, api, "api"), api);
    assert.equal(inApiUnits(definition, "state", member, api, "api"), api);
  });
}

test("a value that is no number stays as it is", () => {
  const definition = DEFINITIONS.CLIPPresence;
  if (!definition) throw new Error("no definition");
  for (const value of [true, null, "on"]) {
    assert.equal(inUnits(definition, "state", "presence", value, "human"), value);
    assert.equal(inApiUnits(definition, "state", "presence", value, "human"), value);
  }
  assert.equal(inApiUnits(definition, "config", "duration", "soon", "human"), "soon");
  assert.equal(inApiUnits(definition, "state", "toString", 5, "human"), 5);
});

test("the offset of a thermometer has its unit", () => {
  const definition = DEFINITIONS.ZHATemperature;
  assert.equal(definition && inApiUnits(definition, "config", "offset", -0.5, "human"), -50);
});

test("nothing that shines is 0 %, nothing dark is 1 %, and per cent come back", () => {
  assert.deepEqual([0, 1, 2, 127, 253, 254].map(percentOf), [0, 1, 1, 50, 100, 100]);
  assert.deepEqual([0, 1, 50, 100].map(briOf), [0, 3, 127, 254]);
  for (let percent = 0; percent <= 100; percent += 1) assert.equal(percentOf(briOf(percent)), percent);
});

test("seconds of a dialog are a text, or a number from the environment; nothing is no zero", () => {
  for (const [value, seconds] of [
    ["1.5", 1.5],
    [" 3 ", 3],
    [3, 3],
    [0, 0],
    ["", Number.NaN],
    [" ", Number.NaN],
    [undefined, Number.NaN],
    [null, Number.NaN],
    ["soon", Number.NaN],
  ] as const)
    assert.equal(secondsOf(value), seconds, JSON.stringify(value));
});
