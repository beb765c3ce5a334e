/** The radio port: the events of the radio, and the orders and requests that it takes, as plain data only. */
import type { Gamut } from "./color.ts";
import type { DeviceDeliveries, StickCounters } from "./doctor/deliveries.ts";
import type { EnginePort } from "./engine-ports.ts";
import type { Stop, Values } from "./resource.ts";

/** A device's own address: "0x00158d0001020304". */
export type Ieee = string;

/** A value that a device has, in the words of the converters. `access`: 1 it is reported, 2 it can be set, 4 it can be read. */
export interface Expose {
  readonly type: string; // binary, numeric, enum, text, list, composite; light, switch, cover, lock, climate, fan
  readonly name?: string;
  readonly property?: string; // its key in payloads
  readonly endpoint?: string;
  readonly access?: number;
  readonly unit?: string;
  readonly label?: string;
  readonly description?: string;
  readonly category?: "config" | "diagnostic";
  readonly value_on?: unknown;
  readonly value_off?: unknown;
  readonly value_toggle?: unknown;
  readonly value_min?: number;
  readonly value_max?: number;
  readonly value_step?: number;
  readonly values?: readonly unknown[];
  readonly presets?: readonly { readonly name: string; readonly value: unknown }[];
  readonly features?: readonly Expose[];
  readonly item_type?: Expose;
  readonly length_min?: number;
  readonly length_max?: number;
}

/** What the converters know of a model. */
export interface ModelDefinition {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly generated: boolean; // guessed from its clusters
  readonly exposes: readonly Expose[];
  readonly options: readonly Expose[]; // how its values are read; settable, kept by us
  readonly endpoints: Readonly<Record<string, number>>; // names of exposes' endpoints → numbers
}

export interface EndpointFacts {
  readonly id: number;
  readonly profile: number;
  readonly device: number; // the Zigbee device id: 0x010d is an extended color light
  readonly inputs: readonly number[]; //  server clusters
  readonly outputs: readonly number[]; // client clusters
  readonly week?: number; // of a thermostat that keeps weeks: by what it goes, as bits; -1 where it does not say
  readonly zone?: number; // what an IAS zone watches, when it was asked: 0x000d motion, 0x0015 contact, 0x0028 fire, …
}

export interface DeviceFacts {
  readonly ieee: Ieee;
  readonly kind: "router" | "end-device" | "green-power" | "unknown";
  readonly sleepy: boolean; // hears only shortly after it has spoken
  readonly interviewed: boolean;
  readonly modelid: string; // as the device itself says, trimmed; "" when it did not say
  readonly manufacturername: string;
  readonly manufacturer: number; // its code
  readonly swversion: string | null;
  readonly applicationVersion: number | null;
  readonly powersource: string | null;
  readonly datecode?: string; // of its firmware, as it says itself
  readonly endpoints: readonly EndpointFacts[];
  readonly colorcapabilities: number | null; // ZCL bitmap of the first endpoint that has one
  readonly gradient?: Readonly<Record<"segments" | "pixels" | "length" | "styles", number>>; // of a light strip
  readonly gamut?: Gamut; // of the first endpoint that tells the corners of its colors
  readonly lastseen: number | null; // milliseconds, UTC
  readonly linkquality: number | null;
  readonly definition?: ModelDefinition; // absent: an unknown device, only its clusters speak
  readonly label?: DeviceLabel; // devices of the virtual house have one
  readonly network?: number; // its short address in the network: another one each time it joins
  readonly values?: Values; // what the converters remember of what it said, over restarts
}

/** What stands on a device: its first name, and the ids that its first light and its first sensor are to have, where these are kept for it. */
export interface DeviceLabel {
  readonly name: string;
  readonly lights?: number;
  readonly sensors?: number;
}

/** A room, or another group of lights, of a house that comes furnished. */
export interface GroupFacts {
  readonly name: string;
  readonly isRoom: boolean;
  readonly devices: readonly Ieee[];
  readonly scenes: readonly SceneFacts[];
}

export interface SceneFacts {
  readonly name: string;
  readonly lights: Readonly<Record<Ieee, Values>>; // what each of its lights does, as clients write it
}

/** Whether the groups of a furnished house are being made now. */
export const FURNISHING: EnginePort<{ readonly isUnderWay: () => boolean }> = { name: "furnishing" };

