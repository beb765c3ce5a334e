/** Device facts → plan: which resources a device becomes, and which of its values go where. Pure; made once for each device. */
import type { DeviceFacts, Expose } from "../../model/radio.ts";
import { ALWAYS } from "../mapping/measured-values.ts";
import type { DevicePlan, PlannedResource } from "./device-plan.ts";
import { CAN_BE_SET } from "./exposes.ts";
import { planLights } from "./lights.ts";
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
import { shared, sharedMappings } from "./shared.ts";
import { planSiren } from "./sirens.ts";
import { pressedBy, standardExposes } from "./standard-exposes.ts";
import { planUnconverted } from "./unconverted.ts";
import { mappingFor } from "./value-mappings.ts";

/** Configs that are ours, with what they start with. */
const OURS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ZHATemperature: { offset: 0 },
  ZHAHumidity: { offset: 0 },
  ZHAPressure: { offset: 0 },
  ZHAMoisture: { offset: 0 },
  ZHALightLevel: { tholddark: 12_000, tholdoffset: 7_000 },
};

export function planDevice(facts: DeviceFacts): DevicePlan {
  const draft = newPlanDraft(facts, facts.definition?.exposes ?? standardExposes(facts));
  planLights(draft);
  planSiren(draft);
  planThermostats(draft);
  planPilotWire(draft);
  planMeasured(draft);
  planRemotes(draft);
  planUnconverted(draft);
  planAttached(draft);
  planOptions(draft);
  if (draft.resources.length === 0 && facts.kind === "router") growRepeater(draft);
  return { ieee: facts.ieee, resources: draft.resources.map(finished), coverage: shared(coverageOf(draft)) };
}

/** The remote of a device that was not known to be one before it spoke: what it says is read as it comes. */
export function planSwitch(facts: DeviceFacts): PlannedResource {
  return finished(addSwitch(newPlanDraft(facts, []), pressedBy(facts), true));
}

/** How long after a motion nobody is there: for most sensors the converters count, not the device. */
function planOptions(draft: PlanDraft): void {
  const option = draft.facts.definition?.options.find(({ name }) => name === "occupancy_timeout");
  if (!option || draft.names.has("occupancy_timeout")) return;
  const expose: Expose = { ...option, property: "occupancy_timeout", access: CAN_BE_SET };
  const link = mappingFor(expose, "config/duration", { conversion: "integer" });
  const presence = draft.resources.find(({ type }) => type === "ZHAPresence");
  if (link && presence) mapValue(draft, presence, { ...link, option: true });
}

function growRepeater(draft: PlanDraft): void {
  setInitial(addResource(draft, { family: "lights", type: "Range extender", clusters: [] }), "state", {
    alert: "none",
  });
}

function finished(resource: ResourceDraft): PlannedResource {
  const { family, type, endpoint, source, suffix, uniqueid, mappings, takesTransition, framed, unconverted, buttons } =
    resource;
  for (const member of ALWAYS[type] ?? []) setInitial(resource, "state", { [member]: null });
  if (type === "ZHADoorLock") setInitial(resource, "config", { lock: null });
  setInitial(resource, "config", { ...OURS[type], ...(family === "sensors" ? { on: true } : {}) });
  return {
    ...{ family, type, endpoint, source, suffix, uniqueid },
    mappings: sharedMappings(mappings),
    attr: shared(resource.attr),
    config: shared(resource.config),
    state: shared(resource.state),
    ...(takesTransition ? { takesTransition } : {}),
    ...(unconverted ? { unconverted } : {}),
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
