/** A gateway to announce, two networks to announce it in, and a multicast socket that only keeps the sent packets. */
import type { Announcement } from "../../src/edges/discovery/announcer.ts";
import type { LocalNetwork, MulticastSocket, UdpPeer } from "../../src/edges/discovery/multicast-socket.ts";

export const ANNOUNCEMENT: Announcement = {
  name: "Home",
  bridgeid: "00212EFFFF0A1B2C",
  uuid: "8e1f0a52-1c2d-4e3f-a4b5-c6d7e8f90a1b",
  host: "",
  port: 1880,
  path: "/nr",
};
export const NETWORKS: readonly LocalNetwork[] = [
  { ip: "192.0.2.7", netmask: "255.255.255.0" },
  { ip: "10.9.0.7", netmask: "255.255.0.0" },
];
export const NEIGHBOUR: UdpPeer = { address: "192.0.2.20", port: 40_000 };

export interface FakeMulticast extends MulticastSocket {
  readonly sent: { readonly bytes: Buffer; readonly to: UdpPeer }[];
  readonly multicasts: { readonly bytes: Buffer; readonly ip: string }[];
}

export function fakeMulticast(networks: readonly LocalNetwork[] = NETWORKS): FakeMulticast {
  const socket: FakeMulticast = {
    sent: [],
    multicasts: [],
    send: async (bytes, to) => void socket.sent.push({ bytes, to }),
    multicast: async (bytesFor) => {
      for (const network of networks) {
        const bytes = bytesFor(network);
        if (bytes) socket.multicasts.push({ bytes, ip: network.ip });
      }
    },
    close: () => {},
  };
  return socket;
}
