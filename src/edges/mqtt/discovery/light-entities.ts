/** Lamps, switches, blinds, locks and fans, by the features that their exposes bundle. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";
import {
  type Entity,
  featureOf,
  isReported,
  isSettable,
  labelOf,
  member,
  printed,
  propertyOf,
  suffixOf,
  type Topics,
  valueTemplate,
} from "./entity.ts";
import { fit } from "./value-entities.ts";

type Maker = (expose: Expose, topics: Topics, all: readonly Expose[]) => readonly Entity[];

export const BUNDLES: Readonly<Record<string, Maker>> = {
  light: (expose, topics, all) => {
    const feature = (name: string) => featureOf(expose, name);
    const temperature = feature("color_temp");
    const effect = all.find(
      ({ name, type, endpoint }) => name === "effect" && type === "enum" && endpoint === expose.endpoint,
    );
    const effects = (effect?.values ?? []).map(printed);
    const { value_min: min_mireds, value_max: max_mireds } = temperature ?? {};
    const hasRange = min_mireds !== undefined && max_mireds !== undefined && min_mireds < max_mireds;
    const config = {
      ...{
        schema: "json",
        name: null,
        state_topic: stateAt(expose, topics),
        command_topic: topics.set(undefined, expose.endpoint),
      },
      ...(feature("brightness") ? { brightness: true, brightness_scale: 254 } : {}),
      ...(hasRange ? { min_mireds, max_mireds } : {}),
      supported_color_modes: colorModes(expose),
      ...(effects.length > 0 ? { effect: true, effect_list: effects } : {}),
    };
    return [named(expose, "light", config)];
  },
  switch: (expose, topics) => {
    const state = featureOf(expose, "state");
    if (!state || !isSettable(state)) return [];
    const words = { payload_on: printed(state.value_on), payload_off: printed(state.value_off) };
    const seen = { state_topic: topics.state, value_template: valueTemplate(propertyOf(state)) };
    const property = propertyOf(state);
    const isPlain = state.name === "state" && property === `state${suffixOf(expose)}`;
    const command_topic = isPlain ? topics.set("state", expose.endpoint) : topics.set(property);
    return [named(expose, "switch", { ...seen, ...words, command_topic })];
  },
  cover: (expose, topics) => {
    const [state, position, tilt] = [
      featureOf(expose, "state"),
      featureOf(expose, "position"),
      featureOf(expose, "tilt"),
    ];
    const takes = (word: string) => state?.values?.includes(word) === true;
    const config = {
      ...(state && isSettable(state)
        ? {
            command_topic: topics.set(propertyOf(state)),
            payload_open: takes("OPEN") ? "OPEN" : null,
            payload_close: takes("CLOSE") ? "CLOSE" : null,
            payload_stop: takes("STOP") ? "STOP" : null,
          }
        : {}),
      ...(position ? positionOf(position, topics) : seenState(state, topics)),
      ...(tilt ? tiltOf(tilt, topics) : {}),
    };
    return Object.keys(config).length > 0 ? [named(expose, "cover", config)] : [];
  },
  lock: (expose, topics) => {
    const state = featureOf(expose, "state");
    if (!state || !isSettable(state)) return [];
    const property = propertyOf(state);
    const words = { payload_lock: printed(state.value_on), payload_unlock: printed(state.value_off) };
    const states = { state_locked: words.payload_lock, state_unlocked: words.payload_unlock };
    const seen = isReported(state)
      ? { state_topic: topics.state, value_template: valueTemplate(property), ...states }
      : {};
    const isMain = property === `state${suffixOf(expose)}`;
    const config = { command_topic: topics.set(property), ...seen, ...words };
    if (isMain) return [named(expose, "lock", config)];
    return [
      {
        component: "lock",
        object: fit(property),
        config: { name: labelOf(state), ...config, entity_category: "config" },
      },
    ];
  },
  fan: (expose, topics) => {
    const [state, mode, speed] = [featureOf(expose, "state"), featureOf(expose, "mode"), featureOf(expose, "speed")];
    const power = powerOf(state, mode, topics);
    const modes = (mode?.values ?? []).map(printed).filter((word) => word !== "off" && word !== "on");
    const presets =
      mode && modes.length > 0
        ? {
            preset_modes: modes,
            preset_mode_command_topic: topics.set(propertyOf(mode)),
            preset_mode_state_topic: topics.state,
            preset_mode_value_template: modeTemplate(propertyOf(mode), modes),
          }
        : {};
    return power ? [named(expose, "fan", { ...power, ...presets, ...(speed ? speedOf(speed, topics) : {}) })] : [];
  },
};

/** The main thing of a device has the device's name, one of several the name of its endpoint. */
function named({ endpoint, type }: Expose, component: string, config: Values): Entity {
  const name = endpoint === undefined ? null : endpoint;
  return { component, object: fit(endpoint === undefined ? type : `${type}_${endpoint}`), config: { ...config, name } };
}

