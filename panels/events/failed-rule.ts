/** A rule that fired and could not carry out its actions, in the words of its own page. Pure. */
import type { ChangeNotice, RuleFailure } from "../../src/model/admin-api.ts";
import type { AutomationAction } from "../automation/actions-in-words.ts";
import { resultInWords } from "../automation/rule-in-words.ts";
import { findResource, type NamedHouse } from "../resource-names.ts";
import { say } from "../texts.ts";
import { withoutEmphasis } from "../widgets/emphasis.ts";

/** Undefined: the change is no failure of a rule. */
export function sayFailureOfRule(house: NamedHouse, { address, failure }: ChangeNotice): string | undefined {
  if (!failure) return undefined;
  const outcome = say(failure.isPart ? "events.did-part" : "automation.outcome.failed");
  return failure.action ? `${outcome} · ${sayReason(house, address, failure.action)}` : outcome;
}

function sayReason(house: NamedHouse, rule: string, failed: NonNullable<RuleFailure["action"]>): string {
  const actions = findResource(house, rule)?.view.actions;
  const own = Array.isArray(actions) ? (actions as readonly AutomationAction[]) : [];
  const isIt = ({ address, method }: AutomationAction) =>
    address.replace(/^\/api\/[^/]+/, "") === failed.address && method === failed.method;
  const { text, actual } = resultInWords(house, own.find(isIt), failed);
  return withoutEmphasis(actual === undefined ? text : say("automation.action-result", { text, actual }));
}
