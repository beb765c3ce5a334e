/** Lights and all else that can be switched: what kind each is, and which members its features fill. */
import type { FeatureRow, Table } from "./mapping-rows.ts";

/** When power comes back: the device's words → the number of the standard. */
export const ON_STARTUP = {
  ...{ off: 0, on: 1, toggle: 2, previous: 255 },
  ...{ OFF: 0, ON: 1, reverse: 2, inverted: 2, restore: 255, Restore: 255, true: 255, false: 0 },
};
const LEVEL_PRESETS = { minimum: 0, previous: 255 };
export const FAN_SPEEDS = { off: 0, low: 1, medium: 2, high: 3, on: 4, auto: 5, smart: 6 };
const SWITCH: FeatureRow = { path: "state/on", op: "is" };

export const LIGHT: Table<FeatureRow> = {
  state: SWITCH,
  brightness: { path: "state/bri", op: "int" },
  color_temp: { path: "state/ct", op: "int" },
  color_xy: { path: "state/xy", op: "xy" },
  color_hs: { path: "state/hue", op: "hue", also: [{ member: "sat", op: "sat" }] },
  color_temp_startup: { path: "config/color/ct/startup", op: "intOrWord", words: { previous: 65_535 } },
  min_brightness: { path: "config/bri/min", op: "int" },
  max_brightness: { path: "config/bri/max", op: "int" },
};
/** Of the composite `level_config`. */
export const LEVEL_CONFIG: Readonly<Record<string, FeatureRow>> = {
  current_level_startup: { path: "config/bri/startup", op: "intOrWord", words: LEVEL_PRESETS },
  on_level: { path: "config/bri/on_level", op: "intOrWord", words: LEVEL_PRESETS },
  execute_if_off: { path: "config/bri/execute_if_off", op: "is" },
  on_off_transition_time: { path: "config/bri/onoff_transitiontime", op: "x10" },
};
export const COLOR_MODES = { xy: "xy", hs: "hs", color_temp: "ct" };

/** The device's effects → ours; alerts are none, and are not listed. */
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
/** The device's alerts → ours. */
export const ALERTS: Readonly<Record<string, string>> = {
  blink: "blink",
  breathe: "breathe",
  okay: "okay",
  channel_change: "channelchange",
  finish_effect: "finish",
  stop_effect: "stop",
};

export const COVER: Table<FeatureRow> = {
  state: { path: "state/open", op: "is" },
  position: {
    path: "state/lift",
    op: "inverse",
    also: [
      { member: "open", op: "openAbove0" },
      { member: "on", op: "shutAbove0" },
      { member: "bri", op: "inverse254" },
    ],
  },
  tilt: { path: "state/tilt", op: "inverse", also: [{ member: "sat", op: "inverse254" }] },
};
export const FAN: Table<FeatureRow> = {
  state: SWITCH,
  mode: { path: "state/speed", op: "map", words: FAN_SPEEDS },
  speed: { path: "state/speed", op: "fanSteps" },
};
/** A fan that cleans the air is a sensor. */
export const AIR_PURIFIER_CLUSTER = "fc7d";
export const AIR_PURIFIER: Table<FeatureRow> = {
  mode: {
    path: "config/mode",
    op: "map",
    words: {
      ...{ off: "off", auto: "auto", 1: "speed_1", 2: "speed_1", 3: "speed_2", 4: "speed_2" },
      ...{ 5: "speed_3", 6: "speed_3", 7: "speed_4", 8: "speed_4", 9: "speed_5" },
    },
  },
  fan_speed: { path: "state/speed", op: "fanTenths" },
  device_age: { path: "state/deviceruntime", op: "int" },
  filter_age: { path: "state/filterruntime", op: "int" },
  replace_filter: { path: "state/replacefilter", op: "is" },
  led_enable: { path: "config/ledindication", op: "is" },
  child_lock: { path: "config/locked", op: "is" },
};
export const LOCK_STATES = {
  ...{ locked: "locked", unlocked: "unlocked", not_fully_locked: "not fully locked" },
  ...{ LOCK: "locked", UNLOCK: "unlocked" },
};

/** What a switch is, by the device id that its endpoint says (of home automation). */
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

/** Types of the real gateway's list that we give too (the others are unknown to some clients). */
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

/** Of lights that can more than dim. */
export const ABILITIES: Readonly<Record<string, number>> = {
  "Color temperature light": 1,
  "Color light": 2,
  "Color dimmable light": 2,
  "Extended color light": 3,
};

function same(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
