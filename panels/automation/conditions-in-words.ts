/** Conditions of rules in words: "Hall motion sees somebody", "it is between 08:00 and 16:00". Pure. */
import type { ConditionResult } from "../../src/model/automation/rule-engine.ts";
import { HELD_FLAG } from "../../src/model/automation/rule-rows.ts";
import type { Values } from "../../src/model/resource.ts";
import { flat } from "../devices/house-devices.ts";
import { sayPressOf, sayThatPressed } from "../devices/values/key-names.ts";
import { sayMember, sayValue } from "../devices/values/words.ts";
import { findResource, type NamedHouse, nameOrGone } from "../resource-names.ts";
import { hasText, say, shownLanguage } from "../texts.ts";
import { emphasized } from "../widgets/emphasis.ts";
import { sayClock, sayDaySpan, sayDelay } from "./times-in-words.ts";

export type RuleCondition = Pick<ConditionResult, "address" | "operator" | "value">;

type ActualValue = Pick<ConditionResult, "address" | "actual" | "lux">;

const DAYLIGHT = "Daylight"; // the type of the sensor of the sun
const OF_LIGHT: readonly string[] = ["dark", "daylight"];
const ON_MEANS: Readonly<Record<string, string>> = { "Door Lock": "locked", ZHAThermostat: "heating" };
const CLOCK = "/config/localtime";
/** Operators that have a text in `automation.compare`. */
const COMPARED: readonly string[] = ["eq", "ne", "gt", "lt"];

/** "/sensors/3/config/bri/min", taken apart. */
interface ConditionItem {
  readonly place: string; // "/sensors/3", also where it is named by its unique id
  readonly name: string;
  readonly section: string; // "config"
  readonly member: string;
  readonly resource: { readonly type: string; readonly view: Values };
  readonly now: unknown;
}

export function itemIn(house: NamedHouse, address: string): ConditionItem {
  const [, , , section = "", ...member] = address.split("/");
  const { view = {}, address: place = "" } = findResource(house, address) ?? {};
  const values = section === "attr" ? view : flat((view[section] ?? {}) as Values);
  const resource = { type: String(view.type ?? ""), view };
  const name = nameOrGone(house, address);
  return { place, name, section, member: member.join("/"), resource, now: values[member.join("/")] };
}

/** One condition, with its names marked. */
export function sayCondition(house: NamedHouse, { address, operator, value = "" }: RuleCondition): string {
  if (address === CLOCK) return sayOfClock(operator, value);
  const item = itemIn(house, address);
  const { member, resource } = item;
  const name = emphasized(item.name);
  const plain = { name, member: inSentence(sayMember(member)) };
  if (operator === "dx") return say(changeKey(member), plain);
  if (operator === "ddx" || operator === "stable") {
    const key = typeof item.now === "boolean" ? `as-it-is.${operator}` : operator;
    return say(`automation.${key}`, { ...plain, span: sayDelay(value) });
  }
  if (!COMPARED.includes(operator)) return say("automation.strange", { ...plain, operator, value });
  if (value.startsWith("/")) return sayThan(house, item, operator, value);
  const wanted = readValue(item, value);
  if (typeof wanted === "boolean" && (operator === "eq" || operator === "ne")) {
    const isSo = wanted === (operator === "eq");
    return say(stateKey(item, isSo), { ...plain, value: sayValue(resource, member, isSo) });
  }
  if (member === "buttonevent" && typeof wanted === "number" && operator === "eq")
    return sayThatPressed(house.keyNames, item.place, name, wanted);
  const own = `automation.${operator}-of.${member}`;
  const key = hasText(own) ? own : `automation.compare.${operator}`;
  return say(key, { ...plain, value: sayValue(resource, member, wanted) });
}

interface FlagRule {
  readonly conditions?: readonly RuleCondition[];
  readonly actions?: readonly { readonly address: string; readonly body?: unknown }[];
}

