/** A resource as a line on the disk, and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesSince, frozen, NOTHING, thawed, thawedWhole } from "../../src/core/records.ts";
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

function changes(kept: Resource, resource: Resource): string | undefined {
  const definition = DEFINITIONS[resource.type];
  assert.ok(definition);
  return changesSince(kept, resource, definition);
}

test("the changes since a record, and the resource made of both", () => {
  const state = { alarm: true, lastupdated: "now" };
  const later = changes(SENSOR, { ...SENSOR, attr: { ...SENSOR.attr }, state: { ...SENSOR.state, ...state } });
  assert.deepEqual(JSON.parse(later ?? ""), { state });
  const record = { address: SENSOR.address, json: freeze(SENSOR), later: later ?? "" };
  assert.deepEqual(thawed(record, DEFINITIONS), { ...SENSOR, state: { ...SENSOR.state, ...state } });
  assert.deepEqual(thawedWhole(record, DEFINITIONS), SENSOR);
  assert.deepEqual(thawed({ ...record, later: "rubbish" }, DEFINITIONS), SENSOR);
});

test("a live value is no change; a member that went, another name and another type need the whole", () => {
  const attr = { name: "n", UTC: "now" };
  const config: Resource = { ...SENSOR, address: "/config", type: "Config", attr, config: NOTHING, state: NOTHING };
  assert.equal(changes(config, { ...config, attr: { ...attr, UTC: "later" } }), "{}");
  assert.equal(changes(config, { ...config, attr: { name: "n" } }), "{}");
  assert.equal(changes(SENSOR, { ...SENSOR, state: { alarm: true } }), undefined);
  assert.equal(changes(SENSOR, { ...SENSOR, attr: { name: "b" } }), undefined);
  const heard: Resource = { ...SENSOR, type: "ZHAAlarm", attr: { ...SENSOR.attr, lastseen: "2026-03-01T12:00Z" } };
  assert.equal(changes({ ...SENSOR, type: "ZHAAlarm" }, heard), '{"attr":{"lastseen":"2026-03-01T12:00Z"}}');
  assert.equal(changes(SENSOR, { ...SENSOR, type: "CLIPPresence" }), undefined);
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
