/** Plans a device: which resources it becomes, and which of its values go where. Pure; done once for each device. */
import { defaults } from "../../model/fields.ts";
import type { DeviceFacts, Expose } from "../../model/radio/device-facts.ts";
import { SENSOR_KINDS } from "../../model/sensors/sensor-kinds.ts";
import { STANDARD_MEMBERS } from "../mapping/measured-values.ts";
import { planActuators } from "./actuators.ts";
import type { DevicePlan, PlannedResource, ValueMapping } from "./device-plan.ts";
import { CAN_BE_SET } from "./exposes.ts";

import {
  addResource,
  leavesOf,
  mapValue,
  newPlanDraft,
  type PlanDraft,
  type ResourceDraft,
  setInitial,
} from "./plan-draft.ts";
import { addSwitch, planRemotes } from "./remotes.ts";
import { planAttached, planMeasured, planPilotWire, planThermostats } from "./sensors.ts";
import { actionsOf, standardExposes } from "./standard-exposes.ts";
import { planUnconverted } from "./unconverted.ts";
import { mappingFor } from "./value-mappings.ts";

/** A house has a thousand devices of few models: their plans share one copy of their common parts. */
const sharedByJson = new Map<string, unknown>();
const mappingsByJson = new Map<string, { readonly mapping: ValueMapping; readonly number: number }>();
const mappingLists = new Map<string, readonly ValueMapping[]>();

export function planDevice(facts: DeviceFacts): DevicePlan {
  const draft = newPlanDraft(facts, facts.definition?.exposes ?? standardExposes(facts));
  planActuators(draft);
  planThermostats(draft);
  planPilotWire(draft);
  planMeasured(draft);
  planRemotes(draft);
  planUnconverted(draft);
  planAttached(draft);
  planOccupancyTimeout(draft);
  if (draft.resources.length === 0 && facts.kind === "router") addRangeExtender(draft);
  return { ieee: facts.ieee, resources: draft.resources.map(finished), coverage: shared(coverageOf(draft)) };
}

/** The plan for a device that turned out to be a remote by its messages. */
export function remotePlan(facts: DeviceFacts): PlannedResource {
  return finished(addSwitch(newPlanDraft(facts, []), actionsOf(facts), true));
}

/** How long presence lasts after a motion: for most sensors an option of the converters, not a setting of the device. */
function planOccupancyTimeout(draft: PlanDraft): void {
  const option = draft.facts.definition?.options.find(({ name }) => name === "occupancy_timeout");
  if (!option || draft.names.has("occupancy_timeout")) return;
  const expose: Expose = { ...option, property: "occupancy_timeout", access: CAN_BE_SET };
  const mapping = mappingFor(expose, "config/duration", { conversion: "integer" });
  const presence = draft.resources.find(({ type }) => type === "ZHAPresence");
  if (mapping && presence) mapValue(draft, presence, { ...mapping, option: true });
}

function addRangeExtender(draft: PlanDraft): void {
  const resource = addResource(draft, { family: "lights", type: "Range extender", clusters: [] });
  setInitial(resource, "state", { alert: "none" });
}

function finished(resource: ResourceDraft): PlannedResource {
  const { type, family } = resource;
  for (const member of STANDARD_MEMBERS[type] ?? []) setInitial(resource, "state", { [member]: null });
  if (type === "ZHADoorLock") setInitial(resource, "config", { lock: null });
  setInitial(resource, "config", {
    ...defaults(SENSOR_KINDS[type.slice("ZHA".length)]?.config ?? {}),
    ...(family === "sensors" ? { on: true } : {}),
  });
  const { key: _, mappings, attr, config, state, framed, buttons, ...rest } = resource;
  return {
    ...rest,
    mappings: sharedMappings(mappings),
    attr: shared(attr),
    config: shared(config),
    state: shared(state),
    ...(framed ? { framed: shared(framed) } : {}),
    ...(buttons ? { buttons: shared(buttons) } : {}),
  };
}

function coverageOf({ exposes, mapped, ignored }: PlanDraft): DevicePlan["coverage"] {
  const properties = [...new Set(leavesOf(exposes).map(({ property = "" }) => property))];
  const rest = properties.filter((each) => !mapped.has(each));
  return {
    mapped: properties.filter((each) => mapped.has(each)),
    ignored: rest.filter((each) => ignored.has(each)),
    unmapped: rest.filter((each) => !ignored.has(each)),
  };
}

/** Of plain data. */
function shared<Data extends object>(data: Data): Data {
  const key = JSON.stringify(data);
  if (!sharedByJson.has(key)) sharedByJson.set(key, frozen(data));
  return sharedByJson.get(key) as Data;
}

/** Each mapping has a number; the numbers of a list are a short key of it. */
function sharedMappings(wanted: readonly ValueMapping[]): readonly ValueMapping[] {
  const numbered = wanted.map(numberedMapping);
  const key = numbered.map(({ number }) => number).join();
  const list = mappingLists.get(key) ?? Object.freeze(numbered.map(({ mapping }) => mapping));
  mappingLists.set(key, list);
  return list;
}

function numberedMapping(mapping: ValueMapping): { readonly mapping: ValueMapping; readonly number: number } {
  const key = JSON.stringify(mapping);
  const found = mappingsByJson.get(key) ?? { mapping: frozen(mapping), number: mappingsByJson.size };
  mappingsByJson.set(key, found);
  return found;
}

function frozen<Data>(data: Data): Data {
  if (typeof data === "object" && data !== null && !Object.isFrozen(data)) {
    for (const each of Object.values(data)) frozen(each);
    Object.freeze(data);
  }
  return data;
}
