/** Every row of the mapping tables names existing things: a type, a member of it, a conversion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ATTACHED } from "../../../src/devices/mapping/attached-values.ts";
import { CLIMATE, THERMOSTAT_VALUES } from "../../../src/devices/mapping/climate-features.ts";
import {
  AIR_PURIFIER,
  COVER,
  FAN,
  LEVEL_CONFIG,
  LIGHT,
  LIGHT_KINDS,
  SWITCH_TYPES,
} from "../../../src/devices/mapping/light-features.ts";
import {
  type AttachedRow,
  type FeatureRow,
  type MappingTable,
  type MeasuredRow,
  rowsFor,
} from "../../../src/devices/mapping/mapping-rows.ts";
import { FLAGS, MEASURED, STANDARD_MEMBERS, ZONES } from "../../../src/devices/mapping/measured-values.ts";
import { SUMS } from "../../../src/devices/mapping/metered-values.ts";
import { CONVERSIONS } from "../../../src/devices/values/conversions.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const SENSORS = Object.keys(DEFINITIONS).filter((type) => /^Z(HA|GP)/.test(type));
const LIGHTS = Object.keys(DEFINITIONS).filter((type) => DEFINITIONS[type]?.family === "lights");
const WITH_LEVELS = ["Dimmable light", "Color temperature light", "Extended color light"];

function demandMember(where: string, type: string, path: string): void {
  const definition = DEFINITIONS[type];
  assert.ok(definition, `${where}: there is no type ${type}`);
  const slash = path.indexOf("/");
  const section = path.slice(0, slash) as "attr" | "config" | "state";
  assert.ok(path.slice(slash + 1) in definition[section], `${where}: a ${type} has no ${path}`);
}

function demandConversion(where: string, conversion: string): void {
  assert.ok(conversion in CONVERSIONS, `${where}: there is no conversion ${conversion}`);
}

function each<Row extends object>(table: MappingTable<Row>, look: (name: string, row: Row) => void): void {
  for (const name of Object.keys(table)) for (const row of rowsFor(table, name)) look(name, row);
}

function measured(name: string, row: MeasuredRow): void {
  demandMember(name, row.type, `state/${row.member}`);
  demandConversion(name, row.conversion);
  assert.ok(row.clusters.length > 0 && row.clusters.every((cluster) => /^[0-9a-f]{4}$/.test(cluster)), name);
  for (const { member, conversion } of row.also ?? []) {
    demandMember(name, row.type, `state/${member}`);
    demandConversion(name, conversion);
  }
  for (const other of row.unless ?? []) assert.ok(other in MEASURED || other in CLIMATE, `${name}: unless ${other}`);
}

function attached(name: string, row: AttachedRow): void {
  demandConversion(name, row.conversion);
  for (const type of row.to) {
    const any = type === "lights" ? LIGHTS : type === "sensors" ? SENSORS : [...SENSORS, ...LIGHTS];
    if (type in DEFINITIONS) demandMember(name, type, row.path);
    else {
      assert.ok(["lights", "sensors", "main", "first"].includes(type), `${name}: to ${type}`);
      const has = any.filter((each) => holds(each, row.path));
      assert.ok(has.length > 0, `${name}: nobody has ${row.path}`);
    }
  }
}

function holds(type: string, path: string): boolean {
  const slash = path.indexOf("/");
  return path.slice(slash + 1) in (DEFINITIONS[type]?.[path.slice(0, slash) as "config" | "state"] ?? {});
}

const features =
  (...types: readonly string[]) =>
  (name: string, row: FeatureRow): void => {
    demandConversion(name, row.conversion);
    assert.ok(
      types.some((type) => holds(type, row.path)),
      `${name}: no ${types[0]} has ${row.path}`,
    );
    for (const { member, conversion } of row.also ?? []) {
      assert.ok(
        types.some((type) => holds(type, `state/${member}`)),
        `${name}: no ${types[0]} has ${member}`,
      );
      demandConversion(name, conversion);
    }
  };

test("measured values", () => {
  each(MEASURED, measured);
  for (const [zone, row] of Object.entries(ZONES)) measured(`zone ${zone}`, row);
  assert.ok(SUMS.every((name) => name in MEASURED));
});

test("attached values", () => {
  each(ATTACHED, attached);
  each(THERMOSTAT_VALUES, attached);
});

test("features of lights, covers, fans, thermostats", () => {
  each(LIGHT, features(...WITH_LEVELS));
  each(LEVEL_CONFIG, features(...WITH_LEVELS));
  each(COVER, features("Window covering device"));
  each(FAN, features("Fan"));
  each(AIR_PURIFIER, features("ZHAAirPurifier"));
  each(CLIMATE, features("ZHAThermostat"));
});

test("members that clients expect are there", () => {
  for (const [type, members] of Object.entries(STANDARD_MEMBERS)) {
    for (const member of members) demandMember(type, type, `state/${member}`);
  }
  for (const [type, member] of Object.entries(FLAGS)) demandMember(type, type, `state/${member}`);
});

test("every kind of light is a type", () => {
  for (const type of [...Object.keys(LIGHT_KINDS), ...Object.values(SWITCH_TYPES)]) {
    assert.ok(LIGHTS.includes(type), `there is no ${type}`);
  }
});

test("every type of sensor can come from a device", () => {
  const made = new Set(
    [MEASURED, ZONES].flatMap((table) =>
      Object.keys(table).flatMap((name) => rowsFor(table as MappingTable<MeasuredRow>, name).map(({ type }) => type)),
    ),
  );
  const otherwise = [
    "ZHAAirPurifier",
    "ZHAAncillaryControl",
    "ZHABattery",
    "ZHADoorLock",
    "ZHARelativeRotary",
    "ZHASwitch",
  ];
  const unmade = [...otherwise, "ZGPSwitch", "ZHAThermostat", "ZHATime"];
  assert.deepEqual(
    SENSORS.filter((type) => !made.has(type) && !unmade.includes(type)),
    [],
  );
});
