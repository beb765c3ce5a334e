import assert from "node:assert/strict";
import { test } from "node:test";
import type { Route } from "../../../src/core/router.ts";
import { openapi } from "../../../src/edges/deconz/openapi.ts";
import type { Definition, Definitions } from "../../../src/model/definitions.ts";
import { bool, int, isVisible, text } from "../../../src/model/fields.ts";
import { isObject, SECTIONS } from "../../../src/model/resource.ts";
import { CONSTANTS } from "../../../src/resources/config/type.ts";
import { DEFINITIONS, ROUTES } from "../../../src/resources/index.ts";
import { faults, operationsOf, schemaIn } from "../../support/documents.ts";
import { clip, type FakeHouse, house } from "../../support/fakes.ts";
import { command, newKey } from "../../support/schedules.ts";
import { misfits, resolve } from "../../support/schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const DOCUMENT = openapi(DEFINITIONS, ROUTES);
const SCHEMAS = schemasOf(DOCUMENT);
const CREATABLE = Object.entries(DEFINITIONS).filter(([, { clients }]) => clients.create);

test("it is an OpenAPI 3.1 document", () => {
  assert.deepEqual(faults(DOCUMENT), []);
  assert.equal((DOCUMENT.info as Json).version, CONSTANTS.apiversion);
});

const broken: [what: string, document: Json, fault: RegExp][] = [
  ["a reference that leads nowhere", withSchema("Success", { $ref: "#/components/schemas/No" }), /leads nowhere/],
  ["a parameter that nobody declares", { ...DOCUMENT, paths: { "/a/{b}": { get: { summary: "x" } } } }, /declares/],
  ["another version", { ...DOCUMENT, openapi: "3.0.3" }, /openapi is 3.0.3/],
  ["a keyword from nowhere", withSchema("Success", { nullable: true }), /nullable, which is unknown/],
  ["a member that is required and not there", withSchema("Success", { required: ["no"] }), /does not declare it/],
];

for (const [what, document, fault] of broken) {
  test(`the check of documents sees ${what}`, () => {
    assert.match(faults(document).join("\n"), fault);
  });
}

test("every row of the table is one operation, and reads without a key are one more", () => {
  const found = operationsOf(DOCUMENT).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(found.sort(), ["get /api/openapi.json", ...ROUTES.flatMap(placesOf)].sort());
});

test("a client asks for a key at POST /api", () => {
  assert.ok(operation("/api", "post"));
  assert.equal(operation("/api/{apikey}/config/whitelist", "post"), undefined);
});

const statuses: [request: string, statuses: string][] = [
  ["get /api/{apikey}/sensors", "200 304 403"],
  ["get /api/{apikey}/sensors/{id}", "200 304 403 404"],
  ["get /api/{apikey}/capabilities", "200 403"],
  ["get /api/config", "200 304"],
  ["post /api/{apikey}/rules/{id}/try", "200 403 404"],
  ["put /api/{apikey}/sensors/{id}/state", "200 400 403 404 503"],
  ["post /api", "200 400 403 503"],
  ["delete /api/{apikey}/resourcelinks/{id}", "200 403 404 503"],
  ["delete /api/{apikey}/config/whitelist/{key}", "200 403 503"],
  ["put /api/{apikey}/userparameter/{name}", "200 400 403 503"],
  ["post /api/{apikey}/config/restart", "200 403"],
  ["delete /api/{apikey}/config/password", "403"],
];

for (const [request, expected] of statuses) {
  test(`${request} answers ${expected}, and an answer that may be 304 has an etag`, () => {
    const [method = "", path = ""] = request.split(" ");
    const responses = operation(path, method)?.responses as Record<string, Json>;
    assert.equal(Object.keys(responses).join(" "), expected);
    if (method === "get") assert.equal(responses["200"]?.headers !== undefined, "304" in responses);
  });
}

for (const [type, definition] of CREATABLE) {
  test(`${type} is there with all its members`, () => {
    assert.deepEqual(membersOf(SCHEMAS[type]), seenFrom(definition));
    assert.ok(newTypes(DOCUMENT).includes(type));
  });
}

