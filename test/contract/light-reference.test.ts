/** The reference tells the truth about lights and groups: the answers and the pushed messages fit it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openapi } from "../../src/edges/deconz/openapi.ts";
import { pushMessage } from "../../src/edges/deconz/push-messages.ts";
import type { Values } from "../../src/model/resource.ts";
import { DEFINITIONS, ROUTES } from "../../src/resources/index.ts";
import { LIGHT_TYPES } from "../../src/resources/lights/light-types.ts";
import { operationsOf, schemaIn } from "../support/documents.ts";
import { fakeDevices, fakeRadio, house, settle } from "../support/fakes.ts";
import { BY_RADIO, light } from "../support/lights.ts";
import { misfits, resolve } from "../support/schemas.ts";

const DOCUMENT = openapi(DEFINITIONS, ROUTES);

function schemaOf(method: string, path: string, of: "answer" | "body" = "answer"): unknown {
  const found = operationsOf(DOCUMENT).find((each) => each.method === method && each.path === `/api/{apikey}${path}`);
  assert.ok(found, `${method} ${path}`);
  const { responses, requestBody } = found.operation as { responses: Values; requestBody: unknown };
  return schemaIn(of === "body" ? requestBody : resolve(DOCUMENT, responses[200]));
}

/** Members that the device has, and never told. */
const empty = (names: Values) => Object.fromEntries(Object.keys(names).map((name) => [name, null]));

for (const [type, { state, config }] of Object.entries(LIGHT_TYPES)) {
  test(`${type}: as it is read`, async () => {
    const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
    const { reachable: _, alert: __, ...untold } = state;
    const { groups: ___, ...unset } = config;
    await light(world, type);
    await light(world, type, { state: empty(untold), config: empty(unset), attr: { swversion: null } });
    for (const at of ["/lights/1", "/lights/2"] as const) {
      const { body } = await world.ask("GET", at);
      assert.deepEqual(misfits(DOCUMENT, schemaOf("get", "/lights/{id}"), body), []);
    }
    const { body } = await world.ask("GET", "/lights");
    assert.deepEqual(misfits(DOCUMENT, schemaOf("get", "/lights"), body), []);
    await world.stop();
  });
}

test("groups as they are read; all facts of lights and groups", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
  const { store, ask, heard } = world;
  await light(world, "Extended color light", { config: { "on/startup": 1 } });
  await ask("POST", "/groups", { name: "G", type: "Room", lights: ["1"] });
  await ask("PUT", "/groups/1", { name: "H", hidden: true, class: "Office", lightsequence: ["1"] });
  await ask("PUT", "/groups/1/action", { on: false, bri: 5 });
  await ask("PUT", "/lights/1", { name: "L" });
  store.patch("/lights/1", "config", { "on/startup": 255 }, BY_RADIO);
  await settle();
  for (const at of ["/groups/1", "/groups/0"] as const) {
    const { body } = await ask("GET", at);
    assert.deepEqual(misfits(DOCUMENT, schemaOf("get", "/groups/{id}"), body), [], at);
  }
  assert.deepEqual(misfits(DOCUMENT, schemaOf("get", "/groups"), (await ask("GET", "/groups")).body), []);
  await ask("DELETE", "/groups/1");
  await ask("DELETE", "/lights/1");
  await settle();
  const messages = heard.flatMap((change) => {
    const definition = store.definition(change.resource);
    return pushMessage(change, { definition, whole: false, view: (resource) => store.view(resource) }) ?? [];
  });
  assert.ok(messages.length > 12, `${messages.length}`);
  const schema = { $ref: "#/components/schemas/PushMessage" };
  for (const message of messages) assert.deepEqual(misfits(DOCUMENT, schema, message), [], JSON.stringify(message));
  await world.stop();
});

test("bodies that the reference allows", () => {
  const bodies: readonly (readonly [path: string, method: string, body: Values])[] = [
    ["/lights/{id}/state", "put", { on: true, bri: 5, xy: [0.1, 0.2], transitiontime: 4, stop: true, lift: 5 }],
    ["/lights/{id}/config", "put", { on: { startup: "previous" }, color: { ct: { startup: 300 } } }],
    ["/groups", "post", { name: "x", type: "Room", class: "Office", lights: ["1"] }],
    ["/groups/{id}", "put", { lights: ["1"], hidden: false }],
    ["/groups/{id}/action", "put", { toggle: true, ct_inc: 5 }],
  ];
  for (const [path, method, body] of bodies)
    assert.deepEqual(misfits(DOCUMENT, schemaOf(method, path, "body"), body), [], path);
});
