/** The report on a move, with its gaps: plain data for the command line, for REST and for the panels. No secret is in it. */
import type { HeldNetwork } from "../model/imports/asked-stick.ts";
import type { Values } from "../model/resource.ts";
import type { Program } from "./inventory.ts";
import type { PlannedRecord } from "./plan/automation.ts";
import type { PlannedDevice } from "./plan/devices.ts";
import type { PlannedGroup, PlannedScene } from "./plan/groups.ts";
import type { PlannedKey } from "./plan/keys.ts";
import type { Holding } from "./plan/stick.ts";
import { inWords, type Note } from "./words.ts";

export interface ToldNote extends Note {
  readonly says: string;
}

type AskedReport =
  | { readonly holds: "unanswered"; readonly reason: string }
  | ({
      readonly holds: Holding;
      readonly adapter: string;
      readonly firmware: string;
      readonly address: string | null;
    } & Partial<Omit<HeldNetwork, "key" | "updateid" | "coordinator">>);

export interface ImportReport {
  readonly source: {
    readonly program: Program;
    readonly version: string;
    readonly folder: string;
    readonly files: readonly string[];
    readonly written: string | null;
    readonly print: string;
  };
  readonly network: {
    readonly channel: number | null;
    readonly panid: number | null;
    readonly extendedpanid: string | null;
    readonly coordinator: string | null;
    readonly key: "there" | "missing";
    readonly publickey: boolean;
    readonly counter: number | null;
  };
  readonly stick: {
    readonly verdict: "resume" | "restore" | "rare" | "refused";
    readonly adapter: string;
    readonly path: string;
    /** The stick's answer, given without going on air; null: it was not asked. */
    readonly asked: AskedReport | null;
    readonly notes: readonly ToldNote[];
  };
  /** Signs that the other program still runs. */
  readonly running: readonly ToldNote[];
  /** The steps after which the devices listen to the other program again. */
  readonly back: readonly ToldNote[];
  readonly totals: Readonly<
    Record<
      "devices" | "resources" | "groups" | "scenes" | "rules" | "schedules" | "links" | "parameters" | "keys",
      readonly [comes: number, of: number]
    >
  >;
  readonly devices: readonly PlannedDevice[];
  readonly groups: readonly Omit<PlannedGroup, "onAir">[];
  readonly scenes: readonly PlannedScene[];
  readonly virtual: readonly { readonly id: string; readonly type: string; readonly name: string }[];
  readonly rules: readonly PlannedRecord[];
  readonly schedules: readonly PlannedRecord[];
  readonly links: readonly PlannedRecord[];
  readonly parameters: readonly PlannedRecord[];
  readonly keys: readonly PlannedKey[];
  readonly settings: Values;
  readonly notes: readonly ToldNote[];
  readonly needs: number; // notes that the user should look at
}

/** Notes that ask nothing of the user. */
const CALM: readonly string[] = [
  ...[
    "option-mqtt",
    "settings-left-z2m",
    "settings-left",
    "name-cut",
    "sensor-not-made",
    "group-deleted",
    "device-left-over",
  ],
  ...[
    "rule-old-word",
    "key-in-it",
    "schedule-past",
    "stick-same",
    "device-never-joined",
    "scheduled-update",
    "bytes-turned",
    "running",
  ],
];

export function told(notes: readonly Note[]): readonly ToldNote[] {
  return notes.map((note) => ({ ...note, says: inWords(note) }));
}

export function needing(notes: readonly Note[]): number {
  return notes.filter(({ code }) => !CALM.includes(code)).length;
}