/** Home Assistant reads a lamp's values by fixed names: of one among several they are told by themselves. */
function stateAt({ endpoint }: Expose, topics: Topics): string {
  return endpoint === undefined ? topics.state : topics.of(endpoint);
}

/** Home Assistant allows "onoff" and "brightness" only as the single color mode. */
function colorModes(expose: Expose): readonly string[] {
  const modes = [
    ...(featureOf(expose, "color_xy") ? ["xy"] : []),
    ...(featureOf(expose, "color_hs") ? ["hs"] : []),
    ...(featureOf(expose, "color_temp") ? ["color_temp"] : []),
  ];
  if (modes.length > 0) return modes;
  return featureOf(expose, "brightness") ? ["brightness"] : ["onoff"];
}

function positionOf(position: Expose, topics: Topics): Values {
  const property = propertyOf(position);
  return {
    ...{ position_topic: topics.state, position_template: valueTemplate(property) },
    ...(isSettable(position)
      ? { set_position_topic: topics.set(), set_position_template: `{"${property}": {{ position }}}` }
      : {}),
  };
}

function seenState(state: Expose | undefined, topics: Topics): Values {
  if (!state || !isReported(state)) return { optimistic: true };
  const value_template = valueTemplate(propertyOf(state));
  return {
    state_topic: topics.state,
    value_template,
    state_open: "OPEN",
    state_closed: "CLOSE",
    state_stopped: "STOP",
  };
}

function tiltOf(tilt: Expose, topics: Topics): Values {
  const property = propertyOf(tilt);
  return {
    ...(isSettable(tilt) ? { tilt_command_topic: topics.set(property) } : {}),
    ...(isReported(tilt) ? { tilt_status_topic: topics.state, tilt_status_template: valueTemplate(property) } : {}),
  };
}

/** A fan without a switch of its own is switched by its modes. */
function powerOf(state: Expose | undefined, mode: Expose | undefined, topics: Topics): Values | undefined {
  if (state && isSettable(state)) {
    const property = propertyOf(state);
    return {
      ...{ command_topic: topics.set(property), state_topic: topics.state },
      state_value_template: valueTemplate(property),
      payload_on: printed(state.value_on),
      payload_off: printed(state.value_off),
    };
  }
  if (!mode?.values?.includes("off")) return undefined;
  const property = propertyOf(mode);
  const words = mode.values.map(printed);
  const on = words.includes("on") ? "on" : (words.find((word) => word !== "off") ?? "on");
  return {
    ...{ command_topic: topics.set(property), state_topic: topics.state, payload_on: on, payload_off: "off" },
    state_value_template: `{{ 'off' if ${member("value_json", property)} | default('off') == 'off' else '${on}' }}`,
  };
}

function speedOf(speed: Expose, topics: Topics): Values {
  const property = propertyOf(speed);
  const { value_min: min = 1, value_max: max = 100 } = speed;
  const [least, most] = [Math.max(1, min), Math.max(2, max)];
  return {
    ...{ percentage_command_topic: topics.set(property), percentage_state_topic: topics.state },
    percentage_value_template: valueTemplate(property),
    ...{ speed_range_min: Math.min(least, most - 1), speed_range_max: most },
  };
}

function modeTemplate(property: string, modes: readonly string[]): string {
  const value = `${member("value_json", property)} | default('None')`;
  return `{% set mode = ${value} %}{{ mode if mode in ${JSON.stringify(modes)} else 'None' }}`;
}
