/** Plans of every model of the converters: shares of them that must not fall. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { writableMembers, writeMembers } from "../../../src/devices/commands/orders.ts";
import type { DevicePlan, PlannedResource } from "../../../src/devices/plan/device-plan.ts";
import { canBeSet, expected } from "../../../src/devices/plan/exposes.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { CONVERSIONS } from "../../../src/devices/values/conversions.ts";
import { type SettableProperty, settableProperties } from "../../../src/devices/values/device-properties.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import { accept } from "../../../src/model/fields.ts";
import type { DeviceFacts, Expose } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";
import { allModels } from "../../support/definitions.ts";

const TELLS_ONLY = 1;
const SPECIFIC = ["light", "switch", "cover", "lock", "climate", "fan"];

const models = allModels();
const plans = models.map((facts) => ({ facts, plan: planDevice(facts) }));

function share(holds: (facts: DeviceFacts, plan: DevicePlan) => boolean): number {
  return plans.filter(({ facts, plan }) => holds(facts, plan)).length / plans.length;
}

function leavesOf({ definition }: DeviceFacts): readonly Expose[] {
  const exposes = definition?.exposes ?? [];
  return exposes.flatMap((expose) => (SPECIFIC.includes(expose.type) ? (expose.features ?? []) : [expose]));
}

/** A value of the world, not a setting: it can only be read, and has a unit or is yes or no. */
function isMeasurement({ category, access, unit, type }: Expose): boolean {
  return category === undefined && access === TELLS_ONLY && (unit !== undefined || type === "binary");
}

test("all models are planned", () => {
  assert.ok(plans.length > 4_500, `${plans.length}`);
});

test("models with at least one resource besides a range extender", (t) => {
  const found = share((_, { resources }) => resources.some(({ type }) => type !== "Range extender"));
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.ok(found >= 0.986);
});

test("models with a member for each measurement", (t) => {
  const found = share((facts, { coverage }) =>
    leavesOf(facts)
      .filter(isMeasurement)
      .every(({ property = "" }) => coverage.mapped.includes(property)),
  );
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.ok(found >= 0.96);
});

function hasList({ type, features = [] }: Expose): boolean {
  return type === "list" || features.some(hasList);
}

test("models with a property for each expose and option, which takes all values that it lists", (t) => {
  const found = share(({ definition: { exposes = [], options = [] } = {} }) => {
    const names = [...settableProperties(exposes, options)];
    const isTaken = (expose: Expose, among: readonly (readonly [string, SettableProperty])[]): boolean => {
      if (expose.access === 0 && expose.features) return expose.features.every((each) => isTaken(each, among)); // a folder
      const property = expose.property ?? expose.name;
      const [, mine] = among.find(([, each]) => (each.expose.property ?? each.expose.name) === property) ?? [];
      const lacks = (expose.access ?? 0) & ~(mine?.expose.access ?? 0);
      const values = canBeSet(expose) && !hasList(expose) ? JSON.parse(JSON.stringify(domain(expose))) : [];
      return (
        mine !== undefined &&
        lacks === 0 &&
        values.every((value: unknown) => expected(mine.expose, value) === undefined)
      );
    };
    const own = names.filter(([, { option }]) => !option);
    const others = names.filter(([, { option }]) => option);
    const leaves = exposes.flatMap((each) => (SPECIFIC.includes(each.type) ? (each.features ?? []) : [each]));
    return leaves.every((each) => isTaken(each, own)) && options.every((each) => isTaken(each, others));
  });
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.equal(found, 1);
});

test("types and members of plans are in the definitions", () => {
  const faults = new Set<string>();
  for (const { plan } of plans)
    for (const resource of plan.resources) for (const each of strangers(resource)) faults.add(each);
  assert.deepEqual([...faults], []);
});

function strangers({ type, family, mappings, attr, config, state }: PlannedResource): readonly string[] {
  const definition = DEFINITIONS[type];
  if (definition?.family !== family) return [`${family}: ${type}`];
  const linked = mappings.map(({ section, member }) => [section, member] as const);
  const starting = Object.entries({ attr, config, state }).flatMap(([section, values]) =>
    Object.keys(values).map((member) => [section as "attr" | "config" | "state", member] as const),
  );
  return [...linked, ...starting]
    .filter(([section, member]) => !(member in definition[section]))
    .map(([section, member]) => `${type}: ${section}/${member}`);
}

