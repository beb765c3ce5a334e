/**
 * The demands of Home Assistant's documentation on a discovery message, component by component
 * (https://www.home-assistant.io/integrations/mqtt/), as data; and the parts of a message that it would refuse.
 */
import { BINARY_CLASSES, SENSOR_UNITS } from "../../src/edges/mqtt/discovery/value-classes.ts";
import { isObject, type Values } from "../../src/model/resource.ts";

type Kind = "topic" | "template" | "text" | "bool" | "int" | "number" | "texts" | "map" | "list";
type Keys = Readonly<Record<string, Kind>>;

interface Component {
  readonly needs: readonly string[];
  readonly takes: Keys;
  readonly faults?: (config: Values) => readonly string[];
}

const ALL: Keys = {
  availability: "list",
  availability_mode: "text",
  device: "map",
  origin: "map",
  enabled_by_default: "bool",
  entity_category: "text",
  icon: "text",
  name: "text",
  unique_id: "text",
};
const CATEGORIES = ["config", "diagnostic"];
/** A component that is only read is no setting, and one that is set is no diagnosis. */
const READ_ONLY = ["sensor", "binary_sensor", "event"];
const MAY_BE_NULL = ["name", "payload_open", "payload_close", "payload_stop"];

const keys = (kind: Kind, ...names: readonly string[]): Keys => Object.fromEntries(names.map((name) => [name, kind]));
const isIn = (list: readonly unknown[], value: unknown) => value === undefined || list.includes(value);

const UNITLESS = ["aqi", "ph", "power_factor", "enum", "timestamp"];
const COLOR_MODES = ["onoff", "brightness", "color_temp", "hs", "xy", "rgb", "rgbw", "rgbww", "white"];
const HVAC_MODES = ["auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool"];
const SETPOINTS = ["temperature", "temperature_low", "temperature_high"];
const ARMED = ["arm_home", "arm_away", "arm_night", "arm_vacation", "arm_custom_bypass"];
const CHOICES = ["fan_mode", "swing_mode", "preset_mode", "mode"];

