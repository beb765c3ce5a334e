/** Values that stand for themselves: sensors, and values that clients can set, as the converters describe each. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";
import {
  type Entity,
  isReported,
  isSettable,
  labelOf,
  printed,
  propertyOf,
  type Topics,
  valueTemplate,
  written,
} from "./entity.ts";
import { binaryClass, numberClass, sensorClass, settingCategory } from "./value-classes.ts";

const LONGEST_STATE = 255; // characters of a state in Home Assistant
const WIDEST = 1_000_000; // where the converters name no end

type Maker = (expose: Expose, topics: Topics) => readonly Entity[];

export function valueEntities(expose: Expose, topics: Topics): readonly Entity[] {
  const make = Object.hasOwn(MAKERS, expose.type) ? MAKERS[expose.type] : undefined;
  return make?.(expose, topics) ?? [];
}

const MAKERS: Readonly<Record<string, Maker>> = {
  binary: (expose, topics) => {
    const { value_on, value_off } = expose;
    const property = propertyOf(expose);
    const words = { payload_on: printed(value_on), payload_off: printed(value_off) };
    const seen = seenAt(topics, property);
    if (!isSettable(expose))
      return isReported(expose)
        ? [entity("binary_sensor", property, expose, { ...seen, ...words, ...binaryClass(expose, bare(expose)) })]
        : [];
    const config = {
      ...(isReported(expose) ? seen : { optimistic: true }),
      command_topic: topics.set(),
      state_on: words.payload_on,
      state_off: words.payload_off,
      payload_on: command(property, value_on),
      payload_off: command(property, value_off),
      ...settingCategory(expose, bare(expose)),
    };
    return [entity("switch", `switch_${property}`, expose, config)];
  },
  numeric: (expose, topics) => {
    const property = propertyOf(expose);
    const seen = seenAt(topics, property);
    const { value_min: min = -WIDEST, value_max: max = WIDEST, value_step: step } = expose;
    if (!isSettable(expose) || min >= max)
      return isReported(expose)
        ? [entity("sensor", property, expose, { ...seen, ...sensorClass(expose, bare(expose)) })]
        : [];
    const config = {
      ...(isReported(expose) ? seen : { optimistic: true }),
      command_topic: topics.set(property),
      ...{ min, max, mode: max - min <= 255 ? "auto" : "box" },
      ...(step !== undefined && step > 0 ? { step: Math.max(0.001, step) } : {}),
      ...numberClass(expose, bare(expose)),
    };
    return [entity("number", property, expose, config)];
  },
  enum: (expose, topics) => {
    const property = propertyOf(expose);
    const options = [...new Set((expose.values ?? []).map(printed))].filter((option) => option !== "");
    if (options.length === 0) return [];
    const seen = seenAt(topics, property);
    if (!isSettable(expose)) {
      const config = { ...seen, device_class: "enum", options };
      return isReported(expose) ? [entity("sensor", property, expose, config)] : [];
    }
    if (!isReported(expose) && options.length <= MOST_BUTTONS) return buttons(expose, topics);
    const config = {
      ...(isReported(expose) ? seen : { optimistic: true }),
      ...{ command_topic: topics.set(property), options },
      ...settingCategory(expose, bare(expose)),
    };
    return [entity("select", property, expose, config)];
  },
  text: (expose, topics) => {
    const property = propertyOf(expose);
    if (!isSettable(expose)) return isReported(expose) ? [textSensor(property, expose, topics)] : [];
    const { length_min: min = 0, length_max: max = LONGEST_STATE } = expose;
    const most = Math.min(max, LONGEST_STATE);
    if (min > most) return [];
    const seen = isReported(expose) ? seenAt(topics, property) : {};
    const config = {
      ...seen,
      ...{ command_topic: topics.set(property), min, max: most },
      ...settingCategory(expose, bare(expose)),
    };
    return [entity("text", property, expose, config)];
  },
  list: (expose, topics) => {
    return isReported(expose) ? [textSensor(propertyOf(expose), expose, topics)] : [];
  },
  /** A sensor for each part. A composite that is set as a whole is only shown, as text: Home Assistant has no entity to set one. */
  composite: (expose, topics) => {
    if (!isReported(expose)) return [];
    if (isSettable(expose)) return [textSensor(propertyOf(expose), expose, topics)];
    return (expose.features ?? []).flatMap((feature): readonly Entity[] => partOf(expose, feature, topics));
  },
};

