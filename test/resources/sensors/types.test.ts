/** The members that follow from a value: pure rows behind the sensor types. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { SENSOR_TYPES } from "../../../src/resources/sensors/types.ts";

function sensor(type: string, state: Values, config: Values): Resource {
  return { address: "/sensors/1", type, attr: {}, config, state, action: {} };
}

const LIGHT: [level: number, dark: number, offset: number, follows: Values][] = [
  [0, 12_000, 7_000, { lux: 0, dark: true, daylight: false }],
  [1, 12_000, 7_000, { lux: 1, dark: true, daylight: false }],
  [10_001, 12_000, 7_000, { lux: 10, dark: true, daylight: false }],
  [20_000, 12_000, 7_000, { lux: 100, dark: false, daylight: true }],
  [65_535, 12_000, 7_000, { lux: 0, dark: false, daylight: true }],
  [500, 499, 1, { lux: 1, dark: false, daylight: true }],
];
for (const [lightlevel, tholddark, tholdoffset, follows] of LIGHT) {
  test(`light level ${lightlevel}, dark at ${tholddark}`, () => {
    const after = sensor("CLIPLightLevel", { lightlevel }, { tholddark, tholdoffset });
    assert.deepEqual(SENSOR_TYPES.CLIPLightLevel?.onWrite?.follows?.(after, after), follows);
  });
}

const OFFSETS: [put: Values, offset: number, kept: Values][] = [
  [{ temperature: 100 }, 5, { temperature: 105 }],
  [{ temperature: 32_767 }, 5, { temperature: 32_767 }],
  [{ temperature: -27_315 }, -5, { temperature: -27_315 }],
  [{ lowbattery: true }, 5, { lowbattery: true }],
];
for (const [put, offset, kept] of OFFSETS) {
  test(`${JSON.stringify(put)} with an offset of ${offset}`, () => {
    const resource = sensor("CLIPTemperature", {}, { offset });
    assert.deepEqual(SENSOR_TYPES.CLIPTemperature?.onWrite?.adjust?.(put, resource), kept);
  });
}

test("every sensor is pushed, creatable, and stands still while it is off", () => {
  for (const [type, definition] of Object.entries(SENSOR_TYPES)) {
    const { family, push, clients, onWrite } = definition;
    const { ignores, stamp } = onWrite ?? {};
    assert.deepEqual([family, push, clients.create, stamp], ["sensors", "changes", true, "lastupdated"], type);
    const off = sensor(type, {}, { on: false });
    assert.deepEqual([ignores?.(off, "state"), ignores?.(off, "config")], [true, false]);
    assert.equal(ignores?.(sensor(type, {}, {}), "state"), false, "one that never said is on");
  }
});
