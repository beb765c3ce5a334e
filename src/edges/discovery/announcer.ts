/** The announcement of a gateway, and the common parts of the two announcers (SSDP and multicast DNS). */
import type { Clock } from "../../model/ports.ts";
import type { LocalNetwork, MulticastGroup, MulticastSocket, UdpPeer } from "./multicast-socket.ts";
import type { ReplyLimits } from "./reply-limits.ts";

export interface Announcement {
  readonly name: string;
  readonly bridgeid: string;
  readonly uuid: string;
  readonly host: string; // of the user's settings; "" for our address in each network
  readonly port: number;
  readonly path: string; // in front of "/api" there: "" or "/nr"
}

export interface AnnouncerOptions {
  readonly announcement: Announcement;
  readonly networks: readonly LocalNetwork[];
  readonly socket: MulticastSocket;
  readonly group: MulticastGroup;
  readonly clock: Clock;
  readonly limits: ReplyLimits;
  readonly random: () => number; // below 1
}

/** Announces from its construction on. */
export interface Announcer {
  receive(bytes: Buffer, from: UdpPeer): void;
  /** Says goodbye; resolves when that is sent. */
  stop(): Promise<void>;
}
