/** A kind of sensor is one row, with its unit, its words and its picture: clients, flows, dialogs and panels have it by that alone. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";

const SCRIPT = join(import.meta.dirname, "../support/one-sensor-kind.ts");
let said: Record<string, unknown>;

before(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  said = JSON.parse(stdout);
});

test("a device with a converter that tells the value has the sensor, and REST shows it", () => {
  const { type, name, uniqueid, state, config } = said.read as Record<string, unknown>;
  assert.deepEqual([type, name, uniqueid], ["ZHARadon", "Radon 1", "00:17:88:01:02:03:aa:02-01-fc11"]);
  assert.deepEqual(state, { lastupdated: "2026-03-01T12:00:00.000", radioactivity: 120 });
  assert.deepEqual(config, { on: true, reachable: true, alarmlevel: 300 });
});

test("the definition checks the values that clients write", () => {
  const description = "invalid value, 9000, for parameter, alarmlevel";
  assert.deepEqual(said.refused, [{ error: { type: 7, address: "/sensors/1/config/alarmlevel", description } }]);
});

test("its changes are pushed", () => {
  const state = { radioactivity: 120, lastupdated: "2026-03-01T12:00:00.000" };
  const uniqueid = "00:17:88:01:02:03:aa:02-01-fc11";
  assert.deepEqual(said.pushed, { state, t: "event", e: "changed", r: "sensors", id: "1", uniqueid });
});

test("the reference tells of it, with its range and unit", () => {
  const schema = { type: ["integer", "null"], minimum: 0, maximum: 5_000, "x-unit": "Bq/m³", readOnly: true };
  assert.deepEqual(said.schema, schema);
});

test("dialogs offer it: its members, and the operators that a rule can use", () => {
  assert.deepEqual(said.dialog, ["lastupdated", "radioactivity"]);
  const operators = ["eq", "ne", "gt", "lt", "dx", "ddx", "stable"];
  assert.deepEqual(said.rule, {
    ...{ item: "state/radioactivity", kind: "int", operators, unit: "Bq/m³", min: 0, max: 5_000 },
  });
});

test("a flow node says it with its unit", () => {
  assert.deepEqual(said.message, { payload: 120, member: "radioactivity", unit: "Bq/m³" });
  assert.equal(said.status, "120 Bq/m³");
});

test("panels have its words, its unit and its picture, in both languages", () => {
  const panel = { type: "Radon", line: "120 Bq/m³", value: "120 Bq/m³", icon: "air" };
  assert.deepEqual(said.panels, {
    "en-US": { ...panel, member: "Radioactivity" },
    de: { ...panel, member: "Radioaktivität" },
  });
});
