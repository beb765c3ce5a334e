/** What the coordinator and the virtual network tell and ask each other. */
import type { ZdoNeighbour, ZdoRoute } from "../devices/zdo.ts";
import type { AirFrame } from "./air-station.ts";
import type { NetworkMember } from "./network-members.ts";

/** The coordinator, as the network knows it, and what it is told. */
export interface CoordinatorNode {
  readonly ieee: string;
  readonly network: string; // that it is in: a device of another network does not hear it
  readonly extendedpanid: string;
  readonly listens: boolean; // it is on, and on the channel of its network
  hear(frame: AirFrame, linkquality: number): void;
  joined(ieee: string, address: number, parent: number): void;
  announced(ieee: string, address: number, parent: number, announcement: Buffer): void;
  left(ieee: string, address: number, comesBack: boolean): void;
}

/** What the coordinator does with the network. */
export interface CoordinatorLink {
  /** `confirm` is told what became of the frame, unless the sender never learns it. */
  unicast(frame: AirFrame, address: number, endpoint: number, confirm: (status: number) => void): void;
  group(frame: AirFrame, group: number): void;
  broadcast(frame: AirFrame, address: number, endpoint: number): void;
  /** Asks a node about itself. A node that is out of reach does not answer. */
  zdo(address: number, cluster: number, request: Buffer, answer: (bytes: Buffer) => void): void;
  /** Asks all which node has this address. */
  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void;
  /** To all devices that a frame without a key reaches on a channel, or to one of them. */
  touch(channel: number, ieee: string | undefined, bytes: Buffer, answer: (ieee: string, bytes: Buffer) => void): void;
  /** Opens the coordinator for so many seconds, and all routers with it if they are meant, too. */
  permit(seconds: number, routers: boolean): void;
  neighbours(): ZdoNeighbour[];
  routes(): ZdoRoute[];
  members(): readonly NetworkMember[];
}
