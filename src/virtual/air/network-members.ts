/** Who is in the virtual network, under which address, and behind whom. */

import type { ZdoNeighbour, ZdoRoute } from "../devices/zdo.ts";
import type { AirStation } from "./air-station.ts";

export interface NetworkMember {
  readonly station: AirStation;
  readonly address: number;
  readonly parent: number; // the address of the router that let it in; 0: the coordinator
  readonly network: string; // the one that it joined: nobody hears it in another
}

export interface SavedMember {
  readonly ieee: string;
  readonly address: number;
  readonly parent: number;
  readonly network: string;
}

export interface NetworkMembers {
  all(): readonly NetworkMember[];
  of(ieee: string): NetworkMember | undefined;
  at(address: number): NetworkMember | undefined;
  /** Puts it into the network, under its old address or a new one. */
  admit(station: AirStation, network: string, parent: number, newAddress: boolean): NetworkMember;
  restore(station: AirStation, saved: SavedMember): void;
  drop(ieee: string): NetworkMember | undefined;
  /** How many hops away it is from the coordinator. */
  depth(member: NetworkMember): number;
  neighbours(address: number, isOpen: (address: number) => boolean): ZdoNeighbour[];
  routes(address: number): ZdoRoute[];
  save(): SavedMember[];
}

const MOST_DEPTH = 15;
const ADDRESSES = 0xfff7; // as many as there are for devices; above, broadcasts begin
const COORDINATOR = 0;

export function createMembers(coordinatorIeee: () => string): NetworkMembers {
  const members = new Map<string, NetworkMember>();
  const byAddress = new Map<number, NetworkMember>();
  const at = (address: number) => byAddress.get(address);
  const put = (member: NetworkMember) => {
    const old = members.get(member.station.ieee);
    if (old) byAddress.delete(old.address);
    members.set(member.station.ieee, member);
    byAddress.set(member.address, member);
    return member;
  };

  const depth = (member: NetworkMember): number => {
    let hops = 1;
    for (let parent = at(member.parent); parent && hops < MOST_DEPTH; parent = at(parent.parent)) hops += 1;
    return hops;
  };

  const freeAddress = (ieee: string): number => {
    let address = 1 + (Number(BigInt(ieee) % 0x7fffffffn) % ADDRESSES);
    while (at(address)) address = 1 + (address % ADDRESSES);
    return address;
  };

  const neighbour = (member: NetworkMember, relation: ZdoNeighbour["relation"], isOpen: boolean): ZdoNeighbour => ({
    ieee: member.station.ieee,
    address: member.address,
    kind: kindOf(member.station),
    listens: member.station.listens,
    relation,
    open: isOpen,
    depth: depth(member),
    linkquality: linkqualityOf(member.station),
  });

  return {
    all: () => [...members.values()],
    of: (ieee) => members.get(ieee),
    at,
    admit: (station, network, parent, newAddress) => {
      const old = members.get(station.ieee);
      const address = old && !newAddress ? old.address : freeAddress(station.ieee);
      return put({ station, address, parent, network });
    },
    restore: (station, { address, parent, network }) => {
      put({ station, address: at(address) ? freeAddress(station.ieee) : address, parent, network });
    },
    drop: (ieee) => {
      const member = members.get(ieee);
      if (!member) return undefined;
      members.delete(ieee);
      byAddress.delete(member.address);
      // Its children find their way without it.
      for (const child of members.values()) if (child.parent === member.address) put({ ...child, parent: COORDINATOR });
      return member;
    },
    depth,
    neighbours: (address, isOpen) => {
      const self = at(address);
      const around: ZdoNeighbour[] = [];
      if (self && (self.station.router || self.parent === COORDINATOR)) {
        around.push({
          ieee: coordinatorIeee(),
          address: COORDINATOR,
          kind: "coordinator",
          listens: true,
          relation: self.parent === COORDINATOR ? "parent" : "sibling",
          open: isOpen(COORDINATOR),
          depth: 0,
          linkquality: linkqualityOf(self.station),
        });
      }
      const isRouter = address === COORDINATOR || self?.station.router === true;
      for (const member of members.values()) {
        const { station } = member;
        if (member.address === address || station.reach === "no-ack" || station.reach === "no-route") continue;
        if (member.parent === address) around.push(neighbour(member, "child", isOpen(member.address)));
        else if (member.address === self?.parent) around.push(neighbour(member, "parent", isOpen(member.address)));
        else if (isRouter && station.router) around.push(neighbour(member, "sibling", isOpen(member.address)));
      }
      return around;
    },
    routes: (address) => {
      const self = at(address);
      if (self) return self.station.router ? [{ destination: COORDINATOR, nextHop: self.parent }] : [];
      return [...members.values()]
        .filter((member) => member.parent !== COORDINATOR)
        .map((member) => ({ destination: member.address, nextHop: firstHop(member, at).address }));
    },
    save: () =>
      [...members.values()].map(({ station: { ieee }, address, parent, network }) => ({
        ieee,
        address,
        parent,
        network,
      })),
  };
}

/** How well a device is heard: as it says itself, or else always the same, somewhere between fair and good. */
export function linkqualityOf({ ieee, linkquality }: Pick<AirStation, "ieee" | "linkquality">): number {
  return linkquality ?? 90 + Number(BigInt(ieee) % 150n);
}

export function kindOf({ router }: Pick<AirStation, "router">): "router" | "end-device" {
  return router ? "router" : "end-device";
}

function firstHop(member: NetworkMember, at: (address: number) => NetworkMember | undefined): NetworkMember {
  let hop = member;
  for (let hops = 0; hops < MOST_DEPTH; hops += 1) {
    const parent = at(hop.parent);
    if (!parent) return hop;
    hop = parent;
  }
  return hop;
}
