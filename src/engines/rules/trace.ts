/** What was seen and done at each look at a rule: noted as it is, and told in words only to whoever asks. */
import type { ActionResult, ConditionResult, Evaluation } from "../../model/rule-engine.ts";
import { utcMilliseconds } from "../../model/times.ts";
import type { Look } from "./index.ts";

const KEPT = 20;

export type Held = "disabled" | "periodic" | "loop";

export interface Note {
  readonly at: number;
  readonly wokenBy: number | string; // the condition whose item it was, or what else
  readonly looks: readonly Look[];
  readonly actual: readonly unknown[];
  readonly ok: number; //               a bit for each condition
  readonly fires: boolean;
  held: Held | undefined;
  deeds: readonly NotedDeed[];
}

/** Who answers late still writes into it. */
export type NotedDeed = { -readonly [Name in keyof ActionResult]: ActionResult[Name] };

/** The newest is the last. */
export function keep(notes: Note[], note: Note): void {
  notes.push(note);
  if (notes.length > KEPT) notes.shift();
}

export function evaluationOf({ at, wokenBy, looks, actual, ok, fires, held, deeds }: Note): Evaluation {
  return {
    at: `${utcMilliseconds(at)}Z`,
    wokenBy: typeof wokenBy === "string" ? wokenBy : (looks[wokenBy]?.condition.text.address ?? ""),
    conditions: looks.map(({ condition }, index) =>
      verdictOf(condition.text, actual[index], (ok & (1 << index)) !== 0),
    ),
    fires: fires && held === undefined,
    ...(held === undefined ? {} : { held }),
    actions: deeds.map((deed) => ({ ...deed })),
  };
}

function verdictOf(text: Look["condition"]["text"], actual: unknown, ok: boolean): ConditionResult {
  return { ...text, ...(actual === undefined ? {} : { actual }), ok };
}
