/** A gateway to announce, two networks to announce it in, and a multicast group that only keeps what is said. */
import type { Group } from "../../src/edges/discovery/group.ts";
import type { Announced, Network, Peer } from "../../src/edges/discovery/voice.ts";

export const ANNOUNCED: Announced = {
  name: "Home",
  bridgeid: "00212EFFFF0A1B2C",
  uuid: "8e1f0a52-1c2d-4e3f-a4b5-c6d7e8f90a1b",
  host: "",
  port: 1880,
  path: "/nr",
};
export const NETWORKS: readonly Network[] = [
  { ip: "192.0.2.7", netmask: "255.255.255.0" },
  { ip: "10.9.0.7", netmask: "255.255.0.0" },
];
export const NEIGHBOUR: Peer = { address: "192.0.2.20", port: 40_000 };

export interface FakeGroup extends Group {
  readonly told: { readonly bytes: Buffer; readonly to: Peer }[];
  readonly toAll: { readonly bytes: Buffer; readonly ip: string }[];
}

export function fakeGroup(networks: readonly Network[] = NETWORKS): FakeGroup {
  const group: FakeGroup = {
    told: [],
    toAll: [],
    tell: async (bytes, to) => void group.told.push({ bytes, to }),
    tellAll: async (bytesFor) => {
      for (const network of networks) {
        const bytes = bytesFor(network);
        if (bytes) group.toAll.push({ bytes, ip: network.ip });
      }
    },
    close: () => {},
  };
  return group;
}
