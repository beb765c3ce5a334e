/** Rules and their evaluations in words. Pure. */
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { type Ending, endingOf } from "../../src/model/automation/endings.ts";
import type { ActionResult, Evaluation } from "../../src/model/automation/rule-engine.ts";
import type { Values } from "../../src/model/resource.ts";
import { sayMember } from "../devices/values/words.ts";
import { type NamedHouse, sayCause } from "../resource-names.ts";
import { hasText, say } from "../texts.ts";
import { emphasized } from "../widgets/emphasis.ts";
import { type AutomationAction, sayAction } from "./actions-in-words.ts";
import {
  itemIn,
  limitBehind,
  type RuleCondition,
  sayActual,
  sayBecoming,
  sayCondition,
  sayHindrance,
  sayLimit,
} from "./conditions-in-words.ts";
import { sayDelay } from "./times-in-words.ts";

export interface ShownRule {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly conditions: readonly RuleCondition[];
  readonly actions: readonly AutomationAction[];
  readonly periodic: number; // milliseconds; below zero: it never fires
  readonly owner: string;
  readonly last: string; //     UTC, or "none"
  readonly count: number;
}

export function ruleOf(id: string, view: Values): ShownRule {
  return {
    id,
    address: `/rules/${id}`,
    name: String(view.name || `/rules/${id}`),
    isOn: view.status === "enabled",
    conditions: list<RuleCondition>(view.conditions),
    actions: list<AutomationAction>(view.actions),
    periodic: Number(view.periodic ?? 0),
    owner: String(view.owner ?? ""),
    last: String(view.lasttriggered ?? "none"),
    count: Number(view.timestriggered ?? 0),
  };
}

/** The action is still to be chosen: the sentence ends with this. */
export const OPEN_END = "…";

/** "When Hall motion sees somebody, and it is dark: Hall lamp on, 60 %." */
export function sayRule(
  house: NamedHouse,
  { conditions, actions }: Pick<ShownRule, "conditions" | "actions">,
  nothing = say("automation.no-actions"), // to do
  endings: readonly Ending[] = [], // the rules that are shown as a part of it
): string {
  const when = sayConditions(house, conditions);
  const conditionWords = when.length === 0 ? say("automation.never") : when.join(say("automation.and"));
  const does = actions.length === 0 ? nothing : actions.map((each) => sayWhole(house, each, endings)).join("; ");
  const sentence = say("automation.rule", { conditions: conditionWords, actions: does });
  return does === OPEN_END ? sentence.replace(/…[.。]$/, OPEN_END) : sentence;
}

/** "Hall lamp on, off again 5 minutes after the last motion" */
function sayWhole(house: NamedHouse, action: AutomationAction, endings: readonly Ending[]): string {
  const end = endingOf(action, endings);
  const words = sayAction(house, action);
  if (!end) return words;
  const half = end.apart === undefined ? "" : `-${end.apart}`;
  return `${words}, ${say(`automation.body.off-after-motion${half}`, { span: sayDelay(end.span) })}`;
}

/** A state with its length or its beginning is two conditions of the API, and one for people; so is a press of which each counts. */
function sayConditions(house: NamedHouse, own: readonly RuleCondition[]): readonly string[] {
  const conditions = own.map((each) => {
    const limit = limitIn(house, each, own);
    if (!limit) return each;
    return each.operator === "eq" ? limit : { ...each, address: limit.address };
  });
  const said = new Set<RuleCondition>();
  const texts = conditions.map((condition) => {
    const text = sayCondition(house, condition);
    const { address, operator } = condition;
    if (!COMPARISONS.includes(operator)) return { condition, text };
    const press = address.endsWith("/state/buttonevent");
    const place = press ? address.replace(/buttonevent$/, "lastupdated") : address;
    const more = conditions.find(
      (other) =>
        other.address === place &&
        !said.has(other) &&
        (press ? ["dx"] : ["ddx", "stable", "dx"]).includes(other.operator),
    );
    const begins = more?.operator === "dx" && !press ? sayBecoming(house, condition) : text;
    if (!more || begins === undefined) return { condition, text };
    said.add(more);
    if (more.operator === "dx") return { condition, text: begins };
    const words = { condition: text, span: sayDelay(more.value ?? "") };
    return { condition, text: say(`automation.so-${more.operator === "ddx" ? "for" : "already"}`, words) };
  });
  return texts.filter(({ condition }) => !said.has(condition)).map(({ text }) => text);
}

/** In place of a flag the limit that it remembers, as the user said it. The two small rules that move the flag look at both. */
export function limitIn(
  house: NamedHouse,
  condition: RuleCondition,
  all: readonly RuleCondition[],
): RuleCondition | undefined {
  const limit = limitBehind(house, condition);
  return limit && !all.some(({ address }) => address === limit.address) ? limit : undefined;
}

const COMPARISONS: readonly string[] = ["eq", "ne", "gt", "lt"];

