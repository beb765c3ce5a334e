/** Sensors: thermostats, what a device measures, and values that become members of resources planned before. */
import type { Expose } from "../../model/radio/device-facts.ts";
import { goesByWeek } from "../commands/custom-frames.ts";
import { ATTACHED, IGNORED, IGNORED_PREFIX } from "../mapping/attached-values.ts";
import { CLIMATE, PILOT_WIRE, PROGRAMS, THERMOSTAT_CLUSTERS, THERMOSTAT_VALUES } from "../mapping/climate-features.ts";
import { type AttachedRow, type MeasuredRow, rowsFor } from "../mapping/mapping-rows.ts";
import { FLAGS, MEASURED, STANDARD_MEMBERS, ZONES } from "../mapping/measured-values.ts";
import { PHASED, PHASES, SUM, SUMS } from "../mapping/metered-values.ts";
import { canBeSet } from "./exposes.ts";
import {
  addResource,
  endpointWith,
  mapExpose,
  mapValue,
  type PlanDraft,
  type ResourceDraft,
  SPECIFIC,
  setInitial,
} from "./plan-draft.ts";
import { mappingFor } from "./value-mappings.ts";

/** Gases that deCONZ shows as air quality for some models. */
const AIR_QUALITY_GASES: readonly string[] = ["co", "co2"];
const ZONE_FLAGS: readonly string[] = ["battery_low", "tamper"];

export function planThermostats(draft: PlanDraft): void {
  for (const { type, endpoint, features = [] } of draft.exposes) {
    if (type !== "climate") continue;
    const wanted = { family: "sensors", type: "ZHAThermostat", clusters: THERMOSTAT_CLUSTERS, endpoint } as const;
    const resource = addResource(draft, wanted);
    planProgram(draft, resource, features);
    for (const feature of features) {
      const row = rowsFor(CLIMATE, feature.name ?? "")[0];
      if (!row) continue;
      if (row.unless?.some((name) => draft.names.has(name))) ignore(draft, feature);
      else mapExpose(draft, resource, feature, row.path, row);
    }
    planWeek(draft, resource);
  }
}

/** Heaters that are controlled by a pilot wire. */
export function planPilotWire(draft: PlanDraft): void {
  const wire = generic(draft).find(({ name, type }) => name === "pilot_wire_mode" && type === "enum");
  if (!wire) return;
  const heater = addResource(draft, { family: "sensors", type: "ZHAThermostat", clusters: ["0201", "fc00"] });
  mapExpose(draft, heater, wire, PILOT_WIRE.path, PILOT_WIRE);
}

/** A week schedule is written by frames of our own. Whether the thermostat follows it is one bit of `programming`; the others stay as they are. */
function planWeek({ facts }: PlanDraft, resource: ResourceDraft): void {
  const { week } = facts.endpoints.find(({ id }) => id === resource.source) ?? {};
  if (week === undefined) return;
  setInitial(resource, "config", { schedule: {} });
  resource.framed = ["config/schedule", ...(week < 0 ? [] : ["config/schedule_on"])];
  if (week >= 0) setInitial(resource, "config", { schedule_on: goesByWeek(week, facts.modelid), programming: week });
}

/** Some thermostats have a program beside the system mode: it pauses them, or has them follow their schedule. Those that can cool have both. */
function planProgram(draft: PlanDraft, resource: ResourceDraft, features: readonly Expose[]): void {
  const program = generic(draft).find(({ name, values }) => name === "operating_mode" && values?.includes("pause"));
  const mode = features.find(({ name }) => name === "system_mode");
  if (!program || !mode) return;
  const cools = mode.values?.includes("cool") === true;
  mapExpose(draft, resource, program, "config/mode", { conversion: cools ? "programMode" : "words", words: PROGRAMS });
  const heatOrCool = mappingFor(mode, "config/mode", { conversion: "heatOrCool" });
  if (cools && heatOrCool) resource.mappings.push(heatOrCool);
  draft.mapped.add(mode.property ?? "");
}

export function planMeasured(draft: PlanDraft): void {
  for (const expose of generic(draft)) {
    const { name = "" } = expose;
    const { base, phase } = phaseOf(draft, name);
    const rows = rowsFor(MEASURED, base);
    const row = zoneRow(draft, expose) ?? rows.find((each) => fits(each, expose) && !hasBetter(each, draft));
    if (row && !hasBetter(row, draft)) measure(draft, expose, row, phase);
    else if (rows.length > 0) ignore(draft, expose); // a better value is there, or it is of another kind: the voltage of a battery
  }
}

