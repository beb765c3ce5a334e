/** What the admin API tells the panels, as both of its ends know it: plain JSON. */
import type { Address, Change, Values } from "./resource.ts";

/** One change, as it happened. */
export interface ChangeNotice {
  readonly address: Address;
  readonly type: string;
  readonly event: Change["event"];
  readonly name?: string; //   what it was called then; of a job: what it does
  readonly section?: string;
  readonly values: Values; // of a section, only what changed
  readonly before?: Values; // what these were, as far as it is known
  readonly within?: readonly string[]; // of a new group: its lights; of a new resourcelink: its links
  readonly quiet?: true; //  what moves along (a countdown, when it was heard): nobody is told of it who does not ask for it by name
  readonly off?: true; //    of a light, after a change of its state: nobody sees its color
  readonly undo?: true; //    what a command only claimed is taken back: the device did not do it
  readonly madeUp?: true; //  it never happened: it is of the past that the virtual house was given
  readonly by: string; //     "rest:<program>", "flow:<node>", "/rules/3", "radio", "editor" …
  readonly at: number; //     milliseconds, UTC
  readonly n?: number; //     counts the changes of this run of the gateway from 1; those of earlier runs have 0 and less
}

/** How a command ended on air. */
export interface Delivered {
  readonly address: Address; // of the light, sensor or group that it was for
  readonly failure?: string; // "unreachable", "timeout", "refused" …; absent: it has arrived
}

/** true: all right; false: not, and the cure says what to do; null: nothing can be said, or nothing need be done. */
export interface Finding {
  readonly ok: boolean | null;
  readonly says: string; // a key of the texts, below the check's own
  readonly values?: Values; // what stands in that text
  readonly cure?: string;
}

export interface CheckResult extends Finding {
  readonly check: string;
}

export interface Health {
  readonly at: number;
  readonly about: Values;
  readonly nodeRed: string; // its version
  readonly findings: readonly CheckResult[];
}

export interface FlowNodeInfo {
  readonly name: string; // "" when nobody named it
  readonly kind: string; // "zigbee-gateway-rule"
  readonly flow: string; // the name of the tab or subflow that it is on
  readonly address?: string; // "/lights/3", of what it is set to
}

/** By their ids. */
export type FlowNodes = Readonly<Record<string, FlowNodeInfo>>;

/** Somebody who would miss a device, a rule or a schedule. */
export interface Use {
  readonly by: "flow" | "rule" | "schedule" | "scene" | "group" | "binding";
  readonly name: string; // "" when nobody named it
  readonly address?: string; // of what the API knows
  readonly within?: string; //  the flow of a node, the group of a scene
  readonly node?: string; //    the id of a flow node
  readonly kind?: string; //    and what it is: "zigbee-gateway-rule"
  readonly of?: string; //      "/lights/3": what it is set to, and is called after as long as nobody names it
  readonly way?: "to" | "from"; // of a binding: whom the device speaks to, or who speaks to it
}

/** By the device, or the address, that they use. */
export type Uses = Readonly<Record<string, readonly Use[]>>;

/** On the wall clock of the gateway; without a time there is none to come. */
export interface NextOfSchedule {
  readonly local?: string;
  readonly until?: string; // the latest that it may become
  readonly isDone: boolean; // its last time has come
}

/** What a backup would bring back. */
export interface BackupReport {
  readonly made: string; //        "2026-03-01T03:00:00.000Z"
  readonly name: string; //        of the gateway that it is of
  readonly isOwn: boolean; //      it is of this gateway: what has been recorded of values goes on
  readonly hasNetwork: boolean; // it holds the network of a stick
  readonly counts: Readonly<Record<string, number>>; // of devices, groups, scenes …
  readonly lost: readonly string[]; // names of what is here and not in it
}
