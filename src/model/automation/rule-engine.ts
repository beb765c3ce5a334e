/** The rule engine's offer to handlers: why a rule fired or not, a dry run of it, and its actions at once. */
import type { EnginePort } from "../engine-ports.ts";
import { type ApiError, shortly } from "../errors.ts";
import {
  type Address,
  type Cause,
  type Command,
  isObject,
  type Reply,
  type Resource,
  type Values,
} from "../resource.ts";

export interface RuleEngine {
  /** When a rule fired, and the last times that it looked and did nothing; the newest first. */
  trace(rule: Address): readonly Evaluation[];
  /** Evaluates a rule, also an unsaved one, as if each item that a `dx` watches had just changed. Nothing is done or noted. */
  tryRule(rule: Resource): Evaluation | undefined;
  /** Runs the actions regardless of the conditions; counted and noted like any other firing. */
  trigger(rule: Address, cause: Cause): Promise<Evaluation | undefined>;
  /** Writes the log of all rules at once, which otherwise waits for some minutes. */
  saveLog(): void;
}

export const RULE_ENGINE: EnginePort<RuleEngine> = { name: "rules" };

/** One evaluation of a rule: what woke it, what it saw, what it did. */
export interface Evaluation {
  readonly at: string; //       UTC with milliseconds
  readonly since?: string; //   of a firing that was repeated: the first time
  readonly count?: number; //   and how often it happened
  readonly wokenBy: string; //  "/sensors/5/state/presence", "time", "try", or the cause that triggered it: "flow:<node id>"
  readonly conditions: readonly ConditionResult[];
  readonly fires: boolean;
  readonly held?: string; //    why it did nothing though its conditions hold: "disabled", "periodic", "loop"
  readonly actions: readonly ActionResult[]; // in their order; those behind a failure are missing
}

export interface ConditionResult {
  readonly address: string; //  as the rule has it
  readonly operator: string;
  readonly value?: string;
  readonly actual?: unknown; // absent: there is no such item (any more)
  readonly lux?: number; //     of "dark" and "daylight": how light it was
  readonly ok: boolean;
}

export interface ActionResult {
  readonly address: string;
  readonly method: string;
  readonly body?: Values; //    what was asked, for the words of the log: the rule may be another one by now
  readonly status?: number; //  absent: not answered yet (a webhook)
  readonly error?: string;
  readonly refusal?: Refusal; // for the editor, which has words of its own for it
}

export type Refusal = Pick<ApiError, "error" | "address" | "details">;

export function firstRefusal({ refusals: [first] = [] }: Reply): { readonly refusal?: Refusal } {
  if (!first) return {};
  const { error, address, details } = first;
  return {
    refusal: { error, address, details: details.map((each) => (typeof each === "number" ? each : shortly(each))) },
  };
}

const LONGEST_BODY = 1_000; // letters: logs keep it for long

/** An action before its answer. A web request is not told by its body, which may hold a secret. */
export function begun({ address, method, body }: Command): ActionResult {
  const isTold = method === "PUT" && !/^https?:/i.test(address) && isObject(body);
  return { address, method, ...(isTold && JSON.stringify(body).length <= LONGEST_BODY ? { body } : {}) };
}

/** Clients of the API have the rule itself, and its words. */
export function forClients({ body: _, refusal: __, ...result }: ActionResult): ActionResult {
  return result;
}
