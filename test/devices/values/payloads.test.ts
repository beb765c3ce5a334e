/** Payloads become members; values that make no sense do not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlannedResource, ValueMapping } from "../../../src/devices/plan/device-plan.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import type { Values } from "../../../src/model/resource.ts";

function resource(...links: readonly Partial<ValueMapping>[]): PlannedResource {
  return {
    ...{
      family: "sensors",
      type: "ZHAX",
      endpoint: 1,
      source: 1,
      suffix: "",
      uniqueid: "",
      attr: {},
      config: {},
      state: {},
    },
    mappings: links.map((link) => ({
      section: "state",
      member: "m",
      property: "p",
      conversion: "integer",
      writable: false,
      ...link,
    })),
  };
}

const LIGHT = resource({ member: "lightlevel", property: "illuminance", conversion: "lightlevel" });
const LIGHT_2 = resource({ member: "lightlevel", property: "illuminance_2", conversion: "lightlevel" });
const ALARM = resource(
  { member: "alarm", property: "alarm_1", conversion: "anyFlag", valueOn: true, valueOff: false },
  { member: "alarm", property: "alarm_2", conversion: "anyFlag", valueOn: true, valueOff: false },
);
const STARTUP = resource({ section: "config", member: "bri/on_level", property: "level_config", field: "on_level" });
const HUMID = resource({ member: "humidity", property: "humidity", conversion: "x100" });
const BATTERY = resource({ section: "config", member: "battery", property: "battery" });

const CASES: readonly [about: string, of: PlannedResource, payload: Values, state: Values, config?: Values][] = [
  ["nothing of it", HUMID, { temperature: 21 }, {}],
  ["a value", HUMID, { humidity: 50.12 }, { humidity: 5012 }],
  ["zero", HUMID, { humidity: 0 }, { humidity: 0 }],
  ["more than can be", HUMID, { humidity: 100.01 }, {}],
  ["less than can be", HUMID, { humidity: -1 }, {}],
  ["a text in place of a number", HUMID, { humidity: "wet" }, {}],
  ["a battery that does not know", BATTERY, { battery: 255 }, {}],
  ["a battery", BATTERY, { battery: 99.5 }, {}, { battery: 100 }],
  ["lux", LIGHT, { illuminance: 40 }, { lightlevel: 16_022 }],
  [
    "lux and the level that they were made of",
    LIGHT,
    { illuminance: 40, illuminance_raw: 16_001 },
    { lightlevel: 16_001 },
  ],
  ["lux, and lux once more as raw", LIGHT, { illuminance: 55, illuminance_raw: 55 }, { lightlevel: 17_405 }],
  ["dark", LIGHT, { illuminance: 0, illuminance_raw: 0 }, { lightlevel: 0 }],
  ["nonsense as raw", LIGHT, { illuminance: 40, illuminance_raw: Number.NaN }, { lightlevel: 16_022 }],
  ["on another endpoint", LIGHT_2, { illuminance_2: 40, illuminance_raw_2: 16_001 }, { lightlevel: 16_001 }],
  ["one alarm of two, the first", ALARM, { alarm_1: true, alarm_2: false }, { alarm: true }],
  ["one alarm of two, the second", ALARM, { alarm_1: false, alarm_2: true }, { alarm: true }],
  ["no alarm", ALARM, { alarm_1: false, alarm_2: false }, { alarm: false }],
  ["a part of a whole", STARTUP, { level_config: { on_level: 128, other: 1 } }, {}, { "bri/on_level": 128 }],
  ["a whole without that part", STARTUP, { level_config: { other: 1 } }, {}],
  ["no whole at all", STARTUP, { level_config: null }, {}],
  ["more than any integer", resource({}), { p: 2 ** 40 }, {}],
  [
    "watt-hours are many",
    resource({ member: "consumption", conversion: "Wh", unit: "kWh" }),
    { p: 1e7 },
    { consumption: 1e10 },
  ],
];
for (const [about, of, payload, state, config = {}] of CASES) {
  test(about, () => assert.deepEqual(readPayload(of, payload), { state, config }));
}

test("the prototype of a payload is not read", () => {
  assert.deepEqual(readPayload(resource({ property: "toString", conversion: "text" }), {}), { state: {}, config: {} });
});
