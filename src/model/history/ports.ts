/** The history of values: the disk keeps rollups, the engine makes them and answers questions. */
import type { EnginePort } from "../engine-ports.ts";
import type { Address, Section } from "../resource.ts";
import type { Rollup, SeriesRollups, Step, Tier } from "./rollups.ts";

/** The part of the disk that keeps the history. */
export interface HistoryDisk {
  /** After the disk itself: it holds the folder. What is damaged is left out, and told. */
  open(): Promise<void>;
  /** On the medium when it is kept; all of it, or nothing. What was removed before goes with it. */
  append(tier: Tier, batch: readonly SeriesRollups[]): Promise<void>;
  /** What begins in this time, in order. */
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

// ---- what others may ask

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
  /** What was before this history began: kept as everything else is, but where something is kept of that time already. */
  tellPast(past: readonly PastValues[]): Promise<void>;
}

/** A member with its section. */
export type MeasuredMember = `${"state" | "config"}/${string}`;

/** What a value became before anybody listened, in order: milliseconds, UTC, and the value as the API counts it. */
export interface PastValues {
  readonly address: Address;
  readonly member: MeasuredMember;
  readonly values: readonly (readonly [at: number, value: number])[];
}

export const HISTORY: EnginePort<History> = { name: "history" };

/** Who shows what happened: it is told of what happened before anybody listened, too. */
export const PAST_LISTENER: EnginePort<{ readonly tellPast: (past: readonly PastValues[]) => void }> = {
  name: "past-listener",
};
