/** The setup of a device's endpoints, as herdsman keeps it: clusters, bindings, reports, and the attributes as they were told last. */
import { Zcl } from "zigbee-herdsman";
import type { BindTarget, ClusterCatalog, ClusterWiring, EndpointWiring } from "../../../model/radio/orders.ts";
import type { HerdsmanDevice, HerdsmanEndpoint } from "../herdsman.ts";
import { plainValues } from "../plain-data.ts";

type Side = ClusterWiring["side"];
type HerdsmanBinding = HerdsmanEndpoint["binds"][number];

export function endpointsOf(device: HerdsmanDevice): readonly EndpointWiring[] {
  return device.endpoints.map((endpoint) => ({
    ieee: device.ieeeAddr,
    endpoint: endpoint.ID,
    clusters: clustersIn(endpoint).map(([id, side]) => clusterWiring(device, endpoint, id, side)),
  }));
}

/** Only clusters with bindings, and none of their values: the gateway asks for these of a whole house at once. */
export function boundClusters(device: HerdsmanDevice): readonly EndpointWiring[] {
  return endpointsOf(device).flatMap((endpoint) => {
    const clusters = endpoint.clusters.filter(({ bound }) => bound.length > 0);
    const bare = clusters.map((cluster) => ({ ...cluster, attributes: [], values: {} }));
    return bare.length > 0 ? [{ ...endpoint, clusters: bare }] : [];
  });
}

/** The names by which clusters are known, and all that is said of each. */
export function clusterCatalog(devices: readonly HerdsmanDevice[]): ClusterCatalog {
  const own = devices.filter(({ customClusters }) => Object.keys(customClusters).length > 0);
  const custom = own.map(({ ieeeAddr, customClusters }) => [ieeeAddr, plainValues(customClusters)]);
  return { clusters: plainValues(Zcl.Clusters), custom: Object.fromEntries(custom) } as ClusterCatalog;
}

/** A cluster that is bound, though the device names it nowhere, counts as one that sends. */
function clustersIn({ inputClusters, outputClusters, binds }: HerdsmanEndpoint): readonly (readonly [number, Side])[] {
  const named = new Set([...inputClusters, ...outputClusters]);
  const others = new Set(binds.map(({ cluster }) => cluster.ID).filter((id) => !named.has(id)));
  return [
    ...inputClusters.map((id) => [id, "input"] as const),
    ...[...outputClusters, ...others].map((id) => [id, "output"] as const),
  ];
}

function clusterWiring(device: HerdsmanDevice, endpoint: HerdsmanEndpoint, id: number, side: Side): ClusterWiring {
  const cluster = Zcl.Utils.getCluster(id, device.manufacturerID, device.customClusters);
  const sends = side === "output" || !endpoint.outputClusters.includes(id); // a cluster with both sides speaks by the one that sends
  const own = side === "input";
  return {
    id,
    name: cluster.name,
    side,
    attributes: own ? Object.keys(cluster.attributes) : [],
    values: own ? plainValues({ ...endpoint.clusters[cluster.name]?.attributes }) : {},
    bound: sends ? endpoint.binds.filter((bind) => bind.cluster.ID === id).map(targetOf) : [],
    reported: own ? reportsOf(endpoint, id) : [],
  };
}

function targetOf({ target }: HerdsmanBinding): BindTarget {
  return "groupID" in target ? { group: target.groupID } : { ieee: target.deviceIeeeAddress, endpoint: target.ID };
}

function reportsOf(endpoint: HerdsmanEndpoint, id: number): ClusterWiring["reported"] {
  return endpoint.configuredReportings
    .filter(({ cluster }) => cluster.ID === id)
    .map(({ attribute, minimumReportInterval, maximumReportInterval, reportableChange }) => ({
      attribute: String(attribute.name ?? attribute.ID),
      least: minimumReportInterval,
      most: maximumReportInterval,
      change: typeof reportableChange === "number" ? reportableChange : 0,
    }));
}