const MOST_BUTTONS = 8;

/** A deed, not a state: one button for each. */
function buttons(expose: Expose, topics: Topics): readonly Entity[] {
  const property = propertyOf(expose);
  const values = expose.values ?? [];
  const isIdentify = property === "identify";
  return values.map((value): Entity => {
    const object = values.length === 1 ? property : `${property}_${printed(value)}`;
    const label = values.length === 1 ? labelOf(expose) : `${labelOf(expose)}: ${printed(value)}`;
    const config = {
      ...{ name: label, command_topic: topics.set(), payload_press: command(property, value) },
      ...(isIdentify ? { device_class: "identify" } : {}),
      ...settingCategory(expose, bare(expose)),
    };
    return { component: "button", object: fit(object), config };
  });
}

function textSensor(property: string, expose: Expose, topics: Topics): Entity {
  const shortened = valueTemplate(property).replace(" }}", ` | string | truncate(${LONGEST_STATE}, True, '…', 0) }}`);
  return entity("sensor", property, expose, { state_topic: topics.state, value_template: shortened });
}

function partOf(expose: Expose, feature: Expose, topics: Topics): readonly Entity[] {
  const [property, field] = [propertyOf(expose), propertyOf(feature)];
  const seen = { state_topic: topics.state, value_template: valueTemplate(property, field) };
  const object = `${property}_${field}`;
  const label = `${labelOf(expose)} ${labelOf(feature).toLowerCase()}`;
  const made = (component: string, config: Values): Entity => ({
    ...{ component, object: fit(object) },
    config: { name: label, ...seen, ...config },
  });
  if (feature.type === "numeric") return [made("sensor", sensorClass(feature, field))];
  if (feature.type === "binary") {
    const words = { payload_on: printed(feature.value_on), payload_off: printed(feature.value_off) };
    return [made("binary_sensor", { ...words, ...binaryClass(feature, field) })];
  }
  return feature.type === "enum" || feature.type === "text" ? [made("sensor", {})] : [];
}

function entity(component: string, object: string, expose: Expose, config: Values): Entity {
  const { icon, name } = own(expose);
  return {
    component,
    object: fit(object),
    config: { name: name ?? labelOf(expose), ...config, ...(icon ? { icon } : {}) },
  };
}

/** The icon and the name that a converter has for Home Assistant itself. */
function own(expose: Expose): { readonly icon?: string; readonly name?: string } {
  const { homeassistant } = expose as { readonly homeassistant?: { readonly icon?: unknown; readonly name?: unknown } };
  const { icon, name } = homeassistant ?? {};
  return { ...(typeof icon === "string" ? { icon } : {}), ...(typeof name === "string" ? { name } : {}) };
}

function seenAt(topics: Topics, property: string): Values {
  return { state_topic: topics.state, value_template: valueTemplate(property) };
}

function command(property: string, value: unknown): string {
  return `{${written(property)}: ${written(value)}}`;
}

/** The name of the value, without its endpoint. */
function bare(expose: Expose): string {
  const { name, endpoint } = expose;
  const whole = name ?? propertyOf(expose);
  return endpoint !== undefined && whole.endsWith(`_${endpoint}`) ? whole.slice(0, -endpoint.length - 1) : whole;
}

/** Home Assistant takes these characters in a topic, and no others. */
export function fit(object: string): string {
  return object.replace(/[^A-Za-z0-9_-]/g, "_");
}
