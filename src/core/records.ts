/** A resource as a line on the disk, and back. */
import { familyOf } from "../model/addresses.ts";
import { type Definition, type Definitions, field } from "../model/definitions.ts";
import type { Fields } from "../model/fields.ts";
import type { Kept } from "../model/ports.ts";
import {
  hasMembers,
  isObject,
  parsedJson,
  type Resource,
  SECTIONS,
  type Section,
  type Values,
} from "../model/resource.ts";

export const NOTHING: Values = Object.freeze({});

export function frozen(resource: Resource, definition: Definition): string {
  const record: Record<string, unknown> = { type: resource.type };
  for (const section of SECTIONS) {
    const values = saved(definition[section], resource[section]);
    if (hasMembers(values)) record[section] = values;
  }
  return JSON.stringify(record);
}

/**
 * The members that differ from the resource as it was kept; undefined where the whole record is to be written: where a member went, and
 * where more is new than the state and members that are never written for their own sake. That is rare, and makes all later changes short.
 */
export function changesSince(kept: Resource, resource: Resource, definition: Definition): string | undefined {
  if (kept.type !== resource.type) return undefined;
  const changes: Record<string, Values> = {};
  for (const section of SECTIONS) {
    if (kept[section] === resource[section]) continue;
    const before = saved(definition[section], kept[section]);
    const values = saved(definition[section], resource[section]);
    if (Object.keys(before).some((name) => !Object.hasOwn(values, name))) return undefined;
    const changed = Object.entries(values).filter(([name, value]) => value !== before[name]);
    const isState = section === "state" || section === "action";
    if (!isState && changed.some(([name]) => field(definition, section, name)?.saved !== "with-next")) return undefined;
    if (changed.length > 0) changes[section] = Object.fromEntries(changed);
  }
  return JSON.stringify(changes);
}

/** The other way round. */
export function withChanges(kept: Resource, later: string): Resource {
  const changes = parsedJson(later);
  if (!isObject(changes)) return kept;
  const section = (name: Section) => (isObject(changes[name]) ? { ...kept[name], ...changes[name] } : kept[name]);
  return {
    ...kept,
    attr: section("attr"),
    config: section("config"),
    state: section("state"),
    action: section("action"),
  };
}

/** Undefined when the record says nothing that this version understands: it is left on the disk, untouched. */
export function thawed(record: Kept, definitions: Definitions): Resource | undefined {
  const kept = thawedWhole(record, definitions);
  return kept && record.later !== undefined ? withChanges(kept, record.later) : kept;
}

/** The resource as it was written whole, without later changes. */
export function thawedWhole({ address, json }: Kept, definitions: Definitions): Resource | undefined {
  const record = json === undefined ? undefined : parsedJson(json);
  if (!isObject(record) || typeof record.type !== "string" || !Object.hasOwn(definitions, record.type))
    return undefined;
  if (definitions[record.type]?.family !== familyOf(address)) return undefined;
  const section = (name: string) => (isObject(record[name]) ? (record[name] as Values) : NOTHING);
  return {
    address,
    type: record.type,
    attr: section("attr"),
    config: section("config"),
    state: section("state"),
    action: section("action"),
  };
}

function saved(fields: Fields, values: Values): Values {
  const never = neverSaved(fields);
  if (never.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !never.includes(name)));
}

const unsaved = new WeakMap<Fields, readonly string[]>();

/** A record is made for each write: looked up once. */
function neverSaved(fields: Fields): readonly string[] {
  let names = unsaved.get(fields);
  if (!names) {
    names = Object.keys(fields).filter((name) => fields[name]?.saved === "never");
    unsaved.set(fields, names);
  }
  return names;
}