/** A frame as it came, for what the converters leave unread. */
export interface RawMessage {
  readonly type: string; // attributeReport, readResponse, commandOn, raw, …
  readonly cluster: string | number; // genOnOff; a number when its name is unknown
  readonly data: unknown; // attributes by name, or the parameters of a command; bytes for type raw
  readonly group: number; // 0: sent to us alone
  readonly manufacturer: number | null;
  readonly sequence?: number; // its transaction: a frame that comes again has the same
  readonly bytes?: Uint8Array; // of a maker's own command: its parameters as they came
}

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
  /** Once for each frame: what the converters read in it, and the frame itself. An empty payload: they read nothing. */
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
  /** What became of the frames since this was told last: once a minute, and soon after one was lost. */
  | { readonly kind: "deliveries"; readonly devices: readonly DeviceDeliveries[]; readonly stick?: StickCounters }
  /** As many orders wait as may: the next ones are refused. Told once, until half of them have gone. */
  | { readonly kind: "full" }
  /** All devices of a furnished house have moved in: these are its groups. Told at each start. */
  | { readonly kind: "furnished"; readonly groups: readonly GroupFacts[] }
  /** Touchlink has found a device; told once for each scan. */
  | { readonly kind: "touched"; readonly touched: TouchlinkDevice };

/** A device close by that answers to touchlink, in whatever network it is, or in none. */
export interface TouchlinkDevice {
  readonly ieee: Ieee;
  readonly factorynew: boolean;
  readonly rssi: number; // dBm, estimated
  readonly channel: number;
  readonly panid: number; // of its network
}

/** What touchlink can do: look for devices, make one show itself, make one forget its network. */
export type TouchlinkJob =
  | { readonly do: "scan" }
  | { readonly do: "identify" | "reset"; readonly ieee: Ieee; readonly channel: number };

export type RadioFailure =
  | "unreachable" // no answer on any way
  | "asleep" //      it hears only when it speaks
  | "timeout"
  | "refused" //     it answered with an error status
  | "unsupported" // the device or the adapter cannot
  | "unknown" //     no such device
  | "invalid" //     the values do not fit
  | "busy" //        the queue is full
  | "radio-down";

/** Why an order failed, in one plain sentence. */
export class RadioError extends Error {
  readonly code: RadioFailure;
  readonly status: number | undefined; // of Zigbee, when it refused
  readonly keys: readonly string[] | undefined; // which of the values that were to be set it refused; absent: all

  constructor(code: RadioFailure, message: string, status?: number, keys?: readonly string[]) {
    super(message);
    this.code = code;
    this.status = status;
    this.keys = keys;
  }
}

/** The device did not answer; other failures say nothing about whether it is there. */
export function isSilence(error: unknown): boolean {
  return error instanceof RadioError && (error.code === "unreachable" || error.code === "timeout");
}

/** The device or group that an order is for. Members of a group are named, so that what it can do follows from what they can. */
export type Target =
  | { readonly ieee: Ieee; readonly endpoint?: number }
  | { readonly group: number; readonly members: readonly { readonly ieee: Ieee; readonly endpoint: number }[] };

export type BindTarget = { readonly ieee: Ieee; readonly endpoint: number } | { readonly group: number };

/** Of the tables that devices keep themselves. */
export interface Binding {
  readonly endpoint: number;
  readonly cluster: string;
  readonly target: BindTarget;
}

export interface Neighbour {
  readonly ieee: Ieee;
  readonly linkquality: number;
  readonly relation: "parent" | "child" | "sibling" | "other";
  readonly depth: number;
}

interface RouteEntry {
  readonly destination: number; // network address
  readonly nextHop: number;
  readonly status: string;
  readonly to?: Ieee; // whose address the destination is, where that is known
  readonly by?: Ieee; // and that of the next hop
}

/** An attribute that a device was told to report by itself. */
export interface ReportSetting {
  readonly attribute: string;
  readonly least: number; // seconds between two reports
  readonly most: number; //  seconds without a change
  readonly change: number; // that is worth a report; 0: each
}

/** A cluster of an endpoint, as the radio knows it: the device is not asked. */
export interface ClusterWiring {
  readonly id: number;
  readonly name: string; // "genOnOff"; its number where nobody knows its name
  readonly side: "input" | "output";
  readonly attributes: readonly string[]; // that such a cluster may have
  readonly values: Values; // of its attributes, as the device told them last
  readonly bound: readonly BindTarget[];
  readonly reported: readonly ReportSetting[];
}

export interface EndpointWiring {
  readonly ieee: Ieee;
  readonly endpoint: number;
  readonly clusters: readonly ClusterWiring[];
}

/** All clusters that herdsman knows, with their attributes and commands, and those that the converters add for single devices. */
export interface ClusterCatalog {
  readonly clusters: Readonly<Record<string, Values & { readonly ID: number }>>;
  readonly custom: Readonly<Record<Ieee, ClusterCatalog["clusters"]>>;
}

