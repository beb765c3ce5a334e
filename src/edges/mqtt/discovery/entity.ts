/** The entities of a device for Home Assistant: each is a message that it finds by itself. */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";

/** A component of Home Assistant with its own configuration; members of all entities are added later. */
export interface Entity {
  readonly component: string; // "sensor", "light" …
  readonly object: string; // of the device: in its topic and in the id by which Home Assistant keeps its history
  readonly config: Values;
  readonly isAlwaysThere?: true; // also when nothing else can be reached
}

/** The topics of the device that an entity is a part of. */
export interface Topics {
  readonly state: string; // "zigbee2mqtt/lamp"
  readonly set: (key?: string, endpoint?: string) => string; // "zigbee2mqtt/lamp/left/set/state"
  readonly of: (level: string) => string; // "zigbee2mqtt/lamp/left"
}

const REPORTED = 1;
const SETTABLE = 2;

export function topicsOf(base: string, name: string): Topics {
  const state = `${base}/${name}`;
  return {
    state,
    set: (key, endpoint) => [state, endpoint, "set", key].filter((part) => part !== undefined).join("/"),
    of: (level) => `${state}/${level}`,
  };
}

export function isReported({ access = 0 }: Expose): boolean {
  return (access & REPORTED) !== 0;
}

export function isSettable({ access = 0 }: Expose): boolean {
  return (access & SETTABLE) !== 0;
}

/** The value of a property in the message of a device; a value without a report is unknown. */
export function valueTemplate(property: string, field?: string): string {
  const whole = member("value_json", property);
  const value = field === undefined ? whole : member(`(${whole} | default({}))`, field);
  return `{{ ${value} | default('None') }}`;
}

/** As a template names it. */
export function member(of: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${of}.${name}` : `${of}[${JSON.stringify(name)}]`;
}

export function propertyOf({ property, name = "" }: Expose): string {
  return property ?? name;
}

/** The name that users read, without the name of the device, which Home Assistant puts before it. */
export function labelOf({ label, name = "", property, endpoint }: Expose): string {
  const words = label || worded(name || property || "");
  return endpoint === undefined ? words : `${words} ${endpoint}`;
}

function worded(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** `state` of endpoint `left` has the property `state_left`; without that its name. */
export function suffixOf({ endpoint }: Expose): string {
  return endpoint === undefined ? "" : `_${endpoint}`;
}

export function featureOf({ features = [] }: Expose, ...names: readonly string[]): Expose | undefined {
  return features.find(({ name = "" }) => names.includes(name));
}

/** A value as a template of Home Assistant prints it: yes and no are Python's. */
export function printed(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : String(value);
}

/** A value in the JSON of a command. */
export function written(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
