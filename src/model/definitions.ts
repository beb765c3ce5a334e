/** The definition of a resource type: a table of fields and a few words on its behavior. Everything else is derived from it. */
import { type Field, type Fields, isVisible, worded } from "./fields.ts";
import type { Resource, Section, Values } from "./resource.ts";

/** The effects of a write to a resource besides the values in it. */
export interface WriteRules {
  /** True when a write to this section must leave the resource as it is. */
  readonly ignores?: (resource: Resource, section: Section) => boolean;
  /** The state as measured → the state as kept (an offset). */
  readonly adjust?: (values: Values, resource: Resource) => Values;
  /** Members of the state that follow from others, or from the config, after a write. */
  readonly follows?: (before: Resource, after: Resource) => Values;
  readonly stamp?: string; // the state member that holds when the state was last written
}

/** A message of the push channel that is no plain change of a section. */
export interface OwnMessage {
  readonly about: string; // one sentence for the reference
  readonly members: Fields;
  readonly of: (resource: Resource, values: Values) => Values | undefined;
}

export interface Definition extends Readonly<Record<Section, Fields>> {
  readonly family: string; // the first segment of its address; also `r` on the push channel
  /** The rights of clients to resources of this type. */
  readonly clients: { readonly write: readonly Section[]; readonly create?: true };
  readonly unlisted?: true; // not shown among the others of its collection
  /** The messages of it on the push channel: each change, nothing, or one message of its own. */
  readonly push: "changes" | "nothing" | OwnMessage;
  readonly onWrite?: WriteRules;
  /** The resource as clients see it. Hidden members never reach the view. */
  readonly view: (resource: Resource, etag: string) => Values;
}

export type Definitions = Readonly<Record<string, Definition>>;

export const NO_FIELDS: Fields = {};

/** A type without sections is not pushed, and shows its members as they are. A definition states its differences after it. */
export function plain(family: string, attr: Fields): Definition {
  return {
    family,
    attr,
    config: NO_FIELDS,
    state: NO_FIELDS,
    action: NO_FIELDS,
    clients: { write: [] },
    push: "nothing",
    view: (resource) => resource.attr,
  };
}

export function field(definition: Definition, section: Section, name: string): Field | undefined {
  const fields = definition[section];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The fields that may be seen from outside. */
export function visible(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isVisible(field)));
}

/** The members of a section that may be seen from outside, as they are seen there. */
export function shown(fields: Fields, values: Values): Values {
  const { hidden, worded: named, omitted } = specialIn(fields);
  if (hidden.length + named.length + omitted.length === 0) return values;
  const isHidden = (name: string) => hidden.includes(name) || (values[name] === null && omitted.includes(name));
  if (!Object.keys(values).some((name) => named.includes(name) || isHidden(name))) return values;
  const seen = Object.entries(values).filter(([name]) => !isHidden(name));
  return Object.fromEntries(seen.map(([name, value]) => [name, worded(fields[name], value)]));
}

/** The resource as clients see it: no view can leak a member that it is not given. */
export function viewOf(definition: Definition, resource: Resource, etag: string): Values {
  const attr = shown(definition.attr, resource.attr);
  const config = shown(definition.config, resource.config);
  const state = shown(definition.state, resource.state);
  const action = shown(definition.action, resource.action);
  return definition.view({ ...resource, attr, config, state, action }, etag);
}

interface Special {
  readonly hidden: readonly string[];
  readonly worded: readonly string[];
  readonly omitted: readonly string[]; // while they are null
}

/** Most fields are shown as they are, and a view is made for each change: looked up once. */
const specials = new WeakMap<Fields, Special>();

function specialIn(fields: Fields): Special {
  let special = specials.get(fields);
  if (!special) {
    const names = Object.keys(fields);
    special = {
      hidden: Object.entries(fields).flatMap(([name, field]) => (isVisible(field) ? [] : [name])),
      worded: names.filter((name) => fields[name]?.words),
      omitted: names.filter((name) => fields[name]?.nullable === "omitted"),
    };
    specials.set(fields, special);
  }
  return special;
}
