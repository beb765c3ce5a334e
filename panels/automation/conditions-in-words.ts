/** Conditions of rules in words: "Hall motion sees somebody", "it is between 08:00 and 16:00". Pure. */
import type { ConditionResult } from "../../src/model/automation/rule-engine.ts";
import type { Values } from "../../src/model/resource.ts";
import { flat } from "../devices/house-devices.ts";
import { sayPressOf, sayThatPressed } from "../devices/values/key-names.ts";
import { sayMember, sayValue } from "../devices/values/words.ts";
import { findResource, type NamedHouse, nameOrGone } from "../resource-names.ts";
import { hasText, say } from "../texts.ts";
import { emphasized } from "../widgets/emphasis.ts";
import { sayClock, sayDaySpan, sayDelay } from "./times-in-words.ts";

export type RuleCondition = Pick<ConditionResult, "address" | "operator" | "value">;

type ActualValue = Pick<ConditionResult, "address" | "actual" | "lux">;

const OF_LIGHT: readonly string[] = ["dark", "daylight"];
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
  const plain = { name, member: sayMember(member) };
  if (operator === "dx") return say(changeKey(member), plain);
  if (operator === "ddx") return say("automation.ddx", { ...plain, span: sayDelay(value) });
  if (operator === "stable") return say("automation.stable", { ...plain, span: sayDelay(value) });
  if (!COMPARED.includes(operator)) return say("automation.strange", { ...plain, operator, value });
  if (value.startsWith("/")) return sayThan(house, item, operator, value);
  const wanted = readValue(item, value);
  if (typeof wanted === "boolean" && (operator === "eq" || operator === "ne")) {
    const isSo = wanted === (operator === "eq");
    return say(stateKey(item, isSo), { ...plain, value: sayValue(resource, member, isSo) });
  }
  if (member === "buttonevent" && typeof wanted === "number" && operator === "eq")
    return sayThatPressed(house.keyNames, item.place, name, wanted);
  return say(`automation.compare.${operator}`, { ...plain, value: sayValue(resource, member, wanted) });
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

/** Of a condition that does not hold: how it is, and how it has to be: "Front door is closed (needed: Front door is open)". */
export function sayMissing(house: NamedHouse, condition: ConditionResult): string {
  const { address, operator, actual } = condition;
  const text = sayCondition(house, condition);
  if (typeof actual !== "boolean" || !["eq", "ne"].includes(operator))
    return say("automation.actual-now", { text, actual: sayActual(house, condition) });
  const is = sayCondition(house, { address, operator: "eq", value: String(actual) });
  return say("automation.is-but-needs", { is, text });
}

/** What is dark or light, with how light that is. */
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
  return say(`automation.compare.${operator}`, { name: emphasized(item.name), member: sayMember(item.member), value });
}

/** Rules keep every value as a text; what is no number is a text. */
function readValue({ now }: ConditionItem, value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  const number = value === "" ? Number.NaN : Number(value);
  if (typeof now === "boolean" && (number === 0 || number === 1)) return number === 1;
  return Number.isNaN(number) ? value : number;
}

/** That a sensor is "on" means that its values are taken. The sun shines on no device: it is dark outside. */
function stateKey({ section, member, resource }: ConditionItem, isSo: boolean): string {
  if (resource.type === "Daylight" && OF_LIGHT.includes(member)) return `automation.outside.${member}.${isSo}`;
  const said = section === "config" && member === "on" ? "heard" : member;
  const key = `automation.so.${said}.${isSo}`;
  return hasText(key) ? key : "automation.compare.eq";
}

function changeKey(member: string): string {
  const key = `automation.dx-of.${member}`;
  return hasText(key) ? key : "automation.dx";
}