test("unique ids are unique, and of the form that clients read", () => {
  for (const { facts, plan } of plans) {
    const ids = plan.resources.map(({ uniqueid }) => uniqueid);
    assert.equal(new Set(ids).size, ids.length, `${facts.definition?.model}: ${ids}`);
    for (const { family, uniqueid } of plan.resources) {
      const form =
        family === "lights"
          ? /^([0-9a-f]{2}:){7}[0-9a-f]{2}-[0-9a-f]{2}$/
          : /^([0-9a-f]{2}:){7}[0-9a-f]{2}-[0-9a-f]{2}(-[0-9a-f]{4})?$/;
      assert.match(uniqueid, form);
    }
  }
});

test("devices of a model share the parts of their plans", () => {
  for (const { facts, plan } of plans.slice(0, 500)) {
    const twin = planDevice({ ...structuredClone(facts), ieee: "0x00158d0000000001" });
    assert.equal(twin.coverage, plan.coverage);
    for (const [place, resource] of plan.resources.entries()) {
      const other = twin.resources[place];
      assert.notEqual(other?.uniqueid, resource.uniqueid);
      assert.equal(other?.mappings, resource.mappings, "the very same list");
      assert.equal(other?.state, resource.state);
      assert.ok(Object.isFrozen(resource.mappings) && resource.mappings.every(Object.isFrozen));
    }
  }
});

/** The values that a device may tell of it at all. */
function domain({ type, name, values = [], features = [], ...expose }: Expose): readonly unknown[] {
  const { value_on, value_off, value_min: min = 0, value_max: max = 100 } = expose;
  if (type === "binary") return [value_on, value_off];
  if (type === "enum") return values;
  if (type === "numeric") return [min, (min + max) / 2, max];
  if (name === "color_xy") return [{ x: 0.4, y: 0.3 }];
  if (name === "color_hs") return [{ hue: 100, saturation: 50 }];
  if (type !== "composite") return ["some text"];
  return [0, 1].map((place) => Object.fromEntries(features.map((each) => [each.name, domain(each)[place]])));
}

test("a flag reads both values, and writes both", () => {
  const faults = new Set<string>();
  for (const { facts, plan } of plans) {
    const words = new Map(leavesOf(facts).map((expose) => [expose.property, domain(expose)]));
    for (const { type, mappings } of plan.resources)
      for (const link of mappings) {
        const said = words.get(link.property) ?? [];
        if (!["flag", "notOff", "flagText"].includes(link.conversion) || link.field !== undefined || said.length < 2)
          continue;
        const read = new Set(said.map((word) => CONVERSIONS[link.conversion]?.read(word, link)).map(String));
        const told = new Set([true, false].map((wish) => CONVERSIONS[link.conversion]?.write?.(wish, link)));
        const isWhole = read.has("true") && read.has("false");
        const isTold = !link.writable || link.conversion === "flagText" || (told.size === 2 && !told.has(undefined));
        if (!isWhole || !isTold) faults.add(`${facts.definition?.model}: ${type} ${link.member} of ${said.join()}`);
      }
  }
  assert.deepEqual([...faults], []);
});

test("values that are read fit the definitions, and read the same when they are written back", () => {
  const faults = new Set<string>();
  for (const { facts, plan } of plans) {
    for (const expose of leavesOf(facts)) {
      for (const said of domain(expose)) {
        for (const resource of plan.resources) {
          for (const fault of faultsOf(resource, { [expose.property ?? ""]: said })) faults.add(fault);
        }
      }
    }
  }
  assert.deepEqual([...faults], []);
});

function faultsOf(resource: PlannedResource, payload: Values): readonly string[] {
  const { type, mappings } = resource;
  const read = readPayload(resource, payload);
  return (["state", "config"] as const).flatMap((section) =>
    Object.entries(read[section]).flatMap(([member, value]) => {
      const where = `${type} ${section}/${member}: ${JSON.stringify(value)} of ${JSON.stringify(payload)}`;
      const kind = DEFINITIONS[type]?.[section][member]?.kind;
      if (!kind || accept({ kind }, value) === undefined) return [`no ${kind}: ${where}`];
      if (!writableMembers(resource, section).includes(member)) return [];
      if (mappings.some((link) => link.member === member && ["openCommand", "warning"].includes(link.conversion)))
        return []; // told in other words than it tells
      const { values, options, unsupported } = writeMembers(resource, section, { [member]: value }, { state: {} });
      const back = readPayload(resource, { ...values, ...options });
      return unsupported.length > 0 || !isDeepStrictEqual(back[section][member], value)
        ? [`not the same: ${where}`]
        : [];
    }),
  );
}
