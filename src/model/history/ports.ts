/** The history of values: the disk keeps rollups, the engine makes them and answers questions. */
import type { EnginePort } from "../engine-ports.ts";
import type { Address, Section } from "../resource.ts";
import type { Rollup, SeriesRollups, Step, Tier } from "./rollups.ts";

/** The part of the disk that keeps the history. */
export interface HistoryDisk {
  /** Opens after the disk itself, which holds the folder. Damaged rollups are left out, and told. */
  open(): Promise<void>;
  /** On the medium when it is kept; all of it, or nothing. Series that were removed before go with it. */
  append(tier: Tier, batch: readonly SeriesRollups[]): Promise<void>;
  /** The rollups that begin in this time, in order. */
  read(tier: Tier, series: string, from: number, to: number): Promise<readonly Rollup[]>;
  /** The last one that begins before this time. */
  lastBefore(tier: Tier, series: string, at: number): Promise<Rollup | undefined>;
  has(series: string): boolean;
  /** Since when nothing of this tier was given up to make room. */
  since(tier: Tier): number;
  /** Forgets it at once; from the disk it goes with the next append. */
  remove(series: string): void;
  /** Forgets all others. */
  retain(series: Iterable<string>): void;
  close(): Promise<void>;
}

// ---- queries

export interface HistoryQuery {
  readonly address: Address; // of a sensor, a light or a group
  readonly section: Section;
  readonly member: string;
  readonly step: Step;
  readonly from: number; // milliseconds, UTC
  readonly to: number;
}

export interface History {
  /** A rollup for each step of which something is known; a value holds until the next one comes. Rejects when the disk cannot be read. */
  read(query: HistoryQuery): Promise<readonly Rollup[]>;
  /**
   * One rollup for each day, the oldest first, up to today: `daily("/sensors/5", "config/battery")`. Days of which nothing is known are
   * left out; `at` is local midnight, `last` the value at the end of the day. For curves such as that of a battery.
   */
  daily(address: Address, member: MeasuredMember): Promise<readonly Rollup[]>;
  /** Values from before this history began: kept like all others, except where the history has that time already. */
  tellPast(past: readonly PastValues[]): Promise<void>;
}

/** A member with its section. */
export type MeasuredMember = `${"state" | "config"}/${string}`;

/** The values of a member before the gateway listened, in order: milliseconds, UTC, and the value as the API counts it. */
export interface PastValues {
  readonly address: Address;
  readonly member: MeasuredMember;
  readonly values: readonly (readonly [at: number, value: number])[];
}

export const HISTORY: EnginePort<History> = { name: "history" };

/** A part that shows events: it is told of those before the gateway listened, too. */
export const PAST_LISTENER: EnginePort<{ readonly tellPast: (past: readonly PastValues[]) => void }> = {
  name: "past-listener",
};