function hasBetter({ unless = [] }: MeasuredRow, { names }: PlanDraft): boolean {
  return unless.some((name) => names.has(name));
}

function measure(draft: PlanDraft, expose: Expose, row: MeasuredRow, phase: number): void {
  const { type, member } = cataloguedKind(draft, row);
  const mapping = mappingFor(expose, `state/${member}`, row);
  if (!mapping) return;
  const place = row.place ?? (row.beside !== undefined && draft.names.has(row.beside) ? 2 : phase);
  const { clusters, near = [], capability } = row;
  // Sensors for different sizes of dust differ by their clusters.
  const kind = type === "ZHAParticulateMatter" ? `${type} ${clusters[0]}` : type;
  const wanted = { family: "sensors", type, clusters, near, endpoint: expose.endpoint, place, kind } as const;
  if (AIR_QUALITY_GASES.includes(expose.name ?? "")) planAirQuality(draft, expose);
  const resource = addResource(draft, wanted);
  mapValue(draft, resource, mapping);
  for (const { member, conversion } of row.also ?? [])
    mapExpose(draft, resource, expose, `state/${member}`, { conversion });
  if (capability) setInitial(resource, "attr", { capabilities: { measured_value: capability } });
}

/** Of some models deCONZ reports a gas as the air quality, in the unit of the gas. */
function planAirQuality(draft: PlanDraft, expose: Expose): void {
  if (!draft.unclaimed.some(({ type }) => type === "ZHAAirQuality")) return;
  const air = addResource(draft, {
    family: "sensors",
    type: "ZHAAirQuality",
    clusters: ["042e"],
    endpoint: expose.endpoint,
  });
  mapExpose(draft, air, expose, "state/airqualityppb", { conversion: "integer" });
}

/** The catalog decides of which type an alarm is: gas may be a fire by its converters, and carbon monoxide in deCONZ. */
function cataloguedKind(
  { unclaimed, resources }: PlanDraft,
  { type, member, clusters }: MeasuredRow,
): Pick<MeasuredRow, "type" | "member"> {
  const isCatalogued = [...unclaimed, ...resources].some((each) => each.type === type);
  const other = unclaimed.find((each) => each.cluster === "0500" && each.type in FLAGS);
  if (isCatalogued || !other || FLAGS[type] !== member || !clusters.includes("0500")) return { type, member };
  return { type: other.type, member: FLAGS[other.type] ?? member };
}

function fits(row: MeasuredRow, expose: Expose): boolean {
  const { type, unit } = expose;
  if (row.expose !== undefined && row.expose !== type) return false;
  if (row.readOnly && canBeSet(expose)) return false;
  return !row.units || unit === undefined || row.units.includes(unit);
}

/** "power_phase_b" is the power of the second phase. The sensor itself shows the first phase, or the sum, and then the first phase comes last. */
function phaseOf({ names }: PlanDraft, name: string): { readonly base: string; readonly phase: number } {
  if (Object.hasOwn(MEASURED, name)) return { base: name, phase: 1 };
  for (const [end, phase] of PHASES) {
    const base = name.slice(0, -end.length);
    if (!name.endsWith(end) || !PHASED.includes(base)) continue;
    return { base, phase: phase === 1 && SUMS.some((each) => names.has(each)) ? SUM : phase };
  }
  return { base: name, phase: 1 };
}

/** Where the converters only know that an IAS zone has an alarm, the type of the zone says which. */
function zoneRow({ facts }: PlanDraft, { name, endpoint }: Expose): MeasuredRow | undefined {
  if (name !== "alarm_1" && name !== "alarm_2") return undefined;
  if (facts.definition && !facts.definition.generated) return undefined;
  const at = endpoint === undefined ? undefined : (facts.definition?.endpoints[endpoint] ?? Number(endpoint));
  const zones = facts.endpoints.filter(({ id, zone }) => zone !== undefined && (at === undefined || at === id));
  return ZONES[zones[0]?.zone ?? 0];
}

/** The values that are left go to the resources that there are. Battery and the flags of an IAS zone do so even without an expose. */
export function planAttached(draft: PlanDraft): void {
  const done = draft.mapped;
  for (const expose of generic(draft)) {
    if (expose.property === undefined || done.has(expose.property)) continue;
    const row = rowFor(draft, expose);
    if (row?.unless?.some((name) => draft.names.has(name))) ignore(draft, expose);
    else if (row) attachTo(draft, expose, row);
    if (isIgnored(expose.name ?? "")) ignore(draft, expose);
  }
  planBattery(draft);
  planZoneFlags(draft);
}

