/** The radio port: the events of the radio, and the requests that it takes, as plain data only. */
import type { DeviceDeliveries, StickCounters } from "../doctor/deliveries.ts";
import type { EnginePort } from "../engine-ports.ts";
import type { Stop, Values } from "../resource.ts";
import type { DeviceFacts, GroupFacts, Ieee, PastFacts, RawMessage } from "./device-facts.ts";
import type { Answers, ClusterCatalog, EndpointWiring, Order, Target } from "./orders.ts";

export interface NetworkFacts {
  readonly adapter: string; // zstack, ember, deconz, …
  readonly firmware: string; // as clients want to read it: "0x26780700"
  readonly version: string; // as a person wants to read it
  readonly coordinator: Ieee;
  readonly channel: number;
  readonly panid: number;
  readonly extendedpanid: string;
  readonly formed: boolean; // a new network was made just now
  readonly can: readonly RadioSkill[];
}

export type RadioSkill = "backup" | "installcode" | "touchlink";

export type RadioEvent =
  /** Some of the devices, told before the radio is up: of a large house, so that neither process has to hold all of them at once. */
  | { readonly kind: "devices"; readonly devices: readonly DeviceFacts[] }
  /** The radio is up, with these devices and those that were `told` before, and no others. */
  | {
      readonly kind: "up";
      readonly network: NetworkFacts;
      readonly devices: readonly DeviceFacts[];
      readonly told?: readonly Ieee[];
    }
  /** Devices that report to the coordinator's new address, of those that reported to a former one; done when they are all. */
  | { readonly kind: "moved"; readonly done: number; readonly total: number }
  | { readonly kind: "down"; readonly reason: string } // one plain sentence, with its cure
  | { readonly kind: "joined" | "left" | "announced" | "interviewing" | "failed"; readonly ieee: Ieee }
  /** The interview of a device is done, or other facts are known of it: its resources can be planned. */
  | { readonly kind: "device"; readonly device: DeviceFacts }
  /** Once for each frame: the values that the converters read in it, and the frame itself. An empty payload: they read nothing. */
  | {
      readonly kind: "payload";
      readonly ieee: Ieee;
      readonly endpoint: number;
      readonly payload: Values;
      readonly raw?: RawMessage; // absent: not a frame, but something a converter says later (a timeout)
      readonly unread?: true; // the converters know the device, and none of them reads frames of this sort
    }
  | { readonly kind: "seen"; readonly ieee: Ieee; readonly linkquality: number | null } // not more often than once a second
  | { readonly kind: "permit"; readonly seconds: number } // the network is open for so long; 0: closed
  | { readonly kind: "bound" | "unbound"; readonly ieee: Ieee }
  /** The fate of the frames since the last event of this kind: once a minute, and soon after one was lost. */
  | { readonly kind: "deliveries"; readonly devices: readonly DeviceDeliveries[]; readonly stick?: StickCounters }
  /** As many orders wait as may: the next ones are refused. Told once, until half of them have gone. */
  | { readonly kind: "full" }
  /** All devices of a furnished house have moved in: these are its groups. Told at each start. */
  | { readonly kind: "furnished"; readonly groups: readonly GroupFacts[] }
  /** Touchlink has found a device; told once for each scan. */
  | { readonly kind: "touched"; readonly touched: TouchlinkDevice };

/** A device close by that answers to touchlink, in any network, or in none. */
export interface TouchlinkDevice {
  readonly ieee: Ieee;
  readonly factorynew: boolean;
  readonly rssi: number; // dBm, estimated
  readonly channel: number;
  readonly panid: number; // of its network
}

/** The jobs of touchlink: look for devices, make one show itself, make one forget its network. */
export type TouchlinkJob =
  | { readonly do: "scan" }
  | { readonly do: "identify" | "reset"; readonly ieee: Ieee; readonly channel: number };

/** Whether the groups of a furnished house are being made now. */
export const FURNISHING: EnginePort<{ readonly isUnderWay: () => boolean }> = { name: "furnishing" };

/** Everything needed to go on with the same network on another host or stick. */
export interface RadioBackup {
  readonly files: Readonly<Record<string, string>>; // by name, as texts
}

/** The virtual house behind the radio, where there is one: controls that no real radio has. */
export interface VirtualControls {
  /** Devices with their attributes, and counts of frames. */
  inspect(): Promise<Values>;
  /** The made-up past of its devices and groups in the weeks before: for a history that has just begun. */
  past(): Promise<readonly PastFacts[]>;
  /** {press, set, reach, latency, join, leave, power…}; the reference says which. */
  apply(ieee: Ieee | undefined, controls: Values): Promise<Values>;
}

/** Of two sticks, the one that has the network, and the state of the other one. */
export interface SpareState {
  readonly active: string; // its path
  readonly other: string;
  readonly isReady: boolean; // the other one is there
  readonly since: number; // milliseconds, UTC: the active one has the network
  readonly why: "chosen" | "gone" | "asked"; // by the dialog; the other one was gone; a person wanted it
  readonly term: number; // goes up with each takeover
  readonly stale: readonly string[]; // sticks that may still hold the network, and are emptied when they come back
  readonly asks: boolean; // the stick that is gone may still have power: a person has to say that it has not
  readonly hangs: boolean; // the former stick has power, does not answer, and may go on sending
}

export interface Spare {
  readonly state: SpareState;
  /** The other stick takes the network over now. Kept when it is its turn; rejects with one plain sentence, and nothing has changed. */
  takeOver(): Promise<void>;
}

export interface Radio {
  readonly missing?: true; // none is set, so that none will ever be up
  readonly up: boolean;
  readonly network: NetworkFacts | undefined; // of the last time that it was up
  readonly virtual: VirtualControls | undefined;
  readonly spare?: Spare | undefined; // where two sticks are set
  /** True while an order to this target would still find room in the queue. */
  hasRoom(target: Target): boolean;
  /** Rejects with a RadioError. Settled also when a newer order has taken its place: then with the newer one's answer. */
  order<O extends Order>(order: O): Promise<Answers[O["do"]]>;
  /** Opens the network for so many seconds, for all or through one router; 0 closes it. */
  permitJoin(seconds: number, via?: Ieee): Promise<void>;
  installCode(code: string): Promise<void>;
  /** The stick is not with its network, but does a touchlink job: until that is over orders wait, and nothing is heard. */
  readonly away: boolean;
  /** Kept when it is done and the radio is back with its network. There is one job at a time: any other one is `busy`. */
  touchlink(job: TouchlinkJob): Promise<void>;
  /** The facts of a device, with everything it exposes; undefined when there is no such device. */
  describe(ieee: Ieee): Promise<DeviceFacts | undefined>;
  /** The clusters of a device, with their bindings and reports. Without a device: all bound clusters of the house, and no values. */
  wiring(ieee?: Ieee): Promise<readonly EndpointWiring[]>;
  catalog(): Promise<ClusterCatalog>;
  /** How a device's values are to be read (options of the converters); told again at each start. */
  setOptions(ieee: Ieee, options: Values): void;
  /** The time zone for devices that ask for the time; told again at each start. */
  setZone(zone: string): void;
  backup(): Promise<RadioBackup>;
  hear(listener: (event: RadioEvent) => void): Stop;
  start(): Promise<void>;
  stop(): Promise<void>;
}
