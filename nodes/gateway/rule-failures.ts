/** Why a rule that fired could not carry out its actions: its member `lastfailed` says only when. */
import type { RuleFailure } from "../../src/model/admin-api.ts";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import type { Address, Change } from "../../src/model/resource.ts";

/** Undefined: the change is no failure. */
export function failureIn(
  { resource, values }: Pick<Change, "resource" | "values">,
  traceOf: (rule: Address) => readonly Evaluation[],
): RuleFailure | undefined {
  const { lastfailed } = values;
  if (resource.type !== "Rule" || typeof lastfailed !== "number") return undefined;
  const firings = traceOf(resource.address).filter(({ fires }) => fires);
  const { actions = [] } = firings.find(({ at }) => Date.parse(at) === lastfailed) ?? firings[0] ?? {};
  const failed = actions.findLast(({ error, status = 0 }) => error !== undefined || status >= 400);
  if (!failed) return {};
  const { refusal: _, ...action } = failed;
  return {
    action,
    ...(failed === actions[0] ? {} : { isPart: true }),
  };
}
