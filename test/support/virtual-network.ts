/** The virtual network without any stick: its coordinator only keeps the frames that it hears. */
import assert from "node:assert/strict";
import type { AirFrame } from "../../src/virtual/air/air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "../../src/virtual/air/coordinator-link.ts";
import { type NetworkCredentials, WELL_KNOWN_KEY } from "../../src/virtual/air/network-credentials.ts";
import { VirtualNetwork, type VirtualNetworkOptions } from "../../src/virtual/air/virtual-network.ts";
import { settle } from "./fakes.ts";
import type { TestStation } from "./virtual.ts";

export const ONE = "0x00158d0000000001";
export const OTHER = "0x00158d0000000002";
export const THIRD = "0x00158d0000000003";
export const HOME: NetworkCredentials = {
  panid: 0x1a62,
  extendedpanid: "0x0102030405060708",
  channel: 11,
  key: "0f".repeat(16),
  keyNumber: 0,
};
export const BYTES = Buffer.of(0x11, 1, 0);
export interface World {
  readonly network: VirtualNetwork;
  readonly uplink: CoordinatorLink;
  readonly center: { -readonly [key in keyof CoordinatorNode]: CoordinatorNode[key] };
  readonly told: unknown[];
  readonly heard: AirFrame[];
  /** Opens the coordinator and lets them all in. */
  let(...stations: TestStation[]): void;
  unicast(station: TestStation): Promise<number | undefined>;
}
export function world(options: VirtualNetworkOptions = {}): World {
  const network = new VirtualNetwork(options);
  const told: unknown[] = [];
  const heard: AirFrame[] = [];
  let counter = 0;
  const center: World["center"] = {
    ieee: "0x00124b0000000001",
    network: HOME,
    listens: true,
    countFrame: () => {
      counter += 1;
      return counter;
    },
    joinKey: () => WELL_KNOWN_KEY,
    linkKey: () => WELL_KNOWN_KEY,
    hear: (frame: AirFrame) => heard.push(frame),
    joined: (ieee: string, _address: number, parent: number) => told.push(["joined", ieee, parent]),
    rejoined: () => {},
    announced: (_ieee: string, address: number) => told.push(["announced", address]),
    left: (ieee: string, _address: number, comesBack: boolean) => told.push(["left", ieee, comesBack]),
  };
  const uplink = network.connect(center);
  return {
    network,
    uplink,
    center,
    told,
    heard,
    let: (...stations) => {
      uplink.permit(60, false);
      for (const station of stations) assert.ok(network.join(station));
      uplink.permit(0, false);
    },
    unicast: async (station) => {
      let confirmed: number | undefined;
      uplink.unicast(
        frame({ address: addressOf(network, station), endpoint: 1 }),
        addressOf(network, station),
        1,
        (status) => {
          confirmed = status;
        },
      );
      await settle();
      return confirmed;
    },
  };
}
export function frame(to: AirFrame["to"]): AirFrame {
  return { from: { address: 0, endpoint: 1 }, to, profile: 0x0104, cluster: 6, bytes: BYTES };
}
export function addressOf(network: VirtualNetwork, { ieee }: TestStation): number {
  const address = network.addressOf(ieee);
  assert.ok(address !== undefined, "it is not in the network");
  return address;
}
export function counts(...stations: TestStation[]): number[] {
  return stations.map(({ heard }) => heard.length);
}
