/** The resource and the facts that a write makes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { patched } from "../../src/core/draft.ts";
import type { Resource, Section, Values } from "../../src/model/resource.ts";
import { SENSOR_TYPES } from "../../src/resources/sensors/types.ts";
import { START } from "../support/fakes.ts";

function sensor(type: string, state: Values, config: Values = {}): Resource {
  return { address: "/sensors/1", type, attr: {}, config, state, action: {} };
}

function write(resource: Resource, section: Section, values: Values, now = START) {
  const definition = SENSOR_TYPES[resource.type];
  assert.ok(definition);
  return patched(resource, definition, section, values, now);
}

const NOON = "2026-03-01T12:00:00.000";

test("only a value that differs is news, with its old value beside it; lists and objects count by their content", () => {
  const before = sensor("CLIPPower", { power: 1, voltage: 2, lastupdated: "none" });
  const [step, ...others] = write(before, "state", { power: 1, voltage: 3 });
  assert.deepEqual(others, []);
  assert.deepEqual(step?.values, { voltage: 3, lastupdated: NOON });
  assert.deepEqual(step?.before, { voltage: 2, lastupdated: "none" });
  assert.deepEqual(step?.resource.state, { power: 1, voltage: 3, lastupdated: NOON });
  assert.deepEqual(write(sensor("CLIPPower", {}, { url: "/a" }), "config", { url: "/a" }), []);
  assert.deepEqual(write({ ...before, attr: { list: [{ a: 1 }] } }, "attr", { list: [{ a: 1 }] }), []);
});

test("a press is news every time, and has no before", () => {
  const [step] = write(sensor("CLIPSwitch", { buttonevent: 1002, lastupdated: NOON }), "state", { buttonevent: 1002 });
  assert.deepEqual(step?.values, { buttonevent: 1002, lastupdated: "2026-03-01T12:00:00.001" });
  assert.deepEqual(step?.before, { lastupdated: NOON });
});

const STAMPS: [old: unknown, stamp: string][] = [
  ["none", NOON],
  [undefined, NOON],
  ["2026-03-01T11:00:00.000", NOON],
  [NOON, "2026-03-01T12:00:00.001"],
  ["2026-03-01T12:00:00.007", "2026-03-01T12:00:00.008"],
  ["2026-03-01T13:00:00.000", "2026-03-01T13:00:00.001"],
];
for (const [old, stamp] of STAMPS) {
  test(`after ${old} comes ${stamp}, though the clock may have been put back`, () => {
    const [step] = write(sensor("CLIPAlarm", { lastupdated: old }), "state", { alarm: true });
    assert.equal(step?.values.lastupdated, stamp);
  });
}

test("a member taken away is told as null", () => {
  const [step] = write(sensor("CLIPAlarm", {}, { battery: 5 }), "config", { battery: undefined, url: undefined });
  assert.deepEqual(step?.values, { battery: null });
  assert.deepEqual(step?.before, { battery: 5 });
  assert.deepEqual(step?.resource.config, {});
});

test("a sensor that is off stands still, but its config does not", () => {
  const off = sensor("CLIPTemperature", { temperature: 5 }, { on: false, offset: 0 });
  assert.deepEqual(write(off, "state", { temperature: 6 }), []);
  const steps = write(off, "config", { offset: 10 });
  assert.deepEqual(
    steps.map(({ section }) => section),
    ["config"],
  );
  const on = write(off, "config", { on: true, offset: 10 });
  assert.deepEqual(
    on.map(({ section, values }) => [section, values]),
    [
      ["config", { on: true, offset: 10 }],
      ["state", { temperature: 15, lastupdated: NOON }],
    ],
  );
});
