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
    add: (spot, { groupid = 0 }) => ({ command: "addRsp", payload: { status: join(spot, groupid), groupid } }),
    addIfIdentifying: (spot, { groupid = 0 }) => {
      if (spot.get("genIdentify", "identifyTime") > 0) join(spot, groupid);
      return undefined;
    },
    view: (spot, { groupid = 0 }) => {
      const status = isMember(spot, groupid) ? STATUS.SUCCESS : STATUS.NOT_FOUND;
      return { command: "viewRsp", payload: { status, groupid, groupname: "" } };
    },
    getMembership: (spot, payload, alone) => {
      const { grouplist } = payload as unknown as { grouplist: readonly number[] };
      const asked = grouplist.length > 0 ? groupsOf(spot).filter((group) => grouplist.includes(group)) : groupsOf(spot);
      if (asked.length === 0 && !alone) return undefined;
      const capacity = CAPACITY - groupsOf(spot).length;
      return { command: "getMembershipRsp", payload: { capacity, groupcount: asked.length, grouplist: asked } };
    },
    remove: (spot, { groupid = 0 }) => {
      const status = isMember(spot, groupid) ? STATUS.SUCCESS : STATUS.NOT_FOUND;
      leave(spot, groupid);
      return { command: "removeRsp", payload: { status, groupid } };
    },
    removeAll: (spot) => {
      for (const group of groupsOf(spot)) leave(spot, group);
      return undefined;
    },
  },
};

function join(spot: ClusterEndpoint, group: number): number {
  if (group < 1 || group > MOST) return STATUS.INVALID_VALUE;
  if (isMember(spot, group)) return STATUS.DUPLICATE_EXISTS;
  if (groupsOf(spot).length >= CAPACITY) return STATUS.INSUFFICIENT_SPACE;
  const { groups } = spot.body;
  groups.set(group, new Set([...(groups.get(group) ?? []), spot.endpoint]));
  spot.body.note();
  return STATUS.SUCCESS;
}

/** The scenes of a group go with it. */
function leave(spot: ClusterEndpoint, group: number): void {
  const { groups } = spot.body;
  const endpoints = groups.get(group);
  endpoints?.delete(spot.endpoint);
  if (endpoints?.size === 0) groups.delete(group);
  forgetScenes(spot, group);
  spot.body.note();
}

function groupsOf({ body, endpoint }: ClusterEndpoint): number[] {
  return [...body.groups].filter(([, endpoints]) => endpoints.has(endpoint)).map(([group]) => group);
}

function isMember({ body, endpoint }: ClusterEndpoint, group: number): boolean {
  return body.groups.get(group)?.has(endpoint) === true;
}
