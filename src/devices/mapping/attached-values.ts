/** Values that are no sensors of their own: they become members of the resources that the device has anyway. */
import { ON_STARTUP } from "./light-features.ts";
import type { AttachedRow, MappingTable } from "./mapping-rows.ts";
import { ALARM_TYPES } from "./measured-values.ts";

const LOW_BATTERY = { path: "state/lowbattery", conversion: "flag" } as const;
const DEVICE_TEMPERATURE = { to: ["first"], path: "config/temperature", conversion: "x100" } as const;
const PRESENCE_DELAY = { to: ["ZHAPresence"], path: "config/delay", conversion: "seconds" } as const;
const PRESENCE_DURATION = { to: ["ZHAPresence"], path: "config/duration", conversion: "seconds" } as const;
const SENSITIVITY = { path: "config/sensitivity", conversion: "wordIndex" } as const;
const PRESENCE_SENSITIVITY = { ...SENSITIVITY, to: ["ZHAPresence"] } as const;
const DETECTION_RANGE = { to: ["ZHAPresence"], path: "config/detectionrange", conversion: "cm" } as const;
const TRIGGER_DISTANCE = { to: ["ZHAPresence"], path: "config/triggerdistance", conversion: "text" } as const;
const TARGET_DISTANCE = {
  to: ["ZHAPresence"],
  path: "state/targetdistance",
  conversion: "cm",
  expose: "numeric",
} as const;
const LED = {
  to: ["ZHAPresence", "ZHASwitch", "main"],
  path: "config/ledindication",
  conversion: "flag",
  no: ["off", "false"],
} as const;
const DEVICE_MODE = {
  to: ["ZHASwitch", "Dimmable light", "ZHAPresence"],
  path: "config/devicemode",
  conversion: "text",
} as const;
const OFFSET = { path: "config/offset", conversion: "x100" } as const;
const VOLUME = { to: ["ZHAAlarm", "Warning device"], path: "config/volume", conversion: "wordIndex" } as const;
const SELFTEST = { path: "config/selftest", conversion: "flag", yes: ["test", "selftest", "", "true", "on"] } as const;
const REVERSED = { to: ["Window covering device"], path: "config/reversed", conversion: "flag" } as const;
const LOCKED = { to: ["ZHAThermostat", "main"], path: "config/locked", conversion: "flag" } as const;
const UNLOCKED = ["unlock", "unlocked", "off", "false", "no_lockout"];
const DIMMABLE = ["Dimmable light", "Dimmable plug-in unit"];
const COLORED = ["Extended color light", "Color light", "Color dimmable light"];
const FAULT = {
  ...{ to: ["ZHAFire", "ZHAAlarm", "ZHAThermostat", "Window covering device", "first", "main"] },
  ...{ path: "state/fault", conversion: "flag" },
} as const;
const AXIS = { to: ["ZHAVibration"], conversion: "integer" } as const;

