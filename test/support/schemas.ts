/** A small checker for the part of JSON Schema that the reference uses. It also wants every member of a value to be declared. */
import { isObject } from "../../src/model/resource.ts";

type Json = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === "number",
  object: isObject,
  string: (value) => typeof value === "string",
};

/** The faults of the value, each with its path; none if it fits. */
export function misfits(document: Json, schema: unknown, value: unknown, path = "$"): readonly string[] {
  const rules = resolve(document, schema);
  return [
    ...ofKind(rules, value, path),
    ...inChoices(document, rules, value, path),
    ...within(document, rules, value, path),
  ];
}

export function resolve(document: Json, schema: unknown): Json {
  let found = schema as Json;
  while (typeof found.$ref === "string") {
    const steps = found.$ref.replace(/^#\//, "").split("/");
    const next = steps.reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], document);
    if (!isObject(next)) throw new Error(`${found.$ref} leads nowhere`);
    found = next;
  }
  return found;
}

function ofKind(rules: Json, value: unknown, path: string): readonly string[] {
  const kinds = rules.type === undefined ? [] : [rules.type].flat().map(String);
  if (kinds.length > 0 && !kinds.some((kind) => KINDS[kind]?.(value))) return [`${path} is no ${kinds.join(" or ")}`];
  if (rules.const !== undefined && rules.const !== value) return [`${path} is not ${rules.const}`];
  if (Array.isArray(rules.enum) && !rules.enum.includes(value)) return [`${path} is none of ${rules.enum}`];
  const [size, least, most] = sizeOf(value);
  if (Number(rules[least] ?? -Infinity) > size || Number(rules[most] ?? Infinity) < size)
    return [`${path} is out of range`];
  return [];
}

function sizeOf(value: unknown): readonly [size: number, least: string, most: string] {
  if (typeof value === "string") return [value.length, "minLength", "maxLength"];
  if (Array.isArray(value)) return [value.length, "minItems", "maxItems"];
  return [value === null ? Number.NaN : Number(value), "minimum", "maximum"]; // null has no size
}

function inChoices(document: Json, rules: Json, value: unknown, path: string): readonly string[] {
  const fitting = (schemas: unknown) =>
    (schemas as readonly Json[]).filter((schema) => misfits(document, schema, value, path).length === 0).length;
  if (rules.oneOf && fitting(rules.oneOf) !== 1) return [`${path} fits ${fitting(rules.oneOf)} choices instead of one`];
  if (rules.anyOf && fitting(rules.anyOf) === 0) return [`${path} fits no choice`];
  return [];
}

function within(document: Json, rules: Json, value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) {
    const { items } = rules;
    return items ? value.flatMap((item, index) => misfits(document, items, item, `${path}[${index}]`)) : [];
  }
  if (!isObject(value)) return [];
  const { required, properties, additionalProperties } = whole(document, rules);
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`);
  if (Object.keys(properties).length === 0 && additionalProperties === undefined) return missing;
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return schema ? misfits(document, schema, member, `${path}.${name}`) : [`${path}.${name} is not declared`];
  });
  return [...missing, ...wrong];
}

interface Members {
  readonly required: readonly string[];
  readonly properties: Json;
  readonly additionalProperties: unknown;
}

/** With the members of all that it is put together from. */
function whole(document: Json, rules: Json): Members {
  const parts = ((rules.allOf ?? []) as readonly unknown[]).map((part) => whole(document, resolve(document, part)));
  return {
    required: [...parts.flatMap(({ required }) => required), ...((rules.required ?? []) as readonly string[])],
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), rules.properties),
    additionalProperties:
      rules.additionalProperties ?? parts.find((part) => part.additionalProperties)?.additionalProperties,
  };
}
