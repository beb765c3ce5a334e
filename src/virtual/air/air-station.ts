/** The frames that travel through the air of the virtual house, and the stations that send and hear them. */
export interface StationEndpoint {
  readonly id: number;
  readonly profile: number; // 0x0104
  readonly device: number;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export interface StationBinding {
  readonly endpoint: number;
  readonly cluster: number;
  readonly target: { readonly ieee: string; readonly endpoint: number } | { readonly group: number };
}

/** Where a frame goes: to one device, to a group, or to all (0xfffd: all that listen). */
export type Destination =
  | { readonly address: number; readonly endpoint: number }
  | { readonly group: number }
  | { readonly broadcast: number };

export interface AirFrame {
  readonly from: { readonly address: number; readonly endpoint: number }; // address 0 is the coordinator
  readonly to: Destination;
  readonly profile: number;
  readonly cluster: number;
  readonly bytes: Buffer; // the ZCL frame
}

/** How a device can fail: MAC no ack; no route; asleep and expired; confirmed but silent; not even confirmed. */
export type Reachability = "ok" | "no-ack" | "no-route" | "expired" | "no-response" | "no-confirm";

/** A device as the network knows it. The network answers ZDO requests from these facts; ZCL frames go to `hear`. */
export interface AirStation {
  readonly ieee: string; // "0x00158d0001020304"
  readonly router: boolean;
  readonly listens: boolean; // receiver on when idle
  readonly mains: boolean;
  readonly manufacturer: number;
  readonly endpoints: readonly StationEndpoint[];
  readonly bindings: StationBinding[];
  readonly groups: Map<number, Set<number>>; // group → endpoints that are members
  reach: Reachability;
  latency: number; // milliseconds for each hop
  readonly linkquality?: number; // how well it is heard, 1 to 255
  readonly joinKey?: string; // made of its install code, hex: under no other key it takes the network's
  /** A ZCL frame for one of its endpoints. Its answers and reports go through the air. */
  hear(frame: AirFrame, endpoint: number): void;
  /** The station is a member of this network from now on, and sends through this air. */
  joined(air: Air): void;
  /** The station was told to leave, or is not known any more: factory new from now on. */
  left(): void;
}

/** The air as a station has it. */
export interface Air {
  readonly address: number; // its own network address
  /** Sends a ZCL frame; along bindings is the station's own affair. */
  send(frame: Omit<AirFrame, "from"> & { readonly endpoint: number }): void;
  /** The address of another station, if it is in the network. The coordinator is 0. */
  addressOf(ieee: string): number | undefined;
}

/** A device that a touchlink frame reaches, in the network or not: close by, on a channel, without any key. */
export interface TouchlinkTarget {
  readonly ieee: string;
  readonly channel: number;
  /** A ZCL frame of the touchlink cluster; the result is the answer to it, if there is one. */
  touch(bytes: Buffer): Buffer | undefined;
}
