/** Thermostats: the features of a climate expose, and the other values of the device that belong to a thermostat. */
import type { AttachedRow, FeatureRow, MappingTable } from "./mapping-rows.ts";

export const THERMOSTAT_CLUSTERS = ["0201", "ef00"];

const MODES = {
  ...{ off: "off", auto: "auto", cool: "cool", heat: "heat", precooling: "precooling", dry: "dry", sleep: "sleep" },
  ...{ emergency_heating: "emergency heating", fan_only: "fan only" },
};
const PRESETS = {
  ...{ auto: "auto", manual: "manual", comfort: "comfort", eco: "eco", boost: "boost", complex: "complex" },
  ...{ holiday: "holiday", program: "program", schedule: "auto", away: "holiday", programming: "program" },
  temporary_manual: "manual",
};
const FAN_MODES = { off: "off", low: "low", medium: "medium", high: "high", on: "on", auto: "auto", smart: "smart" };
const LOUVRES = {
  ...{ fully_closed: "fully closed", fully_open: "fully open", quarter_open: "quarter open" },
  ...{ half_open: "half open", three_quarters_open: "three quarters open" },
};
const CONTROL_SEQUENCES = {
  ...{ cooling_only: 0, cooling_with_reheat: 1, heating_only: 2, heating_with_reheat: 3 },
  ...{ "cooling_and_heating_4-pipes": 4, "cooling_and_heating_4-pipes_with_reheat": 5 },
};
const CHANGE_SOURCES = { manual: 0, schedule: 1, externally: 2 };
const TEMPERATURE_SOURCES = {
  ...{
    internal: "air sensor",
    IN: "air sensor",
    air: "air sensor",
    air_sensor: "air sensor",
    "Inner (IN)": "air sensor",
  },
  ...{ external: "floor sensor", OU: "floor sensor", floor: "floor sensor", floor_sensor: "floor sensor" },
  ...{ both: "floor protection", AL: "floor protection", "Outer (OU)": "floor sensor", "All (AL)": "floor protection" },
  ...{ supervisor_floor: "floor protection", max_guard: "floor protection", room: "air sensor" },
};
const HEATSETPOINT: FeatureRow = { path: "config/heatsetpoint", conversion: "x100" };
const OFFSET: FeatureRow = { path: "config/offset", conversion: "x100" };
const VALVE: FeatureRow = { path: "state/valve", conversion: "integer" };
const RUNNING: FeatureRow = { path: "state/on", conversion: "notOff", no: ["idle"] };

export const CLIMATE: MappingTable<FeatureRow> = {
  local_temperature: { path: "state/temperature", conversion: "x100" },
  occupied_heating_setpoint: HEATSETPOINT,
  current_heating_setpoint: HEATSETPOINT,
  occupied_cooling_setpoint: { path: "config/coolsetpoint", conversion: "x100" },
  unoccupied_heating_setpoint: { path: "config/unoccupiedheatsetpoint", conversion: "x100" },
  local_temperature_calibration: OFFSET,
  system_mode: { path: "config/mode", conversion: "thermostatMode", words: MODES },
  preset: { path: "config/preset", conversion: "words", words: PRESETS },
  running_state: RUNNING,
  running_mode: { ...RUNNING, no: ["off"], unless: ["running_state"] },
  pi_heating_demand: VALVE,
  fan_mode: { path: "config/fanmode", conversion: "words", words: FAN_MODES },
  swing_mode: { path: "config/swingmode", conversion: "text" },
  ac_louver_position: { path: "config/swingmode", conversion: "words", words: LOUVRES },
  control_sequence_of_operation: { path: "config/controlsequence", conversion: "words", words: CONTROL_SEQUENCES },
  setpoint_change_source: { path: "config/lastchange_source", conversion: "words", words: CHANGE_SOURCES },
};

