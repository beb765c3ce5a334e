/** Thermostats. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";
import {
  type Entity,
  featureOf,
  isReported,
  isSettable,
  member,
  printed,
  propertyOf,
  suffixOf,
  type Topics,
  valueTemplate,
} from "./entity.ts";
import { fit, valueEntities } from "./value-entities.ts";

/** The modes that Home Assistant knows, by those of the converters. */
const MODES: Readonly<Record<string, string>> = {
  off: "off",
  heat: "heat",
  cool: "cool",
  auto: "auto",
  dry: "dry",
  fan_only: "fan_only",
};
const ACTIONS: Readonly<Record<string, string>> = {
  idle: "idle",
  heat: "heating",
  heating: "heating",
  cool: "cooling",
  cooling: "cooling",
  fan_only: "fan",
  dry: "drying",
  off: "off",
};
const HEATING = ["occupied_heating_setpoint", "current_heating_setpoint"];
const COOLING = ["occupied_cooling_setpoint", "current_cooling_setpoint"];
/** The values that Home Assistant's thermostat has itself; the other values of the device stand beside it. */
const TAKEN = [...HEATING, ...COOLING, "system_mode", "running_state", "fan_mode", "swing_mode", "preset"];
const COLDEST = 5; // °C, where the converters name no end
const WARMEST = 35;

export function climate(expose: Expose, topics: Topics): readonly Entity[] {
  const feature = (...names: readonly string[]) => featureOf(expose, ...names);
  const [heating, cooling, local] = [feature(...HEATING), feature(...COOLING), feature("local_temperature")];
  const target = heating ?? cooling;
  const config = {
    ...{ name: expose.endpoint ?? null, temperature_unit: "C" },
    ...(local
      ? { current_temperature_topic: topics.state, current_temperature_template: valueTemplate(propertyOf(local)) }
      : {}),
    ...modesOf(feature("system_mode"), target === cooling && target !== undefined ? "cool" : "heat", topics),
    ...actionOf(feature("running_state"), topics),
    ...(heating && cooling
      ? { ...setpoint("temperature_low", heating, topics), ...setpoint("temperature_high", cooling, topics) }
      : target
        ? setpoint("temperature", target, topics)
        : {}),
    ...(target ? rangeOf(target) : {}),
    ...choice("fan_mode", feature("fan_mode"), "state_template", topics),
    ...choice("swing_mode", feature("swing_mode"), "state_template", topics),
    ...choice("preset_mode", feature("preset"), "value_template", topics),
  };
  const left = (expose.features ?? []).filter(({ name = "" }) => !TAKEN.includes(name));
  return [
    { component: "climate", object: fit(`climate${suffixOf(expose)}`), config },
    ...left.flatMap((each) => valueEntities(each, topics)),
  ];
}

function setpoint(name: string, feature: Expose, topics: Topics): Values {
  const property = propertyOf(feature);
  return {
    [`${name}_command_topic`]: topics.set(property),
    [`${name}_state_topic`]: topics.state,
    [`${name}_state_template`]: valueTemplate(property),
  };
}

function rangeOf({ value_min: min = COLDEST, value_max: max = WARMEST, value_step: step }: Expose): Values {
  return { min_temp: min, max_temp: max > min ? max : min + 1, ...(step ? { temp_step: step } : {}) };
}

/** A thermostat without modes always has its usual one. */
function modesOf(mode: Expose | undefined, usual: string, topics: Topics): Values {
  const modes = (mode?.values ?? []).map(printed).filter((word) => Object.hasOwn(MODES, word));
  if (!mode || modes.length === 0) {
    return { modes: [usual], mode_state_topic: topics.state, mode_state_template: `{{ '${usual}' }}` };
  }
  const known = modes.map((word) => MODES[word]);
  return {
    ...{ modes: known, mode_state_topic: topics.state },
    mode_state_template: oneOf(propertyOf(mode), known),
    ...(isSettable(mode) ? { mode_command_topic: topics.set(propertyOf(mode)) } : {}),
  };
}

function actionOf(running: Expose | undefined, topics: Topics): Values {
  if (!running || !isReported(running)) return {};
  const value = `${member("value_json", propertyOf(running))} | default('idle')`;
  return { action_topic: topics.state, action_template: `{{ ${JSON.stringify(ACTIONS)}.get(${value}, 'idle') }}` };
}

function choice(name: string, feature: Expose | undefined, template: string, topics: Topics): Values {
  const values = (feature?.values ?? []).map(printed).filter((word) => name !== "preset_mode" || word !== "none");
  if (!feature || !isSettable(feature) || values.length === 0) return {};
  const property = propertyOf(feature);
  return {
    [`${name}s`]: values,
    [`${name}_command_topic`]: topics.set(property),
    ...(isReported(feature)
      ? { [`${name}_state_topic`]: topics.state, [`${name}_${template}`]: oneOf(property, values) }
      : {}),
  };
}

/** A value that Home Assistant does not know is none of its choices. */
function oneOf(property: string, known: readonly unknown[]): string {
  const value = `${member("value_json", property)} | default('None')`;
  return `{% set word = ${value} %}{{ word if word in ${JSON.stringify(known)} else 'None' }}`;
}