export const COMPONENTS: Readonly<Record<string, Component>> = {
  light: {
    needs: ["command_topic", "schema"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("bool", "brightness", "effect", "optimistic"),
      ...keys("int", "brightness_scale", "min_mireds", "max_mireds"),
      ...{ schema: "text", supported_color_modes: "texts", effect_list: "texts" },
    },
    faults: ({ schema, supported_color_modes, min_mireds = 153, max_mireds = 500 }) => {
      const modes = supported_color_modes as readonly string[];
      const alone = modes.some((mode) => mode === "onoff" || mode === "brightness");
      return [
        ...(schema === "json" ? [] : ["schema"]),
        ...(modes.every((mode) => COLOR_MODES.includes(mode)) ? [] : ["an unknown color mode"]),
        ...(alone && modes.length > 1 ? ["onoff and brightness stand alone"] : []),
        ...(Number(min_mireds) < Number(max_mireds) ? [] : ["min_mireds is not below max_mireds"]),
      ];
    },
  },
  switch: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("text", "payload_on", "payload_off", "state_on", "state_off", "device_class"),
      ...{ value_template: "template", optimistic: "bool" },
    },
  },
  cover: {
    needs: [],
    takes: {
      ...keys("topic", "command_topic", "state_topic", "position_topic", "set_position_topic", "tilt_command_topic"),
      ...keys("topic", "tilt_status_topic"),
      ...keys("template", "position_template", "set_position_template", "tilt_status_template", "value_template"),
      ...keys("text", "payload_open", "payload_close", "payload_stop", "state_open", "state_closed", "state_stopped"),
      ...keys("bool", "optimistic"),
    },
    faults: (config) => [
      ...("set_position_topic" in config && !("position_topic" in config)
        ? ["set_position_topic needs position_topic"]
        : []),
      ...("position_template" in config && !("position_topic" in config) ? ["position_template needs its topic"] : []),
      ...("tilt_status_template" in config && !("tilt_status_topic" in config) ? ["tilt_status needs its topic"] : []),
    ],
  },
  lock: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("text", "payload_lock", "payload_unlock", "state_locked", "state_unlocked"),
      ...{ value_template: "template", optimistic: "bool" },
    },
  },
  fan: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic", "preset_mode_command_topic", "preset_mode_state_topic"),
      ...keys("topic", "percentage_command_topic", "percentage_state_topic"),
      ...keys("template", "state_value_template", "preset_mode_value_template", "percentage_value_template"),
      ...keys("text", "payload_on", "payload_off"),
      ...{ preset_modes: "texts", speed_range_min: "int", speed_range_max: "int", optimistic: "bool" },
    },
    faults: ({ speed_range_min = 1, speed_range_max = 100, preset_modes, preset_mode_command_topic }) => [
      ...(Number(speed_range_min) >= 1 ? [] : ["a speed range begins at 1"]),
      ...(Number(speed_range_min) < Number(speed_range_max) ? [] : ["an empty speed range"]),
      ...(preset_modes !== undefined && preset_mode_command_topic === undefined ? ["presets without their topic"] : []),
    ],
  },
  climate: {
    needs: [],
    takes: {
      ...keys("topic", "current_temperature_topic", "mode_state_topic", "mode_command_topic", "action_topic"),
      ...keys("template", "current_temperature_template", "mode_state_template", "action_template"),
      ...keys("topic", ...SETPOINTS.flatMap((name) => [`${name}_command_topic`, `${name}_state_topic`])),
      ...keys("template", ...SETPOINTS.map((name) => `${name}_state_template`)),
      ...keys("topic", ...CHOICES.flatMap((name) => [`${name}_command_topic`, `${name}_state_topic`])),
      ...keys("template", "fan_mode_state_template", "swing_mode_state_template", "preset_mode_value_template"),
      ...keys("texts", "modes", "fan_modes", "swing_modes", "preset_modes"),
      ...keys("number", "min_temp", "max_temp", "temp_step"),
      ...{ temperature_unit: "text" },
    },
    faults: ({ modes, preset_modes, min_temp = 7, max_temp = 35 }) => [
      ...((modes as readonly string[]).every((mode) => HVAC_MODES.includes(mode)) ? [] : ["an unknown mode"]),
      ...((preset_modes as readonly string[] | undefined)?.includes("none") ? ["none is no preset"] : []),
      ...(Number(min_temp) < Number(max_temp) ? [] : ["min_temp is not below max_temp"]),
    ],
  },
  alarm_control_panel: {
    needs: ["command_topic", "state_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("text", "payload_disarm", "payload_trigger", ...ARMED.map((name) => `payload_${name}`)),
      ...keys("bool", "code_arm_required", "code_disarm_required", "code_trigger_required"),
      ...{ value_template: "template", supported_features: "texts" },
    },
    faults: ({ supported_features }) =>
      (supported_features as readonly string[]).every((name) => [...ARMED, "trigger"].includes(name))
        ? []
        : ["an unknown feature"],
  },
  siren: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("template", "command_template", "command_off_template", "state_value_template"),
      ...keys("bool", "optimistic", "support_duration", "support_volume_set"),
      ...{ available_tones: "texts" },
    },
  },
  sensor: {
    needs: ["state_topic"],
    takes: {
      ...{ state_topic: "topic", value_template: "template", options: "texts" },
      ...keys("text", "device_class", "unit_of_measurement", "state_class"),
    },
    faults: ({ device_class, unit_of_measurement: unit, state_class, options }) => {
      const units = SENSOR_UNITS[String(device_class)];
      return [
        ...(device_class === undefined || units || UNITLESS.includes(String(device_class))
          ? []
          : [`class ${device_class}`]),
        ...(units && !units.includes(String(unit)) ? [`${device_class} in ${unit}`] : []),
        ...(isIn(["measurement", "total", "total_increasing"], state_class) ? [] : ["state_class"]),
        ...((device_class === "enum") === (options !== undefined) ? [] : ["options are of enums"]),
        ...(device_class === "enum" && (state_class ?? unit) !== undefined
          ? ["an enum has neither unit nor state_class"]
          : []),
        ...(state_class === "total_increasing" && unit === undefined ? ["a counter without a unit"] : []),
      ];
    },
  },
  binary_sensor: {
    needs: ["state_topic"],
    takes: {
      ...{ state_topic: "topic", value_template: "template" },
      ...keys("text", "payload_on", "payload_off", "device_class"),
    },
    faults: ({ device_class, payload_on, payload_off }) => [
      ...(isIn([...BINARY_CLASSES, "connectivity"], device_class) ? [] : [`class ${device_class}`]),
      ...(payload_on === payload_off ? ["on and off are the same"] : []),
    ],
  },
  number: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...keys("number", "min", "max", "step"),
      ...keys("text", "mode", "unit_of_measurement", "device_class"),
      ...{ value_template: "template", optimistic: "bool" },
    },
    faults: ({ min = 1, max = 100, step = 1, mode, device_class, unit_of_measurement: unit }) => {
      const units = SENSOR_UNITS[String(device_class)];
      return [
        ...(Number(min) < Number(max) ? [] : ["min is not below max"]),
        ...(Number(step) >= 0.001 ? [] : ["a step below 0.001"]),
        ...(isIn(["auto", "box", "slider"], mode) ? [] : ["mode"]),
        ...(units && !units.includes(String(unit)) ? [`${device_class} in ${unit}`] : []),
        ...(["enum", "timestamp"].includes(String(device_class)) ? [`class ${device_class}`] : []),
      ];
    },
  },
  select: {
    needs: ["command_topic", "options"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...{ options: "texts", value_template: "template", optimistic: "bool" },
    },
    faults: ({ options }) => ((options as readonly unknown[]).length > 0 ? [] : ["no options"]),
  },
  text: {
    needs: ["command_topic"],
    takes: {
      ...keys("topic", "command_topic", "state_topic"),
      ...{ min: "int", max: "int", mode: "text", pattern: "text", value_template: "template" },
    },
    faults: ({ min = 0, max = 255 }) =>
      Number(min) >= 0 && Number(min) <= Number(max) && Number(max) <= 255 ? [] : ["lengths are from 0 to 255"],
  },
  button: {
    needs: ["command_topic"],
    takes: { command_topic: "topic", payload_press: "text", device_class: "text" },
    faults: ({ device_class }) => (isIn(["identify", "restart", "update"], device_class) ? [] : ["device_class"]),
  },
  scene: { needs: ["command_topic"], takes: { command_topic: "topic", payload_on: "text" } },
  event: {
    needs: ["state_topic", "event_types"],
    takes: { state_topic: "topic", value_template: "template", event_types: "texts", device_class: "text" },
    faults: ({ event_types, device_class }) => [
      ...((event_types as readonly unknown[]).length > 0 ? [] : ["no event types"]),
      ...(isIn(["button", "doorbell", "motion"], device_class) ? [] : ["device_class"]),
    ],
  },
  device_automation: {
    needs: ["automation_type", "topic", "type", "subtype", "device"],
    takes: { topic: "topic", ...keys("text", "automation_type", "payload", "type", "subtype") },
    faults: ({ automation_type }) => (automation_type === "trigger" ? [] : ["automation_type"]),
  },
};