test("a member tells its range, unit, default, and whether clients may write it", () => {
  const state = resolve(DOCUMENT, properties(SCHEMAS.CLIPLightLevel).state);
  const { lightlevel, lux } = properties(state);
  const { min, max, unit, default: initial } = DEFINITIONS.CLIPLightLevel?.state.lightlevel ?? {};
  assert.deepEqual(lightlevel, { type: "integer", minimum: min, maximum: max, "x-unit": unit, default: initial });
  assert.equal((lux as Json).readOnly, true);
});

test("a type that is added in one row is there, with the name of a component", () => {
  const more: Definitions = {
    ...DEFINITIONS,
    "CLIP On/Off thing": { ...like("CLIPFire"), state: { brandnew: bool() } },
  };
  const document = openapi(more, ROUTES);
  assert.deepEqual(faults(document), []);
  assert.ok(newTypes(document).includes("CLIP On/Off thing"));
  const schema = schemasOf(document).CLIPOnOffThing;
  assert.deepEqual(properties(resolve(document, properties(schema).state)), { brandnew: { type: "boolean" } });
});

test("a type with a state that no client writes says so", () => {
  const document = openapi(
    { ...DEFINITIONS, ZHAFire: { ...like("CLIPFire"), clients: { write: ["config"] } } },
    ROUTES,
  );
  const { state, config, name } = properties(schemasOf(document).ZHAFire);
  assert.equal((properties(resolve(document, state)).fire as Json).readOnly, true);
  assert.equal((properties(resolve(document, config)).on as Json).readOnly, undefined);
  assert.equal((name as Json).readOnly, true);
  const body = JSON.stringify(operation("/api/{apikey}/sensors/{id}/state", "put", document)?.requestBody);
  assert.ok(body.includes("CLIPFireState") && !body.includes("ZHAFireState"));
});

test("a member that is only written is in the request, and marked as not coming back", () => {
  const { lat } = properties(resolve(DOCUMENT, properties(SCHEMAS.Daylight).config));
  assert.equal((lat as Json).writeOnly, true);
});

test("a view that works with its values does not keep its type out", () => {
  const view: Definition["view"] = ({ state }) => ({ loud: (state.word as string).toUpperCase() });
  const document = openapi(
    { ...DEFINITIONS, CLIPWord: { ...like("CLIPFire"), state: { word: text() }, view } },
    ROUTES,
  );
  assert.ok(membersOf(schemasOf(document).CLIPWord, document).includes("state.word"));
});

test("hidden members are nowhere", () => {
  const secret = { secret: int({ access: "hidden", about: "secret" }) };
  const { attr, config, state, action, ...rest } = like("CLIPFire");
  const view: Definition["view"] = (resource) => ({ ...resource.attr, ...resource });
  const telling: Definition = {
    ...rest,
    attr: { ...attr, ...secret },
    config: { ...config, ...secret },
    state: { ...state, ...secret },
    action: { ...action, ...secret },
  };
  for (const definition of [telling, { ...telling, view }]) {
    const text = JSON.stringify(openapi({ ...DEFINITIONS, CLIPTelling: definition }, ROUTES));
    assert.ok(text.includes("CLIPTellingState"));
    assert.ok(!text.includes("secret"));
  }
});

test("a member that the config hides is in no answer", () => {
  const { get, put } = (DOCUMENT.paths as Record<string, Record<string, Json>>)["/api/{apikey}/config"] ?? {};
  const answer = JSON.stringify([get, SCHEMAS.Config]);
  for (const [name, field] of Object.entries(DEFINITIONS.Config?.attr ?? {}))
    assert.equal(answer.includes(`"${name}":`), isVisible(field), name);
  assert.ok(JSON.stringify(put).includes('"unlock"'));
});

test("real answers fit", async () => {
  const home = await house();
  const asked = await furnish(home);
  for (const [path, address] of asked) {
    const { body } = await home.ask("GET", address);
    assert.deepEqual(misfits(DOCUMENT, answerTo("get", path), body), [], address);
  }
  await home.stop();
});

