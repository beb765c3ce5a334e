/** A resource as a line on the disk, and back. */
import { familyOf } from "../model/addresses.ts";
import type { Definition, Definitions } from "../model/definitions.ts";
import type { Fields } from "../model/fields.ts";
import type { Kept } from "../model/ports.ts";
import { hasMembers, isObject, parsedJson, type Resource, SECTIONS, type Values } from "../model/resource.ts";

export const NOTHING: Values = Object.freeze({});

export function frozen(resource: Resource, definition: Definition): string {
  const record: Record<string, unknown> = { type: resource.type };
  for (const section of SECTIONS) {
    const values = saved(definition[section], resource[section]);
    if (hasMembers(values)) record[section] = values;
  }
  return JSON.stringify(record);
}

/** Undefined when the record says nothing that this version understands: it is left on the disk, untouched. */
export function thawed({ address, json }: Kept, definitions: Definitions): Resource | undefined {
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
