/** The messages that the gateway and its radio process send each other. */
import type { Ieee } from "../model/radio/device-facts.ts";
import type { Order, RadioFailure } from "../model/radio/orders.ts";
import type { RadioEvent, TouchlinkJob } from "../model/radio/radio-port.ts";
import type { Values } from "../model/resource.ts";

/** The settings with which the gateway starts the process. */
export interface RadioSettings {
  readonly path: string; //     "virtual", "/dev/serial/by-id/…", "tcp://host:port", "mdns://service"
  readonly adapter?: "zstack" | "ember" | "deconz" | "zigate" | "zboss" | "zoh"; // absent: found out
  readonly baudRate?: number;
  readonly rtscts?: boolean;
  readonly channel: number; //  11 to 26
  readonly power?: number; //   dBm with which it sends; absent: as the stick does by itself
  readonly folder: string; //   where its files live: network.json, database.db, coordinator_backup.json, states.json, virtual.json
  readonly term?: number; //    of two sticks: goes up when the other one takes over
  readonly empties?: true; //   the stick: it is given a network without other devices, and has not been in its own meanwhile
  readonly life?: false; //     of the virtual house: nothing changes by itself
  readonly stick?: "zstack" | "ember" | "deconz"; // of the virtual house; absent: the one that it has, at first a Z-Stack
}

/**
 * Gateway → process. A message with an id is a request, and is answered.
 *
 * One process is one attempt. When its stick is not there, does not start or is lost, it says why ("down", once), saves its knowledge and
 * ends; to look whether a stick is there costs it next to nothing. The supervisor waits, and forks the next one.
 */
export type GatewayMessage =
  | {
      readonly type: "start";
      readonly id: number;
      readonly settings: RadioSettings;
      readonly options: Readonly<Record<Ieee, Values>>;
      readonly zone?: string; // absent: that of the machine
    }
  | { readonly type: "order"; readonly id: number; readonly order: Order; readonly deadline: number } // milliseconds from now
  | { readonly type: "permit"; readonly id: number; readonly seconds: number; readonly via?: Ieee }
  | { readonly type: "installcode"; readonly id: number; readonly code: string }
  | { readonly type: "touchlink"; readonly id: number; readonly job: TouchlinkJob }
  | { readonly type: "describe"; readonly id: number; readonly ieee: Ieee }
  | { readonly type: "wiring"; readonly id: number; readonly ieee?: Ieee }
  | { readonly type: "catalog"; readonly id: number }
  | { readonly type: "backup"; readonly id: number }
  | { readonly type: "inspect" | "past"; readonly id: number } // of the virtual house: its present state, and its past
  | { readonly type: "apply"; readonly id: number; readonly ieee?: Ieee; readonly controls: Values } // to the virtual house
  | { readonly type: "options"; readonly ieee: Ieee; readonly options: Values }
  | { readonly type: "zone"; readonly zone: string }
  | { readonly type: "prepare" } // it loads the modules that a start needs, and waits for the start
  | { readonly type: "alive" } // answered at once, or the process hangs
  | { readonly type: "stop" }; // it saves everything and ends; also when the channel closes

type WithoutId<Some> = Some extends unknown ? Omit<Some, "id"> : never;
/** A message that the process answers. */
export type ProcessRequest = WithoutId<Extract<GatewayMessage, { readonly id: number }>>;
/** A message without an answer. */
export type ProcessNotice = Exclude<GatewayMessage, { readonly id: number }>;

/** Process → gateway: the messages of one turn of its event loop, or of a moment while much is reported, go in one piece. */
export type ProcessMessages = ProcessMessage | { readonly type: "batch"; readonly messages: readonly ProcessMessage[] };

export type ProcessMessage =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | {
      readonly type: "failure";
      readonly id: number;
      readonly code: RadioFailure;
      readonly message: string;
      readonly status?: number;
      readonly keys?: readonly string[];
    }
  | { readonly type: "event"; readonly event: RadioEvent } // "down" is the last one: the process ends after it
  | { readonly type: "log"; readonly level: "info" | "warn" | "error"; readonly text: string }
  | { readonly type: "alive" };
