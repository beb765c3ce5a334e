/** Wishes become the values that the converters take: for the devices of real models. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writableMembers, writeMembers } from "../../../src/devices/commands/orders.ts";
import type { PlannedResource } from "../../../src/devices/plan/device-plan.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import type { Values } from "../../../src/model/resource.ts";
import { knownDevice } from "../../support/converter-device.ts";

async function first(modelid: string, manufacturername: string, type: string): Promise<PlannedResource> {
  const { facts } = await knownDevice({ modelid, manufacturername, endpoints: [{ id: 1, inputs: [0, 3] }] });
  const found = planDevice(facts).resources.find((each) => each.type === type);
  assert.ok(found, `${modelid} is no ${type}`);
  return found;
}

const bulb = await first("LCT015", "Philips", "Extended color light");
const white = await first("TRADFRI bulb E27 WS opal 980lm", "IKEA of Sweden", "Color temperature light");
const tuya = await first("TS0601", "_TZE200_dcnsggvz", "Dimmable light");
const plug = await first("TS011F", "_TZ3000_w0qqde0g", "Smart plug");
const blind = await first("FYRTUR block-out roller blind", "IKEA of Sweden", "Window covering device");
const valve = await first("TS0601", "_TZE200_b6wax7g0", "ZHAThermostat");
const siren = await first("SMSZB-120", "Develco Products A/S", "Warning device");
const bolt = await first("YRD226 TSDB", "Yale", "Door Lock");
const lock = await first("YRD226 TSDB", "Yale", "ZHADoorLock");
const motion = await first("SML001", "Philips", "ZHAPresence");
const xiaomi = await first("lumi.sensor_motion.aq2", "LUMI", "ZHAPresence");
const radar = await first("TS0601", "_TZE204_ztc6ggyl", "ZHAPresence");
const contact = await first("TS0203", "_TZ3000_n2egfsli", "ZHAOpenClose");
const twoGangs = planDevice(
  (await knownDevice({ modelid: "TS0002", manufacturername: "_TZ3000_01gpyda5", endpoints: [{ id: 1 }, { id: 2 }] }))
    .facts,
);
const second = twoGangs.resources.find(({ endpoint }) => endpoint === 2) as PlannedResource;

const STATES: readonly [
  about: string,
  of: PlannedResource,
  wish: Values,
  told: Values,
  unsupported?: readonly string[],
  state?: Values,
][] = [
  ["on", bulb, { on: true }, { state: "ON" }],
  ["off", bulb, { on: false }, { state: "OFF" }],
  ["a slow off", bulb, { on: false, transitiontime: 20 }, { state: "OFF", transition: 2 }],
  ["off wins over a brightness", bulb, { on: false, bri: 3, transitiontime: 10 }, { state: "OFF", transition: 1 }],
  ["bright", bulb, { bri: 120 }, { brightness: 120, transition: 0.4 }],
  ["bright, at once", bulb, { on: true, bri: 254, transitiontime: 0 }, { state: "ON", brightness: 254, transition: 0 }],
  ["on, however little", bulb, { on: true, bri: 0 }, { state: "ON", brightness: 1, transition: 0.4 }],
  ["a brightness for later", bulb, { bri: 9 }, { brightness: 9, state: null, transition: 0.4 }, [], { on: false }],
  ["brighter", bulb, { bri_inc: 30 }, { brightness_step: 30, transition: 0.4 }],
  ["no brighter", bulb, { bri_inc: 0 }, { brightness_move: "stop", transition: 0.4 }],
  ["warm", bulb, { ct: 366 }, { color_temp: 366, transition: 0.4 }],
  ["warmer than it can", white, { ct: 500 }, { color_temp: 454, transition: 0.4 }],
  ["warmer", white, { ct_inc: -20 }, { color_temp_step: -20, transition: 0.4 }],
  ["xy", bulb, { xy: [0.5, 0.4] }, { color: { x: 0.5, y: 0.4 }, transition: 0.4 }],
  [
    "hue and saturation in one",
    bulb,
    { hue: 21_845, sat: 254 },
    { color: { hue: 120, saturation: 100 }, transition: 0.4 },
  ],
  ["hue alone", bulb, { hue: 0 }, { color: { hue: 0 }, transition: 0.4 }],
  ["a color loop", bulb, { effect: "colorloop" }, { effect: "colorloop" }],
  [
    "a color loop of ten seconds",
    bulb,
    { effect: "colorloop", colorloopspeed: 10 },
    { effect: "colorloop", transition: 10 },
  ],
  ["a light whose converters know no transition", tuya, { bri: 100, transitiontime: 10 }, { brightness: 100 }],
  ["fire by its other name", bulb, { effect: "fire" }, { effect: "fireplace" }],
  ["no effect", bulb, { effect: "none" }, { effect: "none" }],
  ["an effect that it has not", bulb, { effect: "disco" }, {}, ["effect"]],
  ["an alert is for others to send", bulb, { alert: "select" }, {}, ["alert"]],
  ["on for a while", bulb, { on: true, ontime: 50 }, { state: "ON", on_time: 5 }],
  ["a color that it cannot show", white, { xy: [0.5, 0.4] }, {}, ["xy"]],
  ["a plug knows no transition", plug, { on: true, transitiontime: 10 }, { state: "ON" }],
  ["the second of two", second, { on: true }, { state_l2: "ON" }],
  ["half shut", blind, { lift: 30 }, { position: 70 }],
  ["open", blind, { open: true }, { state: "OPEN" }],
  ["shut", blind, { open: false }, { state: "CLOSE" }],
  ["stop", blind, { stop: true }, { state: "STOP" }],
  ["it cannot be tilted", blind, { tilt: 30 }, {}, ["tilt"]],
  [
    "a siren",
    siren,
    { alert: "select" },
    { warning: { mode: "burglar", level: "very_high", strobe: true, duration: 1 } },
  ],
  [
    "a siren for a minute",
    siren,
    { alert: "lselect", ontime: 600 },
    { warning: { mode: "burglar", level: "very_high", strobe: true, duration: 60 } },
  ],
  ["silence", siren, { alert: "none" }, { warning: { mode: "stop", level: "low", strobe: false, duration: 0 } }],
  ["locked", bolt, { on: true }, { state: "LOCK" }],
  ["what only tells cannot be told", contact, { open: true }, {}, ["open"]],
  ["nonsense", bulb, { bri: "much", ct: null, on: 1 }, {}, ["bri", "ct", "on"]],
];
for (const [about, of, wish, values, unsupported = [], state = {}] of STATES) {
  test(about, () => assert.deepEqual(writeMembers(of, "state", wish, { state }), { values, options: {}, unsupported }));
}

const CONFIGS: readonly [
  about: string,
  of: PlannedResource,
  wish: Values,
  values: Values,
  options?: Values,
  unsupported?: readonly string[],
][] = [
  ["a setpoint", valve, { heatsetpoint: 2150 }, { current_heating_setpoint: 21.5 }],
  ["more than it takes", valve, { heatsetpoint: 9000 }, { current_heating_setpoint: 35 }],
  ["it knows heat only", valve, { mode: "auto" }, { system_mode: "heat" }],
  ["locked", valve, { locked: true }, { child_lock: "LOCK" }],
  ["unlocked", lock, { lock: false }, { state: "UNLOCK" }],
  ["a sensitivity by its word", motion, { sensitivity: 1 }, { motion_sensitivity: "medium" }],
  ["a sensitivity by its number", radar, { sensitivity: 5 }, { radar_sensitivity: 5 }],
  ["a range in metres", radar, { detectionrange: 350 }, { maximum_range: 3.5 }],
  ["a time that the converters count", xiaomi, { duration: 120 }, {}, { occupancy_timeout: 120 }],
  ["after a power cut", white, { "on/startup": 255 }, { power_on_behavior: "previous" }],
  [
    "two parts of one whole",
    white,
    { "bri/startup": 100, "bri/execute_if_off": true },
    { level_config: { current_level_startup: 100, execute_if_off: true } },
  ],
  [
    "as before",
    white,
    { "bri/startup": 255, "color/ct/startup": 65_535 },
    { level_config: { current_level_startup: "previous" }, color_temp_startup: "previous" },
  ],
  ["what it has not", motion, { melody: 3 }, {}, {}, ["melody"]],
];
for (const [about, of, wish, values, options = {}, unsupported = []] of CONFIGS) {
  test(`config: ${about}`, () => {
    assert.deepEqual(writeMembers(of, "config", wish, { state: {} }), { values, options, unsupported });
  });
}

test("the members that can be written at all", () => {
  assert.deepEqual(writableMembers(blind, "state"), ["lift", "open"]);
  assert.deepEqual(writableMembers(motion, "config").toSorted(), ["delay", "ledindication", "sensitivity"]);
  assert.deepEqual(writableMembers(motion, "state"), []);
});
