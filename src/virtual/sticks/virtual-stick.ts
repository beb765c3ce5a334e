/** A simulated stick of any family, as the virtual house has it: its options, its saved memory, and its mishaps. */
import type { NetworkCredentials } from "../air/network-credentials.ts";
import type { DecodedFrame, FrameCounters } from "../air/traffic.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { reader } from "../devices/bytes.ts";
import type { CoordinatorRadio, SendRefusal } from "./coordinator-radio.ts";
import type { HostConnection } from "./host-connection.ts";

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

/** The network that a preformed stick is in. The stick reads the bytes of the extended PAN id backwards. */
export function credentialsOf({ panid, extendedpanid, channel, networkKey }: Preformed): NetworkCredentials {
  return {
    panid,
    extendedpanid: reader(Buffer.from(extendedpanid).reverse()).ieee(),
    channel,
    key: Buffer.from(networkKey).toString("hex"),
    keyNumber: 0,
  };
}

/** The part that each family makes: the firmware between the line to the host and the radio. */
export interface StickFirmware<Saved extends object> {
  readonly radio: CoordinatorRadio;
  readonly frameCounter: number;
  readonly installCodes: ReadonlyMap<string, string>;
  /** Whether the stick was built for touchlink: else it does not know the request. */
  knowsInterPan: boolean;
  /** Whether it knows a command of its host, as its family numbers them. The stick refuses unknown ones. */
  knows: (command: number) => boolean;
  powerCycle(): void;
  /** It starts anew by itself, and tells its host so. */
  reboot(): void;
  save(): Saved;
  close(): void;
}

/** On 127.0.0.1, as a network adapter would show it. */
export class VirtualStick<Firmware extends StickFirmware<object> = StickFirmware<object>> {
  readonly family: StickFamily;
  readonly firmware: Firmware;
  readonly #host: HostConnection;

  constructor(family: StickFamily, firmware: Firmware, host: HostConnection) {
    this.family = family;
    this.firmware = firmware;
    this.#host = host;
  }

  get port(): number {
    return this.#host.port;
  }

  get ieee(): string {
    return this.firmware.radio.ieee;
  }

  /** The network that it is in; undefined for a blank stick. */
  get identity(): NetworkCredentials | undefined {
    return this.firmware.radio.network;
  }

  /** 0: it is blank. */
  get channel(): number {
    return this.identity?.channel ?? 0;
  }

  /** The number of the frame that it sent last. */
  get frameCounter(): number {
    return this.firmware.frameCounter;
  }

  /** Hex, by device. A ConBee is never told the codes themselves, but their hashes. */
  get installCodes(): ReadonlyMap<string, string> {
    return this.firmware.installCodes;
  }

  get counters(): FrameCounters {
    return this.firmware.radio.air.counters;
  }

  /** The newest 500 frames in the air, decoded, the oldest first. */
  get air(): readonly DecodedFrame[] {
    return this.firmware.radio.air.heard();
  }

  /** The host loses its connection. */
  dropLink(): void {
    this.#host.drop();
  }

  /** The stick loses its power for a moment, and with it the connection. */
  powerCycle(): void {
    this.#host.drop();
    this.firmware.powerCycle();
  }

  /** It starts anew by itself, as its watchdog makes it do. */
  reboot(): void {
    this.firmware.reboot();
  }

  /** The stick hears, but says nothing any more. */
  mute(on: boolean): void {
    this.#host.mute(on);
  }

  /** The stick neither hears its host nor says anything; its radio goes on, as the coordinator that it was. */
  hang(on: boolean): void {
    this.#host.hang(on);
  }

  /** New connections are closed at once, and the one that is open, too. */
  refuse(on: boolean): void {
    this.#host.refuse(on);
  }

  /** Says these bytes to the host. */
  garbage(bytes: Uint8Array): void {
    this.#host.garbage(bytes);
  }

  /** The next data requests fail. */
  busy(requests: number, how: SendRefusal = "buffer-full"): void {
    this.firmware.radio.busy(requests, how);
  }

  knowsInterPan(on: boolean): void {
    this.firmware.knowsInterPan = on;
  }

  /** Plain JSON, for the next one of its family. */
  save(): ReturnType<Firmware["save"]> {
    return this.firmware.save() as ReturnType<Firmware["save"]>;
  }

  close(): Promise<void> {
    this.firmware.close();
    return this.#host.close();
  }
}
