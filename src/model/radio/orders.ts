/** Orders to the radio, their answers, and the reasons of failures. */
import type { Values } from "../resource.ts";
import type { Ieee } from "./device-facts.ts";

/** The device or group that an order is for. Members of a group are named, so that the abilities of the group follow from theirs. */
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

export interface RouteEntry {
  readonly destination: number; // network address
  readonly nextHop: number;
  readonly status: string;
  readonly to?: Ieee; // the device with the address of the destination, where it is known
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
  readonly name: string; // "genOnOff"; its number where no name is known
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

/** One thing for the radio to do. Waiting orders are coalesced: of `set` and `get` for the same target, the newest value of each key. */
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
/** The contents of the answer to an order, by its kind. */
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

/** Every sentence for "asleep" begins like this: a text in another language is found by it. */
export const SLEEPS = "it sleeps";

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