/** The limit behind a flag that an editor made for a number: the small rule that sets the flag as the condition asks says it. */
export function limitBehind(house: NamedHouse, { address, operator, value }: RuleCondition): RuleCondition | undefined {
  const { place, member, resource } = itemIn(house, address);
  if (resource.view.modelid !== HELD_FLAG || member !== "flag" || !OF_FLAGS.includes(operator)) return undefined;
  const isSo = operator !== "eq" || value === "true";
  const own = flagRulesOf(house, place).find(({ becomes }) => becomes === isSo);
  return own?.conditions[0];
}

interface OwnRule {
  readonly address: string;
  readonly becomes: unknown; // the value that the rule gives the flag
  readonly conditions: readonly RuleCondition[];
}

/** The small rules that set a flag and take it back. */
export function flagRulesOf({ rules }: Pick<NamedHouse, "rules">, flag: string): readonly OwnRule[] {
  return Object.entries(rules as Readonly<Record<string, FlagRule>>).flatMap(
    ([id, { conditions = [], actions = [] }]) => {
      const [action] = actions;
      const becomes = (action?.body as Values | undefined)?.flag;
      return action?.address === `${flag}/state` ? [{ address: `/rules/${id}`, becomes, conditions }] : [];
    },
  );
}

const OF_FLAGS: readonly string[] = ["eq", "ddx", "stable"];

/** "The power of Washing machine is below 5 W", or that for three minutes. */
export function sayLimit(house: NamedHouse, { operator, value = "" }: RuleCondition, limit: RuleCondition): string {
  const text = sayCondition(house, limit);
  if (operator === "eq") return text;
  return say(`automation.so-${operator === "ddx" ? "for" : "already"}`, { condition: text, span: sayDelay(value) });
}

/** The beginning of a condition: "Front door opens". Undefined: people have no words for it. */
export function sayBecoming(house: NamedHouse, { address, value = "" }: RuleCondition): string | undefined {
  const item = itemIn(house, address);
  const key = becomingKey(item.resource.type, item.section, item.member, readValue(item, value) === true);
  return key && say(`automation.${key}`, { name: emphasized(item.name) });
}

/** The text that says so, behind "automation." and behind "automation.claim.". */
export function becomingKey(type: string, section: string, member: string, isSo: boolean): string | undefined {
  const said =
    type === DAYLIGHT && member === "dark" ? "outside" : type === DAYLIGHT ? "" : claimedAs(type, section, member);
  const key = `becomes.${said}.${isSo}`;
  return hasText(`automation.${key}`) ? key : undefined;
}

/** Under which name a value is said to be so or not: that a sensor is "on" means that its values are taken, of a lock that it is locked. */
export function claimedAs(type: string, section: string, member: string): string {
  if (member !== "on") return member;
  return section === "config" ? "heard" : (ON_MEANS[type] ?? member);
}

/** The value of the item when the rule was evaluated, in words. */
export function sayActual(house: NamedHouse, { address, actual, lux }: ActualValue): string {
  if (actual === undefined) return say("automation.no-item");
  if (address === CLOCK) return sayClock(String(actual).slice(11, 19)) || String(actual);
  const { place, member, resource } = itemIn(house, address);
  if (member === "buttonevent" && typeof actual === "number") return sayPressOf(house.keyNames, place, actual);
  const said = sayValue(resource, member, actual);
  return lux === undefined ? said : `${said} · ${sayValue(resource, "lux", lux)}`;
}

/** The present value in a few words that need no name: "21.4 °C", "5 lx"; "" for a value that is only true or false. */
export function sayBriefly(house: NamedHouse, address: string): string {
  const { actual, lux } = actualNow(house, address);
  const { member, resource } = itemIn(house, address);
  if (lux !== undefined) return sayValue(resource, "lux", lux);
  if (typeof actual === "boolean" && OF_LIGHT.includes(member))
    return say(outsideKey(resource.type, member, actual) ?? `automation.claim.so.${member}.${actual}`);
  return typeof actual === "number" && member !== "buttonevent" ? sayActual(house, { address, actual }) : "";
}

