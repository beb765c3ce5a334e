/** What the gateway and its radio process say to each other. */
import type { Ieee, Order, RadioEvent, RadioFailure, TouchlinkJob } from "../model/radio.ts";
import type { Values } from "../model/resource.ts";

/** What the process is started with. */
export interface RadioSettings {
  readonly path: string; //     "virtual", "/dev/serial/by-id/…", "tcp://host:port", "mdns://service"
  readonly adapter?: "zstack" | "ember" | "deconz" | "zigate" | "zboss" | "zoh"; // absent: found out
  readonly baudRate?: number;
  readonly rtscts?: boolean;
  readonly channel: number; //  11 to 26
  readonly folder: string; //   where its files live: network.json, database.db, coordinator_backup.json, states.json, virtual.json
  readonly life?: false; //     of the virtual house: nothing changes by itself
}

/**
 * Gateway → process. What has an id is answered.
 *
 * One process is one attempt. When its stick is not there, does not start or is lost, it says why ("down", once), saves what it knows and
 * ends; to look whether a stick is there costs it next to nothing. Whoever forked it waits, and forks the next one.
 */
export type Ask =
  | {
      readonly ask: "start";
      readonly id: number;
      readonly settings: RadioSettings;
      readonly options: Readonly<Record<Ieee, Values>>;
      readonly zone?: string; // absent: that of the machine
    }
  | { readonly ask: "order"; readonly id: number; readonly order: Order; readonly deadline: number } // milliseconds from now
  | { readonly ask: "permit"; readonly id: number; readonly seconds: number; readonly via?: Ieee }
  | { readonly ask: "installcode"; readonly id: number; readonly code: string }
  | { readonly ask: "touchlink"; readonly id: number; readonly job: TouchlinkJob }
  | { readonly ask: "describe"; readonly id: number; readonly ieee: Ieee }
  | { readonly ask: "backup"; readonly id: number }
  | { readonly ask: "look"; readonly id: number }
  | { readonly ask: "turn"; readonly id: number; readonly ieee?: Ieee; readonly knobs: Values }
  | { readonly ask: "options"; readonly ieee: Ieee; readonly options: Values }
  | { readonly ask: "zone"; readonly zone: string }
  | { readonly ask: "alive" } // answered at once, or it hangs
  | { readonly ask: "stop" }; // it saves everything and ends; also when the channel closes

/** Process → gateway: what was told in one turn goes in one piece. */
export type Told = Tell | { readonly tell: "many"; readonly tells: readonly Tell[] };

export type Tell =
  | { readonly tell: "answer"; readonly id: number; readonly value: unknown }
  | {
      readonly tell: "failure";
      readonly id: number;
      readonly code: RadioFailure;
      readonly message: string;
      readonly status?: number;
      readonly keys?: readonly string[];
    }
  | { readonly tell: "news"; readonly news: RadioEvent } // "down" is its last word: it ends after that
  | { readonly tell: "log"; readonly level: "info" | "warn" | "error"; readonly text: string }
  | { readonly tell: "alive" };
