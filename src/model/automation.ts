/** What the engines know beyond the store, as handlers may ask for it: why a rule did what it did. */
import type { Address, Cause } from "./resource.ts";

export interface Automation {
  /** The last evaluations of a rule, the newest first. */
  trace(rule: Address): readonly Evaluation[];
  /** Evaluates as if each item that a `dx` watches had just changed. Nothing is done, nothing is noted. */
  tryRule(rule: Address): Evaluation | undefined;
  /** Runs the actions whatever the conditions say; counted and noted like any other firing. */
  trigger(rule: Address, cause: Cause): Promise<Evaluation | undefined>;
}

/** One look at a rule: what woke it, what it saw, what it did. */
export interface Evaluation {
  readonly at: string; //       UTC with milliseconds
  readonly wokenBy: string; //  "/sensors/5/state/presence", "time", "try", or who triggered it: "flow:<node id>"
  readonly conditions: readonly Verdict[];
  readonly fires: boolean;
  readonly held?: string; //    why it did nothing though its conditions hold: "disabled", "periodic", "loop"
  readonly actions: readonly Deed[]; // in their order; those behind a failure are missing
}

export interface Verdict {
  readonly address: string; //  as the rule has it
  readonly operator: string;
  readonly value?: string;
  readonly actual?: unknown; // absent: there is no such item (any more)
  readonly ok: boolean;
}

export interface Deed {
  readonly address: string;
  readonly method: string;
  readonly status?: number; //  absent: not answered yet (a webhook)
  readonly error?: string;
}
