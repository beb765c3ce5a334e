/** The endpoints of a virtual device, each with its clusters, their attributes, and what they remember. */

import type { Body, Cluster, Spot } from "../clusters/cluster.ts";
import { CLUSTERS } from "../clusters/clusters.ts";
import { type Attribute, type Attributes, attributesOf, type Value } from "../devices/attributes.ts";
import type { EndpointProfile, Profile } from "../devices/profile.ts";
import { type CustomClusters, clusterId } from "../devices/zcl.ts";

export interface Served {
  readonly name: string;
  readonly attributes: Attributes;
  readonly behaviour: Cluster | undefined; // absent: nothing but attributes
}

/** An endpoint, as the station has it. */
export interface Place extends Spot {
  readonly servers: ReadonlyMap<number, Served>;
  readonly clients: ReadonlySet<number>;
  attribute(cluster: string, name: string): Attribute | undefined;
  each(visit: (behaviour: Cluster) => void): void;
}

export interface SpotParts {
  readonly body: Body;
  readonly profile: Profile;
  /** Fleeting: it need not be kept at once. */
  readonly changed: (attribute: Attribute, isFleeting: boolean) => void;
  readonly say: (spot: Spot, cluster: string, command: string, payload: object) => number;
  readonly tell: (spot: Spot, ieee: string, cluster: string, command: string, payload: object) => void;
  readonly ask: (spot: Spot, cluster: number, attributes: readonly number[]) => void;
}

export function placesOf(parts: SpotParts): Map<number, Place> {
  return new Map(parts.profile.endpoints.map((endpoint) => [endpoint.id, placeOf(parts, endpoint)]));
}

function placeOf(
  { body, profile, changed, say, tell, ask }: SpotParts,
  { id, servers, clients = [] }: EndpointProfile,
): Place {
  const served = servedOf(id, servers, profile.custom);
  const byName = new Map([...served.values()].map((cluster) => [cluster.name, cluster]));
  const behaviours = [...served.values()].flatMap(({ behaviour }) => behaviour ?? []);
  const attribute = (cluster: string, name: string) => byName.get(cluster)?.attributes.get(name);

  const place: Place = {
    endpoint: id,
    body,
    servers: served,
    clients: new Set(clients.map((cluster) => clusterId(cluster, profile.custom))),
    attribute,
    each: (visit) => {
      for (const behaviour of behaviours) visit(behaviour);
    },
    has: (cluster, name) => (name === undefined ? byName.has(cluster) : attribute(cluster, name) !== undefined),
    get: (cluster, name) => Number(attribute(cluster, name)?.value ?? 0),
    text: (cluster, name) => String(attribute(cluster, name)?.value ?? ""),
    set: (cluster, values) => {
      const fresh = Object.entries(values).flatMap(([name, value]) => put(attribute(cluster, name), value) ?? []);
      const { fleeting } = byName.get(cluster)?.behaviour ?? {};
      for (const one of fresh) changed(one, fleeting === true || fleeting?.includes(one.name) === true);
      for (const { name } of fresh) place.each((behaviour) => behaviour.changed?.(place, cluster, name));
    },
    memory: {},
    running: new Map(),
    say: (cluster, command, payload) => say(place, cluster, command, payload),
    tell: (ieee, cluster, command, payload) => tell(place, ieee, cluster, command, payload),
    ask: (cluster, attributes) => ask(place, cluster, attributes),
  };
  return place;
}

function servedOf(
  endpoint: number,
  servers: EndpointProfile["servers"],
  custom: CustomClusters = {},
): Map<number, Served> {
  return new Map(
    Object.entries(servers).map(([name, values]) => {
      const behaviour = CLUSTERS.get(name);
      const attributes = attributesOf(endpoint, name, { ...behaviour?.attributes, ...values });
      return [clusterId(name, custom), { name, attributes, behaviour }];
    }),
  );
}

/** The attribute, if that changed it. */
function put(attribute: Attribute | undefined, value: Value): Attribute | undefined {
  if (!attribute || attribute.value === value) return undefined;
  attribute.value = value;
  return attribute;
}
