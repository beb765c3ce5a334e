/** A resource as a line on the disk, and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frozen, NOTHING, thawed } from "../../src/core/records.ts";
import type { Resource } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";

const SENSOR: Resource = {
  address: "/sensors/1",
  type: "CLIPAlarm",
  attr: { name: "a.b$c" },
  config: { on: true },
  state: { alarm: false, lastupdated: "none" },
  action: NOTHING,
};

function freeze(resource: Resource): string {
  const definition = DEFINITIONS[resource.type];
  assert.ok(definition);
  return frozen(resource, definition);
}

test("there and back", () => {
  const json = freeze(SENSOR);
  assert.deepEqual(JSON.parse(json), {
    type: "CLIPAlarm",
    attr: SENSOR.attr,
    config: SENSOR.config,
    state: SENSOR.state,
  });
  assert.deepEqual(thawed({ address: "/sensors/1", json }, DEFINITIONS), SENSOR);
});

test("live values stay behind", () => {
  const attr = { name: "n", UTC: "now", linkbutton: true, permitjoin: 5 };
  const config: Resource = { ...SENSOR, address: "/config", type: "Config", attr, config: NOTHING, state: NOTHING };
  assert.equal(freeze(config), '{"type":"Config","attr":{"name":"n"}}');
});

const STRANGE: [address: Resource["address"], json: string | undefined][] = [
  ["/sensors/1", undefined],
  ["/sensors/1", ""],
  ["/sensors/1", "null"],
  ["/sensors/1", "[]"],
  ["/sensors/1", "{}"],
  ["/sensors/1", '{"type":5}'],
  ["/sensors/1", '{"type":"FromTheFuture"}'],
  ["/sensors/1", '{"type":"__proto__"}'],
  ["/lights/1", '{"type":"CLIPAlarm"}'],
];
for (const [address, json] of STRANGE) {
  test(`not understood: ${address} ${json}`, () => {
    assert.equal(thawed(json === undefined ? { address } : { address, json }, DEFINITIONS), undefined);
  });
}