const THERMOSTAT = { to: ["ZHAThermostat"] } as const;
const WINDOW_DETECTION = {
  ...THERMOSTAT,
  path: "config/windowopen_set",
  conversion: "flag",
  no: ["off", "false"],
} as const;
const WINDOW_OPEN = {
  ...THERMOSTAT,
  path: "state/windowopen",
  conversion: "flagText",
  yes: ["open", "opened", "yes", "on", "true"],
} as const;
const EXTERNAL_TEMPERATURE = { ...THERMOSTAT, path: "config/externalsensortemp", conversion: "x100" } as const;
const FLOOR_TEMPERATURE = { ...THERMOSTAT, path: "state/floortemperature", conversion: "x100" } as const;
const DISPLAY_FLIPPED = {
  ...THERMOSTAT,
  path: "config/displayflipped",
  conversion: "flag",
  no: ["normal", "up", "standard_arrangement", "0", "off"],
} as const;
const ERROR = { ...THERMOSTAT, path: "state/errorcode", conversion: "text" } as const;

/** Of heaters that are controlled by a pilot wire. */
export const PILOT_WIRE: FeatureRow = {
  path: "config/mode",
  conversion: "words",
  words: {
    ...{ comfort: "confort", "comfort_-1": "confort-1", "comfort_-2": "confort-2", eco: "eco", off: "off" },
    frost_protection: "hors gel",
  },
};

/** Of Bosch: the program comes before the system mode. */
export const PROGRAMS = { schedule: "auto", manual: "heat", pause: "off" };

/** These come before the rows of all attached values. */
export const THERMOSTAT_VALUES: MappingTable<AttachedRow> = {
  position: { ...VALVE, ...THERMOSTAT, expose: "numeric" },
  valve_position: { ...VALVE, ...THERMOSTAT, expose: "numeric" },
  valve_opening_degree: { ...VALVE, ...THERMOSTAT },
  pi_heating_demand: { ...VALVE, ...THERMOSTAT },
  running_state: { ...RUNNING, ...THERMOSTAT },
  running: { ...THERMOSTAT, path: "state/on", conversion: "flag", expose: "binary", unless: ["running_state"] },
  system_mode: { ...THERMOSTAT, path: "config/mode", conversion: "thermostatMode", words: MODES },
  preset: { ...THERMOSTAT, path: "config/preset", conversion: "words", words: PRESETS },
  valve_state: { ...THERMOSTAT, path: "state/on", conversion: "flag", yes: ["open"], unless: ["running_state"] },
  window_detection: WINDOW_DETECTION,
  open_window: WINDOW_DETECTION,
  window: WINDOW_OPEN,
  open_window_detected: WINDOW_OPEN,
  window_open: WINDOW_OPEN,
  window_open_internal: { ...WINDOW_OPEN, conversion: "text" },
  window_open_external: { ...THERMOSTAT, path: "config/externalwindowopen", conversion: "flag" },
  external_measured_room_sensor: { ...EXTERNAL_TEMPERATURE, conversion: "integer" },
  external_temperature_input: EXTERNAL_TEMPERATURE,
  remote_temperature: EXTERNAL_TEMPERATURE,
  radiator_covered: { ...THERMOSTAT, path: "config/radiatorcovered", conversion: "flag" },
  mounted_mode_active: { ...THERMOSTAT, path: "state/mountingmodeactive", conversion: "flag" },
  mounted_mode_control: { ...THERMOSTAT, path: "config/mountingmode", conversion: "flag" },
  load_balancing_enable: { ...THERMOSTAT, path: "config/loadbalancing", conversion: "flag" },
  viewing_direction: DISPLAY_FLIPPED,
  mirror_display: DISPLAY_FLIPPED,
  display_orientation: DISPLAY_FLIPPED,
  screen_orientation: DISPLAY_FLIPPED,
  floor_temperature: FLOOR_TEMPERATURE,
  local_temperature_floor: FLOOR_TEMPERATURE,
  programming_operation_mode: { ...THERMOSTAT, path: "config/schedule_on", conversion: "notOff", no: ["setpoint"] },
  error_status: ERROR,
  error: ERROR,
  fault_code: ERROR,
  setpoint_change_source: {
    ...THERMOSTAT,
    path: "config/lastchange_source",
    conversion: "words",
    words: CHANGE_SOURCES,
  },
  sensor: { ...THERMOSTAT, path: "config/temperaturemeasurement", conversion: "words", words: TEMPERATURE_SOURCES },
  local_temperature_calibration: { ...OFFSET, ...THERMOSTAT },
  temperature_calibration: { ...OFFSET, ...THERMOSTAT },
};