function rowFor(draft: PlanDraft, { name = "", type }: Expose): AttachedRow | undefined {
  const isThermostat = draft.resources.some((each) => each.type === "ZHAThermostat");
  const rows = [...(isThermostat ? rowsFor(THERMOSTAT_VALUES, name) : []), ...rowsFor(ATTACHED, name)];
  return rows.find((row) => row.expose === undefined || row.expose === type);
}

function attachTo(draft: PlanDraft, expose: Expose, row: AttachedRow): void {
  const field = row.field === undefined ? undefined : expose.features?.find(({ name }) => name === row.field);
  if (row.field !== undefined && !field) return;
  const mapping = mappingFor(expose, row.path, row, field);
  if (!mapping) return;
  const targets = targetsOf(draft, row.to, expose.endpoint);
  for (const resource of targets) {
    const isOffset = mapping.member === "offset" && resource.type !== "ZHAThermostat";
    mapValue(draft, resource, mapping, isOffset ? 0 : null);
    if (isOffset) setInitial(resource, "attr", { calibrates: true });
    if (mapping.member === "sensitivity") setInitial(resource, "config", { sensitivitymax: highest(expose) });
  }
  if (targets.length === 0) ignore(draft, expose);
}

/** The resources of the first type that there is; of these those on the endpoint of the value. */
function targetsOf(
  { resources }: PlanDraft,
  to: readonly string[],
  endpoint: string | undefined,
): readonly ResourceDraft[] {
  for (const type of to) {
    const all = resources.filter((each) => matches(each, type, resources));
    const near = all.filter(({ suffix }) => suffix === endpoint);
    if (all.length > 0) return near.length > 0 ? near : all;
  }
  return [];
}

function matches(resource: ResourceDraft, type: string, all: readonly ResourceDraft[]): boolean {
  if (type === "lights" || type === "sensors") return resource.family === type;
  if (type === "main") return resource === (all.find(({ family }) => family === "lights") ?? all[0]);
  if (type === "first") return resource === (all.find(({ family }) => family === "sensors") ?? all[0]);
  return resource.type === type;
}

function highest({ values, value_max }: Expose): number | null {
  return values ? values.length - 1 : (value_max ?? null);
}

/** Every sensor shows the battery of its device; a device without any other has a battery sensor. */
function planBattery(draft: PlanDraft): void {
  const expose = draft.exposes.find(({ name, type }) => name === "battery" && type === "numeric");
  if (!expose) return;
  const sensors = draft.resources.filter(({ family }) => family === "sensors");
  for (const sensor of sensors) mapExpose(draft, sensor, expose, "config/battery", { conversion: "integer" });
  if (sensors.length > 0 && !draft.unclaimed.some(({ type }) => type === "ZHABattery")) return;
  const wanted = { family: "sensors", type: "ZHABattery", clusters: ["0001"], endpoint: expose.endpoint } as const;
  const own = addResource(draft, wanted);
  mapExpose(draft, own, expose, "state/battery", { conversion: "integer" });
  for (const each of draft.exposes) {
    const row = rowsFor(ATTACHED, each.name ?? "")[0];
    if (row?.to.includes(own.type)) attachTo(draft, each, row);
  }
}

function planZoneFlags(draft: PlanDraft): void {
  if (endpointWith(draft.facts, ["0500"]) === undefined) return;
  for (const name of ZONE_FLAGS) {
    const row = rowsFor(ATTACHED, name)[0];
    if (!row || draft.names.has(name)) continue;
    const mapping = mappingFor({ type: "binary", property: name, value_on: true, value_off: false }, row.path, row);
    for (const { type, mappings } of draft.resources) {
      if (mapping && type in STANDARD_MEMBERS && row.to.includes(type)) mappings.push(mapping);
    }
  }
}

function isIgnored(name: string): boolean {
  return IGNORED.includes(name) || name.startsWith(IGNORED_PREFIX);
}

function ignore({ ignored }: PlanDraft, { property = "" }: Expose): void {
  ignored.add(property);
}

function generic({ exposes }: PlanDraft): readonly Expose[] {
  return exposes.filter(({ type }) => !SPECIFIC.includes(type));
}