test("the public part of the config fits, too", async () => {
  const home = await house();
  const { body } = await home.perform(
    { method: "GET", address: "/config", isAnonymous: true },
    { by: "rest:stranger", depth: 0 },
  );
  assert.deepEqual(misfits(DOCUMENT, answerTo("get", "/api/config"), body), []);
  await home.stop();
});

test("outcomes and errors fit", async () => {
  const home = await house();
  const create = (body: unknown) => home.ask("POST", "/sensors", body);
  const done = await create(clip("CLIPFire"));
  assert.deepEqual(misfits(DOCUMENT, answerTo("post", "/api/{apikey}/sensors"), done.body), []);
  const refused = await create({ name: "half" });
  assert.deepEqual(misfits(DOCUMENT, answerTo("post", "/api/{apikey}/sensors", refused.status), refused.body), []);
  const absent = await home.ask("GET", "/sensors/99");
  assert.deepEqual(misfits(DOCUMENT, answerTo("get", "/api/{apikey}/sensors/{id}", 404), absent.body), []);
  const mixed = await home.ask("PUT", "/sensors/1/config", { on: false, foo: 1 });
  assert.deepEqual(misfits(DOCUMENT, answerTo("put", "/api/{apikey}/sensors/{id}/config"), mixed.body), []);
  assert.notDeepEqual(misfits(DOCUMENT, answerTo("get", "/api/{apikey}/sensors/{id}", 404), { error: "no" }), []);
  const strange = [{ error: { type: 9999, address: "/", description: "no" } }];
  assert.notDeepEqual(misfits(DOCUMENT, answerTo("get", "/api/{apikey}/sensors/{id}", 404), strange), []);
  await home.stop();
});

test("a broken sensor does not fit", async () => {
  const home = await house();
  await home.ask("POST", "/sensors", clip("CLIPPresence"));
  const sensor = (await home.ask("GET", "/sensors/1")).body as Json;
  const state = sensor.state as Json;
  const schema = answerTo("get", "/api/{apikey}/sensors/{id}");
  const { state: _, ...stateless } = sensor;
  const worse: readonly Json[] = [
    stateless,
    { ...sensor, state: { ...state, presence: "yes" } },
    { ...sensor, type: "CLIPNothing" },
    { ...sensor, config: { ...(sensor.config as Json), battery: 101 } },
    { ...sensor, sorcery: 1 },
  ];
  assert.deepEqual(misfits(DOCUMENT, schema, sensor), []);
  for (const one of worse) assert.notDeepEqual(misfits(DOCUMENT, schema, one), [], JSON.stringify(one));
  await home.stop();
});

test("push messages fit", async () => {
  const home = await house();
  await home.ask("POST", "/sensors", clip("CLIPSwitch"));
  const sensor = (await home.ask("GET", "/sensors/1")).body as Json;
  const frame = { t: "event", r: "sensors", id: "1", uniqueid: sensor.uniqueid };
  const told: readonly Json[] = [
    { ...frame, e: "added", sensor },
    { ...frame, e: "changed", state: { buttonevent: 1002, lastupdated: "2026-03-01T12:00:00.000" } },
    { ...frame, e: "changed", config: { battery: 50 } },
    { ...frame, e: "changed", name: "Hall", attr: { name: "Hall" } },
    { ...frame, e: "deleted" },
  ];
  const schema = { $ref: "#/components/schemas/PushMessage" };
  for (const message of told) assert.deepEqual(misfits(DOCUMENT, schema, message), [], JSON.stringify(message));
  assert.notDeepEqual(misfits(DOCUMENT, schema, { ...frame, e: "lost" }), []);
  assert.notDeepEqual(misfits(DOCUMENT, schema, { ...frame, e: "changed", r: "schedules" }), []);
  await home.stop();
});

