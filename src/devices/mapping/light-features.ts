/** Lights and all else that can be switched or moved: their types, and the features that become their members. */
import type { FeatureRow, MappingTable } from "./mapping-rows.ts";

/** What a light does when power comes back: the device's words → the numbers of the ZCL. */
export const ON_STARTUP = {
  ...{ off: 0, on: 1, toggle: 2, previous: 255 },
  ...{ OFF: 0, ON: 1, reverse: 2, inverted: 2, restore: 255, Restore: 255, true: 255, false: 0 },
};
const LEVEL_PRESETS = { minimum: 0, previous: 255 };
const FAN_SPEEDS = { off: 0, low: 1, medium: 2, high: 3, on: 4, auto: 5, smart: 6 };
const SWITCH: FeatureRow = { path: "state/on", conversion: "flag" };

export const LIGHT: MappingTable<FeatureRow> = {
  state: SWITCH,
  brightness: { path: "state/bri", conversion: "integer" },
  color_temp: { path: "state/ct", conversion: "integer" },
  color_xy: { path: "state/xy", conversion: "xy" },
  color_hs: { path: "state/hue", conversion: "hue", also: [{ member: "sat", conversion: "sat" }] },
  color_temp_startup: { path: "config/color/ct/startup", conversion: "integerOrWord", words: { previous: 65_535 } },
  min_brightness: { path: "config/bri/min", conversion: "integer" },
  max_brightness: { path: "config/bri/max", conversion: "integer" },
};
/** Fields of the composite `level_config`. */
export const LEVEL_CONFIG: Readonly<Record<string, FeatureRow>> = {
  current_level_startup: { path: "config/bri/startup", conversion: "integerOrWord", words: LEVEL_PRESETS },
  on_level: { path: "config/bri/on_level", conversion: "integerOrWord", words: LEVEL_PRESETS },
  execute_if_off: { path: "config/bri/execute_if_off", conversion: "flag" },
  on_off_transition_time: { path: "config/bri/onoff_transitiontime", conversion: "x10" },
};
export const COLOR_MODES = { xy: "xy", hs: "hs", color_temp: "ct" };

/** The device's effects → those of the API. Alerts are no effects. */
export const EFFECTS = {
  none: "none",
  off: "none",
  stop_hue_effect: "none",
  stop_colorloop: "none",
  colorloop: "colorloop",
  fireplace: "fire",
  ...same([
    "fire",
    "candle",
    "sparkle",
    "opal",
    "glisten",
    "prism",
    "sunrise",
    "sunset",
    "sunbeam",
    "enchant",
    "cosmos",
  ]),
  ...same(["underwater"]),
};
/** The device's alerts → those of the API. */
export const ALERTS: Readonly<Record<string, string>> = {
  blink: "blink",
  breathe: "breathe",
  okay: "okay",
  channel_change: "channelchange",
  finish_effect: "finish",
  stop_effect: "stop",
};

export const COVER: MappingTable<FeatureRow> = {
  state: { path: "state/open", conversion: "flag" },
  position: {
    path: "state/lift",
    conversion: "inverted",
    also: [
      { member: "open", conversion: "isPartlyOpen" },
      { member: "on", conversion: "isPartlyClosed" },
      { member: "bri", conversion: "invertedLevel" },
    ],
  },
  tilt: { path: "state/tilt", conversion: "inverted", also: [{ member: "sat", conversion: "invertedLevel" }] },
};
export const FAN: MappingTable<FeatureRow> = {
  state: SWITCH,
  mode: { path: "state/speed", conversion: "words", words: FAN_SPEEDS },
  speed: { path: "state/speed", conversion: "fanQuarters" },
};
/** A fan that cleans the air is a sensor. */
export const AIR_PURIFIER_CLUSTER = "fc7d";
export const AIR_PURIFIER: MappingTable<FeatureRow> = {
  mode: {
    path: "config/mode",
    conversion: "words",
    words: {
      ...{ off: "off", auto: "auto", 1: "speed_1", 2: "speed_1", 3: "speed_2", 4: "speed_2" },
      ...{ 5: "speed_3", 6: "speed_3", 7: "speed_4", 8: "speed_4", 9: "speed_5" },
    },
  },
  fan_speed: { path: "state/speed", conversion: "fanTenths" },
  device_age: { path: "state/deviceruntime", conversion: "integer" },
  filter_age: { path: "state/filterruntime", conversion: "integer" },
  replace_filter: { path: "state/replacefilter", conversion: "flag" },
  led_enable: { path: "config/ledindication", conversion: "flag" },
  child_lock: { path: "config/locked", conversion: "flag" },
};
export const LOCK_STATES = {
  ...{ locked: "locked", unlocked: "unlocked", not_fully_locked: "not fully locked" },
  ...{ LOCK: "locked", UNLOCK: "unlocked" },
};

/** By the device id of an endpoint (of the home automation profile). */
export const SWITCH_TYPES: Readonly<Record<number, string>> = {
  0: "On/Off light",
  2: "On/Off output",
  9: "On/Off plug-in unit",
  16: "On/Off plug-in unit",
  81: "Smart plug",
  256: "On/Off light",
  259: "On/Off output",
  266: "On/Off plug-in unit",
  65535: "Smart plug",
};
export const DIMMABLE_PLUGS: readonly number[] = [0x010b, 0x0110];

/** The types of deCONZ that are used here too (some clients do not know the others), by kind. */
export const LIGHT_KINDS: Readonly<Record<string, string>> = {
  "On/Off light": "switch",
  "On/Off output": "switch",
  "On/Off plug-in unit": "switch",
  "Smart plug": "switch",
  "Dimmable light": "light",
  "Dimmable plug-in unit": "light",
  "Color light": "light",
  "Color dimmable light": "light",
  "Color temperature light": "light",
  "Extended color light": "light",
  Fan: "fan",
  "Window covering device": "cover",
  "Window covering controller": "cover",
  "Warning device": "siren",
  "Door Lock": "lock",
  "Range extender": "router",
};

/** How much more a light can do than dim. */
export const ABILITIES: Readonly<Record<string, number>> = {
  "Color temperature light": 1,
  "Color light": 2,
  "Color dimmable light": 2,
  "Extended color light": 3,
};

function same(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
