/** A trouble of a device, as data: its kind, how sure that is, and the facts of the sentence that the edges make of it. */
import type { EnginePort } from "../engine-ports.ts";
import type { Values } from "../resource.ts";
import { utcWithZone } from "../time/times.ts";

export const TROUBLES = [
  "parent-gone", //     the router that it hung on is gone
  "route-broken", //    it is there, but no way leads to it
  "link-weak",
  "channel-busy", //    another sender fills the channel: Wi-Fi
  "battery-flat",
  "left", //            it said goodbye
  "asleep", //          it sleeps, and nothing is wrong
  "chatty-neighbour",
  "wrong-key", //       it tries to come in, and cannot
  "stick-overloaded",
  "stick-deaf", //      USB 3 beside it, or metal around it
  "reporting-lost", //  it answers, and tells nothing by itself
  "no-power", //        a device on mains power is gone, and nothing else is
  "unknown",
] as const;
export type TroubleKind = (typeof TROUBLES)[number];

export type Certainty = "certain" | "likely" | "possible";

export interface Trouble {
  readonly kind: TroubleKind;
  readonly certainty: Certainty;
  readonly lost: boolean; //     no node hears the device any more
  readonly since: number; //     milliseconds, UTC
  readonly by?: string; //       the device that is to blame, as its unique id
  readonly bysince?: number; //  since when that is gone
  readonly link?: number; //     0 to 255
  readonly channel?: number;
  readonly better?: number; //   a channel with less on it
  readonly battery?: number; //  percent
  readonly frames?: number; //   an hour
  readonly minutes?: number; //  after which it is usually heard again
  readonly count?: number; //    how many devices have the same
}

/** One channel of the air. */
interface ChannelEnergy {
  readonly channel: number; //          11 to 26
  readonly now: number | null; //       0 to 255, when it was measured last; null: not yet
  readonly hours: readonly (number | null)[]; // by the hour of the day, UTC
}

export interface ChannelView {
  readonly at: number | null; //        when it was measured last; milliseconds, UTC
  readonly able: boolean; //            this stick can measure
  readonly own: number | null; //       the channel of the network
  readonly moved: number | null; //     since when it is there, where that was seen
  readonly channels: readonly ChannelEnergy[];
}

/** The stick's own counts, of the last day at most. */
export interface StickTotals {
  readonly since: number; //       milliseconds, UTC
  readonly sent: number; //        frames that the next one on the way has taken
  readonly retried: number; //     once more
  readonly failed: number; //      that no node took
  readonly channel: number; //     not sent: the air was never free
  readonly buffers: number; //     not sent: it had no room
  readonly undecrypted: number; // heard, and of another key
  readonly replayed: number; //    heard, and counted too low: of a device that was put back, or copied
}

/** The questions that the doctor answers. */
export interface Doctor {
  /** Of a device, as its unique id: the likeliest cause first; empty where nothing is wrong. */
  diagnose(uniqueid: string): readonly Trouble[];
  /** The fate of the frames for the device: counts, and the last 24 hours. */
  deliveries(uniqueid: string): Values | undefined;
  channels(): ChannelView;
  /** Undefined where the stick does not count, or has not told it yet. */
  stick(): StickTotals | undefined;
  /** Measures all channels now, a few at a time. Rejects where the stick cannot. */
  measure(): Promise<void>;
  /** When a device was heard last; milliseconds, UTC. */
  heard(uniqueid: string): number | undefined;
}

export const DOCTOR: EnginePort<Doctor> = { name: "doctor" };

/** As the API shows it: its times as texts. */
export function troubleInUtc({ since, bysince, ...trouble }: Trouble): Values {
  return { ...trouble, since: utcWithZone(since), ...(bysince === undefined ? {} : { bysince: utcWithZone(bysince) }) };
}
