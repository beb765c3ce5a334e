/**
 * A rule as the API has it → the rows of its editor. A row counts only when it makes exactly the condition or action that was read;
 * an action without a row of its own becomes a request with its address and body, so that a rule that the user opens and saves stays as
 * it was.
 */
import { familyOf } from "../../src/model/addresses.ts";
import { formerNamesIn } from "../../src/model/automation/former-names.ts";
import { readItem, resolve as resolveItem } from "../../src/model/automation/items.ts";
import { OPERATORS, type Operator } from "../../src/model/automation/operators.ts";
import {
  type ActionRow,
  CLOCK,
  type ConditionRow,
  type RowReference,
  type RuleRows,
  WEBHOOK,
} from "../../src/model/automation/rule-rows.ts";
import { goneTarget, type IsThere } from "../../src/model/automation/targets.ts";
import { field } from "../../src/model/definitions.ts";
import { presetIn } from "../../src/model/lights/preset.ts";
import { type Address, isObject, type Resource, type Values } from "../../src/model/resource.ts";
import { delayText } from "../../src/model/time/time-grammar.ts";
import { inUnits } from "./human.ts";
import { actionOfRow, conditionsOfRow, type RuleContext } from "./rule-words.ts";

interface KeptCondition {
  readonly address: string;
  readonly operator: string;
  readonly value?: string;
}

interface KeptAction {
  readonly address: string;
  readonly method: string;
  readonly body?: unknown;
}

export function rowsOfRule(words: RuleContext, { conditions, actions }: Values): RuleRows {
  return {
    conditions: together(listOf<KeptCondition>(conditions)).flatMap((each) => conditionRow(words, each)),
    actions: listOf<KeptAction>(actions).map((each) => rowOfAction(words, each)),
  };
}

function listOf<Kept>(value: unknown): readonly Kept[] {
  return Array.isArray(value) ? (value.filter(isObject) as unknown as readonly Kept[]) : [];
}

// ---- conditions

/** A condition, and the one that says how long it has been so, that it begins, or that each press counts. */
type Pair = readonly [condition: KeptCondition, more?: KeptCondition];

/** A value and its time (unchanged for long, or just changed) are one row where the pair is clear; so are a press and its report. */
function together(conditions: readonly KeptCondition[]): readonly Pair[] {
  const taken = new Set<KeptCondition>();
  const pairs = conditions.map((condition): Pair => {
    const { address, operator } = condition;
    const alike = conditions.filter((other) => other.address === address);
    const isOnly = alike.filter((other) => isComparison(other.operator)).length === 1;
    const told = address.replace(/state\/buttonevent$/, "state/lastupdated");
    const press = conditions.find((other) => other.address === told && other.operator === "dx");
    const lasting = ["ddx", "stable", "dx"].flatMap((name) => alike.find((other) => other.operator === name) ?? [])[0];
    const more = told === address ? lasting : press;
    if (!isComparison(operator) || !isOnly || !more || taken.has(more)) return [condition];
    taken.add(more);
    return [condition, more];
  });
  return pairs.filter(([condition]) => !taken.has(condition));
}

const MEMBER_OF: Readonly<Record<string, "for" | "already" | "each">> = { ddx: "for", stable: "already", dx: "each" };

function isComparison(operator: string): boolean {
  return Object.hasOwn(OPERATORS, operator) && OPERATORS[operator as Operator].takes === "number";
}

function conditionRow(words: RuleContext, [condition, more]: Pair): readonly ConditionRow[] {
  const plain = plainRow(words, condition);
  const member = MEMBER_OF[more?.operator ?? ""];
  const isPress = plain.item === "state/buttonevent";
  const begins = member === "each" && !isPress;
  if (!more || !member || (begins && !["true", "false"].includes(plain.value ?? "")))
    return [plain, ...(more ? [plainRow(words, more)] : [])];
  const row = { ...plain, [member]: more.value ?? "yes" };
  return makes(words, row, [condition, more]) ? [row] : [plain, plainRow(words, more)];
}

