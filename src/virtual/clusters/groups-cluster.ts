/** Groups: an endpoint becomes a member, is one, and is none any more. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { forgetScenes } from "./scenes-cluster.ts";

const CAPACITY = 32;
const MOST = 0xfff7;

export const GROUPS: Cluster = {
  name: "genGroups",
  attributes: { nameSupport: 0 },
  commands: {
    add: (endpoint, { groupid = 0 }) => ({ command: "addRsp", payload: { status: join(endpoint, groupid), groupid } }),
    addIfIdentifying: (endpoint, { groupid = 0 }) => {
      if (endpoint.get("genIdentify", "identifyTime") > 0) join(endpoint, groupid);
      return undefined;
    },
    view: (endpoint, { groupid = 0 }) => {
      const status = isMember(endpoint, groupid) ? STATUS.SUCCESS : STATUS.NOT_FOUND;
      return { command: "viewRsp", payload: { status, groupid, groupname: "" } };
    },
    getMembership: (endpoint, payload, alone) => {
      const { grouplist } = payload as unknown as { grouplist: readonly number[] };
      const asked =
        grouplist.length > 0 ? groupsOf(endpoint).filter((group) => grouplist.includes(group)) : groupsOf(endpoint);
      if (asked.length === 0 && !alone) return undefined;
      const capacity = CAPACITY - groupsOf(endpoint).length;
      return { command: "getMembershipRsp", payload: { capacity, groupcount: asked.length, grouplist: asked } };
    },
    remove: (endpoint, { groupid = 0 }) => {
      const status = isMember(endpoint, groupid) ? STATUS.SUCCESS : STATUS.NOT_FOUND;
      leave(endpoint, groupid);
      return { command: "removeRsp", payload: { status, groupid } };
    },
    removeAll: (endpoint) => {
      for (const group of groupsOf(endpoint)) leave(endpoint, group);
      return undefined;
    },
  },
};

function join(endpoint: ClusterEndpoint, group: number): number {
  if (group < 1 || group > MOST) return STATUS.INVALID_VALUE;
  if (isMember(endpoint, group)) return STATUS.DUPLICATE_EXISTS;
  if (groupsOf(endpoint).length >= CAPACITY) return STATUS.INSUFFICIENT_SPACE;
  const { groups } = endpoint.device;
  groups.set(group, new Set([...(groups.get(group) ?? []), endpoint.id]));
  endpoint.device.note();
  return STATUS.SUCCESS;
}

/** The scenes of a group go with it. */
function leave(endpoint: ClusterEndpoint, group: number): void {
  const { groups } = endpoint.device;
  const endpoints = groups.get(group);
  endpoints?.delete(endpoint.id);
  if (endpoints?.size === 0) groups.delete(group);
  forgetScenes(endpoint, group);
  endpoint.device.note();
}

function groupsOf({ device, id }: ClusterEndpoint): number[] {
  return [...device.groups].filter(([, endpoints]) => endpoints.has(id)).map(([group]) => group);
}

function isMember({ device, id }: ClusterEndpoint, group: number): boolean {
  return device.groups.get(group)?.has(id) === true;
}
