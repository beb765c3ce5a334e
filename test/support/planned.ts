/** Plans of devices that are made up of a few exposes. */
import assert from "node:assert/strict";
import type { DevicePlan, PlannedResource } from "../../src/devices/plan/device-plan.ts";
import { planDevice } from "../../src/devices/plan/planner.ts";
import type { Expose, ModelDefinition } from "../../src/model/radio/device-facts.ts";
import { deviceFacts, type FactsGiven } from "./definitions.ts";

export const numeric = (name: string, unit: string, more: Partial<Expose> = {}): Expose => ({
  ...{ type: "numeric", name, property: name, unit, access: 1 },
  ...more,
});
export const binary = (name: string, more: Partial<Expose> = {}): Expose => ({
  ...{ type: "binary", name, property: name, access: 1, value_on: true, value_off: false },
  ...more,
});
export const action = (...values: readonly string[]): Expose => ({
  type: "enum",
  name: "action",
  property: "action",
  access: 1,
  values,
});

export function modelDefinition(exposes: readonly Expose[], more: Partial<ModelDefinition> = {}): ModelDefinition {
  return { vendor: "V", model: "M", description: "", generated: false, options: [], endpoints: {}, exposes, ...more };
}

export function plan(
  exposes: readonly Expose[],
  given: FactsGiven = {},
  more: Partial<ModelDefinition> = {},
): DevicePlan {
  return planDevice(deviceFacts({ ...given, definition: modelDefinition(exposes, more) }));
}

export function named({ resources }: DevicePlan): readonly string[] {
  return resources.map(({ type, uniqueid }) => `${type} ${uniqueid.slice(24)}`);
}

export function only({ resources }: DevicePlan, type: string): PlannedResource {
  const found = resources.filter((each) => each.type === type);
  assert.equal(found.length, 1, `${found.length} ${type}`);
  return found[0] as PlannedResource;
}