const CHECKS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  topic: (value) => typeof value === "string" && value !== "" && !/[+#\0]/.test(value),
  template: (value) => typeof value === "string" && count(value, "{{") === count(value, "}}") && value !== "",
  text: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  int: Number.isInteger,
  number: Number.isFinite,
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string" && each !== ""),
  map: isObject,
  list: Array.isArray,
};

/** The parts of a message that Home Assistant would refuse; none: it takes it. */
export function homeAssistantFaults(topic: string, config: Values): readonly string[] {
  const [, component = "", node = "", object = "", end] = topic.split("/");
  const known = COMPONENTS[component];
  if (!known) return [`there is no component ${component}`];
  const takes: Keys = {
    ...(component === "device_automation" ? { device: "map", origin: "map" } : ALL),
    ...known.takes,
  };
  const isName = (text: string) => /^[a-zA-Z0-9_-]+$/.test(text);
  const wrong = Object.entries(config).flatMap(([name, value]) => {
    const kind = takes[name];
    if (!kind) return [`${component} takes no ${name}`];
    return CHECKS[kind](value) || (value === null && MAY_BE_NULL.includes(name))
      ? []
      : [`${name} is ${JSON.stringify(value)}`];
  });
  const { device, origin, entity_category: category } = config;
  const missing = known.needs.filter((name) => config[name] === undefined).map((name) => `${name} is missing`);
  if (wrong.length + missing.length > 0) return [...wrong, ...missing];
  return [
    ...(isName(node) && isName(object) && end === "config" ? [] : [`${topic} is no topic of discovery`]),
    ...(component === "device_automation" || typeof config.unique_id === "string" ? [] : ["no unique_id"]),
    ...(isObject(device) && Array.isArray(device.identifiers) && device.identifiers.length > 0
      ? []
      : ["no identifiers"]),
    ...(isObject(origin) && typeof origin.name === "string" ? [] : ["no origin"]),
    ...(category === undefined || CATEGORIES.includes(String(category)) ? [] : ["entity_category"]),
    ...(category === "config" && READ_ONLY.includes(component) ? ["what is only read is no setting"] : []),
    ...(known.faults?.(config) ?? []),
  ];
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