/** The value in units for people, with as many digits as it takes. */
function plainRow(words: RuleContext, condition: KeptCondition): ConditionRow {
  const { address, operator, value } = condition;
  const item = readItem(address);
  const said = value === undefined ? {} : { value };
  if (address.startsWith(`${CLOCK}/`))
    return { ...nothing(CLOCK), item: address.slice(CLOCK.length + 1), operator, ...said };
  const found = item && resolveItem(words.store, item);
  if (!item || !found)
    return { ...lost(words, address), item: address.split("/").slice(3).join("/"), operator, ...said };
  const path = address.split("/").slice(3).join("/");
  const base = { ...referenceTo(words, found.resource), item: path, operator };
  const candidates = valuesFor(words, found.resource, item.section, item.member, value).map((each) => ({
    ...base,
    value: each,
  }));
  const exact = value !== undefined && isComparison(operator) ? { exact: "yes" } : {};
  return candidates.find((row) => makes(words, row, [condition])) ?? { ...base, ...said, ...exact };
}

function valuesFor(
  { store }: RuleContext,
  resource: Resource,
  section: "attr" | "config" | "state" | "action",
  member: string,
  value: string | undefined,
): readonly string[] {
  const definition = store.definition(resource);
  const number = value === undefined || value === "" ? Number.NaN : Number(value);
  if (field(definition, section, member)?.kind === "bool" && (number === 0 || number === 1))
    return [String(number === 1)];
  if (Number.isNaN(number)) return value === undefined ? [] : [value];
  const human = Number(inUnits(definition, section, member, number, "human"));
  const precise = member === "bri" ? (number / 254) * 100 : human;
  return [0, 1, 2, 3].map((digits) => String(Number(precise.toFixed(digits))));
}

function makes(words: RuleContext, row: ConditionRow, wanted: readonly KeptCondition[]): boolean {
  const made = tried(() => conditionsOfRow(words, row)) ?? [];
  return made.length === wanted.length && made.every((each, index) => isSame(words, each, wanted[index]));
}

function isSame(words: RuleContext, made: Values, wanted: KeptCondition | undefined): boolean {
  if (!wanted || made.operator !== wanted.operator) return false;
  const number = (text: unknown) => (text === "true" ? 1 : text === "false" ? 0 : Number(text));
  const [one, other] = [String(made.value ?? ""), String(wanted.value ?? "")];
  const isEqual = one === other || (one !== "" && other !== "" && number(one) === number(other));
  return isEqual && resolvedAddress(words, String(made.address)) === resolvedAddress(words, wanted.address);
}

/** The same item may be named by id or by unique id. */
function resolvedAddress({ store }: RuleContext, address: string): string {
  const item = readItem(address);
  const resource = item && resolveItem(store, item)?.resource;
  return resource ? [resource.address, ...address.split("/").slice(3)].join("/") : address;
}

// ---- actions

/** Of a rule, or of a schedule, whose command does the same. */
export function rowOfAction(words: RuleContext, action: KeptAction): ActionRow {
  const found = candidatesFor(words, action).find((row) => {
    const made = tried(() => actionOfRow(words, row));
    return made !== undefined && asText(made) === asText({ ...action, body: action.body ?? {} });
  });
  return found ?? goneRow(words, action) ?? requestRow(action);
}

/** The action of a target that is gone: the user chooses another target for it. */
function goneRow({ store }: RuleContext, { address, method, body }: KeptAction): ActionRow | undefined {
  const isThere: IsThere = (family, id, scene) => {
    if (family !== "scenes") return store.find(`/${family}`, id) !== undefined;
    return store.get(`/groups/${id}/scenes/${scene}`) !== undefined;
  };
  const gone = goneTarget(address, isThere);
  if (gone === undefined || method !== "PUT" || !isObject(body)) return undefined;
  const [, family = "", id = "", section = "", scene = "", verb = ""] = address.split("/");
  const group = family === "groups" ? store.get(`/groups/${id}`) : undefined;
  const base = group ? referenceTo({ store }, group) : lost({ store }, address);
  const valueName = formerNamesIn(store)[`/groups/${id}/scenes/${scene}`] ?? "";
  if (section === "scenes")
    return verb === "recall" && scene !== "" ? { ...base, does: "scene", value: scene, valueName } : undefined;
  const { others, lasting } = lastingIn(body);
  const deed = deedOf(family, section, others);
  return deed.does === "body" ? { ...base, ...deedOf(family, section, body) } : { ...base, ...deed, ...lasting };
}

/** A light that goes out by itself again, and the rest of its command. */
function lastingIn({ ontime, ...others }: Values): { readonly others: Values; readonly lasting: ActionRow } {
  if (ontime === undefined) return { others, lasting: {} };
  const isLong = typeof ontime === "number" && ontime >= 10;
  return isLong
    ? { others, lasting: { offAfter: delayText(ontime / 10) } }
    : { others: { ...others, ontime }, lasting: {} };
}

