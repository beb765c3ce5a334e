/** A sensor type is one row: everything else follows from it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelOf } from "../../nodes/admin/dialog-model.ts";
import { openapi } from "../../src/edges/deconz/openapi.ts";
import { int, text } from "../../src/model/fields.ts";
import { DEFINITIONS, ROUTES } from "../../src/resources/index.ts";
import { clip as definition } from "../../src/resources/sensors/types.ts";
import { clip, settle } from "../support/fakes.ts";
import { listener } from "../support/push.ts";
import { contract, created, inShort, overHttp, seen } from "../support/transports.ts";

const ROW = {
  state: { noise: int({ min: 0, max: 140, default: 30, unit: "dB" }), source: text({ oneOf: ["street", "inside"] }) },
  config: { limit: int({ min: 0, max: 140, default: 80 }) },
};
const withRow = () => ({ definitions: { ...DEFINITIONS, CLIPNoise: definition("Noise", ROW) } });

contract(
  "one row more, and it is created, checked, written and told",
  async ({ ask, heard }) => {
    assert.deepEqual(inShort(await ask("POST", "/sensors", clip("CLIPNoise", { state: { noise: 141 } }))), [
      400,
      [7, "/sensors/state"],
    ]);
    await created(ask, "/sensors", clip("CLIPNoise"));
    const { state, config } = await seen(ask, "/sensors/1");
    assert.deepEqual(state, { noise: 30, lastupdated: "none" });
    assert.deepEqual(config, { on: true, reachable: true, limit: 80 });
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", { noise: "99", source: "street" })), [
      200,
      { "/sensors/1/state/noise": 99 },
      { "/sensors/1/state/source": "street" },
    ]);
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", { source: "sky" })), [
      400,
      [7, "/sensors/1/state/source"],
    ]);
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/config", { limit: -1, loud: 1 })), [
      400,
      [7, "/sensors/1/config/limit"],
      [6, "/sensors/1/config/loud"],
    ]);
    await settle();
    const last = { noise: 99, source: "street", lastupdated: "2026-03-01T12:00:00.000" };
    assert.deepEqual([heard.at(-1)?.section, heard.at(-1)?.values], ["state", last]);
  },
  withRow,
);

overHttp(
  "and its changes are pushed",
  async ({ ask, port }) => {
    await created(ask, "/sensors", clip("CLIPNoise"));
    const client = await listener(port);
    await ask("PUT", "/sensors/1/state", { noise: 31 });
    const [message] = await client.has(1);
    assert.deepEqual(message?.state, { noise: 31, lastupdated: "2026-03-01T12:00:00.000" });
    client.socket.terminate();
  },
  withRow,
);

contract(
  "and the pickers of the editor offer it, with its members",
  async ({ ask, store }) => {
    await created(ask, "/sensors", clip("CLIPNoise"));
    const { resources, types } = modelOf(store);
    const members = resources[0]?.members;
    assert.deepEqual([resources[0]?.address, resources[0]?.type], ["/sensors/1", "CLIPNoise"]);
    assert.deepEqual([members?.state?.slice(0, 2), members?.config?.at(-1)], [["noise", "source"], "limit"]);
    assert.deepEqual(types.find(({ type }) => type === "CLIPNoise")?.members, members);
  },
  withRow,
);

test("and the reference tells of it: its ranges, and that it may be created", () => {
  const document = openapi(withRow().definitions, ROUTES);
  const { schemas } = document.components as { schemas: Record<string, { properties: Record<string, unknown> }> };
  const noise = { type: "integer", minimum: 0, maximum: 140, default: 30, "x-unit": "dB" };
  assert.deepEqual(schemas.CLIPNoiseState?.properties.noise, noise);
  assert.deepEqual(schemas.CLIPNoiseState?.properties.source, { type: "string", enum: ["street", "inside"] });
  assert.ok(schemas.CLIPNoiseConfig?.properties.limit);
  const text = JSON.stringify((document.paths as Record<string, unknown>)["/api/{apikey}/sensors"]);
  assert.match(text, /"enum":\[[^\]]*"CLIPNoise"/);
});

contract("without the row there is no such type", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("POST", "/sensors", clip("CLIPNoise"))), [400, [7, "/sensors"]]);
});