/** Of a condition that did not hold: how it was instead. */
export function sayHindrance(house: NamedHouse, condition: ConditionResult): string {
  const { address, operator, actual, lux } = condition;
  if (typeof actual !== "boolean" || !["eq", "ne"].includes(operator))
    return say("automation.actual", { text: sayCondition(house, condition), actual: sayActual(house, condition) });
  const { member, resource } = itemIn(house, address);
  if (!OF_LIGHT.includes(member)) return sayCondition(house, { address, operator: "eq", value: String(actual) });
  const said = say(`automation.claim.so.${member}.${actual}`);
  return lux === undefined ? said : `${said} (${sayValue(resource, "lux", lux)})`;
}

/** Of a condition that does not hold: how it is, "Front door is closed"; of a number also how it has to be. */
export function sayMissing(house: NamedHouse, condition: ConditionResult): string {
  const { address, operator, actual } = condition;
  const limit = limitBehind(house, condition);
  if (limit) {
    const text = sayLimit(house, condition, limit);
    const now = sayActual(house, { address: limit.address, actual: itemIn(house, limit.address).now });
    return operator === "eq" ? say("automation.actual-now", { text, actual: now }) : text;
  }
  if (typeof actual !== "boolean" || !["eq", "ne"].includes(operator))
    return say("automation.actual-now", { text: sayCondition(house, condition), actual: sayActual(house, condition) });
  return sayCondition(house, { address, operator: "eq", value: String(actual) });
}

/** The value of an item; with "dark" or "daylight" also the lux. */
export function actualNow(house: NamedHouse, address: string): ActualValue {
  const { now, member, resource } = itemIn(house, address);
  const { lux } = (resource.view.state ?? {}) as Values;
  return { address, actual: now, ...(OF_LIGHT.includes(member) && typeof lux === "number" ? { lux } : {}) };
}

function sayOfClock(operator: string, value: string): string {
  if (operator === "in" || operator === "not in")
    return say(operator === "in" ? "automation.in" : "automation.not-in", { span: sayDaySpan(value) });
  return say(operator === "dx" ? "automation.tick" : "automation.clock", { operator, value: sayDelay(value) });
}

/** A time of day that is compared with that of another item. */
function sayThan(house: NamedHouse, item: ConditionItem, operator: string, other: string): string {
  const isClock = other === CLOCK;
  const than = isClock ? undefined : itemIn(house, other);
  const value = than ? `${emphasized(than.name)} (${sayMember(than.member)})` : say("automation.time-of-day");
  const member = inSentence(sayMember(item.member));
  return say(`automation.compare.${operator}`, { name: emphasized(item.name), member, value });
}

/** Rules keep every value as a text; a value that is no number stays one. */
function readValue({ now }: ConditionItem, value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  const number = value === "" ? Number.NaN : Number(value);
  if (typeof now === "boolean" && (number === 0 || number === 1)) return number === 1;
  return Number.isNaN(number) ? value : number;
}

/** The sun shines on no device: it is dark outside. */
function stateKey({ section, member, resource }: ConditionItem, isSo: boolean): string {
  const outside = outsideKey(resource.type, member, isSo);
  const key = `automation.so.${claimedAs(resource.type, section, member)}.${isSo}`;
  return outside ?? (hasText(key) ? key : "automation.compare.eq");
}

export function outsideKey(type: string, member: string, isSo: boolean): string | undefined {
  return type === DAYLIGHT && OF_LIGHT.includes(member) ? `automation.outside.${member}.${isSo}` : undefined;
}

/** "Temperature" begins a line of its own; in the middle of a sentence only German writes it so. */
function inSentence(member: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(member) && !shownLanguage().startsWith("de");
  return isWord ? member.charAt(0).toLocaleLowerCase() + member.slice(1) : member;
}

function changeKey(member: string): string {
  const key = `automation.dx-of.${member}`;
  return hasText(key) ? key : "automation.dx";
}
