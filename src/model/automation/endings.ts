/**
 * "Off five minutes after the last motion" is a rule of its own, which belongs to the rule that switches on. Their conditions and actions
 * tell that, whether the panels or the API made them.
 */
import type { Values } from "../resource.ts";

interface Action {
  readonly address: string;
  readonly body?: unknown;
}

/** By id. */
type Rules = Readonly<Record<string, Values>>;

export const MOTION = "state/presence";
const RULES = "/rules/";

export interface Ending {
  readonly address: string; // "/rules/7"
  readonly span: string;
  readonly targets: readonly string[]; // "/lights/3"
  readonly apart?: "enabled" | "disabled"; // it alone is so, of the rule that it is shown with
}

/** The endings of a rule that end no other rule. */
export function ownEndings(address: string | undefined, view: Values, rules: Rules): readonly Ending[] {
  const others = Object.entries(rules).filter(([id]) => `/rules/${id}` !== address);
  const shared = new Set(others.flatMap(([, rule]) => endingsOf(rule, rules).map((each) => each.address)));
  return endingsOf(view, rules).filter((each) => !shared.has(each.address));
}

type PartsOfRules = ReadonlyMap<string, readonly Ending[]>;

interface KnownEndings {
  readonly own: PartsOfRules;
  readonly said: PartsOfRules;
}

const known = new WeakMap<Rules, KnownEndings>(); // each rule is compared with all: once for all callers

/** The parts that a rule is shown with: its own endings. A flow that goes takes its rule along, but not endings, so those stay rows. */
export function partsOfRules(rules: Rules): PartsOfRules {
  return knownOf(rules).own;
}

/** The endings that the sentence of a rule tells: its own, and endings at work that end another rule, too, and are shown as rules. */
export function endingsSaid(rules: Rules): PartsOfRules {
  return knownOf(rules).said;
}

function knownOf(rules: Rules): KnownEndings {
  const all = known.get(rules) ?? findEndings(rules);
  known.set(rules, all);
  return all;
}

function findEndings(rules: Rules): KnownEndings {
  const found = Object.entries(rules).map(([id, rule]) => ({ id, rule, endings: endingsOf(rule, rules) }));
  const times = new Map<string, number>();
  for (const { address } of found.flatMap(({ endings }) => endings)) times.set(address, (times.get(address) ?? 0) + 1);
  const parts = found.map(({ id, rule, endings }) => {
    const isOwn = ({ address }: Ending) => !isFlows(rule.owner) && times.get(address) === 1;
    const told = endings.map((each): Ending => {
      const status = statusOf(rules[each.address.slice(RULES.length)]);
      return status === statusOf(rule) ? each : { ...each, apart: status };
    });
    const said = told.filter((each) => isOwn(each) || (statusOf(rule) === "enabled" && each.apart === undefined));
    return { address: RULES + id, own: told.filter(isOwn), said };
  });
  const listed = (which: "own" | "said") =>
    new Map(parts.map((part) => [part.address, part[which]] as const).filter(([, all]) => all.length > 0));
  return { own: listed("own"), said: listed("said") };
}

/** The rule that is shown where this one is asked for: of a part the whole. */
export function wholeRuleOf(address: string, rules: Rules): string {
  const whole = [...partsOfRules(rules)].find(([, own]) => own.some((each) => each.address === address));
  return whole?.[0] ?? address;
}

function statusOf({ status }: Values = {}): "enabled" | "disabled" {
  return status === "disabled" ? "disabled" : "enabled";
}

/** The rules that switch off the lights of this rule; a rule that a flow declares belongs to that flow. */
export function endingsOf({ conditions, actions }: Values, rules: Rules): readonly Ending[] {
  const motion = listOf(conditions).find(
    ({ address, operator, value }) =>
      String(address).endsWith(`/${MOTION}`) && operator === "eq" && String(value) === "true",
  );
  const lit = listOf(actions).flatMap((action) => (isOn(action, true) ? targetOf(action) : []));
  if (!motion) return [];
  return Object.entries(rules).flatMap(([id, rule]) => {
    const own = listOf(rule.conditions);
    const about = own.every(({ address }) => address === motion.address);
    const isOver = own.some(({ operator, value }) => operator === "eq" && String(value) === "false");
    const span = own.find(({ operator }) => operator === "ddx")?.value;
    const does = listOf(rule.actions);
    const targets = does.map(targetOf);
    const isEnd = own.length === 2 && about && isOver && does.length > 0 && does.every((each) => isOn(each, false));
    if (isFlows(rule.owner)) return [];
    if (!isEnd || typeof span !== "string" || !targets.every((each) => lit.includes(each))) return [];
    return [{ address: `/rules/${id}`, span, targets }];
  });
}

/** The ending that switches off the light of an action. */
export function endingOf({ address, body }: Action, endings: readonly Ending[]): Ending | undefined {
  return isOn({ body }, true) ? endings.find(({ targets }) => targets.includes(targetOf({ address }))) : undefined;
}

function listOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? (value as readonly Values[]) : [];
}

function isFlows(owner: unknown): boolean {
  return String(owner).startsWith("flow:");
}

function isOn({ body }: Values, wanted: boolean): boolean {
  const { on, ...others } = (body ?? {}) as Values;
  return on === wanted && (wanted ? !("ontime" in others) : Object.keys(others).length === 0);
}

function targetOf({ address }: Values): string {
  return String(address).split("/").slice(0, 3).join("/");
}
