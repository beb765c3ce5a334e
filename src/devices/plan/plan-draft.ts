/** A plan while it is being made: what the device shows, and the resources that have been found in it so far. */
import type { DeviceFacts, Expose } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { identityOf } from "../inventory/device-identity.ts";
import { type CatalogResource, catalogResources, uniqueidOf } from "../inventory/unique-ids.ts";
import type { ButtonMap, ValueMapping } from "./device-plan.ts";
import { endpointFor, hasCluster } from "./endpoints.ts";

export type ResourceFamily = "lights" | "sensors";

export interface ResourceDraft {
  readonly key: string;
  readonly family: ResourceFamily;
  type: string;
  readonly endpoint: number;
  readonly source: number;
  readonly suffix: string;
  readonly uniqueid: string;
  readonly mappings: ValueMapping[];
  attr: Values;
  config: Values;
  state: Values;
  takesTransition?: true;
  unconverted?: true;
  framed?: readonly string[];
  buttons?: ButtonMap;
}

export interface ResourceRequest {
  readonly family: ResourceFamily;
  readonly type: string;
  /** For the unique id of a sensor, and to find its endpoint: best first. */
  readonly clusters: readonly string[];
  readonly near?: readonly string[]; // only to find its endpoint
  readonly endpoint?: string | undefined; // as the expose names it
  readonly at?: number; //    where it is known anyway
  readonly from?: number; //  where it is heard, if it is numbered otherwise
  readonly place?: number; // 2: beside another of the kind, on the next endpoint
  readonly kind?: string; //  what makes it another one, if the type does not
  /** Types that are as good; the real gateway's choice among them is taken over. */
  readonly like?: (type: string) => boolean;
}

export interface PlanDraft {
  readonly facts: DeviceFacts;
  readonly exposes: readonly Expose[];
  readonly names: ReadonlySet<string>; // of all values
  readonly resources: ResourceDraft[];
  readonly mapped: Set<string>; // properties
  readonly ignored: Set<string>;
  readonly isKnown: boolean; // it is known what the real gateway makes of this model
  readonly unclaimed: CatalogResource[]; // of that, what was not found yet
}

export const SPECIFIC: readonly string[] = ["light", "switch", "cover", "lock", "climate", "fan"];

const ELECTRICAL = 0x0b04;
const METERING = 0x0702;
const METERED: Readonly<Record<string, readonly number[]>> = {
  power: [ELECTRICAL, METERING],
  energy: [METERING],
  produced_energy: [METERING],
  ...Object.fromEntries(["current", "voltage", "power_factor", "ac_frequency"].map((name) => [name, [ELECTRICAL]])),
};

export function newPlanDraft(facts: DeviceFacts, shown: readonly Expose[]): PlanDraft {
  const exposes = shown.flatMap((expose) => metersOf(facts, expose)).flatMap(settingOf);
  const known = knownOf(facts);
  return {
    facts,
    exposes,
    names: new Set(leavesOf(exposes).map(({ name = "" }) => name)),
    resources: [],
    mapped: new Set(),
    ignored: new Set(),
    isKnown: known.length > 0,
    unclaimed: [...known],
  };
}

/** By the names that it says itself; by those that it was given there, where it says none. */
function knownOf(facts: DeviceFacts): readonly CatalogResource[] {
  const said = catalogResources(facts.manufacturername, facts.modelid);
  if (said.length > 0) return said;
  const { manufacturername, modelid } = identityOf(facts);
  return catalogResources(manufacturername, modelid);
}

/** Of a guessed device with several endpoints each meter is told by its own name, though it is shown only once: "power_2". */
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

/** Some settings are shown as switches, named only by their property; a real one is called "state". */
function settingOf(expose: Expose): readonly Expose[] {
  const { type, features = [] } = expose;
  if (type !== "switch" || features.some(({ property = "" }) => /^state(_|$)/.test(property))) return [expose];
  return features.map((feature) => ({ ...feature, name: feature.property ?? "" }));
}

/** Each value that the device shows; of lights and their like their features. */
export function leavesOf(exposes: readonly Expose[]): readonly Expose[] {
  return exposes.flatMap((expose) => (SPECIFIC.includes(expose.type) ? (expose.features ?? []) : [expose]));
}

/** The resource for it: the one that is there, or a new one. */
export function addResource(draft: PlanDraft, wanted: ResourceRequest): ResourceDraft {
  const { family, type, endpoint = "", place = 1, kind = type } = wanted;
  const key = [family, kind, endpoint, place].join("/");
  const found = draft.resources.find((each) => each.key === key);
  if (found) return found;
  const source = wanted.at ?? endpointFor(draft.facts, wanted.endpoint, [...wanted.clusters, ...(wanted.near ?? [])]);
  const known = claim(draft, wanted, source + place - 1);
  const cluster = family === "lights" ? "" : (known?.cluster ?? clusterAt(draft, source, wanted.clusters));
  const number = freeEndpoint(draft, family, known?.endpoint ?? source + place - 1, cluster);
  const grown: ResourceDraft = {
    key,
    family,
    type: known?.type ?? type,
    endpoint: number,
    source: wanted.from ?? (wanted.endpoint === undefined && isThere(draft, known?.endpoint) ? number : source),
    suffix: endpoint,
    uniqueid: uniqueidOf(draft.facts.ieee, number, cluster),
    mappings: [],
    attr: {},
    config: {},
    state: {},
  };
  draft.resources.push(grown);
  return grown;
}

/** A member is fed by one value. `told` as long as it is not known. */
export function mapValue(
  draft: PlanDraft,
  resource: ResourceDraft,
  link: ValueMapping | undefined,
  told: unknown = null,
): boolean {
  if (!link) return false;
  draft.mapped.add(link.property);
  const { section, member } = link;
  if (
    link.conversion !== "anyFlag" &&
    resource.mappings.some((each) => each.section === section && each.member === member)
  )
    return true;
  resource.mappings.push(link);
  setInitial(resource, section, { [member]: told });
  return true;
}

/** What was never told is null; what it has not is not there. */
export function setInitial(resource: ResourceDraft, section: "attr" | "config" | "state", values: Values): void {
  resource[section] = { ...resource[section], ...values, ...resource[section] };
}

function claim(
  { unclaimed }: PlanDraft,
  { type, like = (other) => other === type, family }: ResourceRequest,
  endpoint: number,
) {
  const fits = unclaimed.filter((each) => (each.cluster === "") === (family === "lights") && like(each.type));
  const best = fits.find((each) => each.endpoint === endpoint) ?? fits[0];
  if (best) unclaimed.splice(unclaimed.indexOf(best), 1);
  return best;
}

function isThere({ facts }: PlanDraft, endpoint: number | undefined): boolean {
  return facts.endpoints.some(({ id }) => id === endpoint);
}

function clusterAt({ facts }: PlanDraft, endpoint: number, clusters: readonly string[]): string {
  const at = facts.endpoints.find(({ id }) => id === endpoint);
  return clusters.find((cluster) => at && hasCluster(at, cluster)) ?? clusters[0] ?? "";
}

/** Some devices have several of a kind on one endpoint: the further ones get the next numbers. */
function freeEndpoint({ facts, resources }: PlanDraft, family: ResourceFamily, from: number, cluster: string): number {
  const taken = new Set(resources.filter((each) => each.family === family).map(({ uniqueid }) => uniqueid));
  let endpoint = from;
  while (taken.has(uniqueidOf(facts.ieee, endpoint, cluster))) endpoint += 1;
  return endpoint;
}
