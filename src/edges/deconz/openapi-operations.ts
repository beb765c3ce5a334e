/** A row of the route table as one or two operations of the reference. */
import type { Route } from "../../core/router.ts";
import { segmentsOf } from "../../model/addresses.ts";
import type { Fields } from "../../model/fields.ts";
import type { Values } from "../../model/resource.ts";
import { ERRORS } from "./errors.ts";
import { isSection, type Schema, type Schemas, schemaOf, schemasOf, word } from "./openapi-schemas.ts";

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly tag: string;
  readonly values: Values;
}

const KEYED = "/api/{apikey}";

/** The meaning of a refusal with this status. */
const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ["BadRequest", "The body does not fit. Only members that are listed with a success were changed."],
  403: ["Forbidden", "The key is not valid, or this is not allowed."],
  404: ["NotFound", "There is no such resource."],
  503: ["Unavailable", "Not possible now: the radio is off, or the disk refused the change. Nothing was changed."],
};

export const HEADERS: Values = {
  ETag: { description: "Differs whenever the answer does.", schema: { type: "string" } },
};

export const PARAMETERS: Values = {
  apikey: { name: "apikey", in: "path", required: true, description: "The caller's key.", schema: { type: "string" } },
  ifNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "An etag that the caller knows: when nothing changed since, the answer is 304 and empty.",
    schema: { type: "string" },
  },
};

const ETAG: Values = { ETag: { $ref: "#/components/headers/ETag" } };

const NOT_MODIFIED: Values = {
  description: "Nothing changed since the etag that `If-None-Match` names.",
  headers: ETAG,
};

/** The document tells of itself. */
export const ITSELF: Operation = {
  path: "/api/openapi.json",
  method: "get",
  tag: "reference",
  values: {
    operationId: "getApiOpenapiJson",
    summary: "Get this reference",
    responses: { 200: { description: "An OpenAPI document.", content: json({ type: "object" }) } },
  },
};

/** A read that needs no key has two paths: with a key it may answer more. */
export function operations(row: Route, schemas: Schemas, routes: readonly Route[]): readonly Operation[] {
  const [method, pattern, , about] = row;
  const [first] = segmentsOf(pattern);
  const inner = pattern === "/" ? "" : pattern.replace(/:(\w+)\*?/g, "{$1}");
  const keyed = about.at === undefined || method === "GET" ? [`${KEYED}${inner}`] : [];
  const paths = about.at === undefined ? keyed : [...keyed, about.at];
  return paths.map((path) => ({
    path,
    method: method.toLowerCase(),
    tag: first ?? "everything",
    values: {
      operationId: operationId(method, path),
      summary: about.does,
      ...(method === "GET" ? reading(row, schemas, routes) : writing(row, schemas)),
    },
  }));
}

/** The parameters of a path, as every operation on it has them. */
export function parameters(path: string): Record<string, unknown> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return {};
  return {
    parameters: names.map((name) =>
      Object.hasOwn(PARAMETERS, name)
        ? { $ref: `#/components/parameters/${name}` }
        : { name, in: "path", required: true, schema: { type: "string" } },
    ),
  };
}

export function refusals(schemas: Schemas): Values {
  const rows = Object.values(REFUSALS).map(([name, description]) => [
    name,
    { description, content: json(errors(schemas)) },
  ]);
  return Object.fromEntries(rows);
}

function reading(row: Route, schemas: Schemas, routes: readonly Route[]): Values {
  const [, pattern, , { gives, one, all, answers, refuses, query }] = row;
  if (refuses) return { responses: failures(row) };
  const schema = pattern === "/" ? everything(row, schemas, routes) : answer(row, schemas);
  const content = { description: sentence(answers) ?? "What was asked for.", content: json(schema) };
  if (gives && !one && !all && pattern !== "/")
    return { ...queried(query), responses: { 200: content, ...failures(row) } };
  return {
    parameters: [{ $ref: "#/components/parameters/ifNoneMatch" }],
    responses: {
      200: { ...content, headers: ETAG },
      304: NOT_MODIFIED,
      ...failures(row),
    },
  };
}

function queried(query: Fields | undefined): Values {
  if (!query) return {};
  const parameters = Object.entries(query).map(([name, { about, ...field }]) => ({
    ...{ name, in: "query" },
    ...(about === undefined ? {} : { description: sentence(about) }),
    schema: schemaOf(field),
  }));
  return { parameters };
}

