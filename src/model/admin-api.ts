/** The answers of the admin API to the panels, as both of its ends know them: plain JSON. */
import type { ActionResult } from "./automation/rule-engine.ts";
import type { Address, Change, Values } from "./resource.ts";

/** One change, as it happened. */
export interface ChangeNotice {
  readonly address: Address;
  readonly type: string;
  readonly event: Change["event"];
  readonly name?: string; //   the name of the resource then; of a job: its task
  readonly section?: string;
  readonly values: Values; // of a section, only the members that changed
  readonly before?: Values; // the values of these before, as far as they are known
  readonly within?: readonly string[]; // of a new group: its lights; of a new resourcelink: its links
  readonly quiet?: true; //  a value that only moves along (a countdown): no news for a listener that does not ask for it by name
  readonly off?: true; //    of a light that is off after a change of its state: its color is not seen
  readonly undo?: true; //    a value that a command only claimed is taken back: the device did not take it
  readonly failure?: RuleFailure; // of a rule that fired
  readonly desired?: true; // a command wants it, and the device has not confirmed it yet
  readonly madeUp?: true; //  it never happened: it is of the past that the virtual house was given
  readonly by: string; //     "rest:<program>", "flow:<node>", "/rules/3", "radio", "editor" …
  readonly at: number; //     milliseconds, UTC
  readonly n?: number; //     counts the changes of this run of the gateway from 1; those of earlier runs have 0 and less
}

/** What a rule could not do though it fired. */
export interface RuleFailure {
  readonly action?: ActionResult; // absent: not known any more
  readonly isPart?: true; // the actions before it were done
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
  readonly values?: Values; // for the holes of that text
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
  readonly name: string; // "" where the user gave none
  readonly kind: string; // "zigbee-gateway-rule"
  readonly flow: string; // the name of the tab or subflow that it is on
  readonly address?: string; // "/lights/3": the resource that the node is set to
}

/** By their ids. */
export type FlowNodes = Readonly<Record<string, FlowNodeInfo>>;

/** A flow node, resource or binding that would miss a device, a rule, a schedule or a scene. */
export interface Use {
  readonly by: "flow" | "rule" | "schedule" | "scene" | "group" | "binding";
  readonly name: string; // "" where the user gave none
  readonly address?: string; // of a resource of the API
  readonly within?: string; //  the flow of a node, the group of a scene
  readonly node?: string; //    the id of a flow node
  readonly kind?: string; //    and its type: "zigbee-gateway-rule"
  readonly of?: string; //      "/lights/3": the resource that the node is set to, and is called after while it has no name
  readonly way?: "to" | "from" | "recall"; // of a binding: the device sends to this one, or hears it, or recalls the scenes of the group
}

/** By the device, or the address, that they use. */
export type Uses = Readonly<Record<string, readonly Use[]>>;

/** On the wall clock of the gateway; without a time there is none to come. */
export interface NextOfSchedule {
  readonly local?: string;
  readonly until?: string; // the latest that it may become
  readonly isDone: boolean; // its last time has come
}

/** The things that a backup would bring back. */
export interface BackupReport {
  readonly made: string; //        "2026-03-01T03:00:00.000Z"
  readonly name: string; //        of the gateway that it is of
  readonly isOwn: boolean; //      it is of this gateway: the recorded history of values goes on
  readonly hasNetwork: boolean; // it holds the network of a stick
  readonly counts: Readonly<Record<string, number>>; // of devices, groups, scenes …
  readonly lost: readonly string[]; // names of things that are here and not in it
}
