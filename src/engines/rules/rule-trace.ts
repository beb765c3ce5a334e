/** The trace of rules: what each evaluation saw and did, noted as it is, and put into words only for whoever asks. */
import type { ActionResult, ConditionResult, Evaluation } from "../../model/automation/rule-engine.ts";
import { utcMilliseconds } from "../../model/time/times.ts";
import type { IndexedCondition } from "./watched-items.ts";

const KEPT = 20;

export type HeldBecause = "disabled" | "periodic" | "loop";

export interface EvaluationNote {
  readonly at: number;
  readonly wokenBy: number | string; // the condition whose item it was, or what else
  readonly conditions: readonly IndexedCondition[];
  readonly actual: readonly unknown[];
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

export function evaluationOf({
  at,
  wokenBy,
  conditions,
  actual,
  ok,
  fires,
  held,
  actions,
}: EvaluationNote): Evaluation {
  return {
    at: `${utcMilliseconds(at)}Z`,
    wokenBy: typeof wokenBy === "string" ? wokenBy : (conditions[wokenBy]?.condition.text.address ?? ""),
    conditions: conditions.map(({ condition }, index) =>
      resultOf(condition.text, actual[index], (ok & (1 << index)) !== 0),
    ),
    fires: fires && held === undefined,
    ...(held === undefined ? {} : { held }),
    actions: actions.map((action) => ({ ...action })),
  };
}

function resultOf(text: IndexedCondition["condition"]["text"], actual: unknown, ok: boolean): ConditionResult {
  return { ...text, ...(actual === undefined ? {} : { actual }), ok };
}
