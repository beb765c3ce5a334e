/** The fields and the definitions in the words of JSON Schema, each type once and by name. */
import { type Definition, type Definitions, type OwnMessage, visible } from "../../model/definitions.ts";
import type { Field, Fields, ValueKind } from "../../model/fields.ts";
import { nested } from "../../model/nested.ts";
import { isObject, SECTIONS, type Section, type Values } from "../../model/resource.ts";

export type Schema = Values;

const TYPES: Readonly<Record<ValueKind, string>> = {
  bool: "boolean",
  int: "integer",
  num: "number",
  text: "string",
  time: "string",
  list: "array",
  object: "object",
};

const LIMITS: Readonly<Record<string, readonly [min: string, max: string]>> = {
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
};

/** Makes schemas as they are asked for, so that the document holds none that no operation mentions. */
export class Schemas {
  readonly #definitions: Definitions;
  readonly #made = new Map<string, Schema>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** Everything that was made, in the order of names. */
  get made(): Values {
    return Object.fromEntries([...this.#made].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  named(name: string, make: () => Schema): Schema {
    if (!this.#made.has(name)) this.#made.set(name, make());
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A resource of this type, or of any type of this family, as it is read. */
  one(name: string): Schema {
    const types = this.#types(name);
    const [only] = types;
    if (!only) return { type: "object" };
    if (types.length === 1) return this.#resource(...only);
    return this.named(`Any${word(singular(name))}`, () => {
      const mapping = types.map(([type, definition]) => [type, this.#resource(type, definition).$ref]);
      return {
        oneOf: mapping.map(([, $ref]) => ({ $ref })),
        discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) },
      };
    });
  }

  all(name: string): Schema {
    return { type: "object", description: "By id.", additionalProperties: this.one(name) };
  }

  /** A section of any type of this family; undefined when none has one, or none that clients write. */
  section(name: string, section: Section, written = false): Schema | undefined {
    const parts = this.#types(name)
      .filter(([, definition]) => !written || definition.clients.write.includes(section))
      .filter(([, definition]) => Object.keys(visible(definition[section])).length > 0)
      .map(([type, definition]) => this.#section(type, definition, section));
    return parts.length > 1 ? { anyOf: parts } : parts[0];
  }

  /** The members that stand beside the sections, of all types of this family. */
  attributes(family: string): Values {
    const fields = this.#types(family).flatMap(([, { attr }]) => Object.entries(visible(attr)));
    return Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)]));
  }

  creatable(family: string): readonly string[] {
    return this.#types(family).flatMap(([type, { clients }]) => (clients.create ? [type] : []));
  }

  get pushedFamilies(): readonly string[] {
    const pushed = Object.values(this.#definitions).filter((definition) => definition.push === "changes");
    return [...new Set(pushed.map(({ family }) => family))];
  }

  /** The types that the push channel has words of its own for. */
  get ownMessages(): readonly (readonly [type: string, message: OwnMessage])[] {
    return Object.entries(this.#definitions).flatMap(([type, { push }]) =>
      typeof push === "object" ? [[type, push] as const] : [],
    );
  }

  #types(name: string): readonly (readonly [string, Definition])[] {
    const exact = Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined;
    if (exact) return [[name, exact]];
    return Object.entries(this.#definitions).filter(([, { family, unlisted }]) => family === name && !unlisted);
  }

  #resource(type: string, definition: Definition): Schema {
    return this.named(word(type), () => {
      const properties = Object.fromEntries(
        Object.entries(look(type, definition)).map(([name, seen]) => [
          name,
          this.#member(type, definition, name, seen),
        ]),
      );
      const required = Object.keys(properties).filter((name) => name === "type" || isSection(name));
      return { title: type, type: "object", ...(required.length > 0 ? { required } : {}), properties };
    });
  }

  #member(type: string, definition: Definition, name: string, seen: unknown): Schema {
    if (isSection(name) && isObject(seen)) return this.#section(type, definition, name);
    if (name === "type" && seen === type) return { type: "string", const: type, readOnly: true };
    const section = SECTIONS.find((each) => Object.values(definition[each]).includes(seen as Field));
    if (section) return schemaOf(seen as Field, isReadOnly(definition, section, seen as Field));
    const own = definition.attr[name];
    if (own) return schemaOf(own, isReadOnly(definition, "attr", own));
    if (!isObject(seen)) return {};
    const inner = Object.entries(seen).map(([key, value]) => [key, this.#member(type, definition, key, value)]);
    return { type: "object", properties: Object.fromEntries(inner) };
  }

  #section(type: string, definition: Definition, section: Section): Schema {
    return this.named(`${word(type)}${word(section)}`, () => {
      const fields = mentioned(definition[section]);
      const flat = Object.entries(fields).map(([name, field]) => [
        name,
        schemaOf(field, isReadOnly(definition, section, field)),
      ]);
      const loose = Object.values(fields).some((field) => field.coerce === "number");
      return {
        type: "object",
        ...(loose ? { description: "Numbers may be sent as text, too." } : {}),
        properties: layered(Object.fromEntries(flat)),
      };
    });
  }
}

/** Fields that clients may see, and fields that clients may only write. */
function mentioned(fields: Fields): Fields {
  return {
    ...visible(fields),
    ...Object.fromEntries(Object.entries(fields).filter(([, { access }]) => access === "write-only")),
  };
}

/** Members with slashes in their names are objects within objects. */
function layered(properties: Values): Values {
  const isSchema = ({ type }: Values) => typeof type === "string" || Array.isArray(type);
  return Object.fromEntries(
    Object.entries(nested(properties)).map(([name, seen]) => {
      const inner = seen as Values;
      return [name, isSchema(inner) ? inner : { type: "object", properties: layered(inner) }];
    }),
  );
}

export function schemaOf(field: Field, readOnly = false): Schema {
  const { kind, min, max, oneOf, unit, words, nullable, about, momentary, members, each, access } = field;
  const type = TYPES[kind];
  const [least = "", most = ""] = LIMITS[type] ?? [];
  const named = Object.entries(words ?? {}).map(([word, value]) => `\`${word}\` for ${value}`);
  const description = [about, momentary && "The same value again is news", ...named].filter(Boolean).join(". ");
  return {
    ...(description ? { description: `${description}.` } : {}),
    ...typeOf(type, words !== undefined, nullable !== undefined || oneOf?.includes(null) === true),
    ...(oneOf ? { enum: nullable ? [...oneOf, null] : oneOf } : {}),
    ...(least && min !== undefined ? { [least]: min } : {}),
    ...(most && max !== undefined ? { [most]: max } : {}),
    ...(unit ? { "x-unit": unit } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(members ? { properties: schemasOf(members) } : {}),
    ...(each ? { [kind === "list" ? "items" : "additionalProperties"]: schemaOf(each) } : {}),
    ...(readOnly ? { readOnly: true } : {}),
    ...(access === "write-only" ? { writeOnly: true } : {}),
  };
}

function typeOf(type: string, isWorded: boolean, isNullable: boolean): Values {
  if (!isWorded && !isNullable) return { type };
  return { type: [type, ...(isWorded ? ["string"] : []), ...(isNullable ? ["null"] : [])] };
}

export function schemasOf(fields: Fields): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field, field.access === "read-only")]),
  );
}

/** "On/Off plug-in unit" → "OnOffPlugInUnit": a name that a document may use. */
export function word(text: string): string {
  const parts = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return parts.map((part) => (part[0] ?? "").toUpperCase() + part.slice(1)).join("");
}

export function singular(family: string): string {
  return family.replace(/s$/, "");
}

export function isSection(name: string): name is Section {
  return SECTIONS.includes(name as Section);
}

/** A view that is shown the fields themselves, instead of values, tells where each of them stands. */
function look(type: string, definition: Definition): Values {
  const [attr = {}, config = {}, state = {}, action = {}] = SECTIONS.map((section) => visible(definition[section]));
  try {
    return definition.view({ address: `/${definition.family}/1`, type, attr, config, state, action }, "");
  } catch {
    // It works with its values and cannot do with fields: then everything stands where the definition has it.
    const nested = Object.entries({ config, state, action }).filter(([, fields]) => Object.keys(fields).length > 0);
    return { ...attr, ...Object.fromEntries(nested) };
  }
}

function isReadOnly({ clients }: Definition, section: Section, { access }: Field): boolean {
  return access === "read-only" || !clients.write.includes(section);
}
