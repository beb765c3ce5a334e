/** Is this an OpenAPI 3.1 document? Only as far as the reference goes; a part that it does not use is a fault. */
import { isObject } from "../../src/model/resource.ts";
import { resolve } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const METHODS = ["get", "put", "post", "delete"];
const KINDS = ["array", "boolean", "integer", "null", "number", "object", "string"];
const ROOT = ["openapi", "info", "servers", "security", "tags", "paths", "components"];
const OPERATION = ["tags", "operationId", "summary", "parameters", "requestBody", "responses"];
const NESTED = ["properties", "additionalProperties", "items", "allOf", "anyOf", "oneOf"];
const KEYWORDS = [
  ...[
    "$ref",
    "title",
    "description",
    "type",
    "const",
    "enum",
    "default",
    "readOnly",
    "writeOnly",
    "required",
    "discriminator",
  ],
  ...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "x-unit"],
  ...NESTED,
];

export function faults(document: Json): readonly string[] {
  return [...new Set([...inFrame(document), ...inPaths(document), ...inSchemas(document), ...inReferences(document)])];
}

export function operationsOf(document: Json): readonly { path: string; method: string; operation: Json }[] {
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] as Json })),
  );
}

/** Of a body or an answer. */
export function schemaIn(content: unknown): unknown {
  return (content as { content?: Record<string, { schema: unknown }> } | undefined)?.content?.["application/json"]
    ?.schema;
}

function inFrame(document: Json): readonly string[] {
  const { openapi, info, components } = document;
  const { title, version } = info as Json;
  const names = Object.values(components as Record<string, Json>).flatMap((each) => Object.keys(each));
  return [
    ...unknownIn(document, ROOT, "the document"),
    ...(/^3\.1\.\d+$/.test(String(openapi)) ? [] : [`openapi is ${openapi}`]),
    ...(title && version ? [] : ["no title or version"]),
    ...names.filter((name) => !/^[\w.-]+$/.test(name)).map((name) => `${name} is no name of a component`),
  ];
}

function inPaths(document: Json): readonly string[] {
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  const items = Object.entries(document.paths as Record<string, Json>);
  return [
    ...items.filter(([path]) => !path.startsWith("/")).map(([path]) => `${path} does not begin with a slash`),
    ...items.flatMap(([path, item]) => unknownIn(item, [...METHODS, "parameters"], path)),
    ...ids.filter((id, index) => !id || ids.indexOf(id) !== index).map((id) => `operationId ${id} is not unique`),
    ...operations.flatMap(({ path, method, operation }) => inOperation(document, path, `${method} ${path}`, operation)),
  ];
}

function inOperation(document: Json, path: string, where: string, operation: Json): readonly string[] {
  const item = (document.paths as Record<string, Json>)[path] ?? {};
  const parameters = [item.parameters ?? [], operation.parameters ?? []].flat().map((each) => resolve(document, each));
  const declared = parameters.filter((each) => each.in === "path" && each.required === true).map(({ name }) => name);
  const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const responses = Object.entries((operation.responses ?? {}) as Json);
  return [
    ...unknownIn(operation, OPERATION, where),
    ...(operation.summary ? [] : [`${where} has no summary`]),
    ...(declared.sort().join() === wanted.sort().join() ? [] : [`${where} declares ${declared} for ${wanted}`]),
    ...parameters.filter((each) => !each.name || !each.in || !each.schema).map(() => `${where} has half a parameter`),
    ...(responses.length > 0 ? [] : [`${where} has no responses`]),
    ...responses.filter(([status]) => !/^[2-5]\d\d$/.test(status)).map(([status]) => `${where} answers ${status}`),
    ...responses
      .filter(([, response]) => typeof resolve(document, response).description !== "string")
      .map(([status]) => `${where} does not describe ${status}`),
  ];
}

function inSchemas(document: Json): readonly string[] {
  const { schemas } = document.components as { schemas: Json };
  const found = [
    ...Object.entries(schemas),
    ...schemasBelow(document.paths, "paths"),
    ...schemasBelow(document.components, "components"),
  ];
  return found.flatMap(([where, schema]) => inSchema(schema, where));
}

/** Every member called "schema", wherever it stands. */
function schemasBelow(value: unknown, where: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap((item) => schemasBelow(item, where));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "schema" ? [[where, member] as const] : name === "schemas" ? [] : schemasBelow(member, `${where}/${name}`),
  );
}

function inSchema(schema: unknown, where: string): readonly string[] {
  if (!isObject(schema)) return [`${where} is no schema`];
  const { type, enum: values, required = [], properties = {}, items, additionalProperties } = schema;
  const kinds = type === undefined ? [] : [type].flat();
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].filter((list) => list !== undefined);
  const members = Object.entries(properties as Json);
  return [
    ...unknownIn(schema, KEYWORDS, where),
    ...kinds.filter((kind) => !KINDS.includes(String(kind))).map((kind) => `${where} is of no known type: ${kind}`),
    ...(values === undefined || (Array.isArray(values) && new Set(values).size === values.length && values.length > 0)
      ? []
      : [`${where} has no good enum`]),
    ...(required as string[])
      .filter((name) => !Object.hasOwn(properties as Json, name))
      .map((name) => `${where} requires ${name} and does not declare it`),
    ...lists.filter((list) => !Array.isArray(list) || list.length === 0).map(() => `${where} has an empty choice`),
    ...lists.flat().flatMap((each) => inSchema(each, where)),
    ...members.flatMap(([name, each]) => inSchema(each, `${where}.${name}`)),
    ...[items, additionalProperties]
      .filter((each) => each !== undefined)
      .flatMap((each) => inSchema(each, `${where}.*`)),
  ];
}

/** All lead somewhere, and no component stands there for nothing. */
function inReferences(document: Json): readonly string[] {
  const text = JSON.stringify(document);
  const mentioned = new Set([...text.matchAll(/"(#\/[^"]+)"/g)].map(([, reference = ""]) => reference));
  const made = Object.entries(document.components as Record<string, Json>).flatMap(([kind, each]) =>
    Object.keys(each).map((name) => `#/components/${kind}/${name}`),
  );
  return [
    ...[...mentioned].filter((reference) => !made.includes(reference)).map((reference) => `${reference} leads nowhere`),
    ...made
      .filter((name) => !mentioned.has(name) && !name.endsWith("/PushMessage"))
      .map((name) => `nobody mentions ${name}`),
  ];
}

function unknownIn(value: Json, known: readonly string[], where: string): readonly string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${where} has ${name}, which is unknown`);
}
