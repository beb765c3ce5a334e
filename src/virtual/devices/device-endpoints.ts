/** The endpoints of a virtual device, each with its clusters, their attributes, and their memory. */
import type { Cluster, ClusterEndpoint, DeviceBody } from "../clusters/cluster.ts";
import { CLUSTERS } from "../clusters/clusters.ts";
import { type Attribute, type AttributeValue, attributesOf, type ClusterAttributes } from "./attributes.ts";
import type { DeviceProfile, EndpointProfile } from "./device-profile.ts";
import { type CustomClusters, clusterId } from "./zcl.ts";

interface ServedCluster {
  readonly name: string;
  readonly attributes: ClusterAttributes;
  readonly behaviour: Cluster | undefined; // absent: nothing but attributes
}

/** An endpoint, as the station has it. */
export interface DeviceEndpoint extends ClusterEndpoint {
  readonly servers: ReadonlyMap<number, ServedCluster>;
  readonly clients: ReadonlySet<number>;
  attribute(cluster: string, name: string): Attribute | undefined;
  each(visit: (behaviour: Cluster) => void): void;
}

interface AttributeChange {
  readonly isFleeting: boolean; // it need not be kept at once
  readonly isEager: boolean; //    it is told, however little it is
}

interface DeviceEndpointParts {
  readonly device: DeviceBody;
  readonly profile: DeviceProfile;
  readonly changed: (attribute: Attribute, how: AttributeChange) => void;
  readonly say: (endpoint: ClusterEndpoint, cluster: string, command: string, payload: object) => number;
  readonly tell: (endpoint: ClusterEndpoint, ieee: string, cluster: string, command: string, payload: object) => void;
  readonly ask: (endpoint: ClusterEndpoint, cluster: number, attributes: readonly number[]) => void;
}

export function endpointsOf(parts: DeviceEndpointParts): Map<number, DeviceEndpoint> {
  return new Map(parts.profile.endpoints.map((endpoint) => [endpoint.id, endpointOf(parts, endpoint)]));
}

function endpointOf(
  { device, profile, changed, say, tell, ask }: DeviceEndpointParts,
  { id, servers, clients = [] }: EndpointProfile,
): DeviceEndpoint {
  const served = servedOf(id, servers, profile.custom);
  const byName = new Map([...served.values()].map((cluster) => [cluster.name, cluster]));
  const behaviours = [...served.values()].flatMap(({ behaviour }) => behaviour ?? []);
  const attribute = (cluster: string, name: string) => byName.get(cluster)?.attributes.get(name);

  const endpoint: DeviceEndpoint = {
    id: id,
    device,
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
      const { fleeting, eager = [] } = byName.get(cluster)?.behaviour ?? {};
      for (const one of fresh)
        changed(one, {
          isFleeting: fleeting === true || fleeting?.includes(one.name) === true,
          isEager: eager.includes(one.name),
        });
      for (const { name } of fresh) endpoint.each((behaviour) => behaviour.changed?.(endpoint, cluster, name));
    },
    memory: {},
    held: new Map(),
    running: new Map(),
    say: (cluster, command, payload) => say(endpoint, cluster, command, payload),
    tell: (ieee, cluster, command, payload) => tell(endpoint, ieee, cluster, command, payload),
    ask: (cluster, attributes) => ask(endpoint, cluster, attributes),
  };
  return endpoint;
}

function servedOf(
  endpoint: number,
  servers: EndpointProfile["servers"],
  custom: CustomClusters = {},
): Map<number, ServedCluster> {
  return new Map(
    Object.entries(servers).map(([name, values]) => {
      const behaviour = CLUSTERS.get(name);
      const attributes = attributesOf(endpoint, name, { ...behaviour?.attributes, ...values });
      return [clusterId(name, custom), { name, attributes, behaviour }];
    }),
  );
}

/** The attribute, if that changed it. */
function put(attribute: Attribute | undefined, value: AttributeValue): Attribute | undefined {
  if (!attribute || attribute.value === value) return undefined;
  attribute.value = value;
  return attribute;
}