/** As near as the body alone tells. */
function deedOf(family: string, section: string, body: Values): Pick<ActionRow, "does" | "value"> {
  const isOnly = (...names: readonly string[]) => Object.keys(body).every((name) => names.includes(name));
  const { on, bri, toggle, status } = body;
  if (section === "config") return { does: "config", value: JSON.stringify(body) };
  if (["rules", "schedules"].includes(family) && typeof status === "string" && isOnly("status"))
    return { does: status === "enabled" ? "enable" : "disable" };
  if (["lights", "groups"].includes(family)) {
    if (typeof on === "boolean" && isOnly("on")) return { does: on ? "on" : "off" };
    if (toggle === true && isOnly("toggle")) return { does: "toggle" };
    if (typeof bri === "number" && on !== false && isOnly("on", "bri"))
      return { does: "brightness", value: String(Math.round((bri / 254) * 100)) };
    if (on === true && isOnly("on", "bri", "ct", "hue", "sat", "xy"))
      return { does: "preset", value: JSON.stringify(presetIn(body)) };
  }
  return { does: "body", value: JSON.stringify(body) };
}

function requestRow({ address, method, body }: KeptAction): ActionRow {
  return { ...nothing(WEBHOOK), does: WEBHOOK, method, url: address, value: JSON.stringify(body ?? {}) };
}

function candidatesFor(words: RuleContext, { address, body }: KeptAction): readonly ActionRow[] {
  const [, family = "", id = "", section = "", scene = ""] = address.split("/");
  const target = words.store.get(`/${family}/${id}` as Address);
  if (!target || !isObject(body)) return [];
  const base = referenceTo(words, target);
  const value = JSON.stringify(body);
  if (section === "scenes") return [{ ...base, does: "scene", value: scene, valueName: sceneName(words, address) }];
  if (section === "config")
    return [...heatIn(body).map((row) => ({ ...base, ...row })), { ...base, does: "config", value }];
  const { others, lasting } = lastingIn(body);
  return [
    ...[...deedsIn(others), ...amountsIn(others)].map((row) => ({ ...base, ...row, ...lasting })),
    { ...base, does: "body", value },
  ];
}

function deedsIn({ status }: Values): readonly ActionRow[] {
  if (status !== undefined) return [{ does: status === "enabled" ? "enable" : "disable" }];
  return [{ does: "on" }, { does: "off" }, { does: "toggle" }, { does: "blink" }];
}

function amountsIn(body: Values): readonly ActionRow[] {
  const { bri, lift } = body;
  const percents = [
    ...(typeof bri === "number" ? exactly((bri / 254) * 100).map(String) : []),
    ...(typeof lift === "number" ? [String(100 - lift)] : []),
  ];
  return [
    ...percents.map((value) => ({ does: "brightness", value })),
    { does: "preset", value: JSON.stringify(presetIn(body)) },
  ];
}

function heatIn({ heatsetpoint }: Values): readonly ActionRow[] {
  return typeof heatsetpoint === "number" ? [{ does: "heat", value: String(heatsetpoint / 100) }] : [];
}

/** As round as it may be. */
function exactly(value: number): readonly number[] {
  return [0, 1, 2].map((digits) => Number(value.toFixed(digits)));
}

function sceneName({ store }: RuleContext, address: string): string {
  return String(store.get(address.replace(/\/recall$/, "") as Address)?.attr.name ?? "");
}

// ---- conditions and actions alike

function referenceTo({ store }: Pick<RuleContext, "store">, { address, attr }: Resource): Required<RowReference> {
  const { uniqueid, name } = attr;
  const isFound = typeof uniqueid === "string" && ["sensors", "lights"].includes(familyOf(address));
  return {
    address,
    uniqueid: isFound ? uniqueid : "",
    resourceName: String(name ?? ""),
    house: String(store.get("/config")?.attr.bridgeid ?? ""),
  };
}

function nothing(address: string): Required<RowReference> {
  return { address, uniqueid: "", resourceName: "", house: "" };
}

function lost({ store }: Pick<RuleContext, "store">, address: string): Required<RowReference> {
  const place = address.split("/").slice(0, 3).join("/");
  return { address: place, uniqueid: "", resourceName: formerNamesIn(store)[place] ?? place, house: "" };
}

function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined; // it makes nothing: another form is tried
  }
}

/** With its members in one order. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
  );
}