function writing(row: Route, schemas: Schemas): Values {
  const [, , , { answers, needs, refuses, etag, gives }] = row;
  if (refuses) return { responses: failures(row) };
  const schema = body(row, schemas);
  const done = gives
    ? { description: sentence(answers) ?? "What came of it.", content: json(schemaOf(gives)) }
    : { description: sentence(answers) ?? "One outcome for each member.", content: json(outcomes(schemas)) };
  return {
    ...(schema ? { requestBody: { ...(needs ? { required: true } : {}), content: json(schema) } } : {}),
    responses: { 200: etag ? { ...done, headers: ETAG } : done, ...failures(row) },
  };
}

/** `/x` reads all of the family x, `/x/:id` one of it. */
function answer([, pattern, , about]: Route, schemas: Schemas): Schema {
  const { one, all, gives } = about;
  const segments = segmentsOf(pattern);
  const family = segments[0] ?? "";
  if (gives) {
    if (!one) return schemaOf(gives);
    return { allOf: [schemas.one(one), schemaOf(gives)] };
  }
  if (one) return schemas.one(one);
  return all || segments.length === 1 ? schemas.all(all ?? family) : schemas.one(family);
}

/** Members of the whole that can also be read alone look as they do there. */
function everything([, , , { gives }]: Route, schemas: Schemas, routes: readonly Route[]): Schema {
  const properties = Object.entries(gives?.members ?? {}).map(([name, field]) => {
    const alone = routes.find(
      ([method, pattern, , { refuses }]) => method === "GET" && pattern === `/${name}` && !refuses,
    );
    return [name, alone ? answer(alone, schemas) : schemaOf(field)];
  });
  return { type: "object", properties: Object.fromEntries(properties) };
}

function body([method, pattern, , about]: Route, schemas: Schemas): Schema | undefined {
  const segments = segmentsOf(pattern);
  const family = about.one ?? segments[0] ?? "";
  if (about.takes) return schemaOf(about.takes);
  if (about.body) {
    const properties: Record<string, unknown> = { ...schemasOf(method === "POST" ? about.body : undone(about.body)) };
    for (const name of Object.keys(about.body)) {
      const schema = isSection(name) && schemas.section(family, name, true);
      if (schema) properties[name] = schema;
    }
    const types = method === "POST" ? schemas.creatable(family) : [];
    if (types.length > 0 && about.body.type) properties.type = { type: "string", enum: types };
    return { type: "object", ...(about.needs ? { required: about.needs } : {}), properties };
  }
  const last = segments.at(-1) ?? "";
  return method === "PUT" && isSection(last) ? schemas.section(family, last, true) : undefined;
}

/** A member that a change leaves out stays as it is: there a default would mislead. */
function undone(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, { default: _, ...field }]) => [name, field]));
}

function failures([method, pattern, , about]: Route): Values {
  const { open, refuses, lenient, idle, errors: named = [], body: members, takes } = about;
  const statuses = new Set(named.map((name) => ERRORS[name].status));
  const writes = method !== "GET";
  if (!open) statuses.add(403);
  if (!refuses) {
    if (members || takes || method === "PUT") statuses.add(400);
    if (pattern.includes(":") && !lenient) statuses.add(404);
    if (writes && !idle) statuses.add(503);
  }
  const rows = [...statuses].sort().map((status) => {
    const [name] = REFUSALS[status] ?? [];
    return [status, name ? { $ref: `#/components/responses/${name}` } : { description: "Refused." }];
  });
  return Object.fromEntries(rows);
}

function outcomes(schemas: Schemas): Schema {
  return schemas.named("Outcomes", () => ({ type: "array", items: outcome(schemas) }));
}

function errors(schemas: Schemas): Schema {
  return schemas.named("Errors", () => ({ type: "array", minItems: 1, items: outcome(schemas) }));
}

/** A refusal may tell the successes before it, too. */
function outcome(schemas: Schemas): Schema {
  return { anyOf: [schemas.named("Success", success), schemas.named("Error", error)] };
}

function success(): Schema {
  return {
    type: "object",
    required: ["success"],
    properties: {
      success: {
        description:
          "An object with the address of the member and its value, or with the id of what is new; or a text.",
        type: ["object", "string"],
      },
    },
  };
}

function error(): Schema {
  const rows = Object.values(ERRORS);
  const types = [...new Set(rows.map(({ type }) => type))];
  return {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["type", "address", "description"],
        properties: {
          type: { type: "integer", enum: types, description: "The number of the error." },
          address: { type: "string", description: "What was refused." },
          description: { type: "string", description: "The error in words, escaped for HTML." },
        },
      },
    },
  };
}

function operationId(method: string, path: string): string {
  const open = !path.startsWith(KEYED);
  const name = word(path.slice(open ? 0 : KEYED.length)) || "Everything";
  return method.toLowerCase() + name;
}

function json(schema: Schema): Values {
  return { "application/json": { schema } };
}

function sentence(text: string | undefined): string | undefined {
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
