/** Every model that the converters know is planned: what share of them becomes what, held. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice } from "../../src/devices/plan.ts";
import type { Plan, PlannedResource } from "../../src/devices/plan-types.ts";
import type { DeviceFacts, Expose } from "../../src/model/radio.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { allModels } from "../support/definitions.ts";

const TELLS_ONLY = 1;
const SPECIFIC = ["light", "switch", "cover", "lock", "climate", "fan"];

const models = allModels();
const plans = models.map((facts) => ({ facts, plan: planDevice(facts) }));

function share(holds: (facts: DeviceFacts, plan: Plan) => boolean): number {
  return plans.filter(({ facts, plan }) => holds(facts, plan)).length / plans.length;
}

function leavesOf({ knowledge }: DeviceFacts): readonly Expose[] {
  const exposes = knowledge?.exposes ?? [];
  return exposes.flatMap((expose) => (SPECIFIC.includes(expose.type) ? (expose.features ?? []) : [expose]));
}

/** A value of the world, not a setting: it can only be read, and has a unit or is yes or no. */
function isMeasurement({ category, access, unit, type }: Expose): boolean {
  return category === undefined && access === TELLS_ONLY && (unit !== undefined || type === "binary");
}

test("all of them are planned", () => {
  assert.ok(plans.length > 4_500, `${plans.length}`);
});

test("models with at least one resource that is more than a repeater", (t) => {
  const found = share((_, { resources }) => resources.some(({ type }) => type !== "Range extender"));
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.ok(found >= 0.986);
});

test("models whose measurements all have a member", (t) => {
  const found = share((facts, { coverage }) =>
    leavesOf(facts)
      .filter(isMeasurement)
      .every(({ property = "" }) => coverage.mapped.includes(property)),
  );
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.ok(found >= 0.93);
});

test("models all of whose exposes can be reached by a property", (t) => {
  /** A folder of others is none itself, and has no access. */
  const isReachable = ({ property, access, features }: Expose): boolean =>
    access === 0 && features ? features.every(isReachable) : property !== undefined && property !== "" && access !== 0;
  const found = share((facts) => leavesOf(facts).every(isReachable));
  t.diagnostic(`${(found * 100).toFixed(2)} %`);
  assert.equal(found, 1);
});

test("whatever is planned is known to the definitions", () => {
  const faults = new Set<string>();
  for (const { plan } of plans)
    for (const resource of plan.resources) for (const each of strangers(resource)) faults.add(each);
  assert.deepEqual([...faults], []);
});

function strangers({ type, family, links, attr, config, state }: PlannedResource): readonly string[] {
  const definition = DEFINITIONS[type];
  if (definition?.family !== family) return [`${family}: ${type}`];
  const linked = links.map(({ section, member }) => [section, member] as const);
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
    assert.equal(new Set(ids).size, ids.length, `${facts.knowledge?.model}: ${ids}`);
    for (const { family, uniqueid } of plan.resources) {
      const form =
        family === "lights"
          ? /^([0-9a-f]{2}:){7}[0-9a-f]{2}-[0-9a-f]{2}$/
          : /^([0-9a-f]{2}:){7}[0-9a-f]{2}-[0-9a-f]{2}(-[0-9a-f]{4})?$/;
      assert.match(uniqueid, form);
    }
  }
});

test("devices of a model share what they have in common", () => {
  for (const { facts, plan } of plans.slice(0, 500)) {
    const twin = planDevice({ ...structuredClone(facts), ieee: "0x00158d0000000001" });
    assert.equal(twin.coverage, plan.coverage);
    for (const [place, resource] of plan.resources.entries()) {
      const other = twin.resources[place];
      assert.notEqual(other?.uniqueid, resource.uniqueid);
      assert.equal(other?.links, resource.links, "the very same list");
      assert.equal(other?.state, resource.state);
      assert.ok(Object.isFrozen(resource.links) && resource.links.every(Object.isFrozen));
    }
  }
});