/** One of everything that can be made here; answers where to look at it. */
async function furnish(home: FakeHouse): Promise<readonly (readonly [path: string, address: `/${string}`])[]> {
  const ids = CREATABLE.map((_, index) => `/sensors/${index + 1}` as const);
  for (const [type] of CREATABLE) await home.ask("POST", "/sensors", clip(type));
  for (const [index, [, { state }]] of CREATABLE.entries()) {
    const [name = "", field] = Object.entries(state)[0] ?? [];
    await home.ask("PUT", `/sensors/${index + 1}/state`, { [name]: field?.default ?? "2026-03-01T12:00:00" });
  }
  await home.ask("POST", "/resourcelinks", { name: "l", classid: 1, links: ["/sensors/1"] });
  await home.ask("POST", "/userparameter/drawer", "text");
  await home.ask("POST", "/schedules", { command: command(await newKey(home)), time: "R/PT00:10:00A00:01:00" });
  return [
    ...ids.map((address) => ["/api/{apikey}/sensors/{id}", address] as const),
    ["/api/{apikey}", "/"],
    ["/api/{apikey}/config", "/config"],
    ["/api/{apikey}/sensors", "/sensors"],
    ["/api/{apikey}/sensors/new", "/sensors/new"],
    ["/api/{apikey}/resourcelinks", "/resourcelinks"],
    ["/api/{apikey}/resourcelinks/{id}", "/resourcelinks/1"],
    ["/api/{apikey}/schedules", "/schedules"],
    ["/api/{apikey}/schedules/{id}", "/schedules/1"],
    ["/api/{apikey}/schedules/{id}/next", "/schedules/1/next"],
    ["/api/{apikey}/userparameter", "/userparameter"],
    ["/api/{apikey}/capabilities", "/capabilities"],
    ["/api/{apikey}/info/timezones", "/info/timezones"],
    ["/api/{apikey}/devices", "/devices"],
  ];
}

function placesOf([method, pattern, , { at }]: Route): readonly string[] {
  const verb = method.toLowerCase();
  const keyed = `${verb} /api/{apikey}${pattern === "/" ? "" : pattern.replace(/:(\w+)\*?/g, "{$1}")}`;
  if (!at) return [keyed];
  return method === "GET" ? [keyed, `${verb} ${at}`] : [`${verb} ${at}`];
}

function operation(path: string, method: string, document: Json = DOCUMENT): Json | undefined {
  return operationsOf(document).find((each) => each.path === path && each.method === method)?.operation;
}

function answerTo(method: string, path: string, status = 200): unknown {
  const responses = operation(path, method)?.responses as Json | undefined;
  const schema = schemaIn(resolve(DOCUMENT, responses?.[status]));
  assert.ok(schema, `${method} ${path} ${status}`);
  return schema;
}

/** As an answer shows them: "name", "state.fire". */
function membersOf(schema: unknown, document: Json = DOCUMENT): readonly string[] {
  return Object.entries(properties(resolve(document, schema)))
    .flatMap(([name, each]) => {
      const inner = properties(resolve(document, each));
      return Object.keys(inner).length > 0 ? Object.keys(inner).map((member) => `${name}.${member}`) : [name];
    })
    .sort();
}

function seenFrom(definition: Definition): readonly string[] {
  return SECTIONS.flatMap((section) =>
    Object.entries(definition[section])
      .filter(([, field]) => isVisible(field))
      .map(([name]) => (section === "attr" ? name : `${section}.${name}`)),
  ).sort();
}

function newTypes(document: Json): readonly string[] {
  const body = schemaIn(operation("/api/{apikey}/sensors", "post", document)?.requestBody) as Json;
  return (properties(body).type as { enum: readonly string[] }).enum;
}

function schemasOf(document: Json): Record<string, Json> {
  return (document.components as { schemas: Record<string, Json> }).schemas;
}

function properties(schema: unknown): Json {
  const found = isObject(schema) ? schema.properties : undefined;
  return isObject(found) ? found : {};
}

function like(type: string): Definition {
  const definition = DEFINITIONS[type];
  assert.ok(definition);
  return definition;
}

function withSchema(name: string, more: Json): Json {
  const components = DOCUMENT.components as Json;
  return { ...DOCUMENT, components: { ...components, schemas: { ...SCHEMAS, [name]: { ...SCHEMAS[name], ...more } } } };
}