export const ATTACHED: MappingTable<AttachedRow> = {
  battery_low: { ...LOW_BATTERY, to: ["ZHAAncillaryControl", ...ALARM_TYPES, "ZHAThermostat", "ZHADoorLock", "first"] },
  battery_state: { ...LOW_BATTERY, to: ["first"], yes: ["low"], unless: ["battery"] },
  tamper: {
    to: ["ZHAAncillaryControl", ...ALARM_TYPES, "sensors", "main"],
    path: "state/tampered",
    conversion: "flag",
  },
  test: { to: ["ZHAFire", "ZHACarbonMonoxide", "ZHAAlarm"], path: "state/test", conversion: "flag" },
  device_temperature: DEVICE_TEMPERATURE,
  cpu_temperature: DEVICE_TEMPERATURE,
  internalTemperature: DEVICE_TEMPERATURE,
  charging: { to: ["ZHABattery"], path: "state/charging", conversion: "flag" },
  charge_state: { to: ["ZHABattery"], path: "state/charging", conversion: "flag", yes: ["charging", "true"] },

  target_distance: TARGET_DISTANCE,
  distance: TARGET_DISTANCE,
  dis_current: TARGET_DISTANCE,
  strength: { ...AXIS, path: "state/vibrationstrength" },
  angle: { ...AXIS, path: "state/tiltangle" },
  x_axis: { ...AXIS, path: "state/orientation_x" },
  y_axis: { ...AXIS, path: "state/orientation_y" },
  z_axis: { ...AXIS, path: "state/orientation_z" },
  angle_x: { ...AXIS, path: "state/orientation_x" },
  angle_y: { ...AXIS, path: "state/orientation_y" },
  angle_z: { ...AXIS, path: "state/orientation_z" },
  dew_point: { to: ["ZHATemperature"], path: "state/dewpoint", conversion: "hundredths" },
  vpd: { to: ["ZHAHumidity"], path: "state/vapourpressuredeficit", conversion: "Pa" },
  gas_value: { to: ["ZHAFire"], path: "state/measured_value", conversion: "number", expose: "numeric" },
  smoke_concentration: { to: ["ZHAFire"], path: "state/measured_value", conversion: "number" },
  water_consumed: { to: ["ZHAConsumption", "ZHAWater", "first", "main"], path: "state/volume", conversion: "litres" },
  fault: { ...FAULT, expose: "binary" },
  fault_alarm: FAULT,
  motor_fault: FAULT,
  running: { to: ["Window covering device"], path: "state/running", conversion: "flag", expose: "binary" },
  uptime: { to: ["first", "main"], path: "state/uptime", conversion: "hours", expose: "numeric" },
  lifetime: { to: ["first", "main"], path: "state/lifetime", conversion: "hours", expose: "numeric" },
  flow: { to: ["ZHAWater", "ZHAConsumption"], path: "state/flow", conversion: "number" },

  occupancy_timeout: PRESENCE_DELAY,
  presence_timeout: PRESENCE_DELAY,
  presence_delay: PRESENCE_DELAY,
  fading_time: { ...PRESENCE_DELAY, path: "config/fadingtime" },
  keep_time: { ...PRESENCE_DURATION, expose: "numeric" },
  detection_delay: PRESENCE_DURATION,
  motion_sensitivity: PRESENCE_SENSITIVITY,
  radar_sensitivity: PRESENCE_SENSITIVITY,
  presence_sensitivity: PRESENCE_SENSITIVITY,
  move_sensitivity: PRESENCE_SENSITIVITY,
  motion_detection_sensitivity: PRESENCE_SENSITIVITY,
  sensitivity: { ...SENSITIVITY, to: ["ZHAPresence", "ZHAVibration", "ZHAWater", "ZHAFire"] },
  vibration_sensitivity: { ...SENSITIVITY, to: ["ZHAVibration"] },
  detection_range: DETECTION_RANGE,
  maximum_range: DETECTION_RANGE,
  detection_distance: TRIGGER_DISTANCE,
  approach_distance: TRIGGER_DISTANCE,
  reset_nopresence_status: { to: ["ZHAPresence"], path: "config/resetpresence", conversion: "flag", expose: "binary" },

  led_indication: LED,
  led_indicator: LED,
  trigger_indicator: LED,
  indicator: LED,
  led_enable: LED,
  device_mode: DEVICE_MODE,
  operation_mode: { ...DEVICE_MODE, to: ["ZHASwitch"] },
  click_mode: { ...DEVICE_MODE, to: ["ZHASwitch"], path: "config/clickmode" },
  temperature_calibration: { ...OFFSET, to: ["ZHATemperature"] },
  temperature_offset: { ...OFFSET, to: ["ZHATemperature"] },
  humidity_calibration: { ...OFFSET, to: ["ZHAHumidity"] },
  humidity_offset: { ...OFFSET, to: ["ZHAHumidity"] },
  pressure_offset: { ...OFFSET, to: ["ZHAPressure"], conversion: "hPa" },
  volume: VOLUME,
  alarm_volume: VOLUME,
  sound_volume: { ...VOLUME, to: ["ZHADoorLock"] },
  melody: { to: ["ZHAAlarm"], path: "config/melody", conversion: "integer" },
  selftest: { ...SELFTEST, to: ["ZHAFire", "ZHACarbonMonoxide"] },
  trigger_selftest: { ...SELFTEST, to: ["ZHAFire", "ZHACarbonMonoxide", "ZHAAlarm"] },
  self_test: { ...SELFTEST, to: ["ZHAFire", "ZHACarbonMonoxide", "ZHAPresence"] },
  child_lock: { ...LOCKED, no: UNLOCKED },
  keypad_lockout: { ...LOCKED, no: UNLOCKED },

  window_covering_type: {
    to: ["ZHASwitch", "Window covering device"],
    path: "config/windowcoveringtype",
    conversion: "integer",
  },
  motor_direction: { ...REVERSED, no: ["forward", "normal", "left"] },
  motor_steering: { ...REVERSED, no: ["forward"] },
  reverse_direction: { ...REVERSED, no: ["forward", "off", "false"] },
  motor_reversal: { ...REVERSED, no: ["off"] },
  motor_speed: { to: ["Window covering device"], path: "config/speed", conversion: "integer", expose: "numeric" },
  power_on_behavior: { to: ["lights"], path: "config/on/startup", conversion: "words", words: ON_STARTUP },
  power_outage_memory: { to: ["lights"], path: "config/on/startup", conversion: "words", words: ON_STARTUP },
  ballast_minimum_level: { to: DIMMABLE, path: "config/bri/min", conversion: "integer" },
  ballast_maximum_level: { to: DIMMABLE, path: "config/bri/max", conversion: "integer" },
  audio: { to: COLORED, path: "state/music_sync", conversion: "flag", expose: "binary" },
  length: { to: COLORED, path: "config/color/gradient/pixel_count", conversion: "x5", expose: "numeric" },
  color_options: { to: ["lights"], path: "config/color/execute_if_off", conversion: "flag", field: "execute_if_off" },
};

/** Left out on purpose: values that say nothing of the world, or are read together with a button. */
export const IGNORED: readonly string[] = [
  ...["linkquality", "identify", "update", "last_seen", "effect_speed", "effect_color", "gradient_scene", "pin_code"],
  ...["power_outage_count", "trigger_count", "reported_packages", "rejoin_count", "reboot_count", "illuminance_raw"],
];
export const IGNORED_PREFIX = "action_";
