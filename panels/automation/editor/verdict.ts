/** Whether a rule that is being made would fire now, in words. Pure. */
import type { Evaluation } from "../../../src/model/automation/rule-engine.ts";
import type { NamedHouse } from "../../resource-names.ts";
import { say } from "../../texts.ts";
import { sayMissing } from "../conditions-in-words.ts";
import { isPress, ownConditions } from "../rule-in-words.ts";

/** With what is missing; a press is an event, which is neither missing nor there, however long ago the last one was. */
export function sayVerdict(house: NamedHouse, { fires, conditions }: Pick<Evaluation, "fires" | "conditions">): string {
  const missing = ownConditions(conditions.filter(({ ok }) => !ok));
  const texts = missing.filter((each) => !isPress(each)).map((each) => sayMissing(house, each));
  if (texts.length === 0 && conditions.some(isPress)) return say("automation.edit.would-pressed");
  if (fires) return say("automation.edit.would");
  return say("automation.edit.would-not", { missing: texts.join(say("automation.and")) });
}
