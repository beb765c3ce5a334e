/** Orders about the tables of the devices themselves: groups, bindings, neighbors and routes, and whether a device is there at all. */
import { Zcl, Zdo } from "zigbee-herdsman";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import {
  type Answers,
  type Binding,
  type BindTarget,
  type Neighbour,
  RadioError,
} from "../../../model/radio/orders.ts";
import type { HerdsmanAdapter, HerdsmanDevice, HerdsmanEndpoint, HerdsmanGroup } from "../herdsman.ts";

const GROUPS = "genGroups";
const TO_GROUP = 1; // mode of a binding's address
const RELATIONS: readonly Neighbour["relation"][] = ["parent", "child", "sibling"];

export async function join(endpoint: HerdsmanEndpoint, group: HerdsmanGroup): Promise<Answers["join"]> {
  if (!endpoint.supportsInputCluster(GROUPS)) throw new RadioError("unsupported", "it cannot be in groups");
  try {
    await endpoint.addToGroup(group);
  } catch (error) {
    if (!isStatus(error, Zcl.Status.DUPLICATE_EXISTS)) throw error;
    group.addMember(endpoint); // it was already
  }
  return {};
}

export async function leave(endpoint: HerdsmanEndpoint, group: HerdsmanGroup): Promise<Answers["leave"]> {
  await endpoint.removeFromGroup(group);
  return {};
}

/**
 * A remote that tells a light directly is to tell the gateway, too: so the binding to the coordinator is made as well. A table that is
 * full then is no failure of the order.
 */
export async function bind(
  from: HerdsmanEndpoint,
  cluster: string | number,
  to: HerdsmanEndpoint | HerdsmanGroup,
  coordinator: HerdsmanEndpoint,
  warn: (text: string) => void,
): Promise<Answers["bind"]> {
  await from.bind(cluster, to);
  const id = Zcl.Utils.getCluster(cluster, undefined, from.getDevice().customClusters).ID;
  if (to !== coordinator && !from.hasBind(id, coordinator)) {
    await from.bind(cluster, coordinator).catch((error: Error) => {
      warn(`${from.deviceIeeeAddress}: it is bound, but does not tell us what it tells the others: ${error.message}`);
    });
  }
  return {};
}

export async function unbind(
  from: HerdsmanEndpoint,
  cluster: string | number,
  to: HerdsmanEndpoint | HerdsmanGroup | number,
): Promise<Answers["unbind"]> {
  await from.unbind(cluster, to, true);
  return {};
}

export async function bindings(device: HerdsmanDevice): Promise<Answers["bindings"]> {
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

export async function neighbours(device: HerdsmanDevice): Promise<Answers["neighbours"]> {
  const table = await device.lqi();
  return {
    neighbours: table.map(({ eui64, lqi, relationship, depth }) => ({
      ieee: eui64,
      linkquality: lqi,
      relation: RELATIONS[relationship] ?? "other",
      depth,
    })),
  };
}

export async function routes(
  device: HerdsmanDevice,
  ownerOf: (address: number) => Ieee | undefined,
): Promise<Answers["routes"]> {
  const table = await device.routingTable();
  return {
    routes: table.map(({ destinationAddress, nextHopAddress, status }) => {
      const [to, by] = [ownerOf(destinationAddress), ownerOf(nextHopAddress)];
      return {
        destination: destinationAddress,
        nextHop: nextHopAddress,
        status: String(status).toLowerCase().replaceAll("_", " "),
        ...(to && { to }),
        ...(by && { by }),
      };
    }),
  };
}

const SCAN = 2; // 5 · 15.36 ms for each channel

/** By ZDO, which all sticks speak: some refuse it. */
export async function energy(
  adapter: HerdsmanAdapter,
  stick: HerdsmanDevice,
  channels: readonly number[],
): Promise<Answers["energy"]> {
  const cluster = Zdo.ClusterId.NWK_UPDATE_REQUEST;
  const request = Zdo.Buffalo.buildRequest(
    adapter.hasZdoMessageOverhead,
    cluster,
    [...channels],
    SCAN,
    1,
    undefined,
    undefined,
  );
  const answer = await adapter.sendZdo(stick.ieeeAddr, stick.networkAddress, cluster, request, false);
  if (!Zdo.Buffalo.checkStatus<typeof Zdo.ClusterId.NWK_UPDATE_RESPONSE>(answer)) throw new Zdo.StatusError(answer[0]);
  const { scannedChannels, entryList } = answer[1];
  const scanned = channels.filter((channel) => (scannedChannels >>> channel) & 1);
  return { energy: Object.fromEntries(scanned.map((channel, index) => [channel, entryList[index] ?? 0])) };
}

/** A device that gives any answer is there. */
export async function ping(device: HerdsmanDevice): Promise<Answers["ping"]> {
  try {
    await device.ping(false);
  } catch (error) {
    if (!(error instanceof Zcl.StatusError)) throw error;
  }
  return { linkquality: device.linkquality ?? null };
}

function clusterName(id: number, device: HerdsmanDevice): string {
  return Zcl.Utils.getCluster(id, device.manufacturerID, device.customClusters).name;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof Zcl.StatusError && error.code === status;
}
