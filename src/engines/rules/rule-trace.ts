/** The trace of rules: the values and the deeds of each evaluation, noted as they are, and put into words only for a client that asks. */
import type { ConditionText } from "../../model/automation/conditions.ts";
import type { ActionResult, Evaluation } from "../../model/automation/rule-engine.ts";
import { type Firing, resultsOf, utcText } from "../firing-log.ts";
import type { IndexedCondition } from "./watched-items.ts";

const KEPT = 20; // evaluations that did nothing; firings stand in the log

export type HeldBecause = "disabled" | "periodic" | "loop";

export interface EvaluationNote {
  readonly at: number;
  readonly wokenBy: number | string; // the condition whose item changed, or another event
  readonly conditions: readonly IndexedCondition[];
  readonly actual: readonly unknown[];
  readonly lux: readonly unknown[] | undefined; // by the places of its conditions
  readonly ok: number; //               a bit for each condition
  readonly fires: boolean;
  held: HeldBecause | undefined;
  actions: readonly PendingActionResult[];
}

/** An answer that comes late is still written into it. */
export type PendingActionResult = { -readonly [Name in keyof ActionResult]: ActionResult[Name] };

/** The newest is the last. */
export function addToTrace(notes: EvaluationNote[], note: EvaluationNote): void {
  notes.push(note);
  if (notes.length > KEPT) notes.shift();
}

/** As the log of firings has it. */
export function firingOf(note: EvaluationNote): Omit<Firing, "since" | "count"> {
  const { at, actual, lux, ok, actions } = note;
  return { at, by: wokenByOf(note), conditions: textsOf(note), actual, ...(lux && { lux }), ok, actions };
}

export function evaluationOf(note: EvaluationNote): Evaluation {
  const { at, actual, lux, ok, fires, held, actions } = note;
  return {
    at: utcText(at),
    wokenBy: wokenByOf(note),
    conditions: resultsOf(textsOf(note), actual, ok, lux),
    fires: fires && held === undefined,
    ...(held === undefined ? {} : { held }),
    actions: actions.map((action) => ({ ...action })),
  };
}

function wokenByOf({ wokenBy, conditions }: EvaluationNote): string {
  return typeof wokenBy === "string" ? wokenBy : (conditions[wokenBy]?.condition.text.address ?? "");
}

function textsOf({ conditions }: EvaluationNote): readonly ConditionText[] {
  return conditions.map(({ condition }) => condition.text);
}
