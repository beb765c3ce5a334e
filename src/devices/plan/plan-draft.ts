/** A plan in the making: the exposes of the device, and the resources found in them so far; on which endpoint a value lives. */
import type { DeviceFacts, Expose } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { identityOf } from "../inventory/device-identity.ts";
import { type CatalogResource, catalogResources, uniqueidOf } from "../inventory/unique-ids.ts";
import type { ConversionRow } from "../mapping/mapping-rows.ts";
import type { PlannedResource, ValueMapping } from "./device-plan.ts";
import { mappingFor } from "./value-mappings.ts";

type ResourceFamily = PlannedResource["family"];

/** A planned resource that can still change. */
export interface ResourceDraft extends Changeable<Omit<PlannedResource, "mappings">> {
  readonly key: string;
  readonly mappings: ValueMapping[];
}

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A resource that a planner asks for. */
export interface ResourceRequest {
  readonly family: ResourceFamily;
  readonly type: string;
  /** For the unique id of a sensor, and to find its endpoint; best first. */
  readonly clusters: readonly string[];
  readonly near?: readonly string[]; // only to find its endpoint
  readonly endpoint?: string | undefined; // as the expose names it
  readonly at?: number; //    the endpoint, where it is known anyway
  readonly from?: number; //  the endpoint that sends, where the unique id names another
  readonly place?: number; // 2: the second of its kind, on the next, virtual endpoint
  readonly kind?: string; //  tells resources of one type apart
  /** Other types that would do as well: if the catalog has one of them, its type is taken. */
  readonly isAlike?: (type: string) => boolean;
}

export interface PlanDraft {
  readonly facts: DeviceFacts;
  readonly exposes: readonly Expose[];
  readonly names: ReadonlySet<string>; // of all exposes
  readonly resources: ResourceDraft[];
  readonly mapped: Set<string>; // properties
  readonly ignored: Set<string>;
  readonly isCatalogued: boolean; // the catalog has the resources that deCONZ makes of this model
  readonly unclaimed: CatalogResource[]; // of the catalog, those that are not planned yet
}

/** Exposes that are bundles of features. */
export const SPECIFIC: readonly string[] = ["light", "switch", "cover", "lock", "climate", "fan"];

const GREEN_POWER_PROFILE = 0xa1e0;
const BASIC = 0;
const ELECTRICAL = 0x0b04;
const METERING = 0x0702;
const METER_LABEL = /^[A-Z]{3,}\d*(\+1)?$/;
const METERED: Readonly<Record<string, readonly number[]>> = {
  power: [ELECTRICAL, METERING],
  energy: [METERING],
  produced_energy: [METERING],
  ...Object.fromEntries(["current", "voltage", "power_factor", "ac_frequency"].map((name) => [name, [ELECTRICAL]])),
};

export function newPlanDraft(facts: DeviceFacts, shown: readonly Expose[]): PlanDraft {
  const exposes = properlyNamed(shown)
    .flatMap((expose) => metersOf(facts, expose))
    .flatMap(settingsOf);
  const catalogued = cataloguedOf(facts);
  return {
    facts,
    exposes,
    names: new Set(leavesOf(exposes).map(({ name = "" }) => name)),
    resources: [],
    mapped: new Set(),
    ignored: new Set(),
    isCatalogued: catalogued.length > 0,
    unclaimed: [...catalogued],
  };
}

/** The Linky's values are named as its display labels them ("EASF01"), several labels for one property: the property names the value. */
function properlyNamed(exposes: readonly Expose[]): readonly Expose[] {
  const named = exposes.map((expose) => {
    const { name = "", property = "" } = expose;
    return property !== "" && property !== name && METER_LABEL.test(name) ? { ...expose, name: property } : expose;
  });
  return named.filter(
    (expose, at) => expose === exposes[at] || named.findIndex((each) => each.name === expose.name) === at,
  );
}

/** By the names that the device reports, else by those that deCONZ gives it. */
function cataloguedOf(facts: DeviceFacts): readonly CatalogResource[] {
  const reported = catalogResources(facts.manufacturername, facts.modelid);
  if (reported.length > 0) return reported;
  const { manufacturername, modelid } = identityOf(facts);
  return catalogResources(manufacturername, modelid);
}

/** A device without a converter of its own exposes a meter once, and reports it for each endpoint by another name: "power_2". */
function metersOf({ definition, endpoints }: DeviceFacts, expose: Expose): readonly Expose[] {
  const { name = "", property, endpoint } = expose;
  const clusters = METERED[name];
  const names = Object.entries(definition?.endpoints ?? {});
  if (!definition?.generated || !clusters || endpoint !== undefined || names.length < 2) return [expose];
  const meters = names.filter(([, id]) =>
    endpoints.some((each) => each.id === id && clusters.some((cluster) => each.inputs.includes(cluster))),
  );
  return meters.length === 0
    ? [expose]
    : meters.map(([end]) => ({ ...expose, endpoint: end, property: `${property ?? name}_${end}` }));
}

/** Some settings are exposed as switches with a property of their own; that of a real switch is "state". */
function settingsOf(expose: Expose): readonly Expose[] {
  const { type, features = [] } = expose;
  if (type !== "switch" || features.some(({ property = "" }) => /^state(_|$)/.test(property))) return [expose];
  return features.map((feature) => ({ ...feature, name: feature.property ?? "" }));
}

/** The exposes, and of bundles their features. */
export function leavesOf(exposes: readonly Expose[]): readonly Expose[] {
  return exposes.flatMap((expose) => (SPECIFIC.includes(expose.type) ? (expose.features ?? []) : [expose]));
}

