/** A simulated stick as the virtual house has it, whatever its family: what it is made with, what is kept of it, and what can befall it. */
import type { NetworkCredentials } from "../air/network-credentials.ts";
import type { DecodedFrame, FrameCounters } from "../air/traffic.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";

/** As herdsman names the adapters. */
export const STICK_FAMILIES = ["zstack", "ember", "deconz"] as const;
export type StickFamily = (typeof STICK_FAMILIES)[number];

/** A network that the stick is in already, as herdsman's own options name it. */
export interface Preformed {
  readonly panid: number;
  readonly extendedpanid: readonly number[];
  readonly channel: number;
  readonly networkKey: readonly number[];
  readonly ieee: string; // "0x00124b0000000001"
  readonly frameCounter?: number; // 0 when not said
}

export interface StickOptions<Saved> {
  readonly network: VirtualNetwork;
  readonly saved?: Saved | undefined;
  readonly preformed?: Preformed | undefined; // absent, and nothing saved: a blank stick
  readonly ieee?: string; // of a blank stick
  readonly port?: number; // 0: any
}

/** How the next data requests fail: for want of buffers, later on the air, or because too many broadcasts are under way. */
export type SendRefusal = "buffer-full" | "overflow" | "table-full";

/** On 127.0.0.1, as a network adapter would show it. */
export interface VirtualStick {
  readonly family: StickFamily;
  readonly port: number;
  readonly ieee: string;
  /** The network that it is in; undefined for a blank stick. */
  readonly identity: NetworkCredentials | undefined;
  readonly channel: number; // 0: it is blank
  /** The number of the frame that it sent last. */
  readonly frameCounter: number;
  readonly installCodes: ReadonlyMap<string, string>; // hex, by device, as the host gave them
  readonly counters: FrameCounters;
  /** The newest 500 frames in the air, decoded, the oldest first. */
  readonly air: readonly DecodedFrame[];
  /** The host loses its connection. */
  dropLink(): void;
  /** The stick loses its power for a moment, and with it the connection. */
  powerCycle(): void;
  /** It starts anew by itself, as its watchdog makes it do, and tells its host so. */
  reboot(): void;
  /** The stick hears, but says nothing any more. */
  mute(on: boolean): void;
  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void;
  /** Says these bytes to the host. */
  garbage(bytes: Uint8Array): void;
  /** The next data requests fail. */
  busy(requests: number, how?: SendRefusal): void;
  /** Its firmware was built without what touchlink needs: it does not know the request. */
  knowsInterPan(on: boolean): void;
  /** Plain JSON, for the next one of its family. */
  save(): object;
  close(): Promise<void>;
}
