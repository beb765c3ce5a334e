/** Thermostats: what the features of a climate expose become, and which of the device's other values belong to them. */
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
const SEQUENCES = {
  ...{ cooling_only: 0, cooling_with_reheat: 1, heating_only: 2, heating_with_reheat: 3 },
  ...{ "cooling_and_heating_4-pipes": 4, "cooling_and_heating_4-pipes_with_reheat": 5 },
};
const SOURCES = { manual: 0, schedule: 1, externally: 2 };
const PROBES = {
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
const RUNS: FeatureRow = { path: "state/on", conversion: "notOff", no: ["idle"] };

export const CLIMATE: MappingTable<FeatureRow> = {
  local_temperature: { path: "state/temperature", conversion: "x100" },
  occupied_heating_setpoint: HEATSETPOINT,
  current_heating_setpoint: HEATSETPOINT,
  occupied_cooling_setpoint: { path: "config/coolsetpoint", conversion: "x100" },
  unoccupied_heating_setpoint: { path: "config/unoccupiedheatsetpoint", conversion: "x100" },
  local_temperature_calibration: OFFSET,
  system_mode: { path: "config/mode", conversion: "thermostatMode", words: MODES },
  preset: { path: "config/preset", conversion: "words", words: PRESETS },
  running_state: RUNS,
  running_mode: { ...RUNS, no: ["off"], unless: ["running_state"] },
  pi_heating_demand: VALVE,
  fan_mode: { path: "config/fanmode", conversion: "words", words: FAN_MODES },
  swing_mode: { path: "config/swingmode", conversion: "text" },
  ac_louver_position: { path: "config/swingmode", conversion: "words", words: LOUVRES },
  control_sequence_of_operation: { path: "config/controlsequence", conversion: "words", words: SEQUENCES },
  setpoint_change_source: { path: "config/lastchange_source", conversion: "words", words: SOURCES },
};

const OF_IT = { to: ["ZHAThermostat"] } as const;
const WINDOW_ALARM = { ...OF_IT, path: "config/windowopen_set", conversion: "flag", no: ["off", "false"] } as const;
const WINDOW = {
  ...OF_IT,
  path: "state/windowopen",
  conversion: "flagText",
  yes: ["open", "opened", "yes", "on", "true"],
} as const;
const OUTER_TEMPERATURE = { ...OF_IT, path: "config/externalsensortemp", conversion: "x100" } as const;
const FLOOR = { ...OF_IT, path: "state/floortemperature", conversion: "x100" } as const;
const FLIPPED = {
  ...OF_IT,
  path: "config/displayflipped",
  conversion: "flag",
  no: ["normal", "up", "standard_arrangement", "0", "off"],
} as const;
const ERROR = { ...OF_IT, path: "state/errorcode", conversion: "text" } as const;

/** Of heaters that are told by a wire of their own what to hold. */
export const PILOT_WIRE: FeatureRow = {
  path: "config/mode",
  conversion: "words",
  words: {
    ...{ comfort: "confort", "comfort_-1": "confort-1", "comfort_-2": "confort-2", eco: "eco", off: "off" },
    frost_protection: "hors gel",
  },
};

/** Bosch: a program of its own comes before what the valves do. */
export const PROGRAM = { schedule: "auto", manual: "heat", pause: "off" };

/** Read before the table of all attached values. */
export const OF_THERMOSTATS: MappingTable<AttachedRow> = {
  position: { ...VALVE, ...OF_IT, expose: "numeric" },
  valve_position: { ...VALVE, ...OF_IT, expose: "numeric" },
  valve_opening_degree: { ...VALVE, ...OF_IT },
  pi_heating_demand: { ...VALVE, ...OF_IT },
  running_state: { ...RUNS, ...OF_IT },
  running: { ...OF_IT, path: "state/on", conversion: "flag", expose: "binary", unless: ["running_state"] },
  system_mode: { ...OF_IT, path: "config/mode", conversion: "thermostatMode", words: MODES },
  preset: { ...OF_IT, path: "config/preset", conversion: "words", words: PRESETS },
  valve_state: { ...OF_IT, path: "state/on", conversion: "flag", yes: ["open"], unless: ["running_state"] },
  window_detection: WINDOW_ALARM,
  open_window: WINDOW_ALARM,
  window: WINDOW,
  open_window_detected: WINDOW,
  window_open: WINDOW,
  window_open_internal: { ...WINDOW, conversion: "text" },
  window_open_external: { ...OF_IT, path: "config/externalwindowopen", conversion: "flag" },
  external_measured_room_sensor: { ...OUTER_TEMPERATURE, conversion: "integer" },
  external_temperature_input: OUTER_TEMPERATURE,
  remote_temperature: OUTER_TEMPERATURE,
  radiator_covered: { ...OF_IT, path: "config/radiatorcovered", conversion: "flag" },
  mounted_mode_active: { ...OF_IT, path: "state/mountingmodeactive", conversion: "flag" },
  mounted_mode_control: { ...OF_IT, path: "config/mountingmode", conversion: "flag" },
  load_balancing_enable: { ...OF_IT, path: "config/loadbalancing", conversion: "flag" },
  viewing_direction: FLIPPED,
  mirror_display: FLIPPED,
  display_orientation: FLIPPED,
  screen_orientation: FLIPPED,
  floor_temperature: FLOOR,
  local_temperature_floor: FLOOR,
  programming_operation_mode: { ...OF_IT, path: "config/schedule_on", conversion: "notOff", no: ["setpoint"] },
  error_status: ERROR,
  error: ERROR,
  fault_code: ERROR,
  setpoint_change_source: { ...OF_IT, path: "config/lastchange_source", conversion: "words", words: SOURCES },
  sensor: { ...OF_IT, path: "config/temperaturemeasurement", conversion: "words", words: PROBES },
  local_temperature_calibration: { ...OFFSET, ...OF_IT },
  temperature_calibration: { ...OFFSET, ...OF_IT },
};
