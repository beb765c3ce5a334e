/** All that can be switched or moved: lights, switches, covers, locks, fans and sirens become lights of the API. */
import type { EndpointFacts, Expose } from "../../model/radio/device-facts.ts";
import {
  AIR_PURIFIER,
  AIR_PURIFIER_CLUSTER,
  COVER,
  FAN,
  LIGHT,
  LOCK_STATES,
  SWITCH_TYPES,
} from "../mapping/light-features.ts";
import type { ValueMapping } from "./device-plan.ts";
import { CAN_BE_SET, canBeSet, isReported } from "./exposes.ts";
import { addLight, featuresOf, planFeature, planLight } from "./lights.ts";
import {
  addResource,
  endpointFor,
  mapExpose,
  mapValue,
  type PlanDraft,
  type ResourceDraft,
  setInitial,
} from "./plan-draft.ts";
import { mappingFor } from "./value-mappings.ts";

const HOME_AUTOMATION = 0x0104;

const PLANNERS: Readonly<Record<string, (draft: PlanDraft, expose: Expose) => void>> = {
  light: planLight,
  switch: planSwitch,
  cover: planCover,
  lock: planLock,
  fan: planFan,
};

/** The exposes that name their kind; then those that only have a settable "state": a valve, a relay. */
export function planActuators(draft: PlanDraft): void {
  for (const expose of draft.exposes) PLANNERS[expose.type]?.(draft, expose);
  for (const expose of draft.exposes) if (isRelay(expose)) planSwitch(draft, { ...expose, features: [expose] });
  planSiren(draft);
}

function isRelay(expose: Expose): boolean {
  return expose.name === "state" && expose.type === "binary" && canBeSet(expose);
}

function planSwitch(draft: PlanDraft, expose: Expose): void {
  const [feature] = expose.features ?? [];
  if (!feature) return;
  const resource = addLight(draft, expose, switchType(draft, expose), ["0006", "ef00"]);
  planFeature(draft, resource, { ...feature, name: "state" }, LIGHT);
}

/** By the device id of the endpoint; without one by the exposes of the device. */
function switchType(draft: PlanDraft, expose: Expose): string {
  const { facts, exposes, names } = draft;
  const isOneOfSeveral = exposes.filter(({ type }) => type === "switch").length > 1;
  const at = facts.endpoints.find(({ id }) => id === endpointFor(facts, expose.endpoint, ["0006"]));
  const declared = expose.type === "switch" ? typeByDeviceId(at) : "On/Off output";
  if (declared && !(declared === "Smart plug" && isOneOfSeveral)) return declared;
  if (isOneOfSeveral) return "On/Off output";
  return names.has("power") || names.has("energy") ? "Smart plug" : "On/Off plug-in unit";
}

function typeByDeviceId(at: EndpointFacts | undefined): string | undefined {
  return at?.profile === HOME_AUTOMATION && at.device !== 0 ? SWITCH_TYPES[at.device] : undefined;
}

function planCover(draft: PlanDraft, expose: Expose): void {
  const resource = addLight(draft, expose, "Window covering device", ["0102", "ef00"]);
  const features = featuresOf(expose);
  const [position, tilt, state] = [features.get("position"), features.get("tilt"), features.get("state")];
  for (const feature of [position, tilt]) if (feature) planFeature(draft, resource, feature, COVER);
  if (state) planCoverState(draft, resource, state, position !== undefined);
}

/** The state takes open, close and stop in any case; as a report it is only of use where no position is reported. */
function planCoverState(draft: PlanDraft, resource: ResourceDraft, state: Expose, hasPosition: boolean): void {
  const mapping = mappingFor(state, "state/open", { conversion: "flag", yes: ["open"], no: ["close"] });
  if (!mapping) return;
  draft.mapped.add(mapping.property);
  resource.mappings.push(hasPosition ? { ...mapping, conversion: "openCommand" } : mapping);
  setInitial(resource, "state", { open: null });
}