/** One thing for the radio to do. What waits is coalesced: of `set` and `get` for the same target, the newest value of each key. */
export type Order =
  /** Keys and values as the exposes name them: {state: "ON", brightness: 120, transition: 0.4}. */
  | { readonly do: "set"; readonly target: Target; readonly values: Values }
  /** Asks the device; the answer comes as a payload event, too. */
  | { readonly do: "get"; readonly target: Target; readonly keys: readonly string[] }
  | {
      readonly do: "command";
      readonly target: Target; // a device needs its endpoint
      readonly cluster: string | number;
      readonly command: string | number;
      readonly payload: Values;
      readonly manufacturer?: number;
      readonly noResponse?: true; // not even a default response is awaited
    }
  | {
      readonly do: "read";
      readonly target: Target;
      readonly cluster: string | number;
      readonly attributes: readonly (string | number)[];
      readonly manufacturer?: number;
    }
  | {
      readonly do: "write";
      readonly target: Target;
      readonly cluster: string | number;
      readonly values: Values;
      readonly manufacturer?: number;
    }
  | {
      readonly do: "join" | "leave";
      readonly target: { readonly ieee: Ieee; readonly endpoint: number };
      readonly group: number;
    }
  | {
      readonly do: "bind" | "unbind";
      readonly target: { readonly ieee: Ieee; readonly endpoint: number };
      readonly cluster: string | number;
      readonly to: BindTarget;
    }
  /** Makes a device report an attribute by itself. */
  | ({
      readonly do: "report";
      readonly target: { readonly ieee: Ieee; readonly endpoint: number };
      readonly cluster: string | number;
    } & ReportSetting)
  | { readonly do: "bindings" | "neighbours" | "routes"; readonly target: { readonly ieee: Ieee } }
  /** Of the stick: how much goes on in these channels. Meanwhile it hears nothing of its network: some tenths of a second. */
  | { readonly do: "energy"; readonly target: { readonly ieee: Ieee }; readonly channels: readonly number[] }
  /** Whether the device is there: answers its link quality, or fails. */
  | { readonly do: "ping"; readonly target: { readonly ieee: Ieee } }
  /** Makes the device leave the network when it hears us, and forgets it in any case. */
  | { readonly do: "remove"; readonly target: { readonly ieee: Ieee }; readonly reset: boolean }
  | { readonly do: "interview" | "configure"; readonly target: { readonly ieee: Ieee } };

type AnsweredPlainly = "write" | "join" | "leave" | "bind" | "unbind" | "report" | "interview" | "configure";
/** What the answer to an order holds, by what was done. */
export interface Answers extends Readonly<Record<AnsweredPlainly, object>> {
  readonly set: { readonly state: Values }; //   as the converters expect the device to be now
  readonly get: { readonly asked: readonly string[] };
  readonly command: { readonly response?: Values };
  readonly read: { readonly values: Values; readonly failed: Readonly<Record<string, number>> }; // status by attribute
  readonly bindings: { readonly bindings: readonly Binding[] };
  readonly neighbours: { readonly neighbours: readonly Neighbour[] };
  readonly routes: { readonly routes: readonly RouteEntry[] };
  readonly energy: { readonly energy: Readonly<Record<string, number>> }; // 0 to 255, by channel
  readonly ping: { readonly linkquality: number | null };
  readonly remove: { readonly left: boolean };
}

/** Everything needed to go on with the same network on another host or stick. */
export interface RadioBackup {
  readonly files: Readonly<Record<string, string>>; // by name, as texts
}

/** The virtual house behind the radio, where there is one: what no real radio can do. */
export interface VirtualControls {
  /** Devices with their attributes, and counts of frames. */
  inspect(): Promise<Values>;
  /** {press, set, reach, latency, join, leave, power…}; the reference says which. */
  apply(ieee: Ieee | undefined, controls: Values): Promise<Values>;
}

/** Of two sticks, which has the network, and what became of the other one. */
export interface SpareState {
  readonly active: string; // its path
  readonly other: string;
  readonly isReady: boolean; // the other one is there
  readonly since: number; // milliseconds, UTC: the active one has the network
  readonly why: "chosen" | "gone" | "asked"; // by the dialog; the other one was gone; a person wanted it
  readonly term: number; // goes up with each takeover
  readonly stale: readonly string[]; // sticks that may still hold the network, and are emptied when they come back
  readonly asks: boolean; // the stick that is gone may still have power: a person has to say that it has not
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
  /** What is known of a device, with everything it exposes; undefined when there is no such device. */
  describe(ieee: Ieee): Promise<DeviceFacts | undefined>;
  /** The clusters of a device, with what is bound and reported. Without a device: all clusters of the house that are bound, and no values. */
  wiring(ieee?: Ieee): Promise<readonly EndpointWiring[]>;
  catalog(): Promise<ClusterCatalog>;
  /** How a device's values are to be read (options of the converters); told again at each start. */
  setOptions(ieee: Ieee, options: Values): void;
  /** What the clock on the wall shows to devices that ask for the time; told again at each start. */
  setZone(zone: string): void;
  backup(): Promise<RadioBackup>;
  hear(listener: (event: RadioEvent) => void): Stop;
  start(): Promise<void>;
  stop(): Promise<void>;
}
