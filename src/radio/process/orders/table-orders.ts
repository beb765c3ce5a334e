/** Membership in groups, and bindings: what is written into the tables of the devices themselves. */
import { Zcl } from "zigbee-herdsman";
import { type Answers, RadioError } from "../../../model/radio.ts";
import type { Binding, BindTarget } from "../../../model/radio-tables.ts";
import type { Device, Endpoint, Group } from "../herdsman.ts";

const GROUPS = "genGroups";
const TO_GROUP = 1; // mode of a binding's address

export async function join(endpoint: Endpoint, group: Group): Promise<Answers["join"]> {
  if (!endpoint.supportsInputCluster(GROUPS)) throw new RadioError("unsupported", "it cannot be in groups");
  try {
    await endpoint.addToGroup(group);
  } catch (error) {
    if (!isStatus(error, Zcl.Status.DUPLICATE_EXISTS)) throw error;
    group.addMember(endpoint); // it was already
  }
  return {};
}

export async function leave(endpoint: Endpoint, group: Group): Promise<Answers["leave"]> {
  await endpoint.removeFromGroup(group);
  return {};
}

/**
 * What a remote tells a light directly it is to tell us, too: so the binding to us is made as well. A table that is full then is no failure
 * of what was asked for.
 */
export async function bind(
  from: Endpoint,
  cluster: string | number,
  to: Endpoint | Group,
  ours: Endpoint,
  warn: (text: string) => void,
): Promise<Answers["bind"]> {
  await from.bind(cluster, to);
  const id = Zcl.Utils.getCluster(cluster, undefined, from.getDevice().customClusters).ID;
  if (to !== ours && !from.hasBind(id, ours)) {
    await from.bind(cluster, ours).catch((error: Error) => {
      warn(`${from.deviceIeeeAddress}: it is bound, but does not tell us what it tells the others: ${error.message}`);
    });
  }
  return {};
}

export async function unbind(
  from: Endpoint,
  cluster: string | number,
  to: Endpoint | Group | number,
): Promise<Answers["unbind"]> {
  await from.unbind(cluster, to, true);
  return {};
}

export async function bindings(device: Device): Promise<Answers["bindings"]> {
  const table = await device.bindingTable();
  return {
    bindings: table.map(({ sourceEndpoint, clusterId, destAddrMode, dest, destEndpoint }): Binding => {
      const isGroup = destAddrMode === TO_GROUP;
      const target: BindTarget = isGroup
        ? { group: Number(dest) }
        : { ieee: String(dest), endpoint: destEndpoint ?? 1 };
      return { endpoint: sourceEndpoint, cluster: clusterName(clusterId, device), target };
    }),
  };
}

function clusterName(id: number, device: Device): string {
  return Zcl.Utils.getCluster(id, device.manufacturerID, device.customClusters).name;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof Zcl.StatusError && error.code === status;
}