function planLock(draft: PlanDraft, expose: Expose): void {
  const features = featuresOf(expose);
  const [state, lockState] = [features.get("state"), features.get("lock_state")];
  if (!state) return;
  const light = addLight(draft, expose, "Door Lock", ["0101"]);
  mapExpose(draft, light, state, "state/on", { conversion: "flag" });
  const wanted = { family: "sensors", type: "ZHADoorLock", clusters: ["0101"], endpoint: expose.endpoint } as const;
  const sensor = addResource(draft, wanted);
  mapExpose(draft, sensor, state, "config/lock", { conversion: "flag" });
  const row = { conversion: "lockState", words: LOCK_STATES };
  mapExpose(draft, sensor, lockState ?? { ...state, type: "enum", values: [] }, "state/lockstate", row);
}

function planFan(draft: PlanDraft, expose: Expose): void {
  const purifier = Number.parseInt(AIR_PURIFIER_CLUSTER, 16);
  const purifies = draft.facts.endpoints.some(({ inputs }) => inputs.includes(purifier));
  if (purifies || draft.unclaimed.some(({ type }) => type === "ZHAAirPurifier")) {
    planAirPurifier(draft, expose);
    return;
  }
  const resource = addLight(draft, expose, "Fan", ["0202", "0006"]);
  for (const feature of featuresOf(expose).values()) planFeature(draft, resource, feature, FAN);
}

function planAirPurifier(draft: PlanDraft, { features = [] }: Expose): void {
  const resource = addResource(draft, { family: "sensors", type: "ZHAAirPurifier", clusters: [AIR_PURIFIER_CLUSTER] });
  for (const expose of [...features, ...draft.exposes]) planFeature(draft, resource, expose, AIR_PURIFIER);
}

/** A warning device of the standard, an alarm with a switch, or a detector that can only be silenced. */
function planSiren(draft: PlanDraft): void {
  const { exposes } = draft;
  const settable = (name: string) =>
    exposes.find((each) => each.name === name && each.type !== "text" && canBeSet(each));
  const warning = settable("warning");
  const alarm = exposes.some(({ type }) => type === "climate") ? undefined : settable("alarm");
  const expose = warning ?? alarm ?? silenceable(draft, settable("silence"));
  if (!expose) {
    planSquawk(draft);
    return;
  }
  const resource = addLight(draft, expose, "Warning device", ["0502", "ef00"]);
  const attach = (mapping: ValueMapping | undefined) => mapValue(draft, resource, mapping, "none");
  if (warning) attach(mappingFor(warning, "state/alert", { conversion: "warning" }));
  if (expose.name === "silence") attach(mappingFor(expose, "state/alert", { conversion: "silence" }));
  if (alarm) attach(alarmSwitch(alarm));
  else {
    const sounding = reportedAlarm(exposes);
    if (sounding) resource.mappings.push({ ...sounding, conversion: "sounding" });
  }
}

/** A detector whose converters only listen can still be sent the squawk of the standard. */
function planSquawk(draft: PlanDraft): void {
  const siren = draft.unclaimed.find(({ type }) => type === "Warning device");
  if (!siren) return;
  const squawk: Expose = { type: "composite", name: "squawk", property: "squawk", access: CAN_BE_SET };
  const resource = addLight(draft, squawk, siren.type, ["0502"]);
  mapExpose(draft, resource, squawk, "state/alert", { conversion: "warning" }, "none");
  resource.unconverted = true;
}

/** Where the alarm has several words, the last of them is the loudest. */
function alarmSwitch(alarm: Expose): ValueMapping | undefined {
  const mapping = mappingFor(alarm, "state/alert", { conversion: "flag", no: ["off", "stop", "normal", "false"] });
  if (!mapping) return undefined;
  const loudest = [...(alarm.values ?? [])].reverse().find((each) => each !== mapping.valueOff);
  return { ...mapping, valueOn: mapping.valueOn ?? loudest, conversion: "sounding" };
}

/** The siren also reports that it sounds when no command told it to. */
function reportedAlarm(exposes: readonly Expose[]): ValueMapping | undefined {
  const alarm = exposes.find((each) => each.name === "alarm" && each.type === "binary" && isReported(each));
  return alarm && mappingFor(alarm, "state/alert", { conversion: "flag" });
}

/** The detector sounds by itself, and can only be told to be quiet. */
function silenceable({ unclaimed }: PlanDraft, silence: Expose | undefined): Expose | undefined {
  return unclaimed.some(({ type }) => type === "Warning device") ? silence : undefined;
}
