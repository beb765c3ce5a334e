/** The two interfaces between the coordinator and the virtual network. */
import type { ZdoNeighbour, ZdoRoute } from "../devices/zdo.ts";
import type { AirFrame } from "./air-station.ts";
import type { NetworkCredentials } from "./network-credentials.ts";
import type { NetworkMember } from "./network-members.ts";

/** The coordinator, as the network knows it, and the events that it hears. */
export interface CoordinatorNode {
  readonly ieee: string;
  readonly network: NetworkCredentials | undefined; // that it is in: devices of another one do not hear it
  readonly listens: boolean; // it is on, and on the channel of its network
  /** Counts a frame that it sends; answers the number that this frame has. */
  countFrame(): number;
  /** With which link key a device may join: hex. Undefined: with none. */
  joinKey(ieee: string): string | undefined;
  /** That it agrees on with a device which has joined, by a rule of its own: hex. */
  linkKey(ieee: string): string;
  hear(frame: AirFrame, linkquality: number): void;
  joined(ieee: string, address: number, parent: number): void;
  /** It was gone, knew the network's key, and has come back: it announces itself next. */
  rejoined(ieee: string, address: number, parent: number): void;
  announced(ieee: string, address: number, parent: number, announcement: Buffer): void;
  left(ieee: string, address: number, comesBack: boolean): void;
}

/** The coordinator's actions on the network. All its frames are counted. */
export interface CoordinatorLink {
  /** `confirm` gets the status of the frame, unless the sender never learns it. */
  unicast(frame: AirFrame, address: number, endpoint: number, confirm: (status: number) => void): void;
  group(frame: AirFrame, group: number): void;
  broadcast(frame: AirFrame, address: number, endpoint: number): void;
  /** Asks a node about itself. A node that is out of reach does not answer. `confirm` gets the status of the question. */
  zdo(
    address: number,
    cluster: number,
    request: Buffer,
    answer: (bytes: Buffer) => void,
    confirm?: (status: number) => void,
  ): void;
  /** Asks all which node has this address. */
  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void;
  /** To all devices that a frame without a key reaches on a channel, or to one of them. */
  touch(channel: number, ieee: string | undefined, bytes: Buffer, answer: (ieee: string, bytes: Buffer) => void): void;
  /** Opens the coordinator for so many seconds, and all routers with it if they are meant, too. */
  permit(seconds: number, routers: boolean): void;
  /** Tells all that listen to go to another channel. The coordinator goes there itself. */
  changeChannel(channel: number): void;
  /** Tells the neighbours that it is there. */
  linkStatus(): void;
  neighbours(): ZdoNeighbour[];
  routes(): ZdoRoute[];
  members(): readonly NetworkMember[];
}