/** The resource that was requested before with the same key, or a new one. */
export function addResource(draft: PlanDraft, wanted: ResourceRequest): ResourceDraft {
  const { family, type, endpoint = "", place = 1, kind = type } = wanted;
  const key = [family, kind, endpoint, place].join("/");
  const found = draft.resources.find((each) => each.key === key);
  if (found) return found;
  const source = wanted.at ?? endpointFor(draft.facts, wanted.endpoint, [...wanted.clusters, ...(wanted.near ?? [])]);
  const claimed = claim(draft, wanted, source + place - 1);
  const cluster = family === "lights" ? "" : (claimed?.cluster ?? clusterAt(draft, source, wanted.clusters));
  const number = freeEndpoint(draft, family, claimed?.endpoint ?? source + place - 1, cluster);
  const resource: ResourceDraft = {
    key,
    family,
    type: claimed?.type ?? type,
    endpoint: number,
    source: wanted.from ?? (wanted.endpoint === undefined && hasEndpoint(draft, claimed?.endpoint) ? number : source),
    suffix: endpoint,
    uniqueid: uniqueidOf(draft.facts.ieee, number, cluster),
    mappings: [],
    attr: {},
    config: {},
    state: {},
  };
  draft.resources.push(resource);
  return resource;
}

/** A member takes its value from one property. `initial`: until the device has reported it. */
export function mapValue(
  draft: PlanDraft,
  resource: ResourceDraft,
  mapping: ValueMapping | undefined,
  initial: unknown = null,
): boolean {
  if (!mapping) return false;
  draft.mapped.add(mapping.property);
  const { section, member } = mapping;
  if (
    mapping.conversion !== "anyFlag" &&
    resource.mappings.some((each) => each.section === section && each.member === member)
  )
    return true;
  resource.mappings.push(mapping);
  setInitial(resource, section, { [member]: initial });
  return true;
}

/** Maps the property of an expose to the member of this path. */
export function mapExpose(
  draft: PlanDraft,
  resource: ResourceDraft,
  expose: Expose,
  path: string,
  row: ConversionRow,
  initial: unknown = null,
): boolean {
  return mapValue(draft, resource, mappingFor(expose, path, row), initial);
}

/** A member that the device has not reported yet is null; one that it does not have is absent. A value that is set already stays. */
export function setInitial(resource: ResourceDraft, section: "attr" | "config" | "state", values: Values): void {
  resource[section] = { ...resource[section], ...values, ...resource[section] };
}

function claim(
  { unclaimed }: PlanDraft,
  { type, isAlike = (other) => other === type, family }: ResourceRequest,
  endpoint: number,
) {
  const fits = unclaimed.filter((each) => (each.cluster === "") === (family === "lights") && isAlike(each.type));
  const best = fits.find((each) => each.endpoint === endpoint) ?? fits[0];
  if (best) unclaimed.splice(unclaimed.indexOf(best), 1);
  return best;
}

function hasEndpoint({ facts }: PlanDraft, endpoint: number | undefined): boolean {
  return facts.endpoints.some(({ id }) => id === endpoint);
}

function clusterAt({ facts }: PlanDraft, endpoint: number, clusters: readonly string[]): string {
  const at = facts.endpoints.find(({ id }) => id === endpoint);
  return (
    clusters.find((cluster) => at && [...at.inputs, ...at.outputs].includes(clusterId(cluster))) ?? clusters[0] ?? ""
  );
}

/** A device may have several resources of a kind on one endpoint: the further ones get the next numbers. */
function freeEndpoint({ facts, resources }: PlanDraft, family: ResourceFamily, from: number, cluster: string): number {
  const taken = new Set(resources.filter((each) => each.family === family).map(({ uniqueid }) => uniqueid));
  let endpoint = from;
  while (taken.has(uniqueidOf(facts.ieee, endpoint, cluster))) endpoint += 1;
  return endpoint;
}

/** The endpoint by the name that the expose gives; without one, by the clusters, best first. */
export function endpointFor(facts: DeviceFacts, name: string | undefined, clusters: readonly string[]): number {
  const named = name === undefined ? undefined : (facts.definition?.endpoints[name] ?? numberedEndpoint(facts, name));
  return named ?? endpointWith(facts, clusters) ?? mainEndpoint(facts);
}

/** The first endpoint with a cluster of its own. */
export function mainEndpoint({ endpoints, definition }: DeviceFacts): number {
  const real = endpoints.filter(({ profile }) => profile !== GREEN_POWER_PROFILE);
  const first = real.find(({ inputs }) => inputs.some((id) => id !== BASIC)) ?? real[0] ?? endpoints[0];
  return definition?.endpoints.default ?? first?.id ?? 1;
}

export function endpointWith({ endpoints }: DeviceFacts, clusters: readonly string[]): number | undefined {
  for (const cluster of clusters) {
    const id = clusterId(cluster);
    const found =
      endpoints.find(({ inputs }) => inputs.includes(id)) ?? endpoints.find(({ outputs }) => outputs.includes(id));
    if (found) return found.id;
  }
  return undefined;
}

/** "3" and "l3", if there is an endpoint of that number: Tuya's devices use these names for values of their first endpoint. */
function numberedEndpoint({ endpoints }: DeviceFacts, name: string): number | undefined {
  const number = Number(/^[a-z]*(\d+)$/i.exec(name)?.[1]);
  return endpoints.some(({ id }) => id === number) ? number : undefined;
}

/** "0402" → 0x0402 */
export function clusterId(cluster: string): number {
  return Number.parseInt(cluster, 16);
}
