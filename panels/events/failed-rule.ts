/** A rule that fired and could not carry out its actions, in the words of its own page. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { resultInWords } from "../automation/rule-in-words.ts";
import type { NamedHouse } from "../resource-names.ts";
import { say } from "../texts.ts";
import { withoutEmphasis } from "../widgets/emphasis.ts";

/** Undefined: the change is no failure of a rule. */
export function sayFailureOfRule(house: NamedHouse, { failure }: ChangeNotice): string | undefined {
  if (!failure) return undefined;
  const outcome = say(failure.isPart ? "events.did-part" : "automation.outcome.failed");
  if (!failure.action) return outcome;
  const { text, actual } = resultInWords(house, failure.action);
  const reason = withoutEmphasis(actual === undefined ? text : say("automation.action-result", { text, actual }));
  return `${outcome} · ${reason}`;
}