/** Without lines that go without saying: beside the comparison of an item, the line of its length or its change. */
export function ownConditions<Condition extends RuleCondition>(all: readonly Condition[]): readonly Condition[] {
  const placeOf = ({ address }: RuleCondition) => address.replace(/buttonevent$/, REPORT);
  const compared = all.filter(({ operator }) => COMPARISONS.includes(operator)).map(placeOf);
  return all.filter((each) => COMPARISONS.includes(each.operator) || !compared.includes(placeOf(each)));
}

export interface EvaluationLine {
  readonly ok: boolean;
  readonly text: string; //  with its names marked
  readonly actual?: string;
}

export interface EvaluationWords {
  readonly outcome: string;
  readonly kind: "fired" | "held" | "not";
  readonly why: string; // the change that woke the rule
  readonly conditions: readonly EvaluationLine[];
  readonly actions: readonly EvaluationLine[];
}

/** One evaluation of a rule, in words. */
export function describeEvaluation(house: NamedHouse, evaluation: Evaluation, flowNodes?: FlowNodes): EvaluationWords {
  const { conditions, actions, fires, held, wokenBy } = evaluation;
  const kind = fires ? "fired" : held === undefined ? "not" : "held";
  const isTried = wokenBy === "try";
  const done = actions.map((result) => resultInWords(house, result));
  const isFailed = kind === "fired" && done.length > 0 && done.every(({ ok }) => !ok);
  const outcome = isFailed ? "failed" : `${isTried ? "try-" : ""}${kind}`;
  return {
    kind: isFailed ? "not" : kind,
    outcome: kind === "held" ? sayHeld(held) : say(`automation.outcome.${outcome}`),
    why: isTried ? "" : sayTrigger(house, wokenBy, flowNodes),
    conditions: toldConditions(conditions).map((each) => {
      const limit = limitIn(house, each, conditions);
      if (limit) return { ok: each.ok, text: sayLimit(house, each, limit) };
      const isOver = isPress(each) && (isTried || each.actual === null);
      return { ok: each.ok, text: sayCondition(house, each), ...(isOver ? {} : { actual: sayActual(house, each) }) };
    }),
    actions: done,
  };
}

/** The line "it just changed" goes without saying where it holds and the line with the new value stands beside. */
function toldConditions(all: Evaluation["conditions"]): Evaluation["conditions"] {
  const own = ownConditions(all);
  return all.filter((each) => each.operator !== "dx" || !each.ok || own.includes(each));
}

/** The reason why a rule that was woken did nothing. */
export function sayRefusal(house: NamedHouse, { conditions, held }: Evaluation): string {
  if (held !== undefined) return sayHeld(held);
  const why = conditions.filter(({ ok }) => !ok).map((each) => sayHindrance(house, each));
  return say("automation.nothing-as", { why: why.join(say("automation.and")) });
}

const PRESS = "buttonevent";

/** A press is over as soon as the remote tells it: it has no present value. */
export function isPress({ address }: Pick<RuleCondition, "address">): boolean {
  return address.endsWith(`/${PRESS}`);
}
const REPORT = "lastupdated";

/** The rule was woken by the change that it waits for: not by motion that ends, nor by another key. */
export function isItsChange({ wokenBy, conditions }: Pick<Evaluation, "wokenBy" | "conditions">): boolean {
  const asked = [wokenBy, ...(wokenBy.endsWith(REPORT) ? [wokenBy.replace(REPORT, PRESS)] : [])];
  return conditions.every(({ address, ok }) => ok || !asked.includes(address));
}

/** A user opens the log to see why the rule just did nothing, where the change that it waits for came after its last firing. */
export function latestLook(firings: readonly Evaluation[], looks: readonly Evaluation[]): Evaluation | undefined {
  const [fired] = firings;
  return fired && looks.find((look) => isItsChange(look) && look.at > fired.at);
}

function sayHeld(held = ""): string {
  const key = `automation.outcome.${held}`;
  return hasText(key) ? say(key) : say("automation.outcome.held", { held });
}

function sayTrigger(house: NamedHouse, wokenBy: string, flowNodes?: FlowNodes): string {
  if (wokenBy === "time") return say("automation.woken-time");
  if (wokenBy === "/config/localtime") return say("automation.woken-clock");
  if (/^\/(sensors|lights|groups)\//.test(wokenBy)) {
    const { name, member, resource } = itemIn(house, wokenBy);
    const isPress = resource.type === "ZHASwitch" && member === "lastupdated"; // which says that each press counts
    const key = `automation.woken-of.${isPress ? "buttonevent" : member}`;
    return say(hasText(key) ? key : "automation.woken", { name: emphasized(name), member: sayMember(member) });
  }
  return say("automation.woken-by", { who: emphasized(sayCause(house, wokenBy, flowNodes)) });
}

export function resultInWords(house: NamedHouse, { status, error, ...action }: ActionResult): EvaluationLine {
  const text = sayAction(house, action);
  const ok = error === undefined && (status === undefined || status < 400);
  if (error !== undefined) return { ok, text, actual: error };
  if (status === undefined) return { ok, text, actual: say("automation.unanswered") };
  return ok ? { ok, text } : { ok, text, actual: String(status) };
}

function list<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}
