/** Two orders to the same device: the part of the older one that is left. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { merged, survivors } from "../../src/radio/coalescing.ts";

const MERGED: readonly [older: Values, newer: Values, both: Values | undefined][] = [
  [{ brightness: 1 }, { brightness: 2 }, { brightness: 2 }],
  [{ brightness: 1 }, { state: "OFF" }, { brightness: 1, state: "OFF" }],
  [{ state: "OFF" }, { brightness: 1 }, { brightness: 1 }],
  [{ state_left: "OFF" }, { brightness_right: 1 }, { state_left: "OFF", brightness_right: 1 }],
  [{ state_left: "OFF" }, { brightness_left: 1 }, { brightness_left: 1 }],
  [{ state: "ON", brightness: 5 }, { state: "OFF" }, { brightness: 5, state: "OFF" }],
  [{ state: "OFF" }, { color_temp: 300 }, { state: "OFF", color_temp: 300 }],
  [{ color: { x: 0.3, y: 0.3 } }, { color_temp: 300 }, { color_temp: 300 }],
  [{ color_temp: 300, brightness: 9 }, { color: { x: 0.3, y: 0.3 } }, { brightness: 9, color: { x: 0.3, y: 0.3 } }],
  [{ color: { hue: 10 } }, { color: { saturation: 50 } }, { color: { hue: 10, saturation: 50 } }],
  [{ color: { hue: 10 } }, { color: { x: 0.1, y: 0.2 } }, { color: { x: 0.1, y: 0.2 } }],
  [{ brightness: 1, transition: 5 }, { brightness: 2 }, { brightness: 2 }],
  [{ brightness: 1 }, { brightness: 2, transition: 5 }, { brightness: 2, transition: 5 }],
  [{ state: "OPEN" }, { position: 30 }, { position: 30 }],
  [{ position: 30 }, { state: "STOP" }, { state: "STOP" }],
  [{ state: "ON", tilt: 3 }, { position: 30 }, { state: "ON", tilt: 3, position: 30 }],
  [{ occupied_heating_setpoint: 20 }, { system_mode: "heat" }, { occupied_heating_setpoint: 20, system_mode: "heat" }],
  [{ state: "TOGGLE" }, { state: "ON" }, undefined],
  [{ brightness: 9 }, { brightness_step: 9 }, undefined],
  [{ brightness_move: 9 }, { brightness_move: 0 }, undefined],
  [{ scene_store: 1 }, { scene_store: 2 }, undefined],
  [{ effect: "blink" }, { brightness: 1 }, undefined],
  [{ weekly_schedule: { day: 1 } }, { weekly_schedule: { day: 2 } }, undefined],
  [{ color: { x: 0.3, y: 0.3 } }, { color: { x: 0.4, y: 0.4 } }, { color: { x: 0.4, y: 0.4 } }],
];

for (const [older, newer, both] of MERGED) {
  test(`${JSON.stringify(older)}, then ${JSON.stringify(newer)}`, () => {
    assert.deepEqual(merged(older, newer), both);
    assert.equal(JSON.stringify(merged(older, newer)), JSON.stringify(both), "the newest last");
  });
}

test("hostile names are names like others", () => {
  const older = JSON.parse('{"__proto__": 1, "constructor": 2}');
  assert.deepEqual(Object.keys(survivors(older, { constructor: 3 }) ?? {}), ["__proto__"]);
});
