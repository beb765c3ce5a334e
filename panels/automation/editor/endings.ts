/**
 * "Off five minutes after the last motion": one rule switches on, and a second one switches off when the sensor has seen no motion for so
 * long. The editor shows them as one. Their conditions and actions tell them, whether the panels or the API made them. Pure.
 */
import type { ActionRow, ConditionRow, RuleRows } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import type { HouseState } from "../../house.ts";
import type { AutomationAction } from "../actions-in-words.ts";
import { addressNow } from "./subjects.ts";

const MOTION = "state/presence";
const FROM_MOTION = "motion";
const RULES = "/rules/";

/** The condition that a sensor sees motion. */
export function motionIn(conditions: readonly ConditionRow[]): ConditionRow | undefined {
  return conditions.find(({ item, operator, value }) => item === MOTION && operator === "eq" && value === "true");
}

interface Apart {
  readonly main: RuleRows;
  readonly endings: readonly RuleRows[]; // one for each length of time
}

/** A rule of the editor taken apart into the rules that the gateway keeps. */
export function takenApart({ conditions, actions }: RuleRows): Apart {
  const motion = motionIn(conditions);
  const ends = ({ offAfter, offFrom }: ActionRow) => motion !== undefined && !!offAfter && offFrom === FROM_MOTION;
  const main = actions.map((row) => {
    const { offAfter, offFrom: _, ...rest } = row;
    return ends(row) || !offAfter ? rest : { ...rest, offAfter };
  });
  const spans = [...new Set(actions.flatMap((row) => (ends(row) ? (row.offAfter ?? []) : [])))];
  const endings = spans.map((span): RuleRows => {
    const { for: _for, already: _already, each: _each, ...seen } = motion ?? {};
    const own = actions.filter((row) => ends(row) && row.offAfter === span);
    const off = own.map(({ address = "", uniqueid = "", resourceName = "", house = "" }): ActionRow => {
      return { address, uniqueid, resourceName, house, does: "off" };
    });
    return { conditions: [{ ...seen, value: "false", for: span }], actions: off };
  });
  return { main: { conditions, actions: main }, endings };
}

export interface Ending {
  readonly address: string; // "/rules/7"
  readonly span: string;
  readonly targets: readonly string[]; // "/lights/3"
  readonly apart?: "enabled" | "disabled"; // it alone is so, of the rule that it is shown with
}

/** The endings that these rows make when the user saves them. */
export function endingsIn(house: HouseState, rows: RuleRows): readonly Ending[] {
  return takenApart(rows).endings.map(({ conditions, actions }) => {
    return { address: "", span: conditions[0]?.for ?? "", targets: actions.map((row) => addressNow(house, row)) };
  });
}

/** Saving a rule and its endings: an ending that fits stays, one that ends no other rule is changed, and one without a use goes. */
export function endingChanges(
  wanted: readonly Pick<Ending, "span" | "targets">[],
  there: readonly Ending[],
  own: readonly Ending[],
) {
  const isAlike = (one: Pick<Ending, "span" | "targets">, other: Ending) =>
    one.span === other.span && String([...one.targets].sort()) === String([...other.targets].sort());
  const kept = there.filter((each) => wanted.some((one) => isAlike(one, each)));
  const free = own
    .filter(({ address }) => !kept.some((each) => each.address === address))
    .map(({ address }) => address);
  const written = wanted.flatMap((one, index) => {
    if (kept.some((each) => isAlike(one, each))) return [];
    return [{ index, address: free.shift() }];
  });
  return { written, gone: free };
}

/** The endings of a rule that end no other rule. */
export function ownEndings(address: string | undefined, view: Values, rules: HouseState["rules"]): readonly Ending[] {
  const others = Object.entries(rules).filter(([id]) => `/rules/${id}` !== address);
  const shared = new Set(others.flatMap(([, rule]) => endingsOf(rule, rules).map((each) => each.address)));
  return endingsOf(view, rules).filter((each) => !shared.has(each.address));
}

type PartsOfRules = ReadonlyMap<string, readonly Ending[]>;

interface KnownEndings {
  readonly own: PartsOfRules;
  readonly said: PartsOfRules;
}

const known = new WeakMap<HouseState["rules"], KnownEndings>(); // each rule is compared with all: once for all callers

/** The parts that a rule is shown with: its own endings. A flow that goes takes its rule along, but not endings, so those stay rows. */
export function partsOfRules(rules: HouseState["rules"]): PartsOfRules {
  return knownOf(rules).own;
}

/** The endings that the sentence of a rule tells: its own, and endings at work that end another rule, too, and are shown as rules. */
export function endingsSaid(rules: HouseState["rules"]): PartsOfRules {
  return knownOf(rules).said;
}

function knownOf(rules: HouseState["rules"]): KnownEndings {
  const all = known.get(rules) ?? findEndings(rules);
  known.set(rules, all);
  return all;
}

function findEndings(rules: HouseState["rules"]): KnownEndings {
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
export function wholeRuleOf(address: string, rules: HouseState["rules"]): string {
  const whole = [...partsOfRules(rules)].find(([, own]) => own.some((each) => each.address === address));
  return whole?.[0] ?? address;
}

function statusOf({ status }: Values = {}): "enabled" | "disabled" {
  return status === "disabled" ? "disabled" : "enabled";
}

/** The rules that switch off the lights of this rule; a rule that a flow declares belongs to that flow. */
export function endingsOf({ conditions, actions }: Values, rules: HouseState["rules"]): readonly Ending[] {
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
export function endingOf({ address, body }: AutomationAction, endings: readonly Ending[]): Ending | undefined {
  return isOn({ body }, true) ? endings.find(({ targets }) => targets.includes(targetOf({ address }))) : undefined;
}

/** The rows of a rule, with the times of its endings. */
export function withEndings<Rows extends RuleRows>(rows: Rows, endings: readonly Ending[], house: HouseState): Rows {
  const actions = rows.actions.map((row) => {
    const end = endings.find(({ targets }) => targets.includes(addressNow(house, row)));
    return end && !row.offAfter && row.does !== "off" ? { ...row, offAfter: end.span, offFrom: FROM_MOTION } : row;
  });
  return { ...rows, actions };
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
