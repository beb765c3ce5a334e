/** The event log: the newest changes in words, filtered by text, family, cause and time. Pure. */
import type { ChangeNotice, FlowNodes } from "../../src/model/admin-api.ts";
import { readTrouble } from "../../src/model/doctor/wording.ts";
import {
  ASIDE,
  type EventKind,
  isSameWhite,
  kindOfEvent,
  MOST_EVENTS,
  THERMOSTAT,
  toldOf,
} from "../../src/model/event-kinds.ts";
import type { Values } from "../../src/model/resource.ts";
import { sayActions } from "../automation/actions-in-words.ts";
import { sayOnClock } from "../automation/house-clock.ts";
import { sayPattern } from "../automation/times-in-words.ts";
import { sayTrouble } from "../devices/care/trouble-in-words.ts";
import { flat } from "../devices/house-devices.ts";
import { sayPressOf } from "../devices/values/key-names.ts";
import { ownMember, sayMember, sayValue } from "../devices/values/words.ts";
import { JOB, sayJobFailure } from "../jobs.ts";
import { findResource, formerName, type NamedHouse, resourceName, sayCause, sceneIn } from "../resource-names.ts";
import { compareWords, hasText, say, sayList, sayTime, utc } from "../texts.ts";
import { withoutEmphasis } from "../widgets/emphasis.ts";
import { asOneColor } from "./color-changes.ts";
import { timeOf } from "./days.ts";
import { sayFailureOfRule } from "./failed-rule.ts";
import { isNamed, sentenceOfName, sentenceOfScenes } from "./name-changes.ts";

export interface LoggedEvent {
  readonly key: string;
  readonly news: ChangeNotice;
  readonly time: string; // of the day: to say it takes longer than to draw it
  readonly name: string;
  readonly what: string; // "motion", "Brightness: 10 % → 50 %"
  readonly who: string;
  readonly text: string; // all of it, to be searched
  readonly kind: EventKind;
  readonly isOwnDeed?: true; // of a light without a command
  readonly many?: readonly string[]; // of a line that tells of several: their names
  readonly also?: readonly string[]; // addresses of others to which it happened
}

export interface EventFilter {
  readonly typed: string;
  readonly family: string; // "" for all
  readonly cause: string;
  readonly when: string; //   as `timeChoices` names it
  readonly also: readonly EventKind[]; // kinds besides "happened"
}

export const NO_FILTER: EventFilter = { typed: "", family: "", cause: "", when: "", also: [] };
export const FAMILY_CHOICES = ["lights", "sensors", "groups", "devices", "rules", "schedules", "other"] as const;
export const CAUSE_CHOICES = ["radio", "rest", "flow", "rules", "schedules", "editor", "gateway"] as const;

const GATEWAY = "/gateway"; //   whose events are of the radio and of its own start
const TROUBLE = "trouble"; // of a device, by the doctor
const FIRED = "lasttriggered"; // of a rule
const CALLED = "called"; //       of a scene

/** Appends events, and keeps the newest of each kind, as the gateway does. */
export function added(events: readonly LoggedEvent[], more: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (more.length === 0) return events;
  const all = [...events, ...more];
  const tooMany = { happened: 0, measured: 0, heard: 0, echoed: 0 };
  for (const { kind } of all) tooMany[kind] += 1;
  for (const kind of Object.keys(tooMany) as EventKind[]) tooMany[kind] -= MOST_EVENTS[kind];
  if (Object.values(tooMany).every((count) => count <= 0)) return all;
  return all.filter(({ kind }) => {
    tooMany[kind] -= 1;
    return tooMany[kind] < 0;
  });
}

/** In words, with the names of that moment. */
export function eventOf(house: NamedHouse, news: ChangeNotice, key: string, flowNodes: FlowNodes): LoggedEvent {
  const name = nameNow(house, news.address, news.name);
  const { what, isSame = false } = sayChange(house, news);
  const who = sayCause(house, news.by, flowNodes);
  const time = timeInWords(news);
  const text = `${name} ${what} ${who} ${news.address}`.toLowerCase();
  const kind = kindOfEvent(news);
  return { key, news, time, name, what, who, text, kind: isSame && kind !== "echoed" ? "heard" : kind };
}

function timeInWords({ at }: ChangeNotice): string {
  return sayTime(at, { timeStyle: "medium" });
}

/** By the clock of another time zone. */
export function timedAnew(event: LoggedEvent): LoggedEvent {
  return { ...event, time: timeInWords(event.news) };
}

/** The name of a resource; of one that is gone its former name, and without a kept name its kind. */
function nameNow(house: NamedHouse, address: string, formerly?: string): string {
  const [, family = "", , part] = address.split("/");
  const key = `events.former.${part === "scenes" ? part : family}`;
  const kept = formerly ?? formerName(house, address);
  const name = resourceName(house, address, kept ?? (hasText(key) ? say(key) : undefined));
  return address === "/config" || address === GATEWAY ? asHeading(name) : name;
}

/** The gateway has no name of its own here: its noun begins the line. */
function asHeading(noun: string): string {
  return noun.charAt(0).toLocaleUpperCase() + noun.slice(1);
}

/** `of`: the addresses of the chosen place; undefined: everywhere. Events of all kinds. */
export function filtered(
  events: readonly LoggedEvent[],
  { typed, family, cause, when }: EventFilter,
  now: number,
  of?: ReadonlySet<string>,
): readonly LoggedEvent[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const { from, to } = timeOf(when, now);
  return events.filter(
    ({ news, text, also = [] }) =>
      from <= news.at &&
      news.at < to &&
      (of === undefined || of.has(news.address.split("/", 3).join("/")) || also.some((each) => of.has(each))) &&
      (family === "" || familyOf(news.address) === family) &&
      (cause === "" || causeOf(news.by) === cause) &&
      words.every((word) => text.includes(word)),
  );
}

function familyOf(address: string): string {
  const [, family = ""] = address.split("/");
  return (FAMILY_CHOICES as readonly string[]).includes(family) ? family : "other";
}

/** "rest:Phone" → "rest", "/rules/3" → "rules"; the clock is of the gateway. */
function causeOf(by: string): string {
  const [kind = ""] = by.startsWith("/") ? by.slice(1).split("/") : by.split(":");
  return kind === "clock" ? "gateway" : kind;
}

interface ChangeWords {
  readonly what: string;
  readonly isSame?: boolean; // it reads as before: a user sees no change
}

function sayChange(house: NamedHouse, news: ChangeNotice): ChangeWords {
  const sentence = sayWhole(house, news);
  if (sentence !== undefined) return { what: sentence };
  const all = membersOf(house, news);
  const members = all.filter(({ member }) => !ASIDE.includes(member));
  if (members.length === 0) return { what: say(all.length > 0 ? "events.heard" : "events.changed") };
  const names = toldOf(members.map(({ member }) => member));
  const told: readonly MemberChange[] = asOneColor(
    members.filter(({ member }) => names.includes(member)),
    news,
  );
  if (news.undo) return { what: say("events.undone", { what: told.map(sayAsked).join(" · ") }) };
  const isOther = ({ member, before, after, sentence }: MemberChange) =>
    sentence !== undefined || (before !== after && !(member === "ct" && looksAlike(news)));
  const inMode = members.filter(({ member }) => member === "colormode");
  const other = told.some(isOther) ? told.filter(isOther) : inMode.filter(isOther); // to the white that it was before its color
  const isSwitchedOn = news.address.startsWith("/lights/") && news.values.on === true; // no user saw the level of a light that was off
  const toTell = (other.length > 0 ? other : told).map(({ before, ...each }) =>
    before === undefined || isSwitchedOn || other.length === 0 ? each : { ...each, before },
  );
  const whole = sayAll(toTell);
  const short = sayAll(toTell.map(({ before: _, ...each }: MemberChange) => each)); // the details have the former value
  return { what: breadthOf(whole) > MOST_LETTERS ? short : whole, isSame: other.length === 0 };
}

/** A step of white that no eye sees, and that round numbers would make larger. */
function looksAlike({ values, before = {} }: ChangeNotice): boolean {
  return typeof before.ct === "number" && isSameWhite(values.ct, before.ct);
}

/** The sentence of a change that its members do not tell. */
function sayWhole(house: NamedHouse, news: ChangeNotice): string | undefined {
  if (news.type === JOB) return sayJobChange(news);
  if (news.address === GATEWAY) return sayGatewayEvent(news);
  if (news.event !== "changed") return say(`events.${isKey(news) ? "key-" : ""}${news.event}`);
  if (TROUBLE in news.values) return sayTroubleOf(house, news);
  if (CALLED in news.values) return say("events.scene-called");
  if (news.values.pairing === "left") return say(`events.${isStillListed(house, news) ? "left" : "removed"}`);
  return isFiring(news) ? sayFiring(house, news) : sayFailureOfRule(house, news);
}

/** A device that went by itself keeps its lights and sensors; one that a user removed has none. */
function isStillListed({ lights, sensors }: NamedHouse, { address }: ChangeNotice): boolean {
  const mac = address.replace("/devices/", "");
  return [lights, sensors].some((all) => Object.values(all).some(({ uniqueid }) => String(uniqueid).startsWith(mac)));
}

/** The key of a program, in the list of all keys. */
function isKey({ address }: ChangeNotice): boolean {
  return address.startsWith("/config/whitelist/");
}

const STRANGER = "rest:stranger"; // a program that has no key yet

/** A device's own report needs no cause, nor does a rule that fired, or a new program; but people ask why a lamp went on by itself. */
export function hasCause({ news: { by, address }, isOwnDeed }: Pick<LoggedEvent, "news" | "isOwnDeed">): boolean {
  return isOwnDeed === true || (by !== "radio" && by !== address && by !== STRANGER);
}

function sayGatewayEvent({ values: { event, reason } }: ChangeNotice): string {
  const key = `events.gateway.${event}`;
  return hasText(key) ? say(key, { reason: String(reason ?? "") }) : say("events.changed");
}

function sayJobChange({ event, values: { status, error } }: ChangeNotice): string {
  const key = `events.job.${event === "added" ? "began" : status}`;
  return hasText(key) ? say(key, { reason: sayJobFailure(error) }) : say("events.changed");
}

/** A finding of the doctor is a sentence, and so is its end. */
function sayTroubleOf(house: NamedHouse, { values }: ChangeNotice): string {
  const trouble = readTrouble(values[TROUBLE]);
  if (!trouble) return say("events.well");
  return sayTrouble(trouble, (uniqueid) => resourceName(house, `/devices/${uniqueid}`)).cause;
}

/** A rule counts its firings: nothing else changes then. */
function isFiring({ address, values }: ChangeNotice): boolean {
  return address.startsWith("/rules/") && FIRED in values;
}

function sayFiring(house: NamedHouse, { address }: ChangeNotice): string {
  const actions = findResource(house, address)?.view.actions;
  if (!Array.isArray(actions) || actions.length === 0) return say("events.did-plain");
  return say("events.did", { actions: withoutEmphasis(sayActions(house, actions)) });
}

interface MemberChange {
  readonly member: string;
  readonly label: string;
  readonly isPlain: boolean; // the new value alone says it all: "open"
  readonly before?: string; // in words; absent: not known
  readonly after: string;
  readonly sentence?: string; // says it all
}

/** The members of a change, with their values before and after; a change that a sentence tells has none. */
export function membersOf(house: NamedHouse, news: ChangeNotice): readonly MemberChange[] {
  const { address, type, section, values, before = {} } = news;
  if (type === JOB || address === GATEWAY || TROUBLE in values || CALLED in values) return [];
  if (isFiring(news) || news.failure) return [];
  const view = findResource(house, address)?.view ?? {};
  const was = flat(before);
  const inWords = (member: string, value: unknown) =>
    member === PRESS && typeof value === "number"
      ? sayPressOf(house.keyNames, address, value)
      : valueInWords(house, { type, view }, member, value);
  return Object.entries(flat(values)).map(([member, value]) => ({
    member,
    label: labelOf(news, member),
    ...(isStructure(value) ? { sentence: say("events.member-changed", { member: labelOf(news, member) }) } : {}),
    ...(isRewritten(address, member) ? { sentence: say("events.was-changed") } : {}),
    isPlain: section !== "config" && type !== THERMOSTAT && saysAll(member, value),
    ...(isKnown(was[member]) ? { before: inWords(member, was[member]) } : {}),
    after: inWords(member, value),
    ...(member === "name" && isKnown(value) ? sentenceOfName(was[member], value) : {}),
    ...(member === "scenes" ? sentenceOfScenes(was[member], value) : {}),
    ...(isWithin(news, member) ? sentenceOfThoseWithin(house, member, was[member], value) : {}),
  }));
}

/** For programs, as the conditions of a rule: the details have it. */
function isStructure(value: unknown): boolean {
  return Array.isArray(value) && value.some((each) => typeof each === "object" && !isNamed(each));
}

/** The rule or the schedule has another content: its page shows it. */
function isRewritten(address: string, member: string): boolean {
  if (address.startsWith("/rules/")) return member === "conditions" || member === "actions";
  return address.startsWith("/schedules/") && member.startsWith("command/");
}

/** A thermostat that is on heats; and the members of a room are not only its lamps. */
function labelOf(news: ChangeNotice, member: string): string {
  if (isWithin(news, member)) return say("events.within");
  return sayMember(news.type === THERMOSTAT && member === "on" ? "heating" : ownMember(news, member));
}

const WITHIN: readonly string[] = ["lights", "devicemembership"];

/** The members of a room; a linked device has no lights. */
function isWithin({ address }: ChangeNotice, member: string): boolean {
  return (address.startsWith("/groups/") && WITHIN.includes(member)) || isLinks(address, member);
}

function isLinks(address: string, member: string): boolean {
  return address.startsWith("/resourcelinks/") && member === "links";
}

/** The members that came into a room, and those that left it. */
function sentenceOfThoseWithin(
  house: NamedHouse,
  member: string,
  before: unknown,
  after: unknown,
): Pick<MemberChange, "sentence"> {
  if (!Array.isArray(before) || !Array.isArray(after)) return {};
  const told = [
    ["with", after.filter((id) => !before.includes(id))],
    ["without", before.filter((id) => !after.includes(id))],
  ] as const;
  const sentences = told.flatMap(([how, ids]) => {
    const names = sayList([...new Set(ids.map((id) => nameNow(house, `${LISTED[member] ?? ""}${id}`)))]);
    return ids.length > 0 ? say(`events.now-${how}`, { names }) : [];
  });
  return sentences.length > 0 ? { sentence: sentences.join(" · ") } : {};
}

const PLAIN: readonly string[] = [
  "on",
  "open",
  "presence",
  "water",
  "fire",
  "carbonmonoxide",
  "vibration",
  "linkbutton",
];
const PRESS = "buttonevent";

/** "open", "On, short press"; and a rule or schedule is "disabled", where a sensor of that member has a number. */
function saysAll(member: string, value: unknown): boolean {
  if (typeof value === "boolean") return PLAIN.includes(member);
  return member === PRESS || (member === "status" && typeof value === "string");
}

/** Before a lamp was asked, or a scene was recalled, there is nothing to tell. */
function isKnown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

const TIMES: readonly string[] = ["localtime", "time"]; // of a schedule
const SUN: readonly string[] = ["sunrise", "sunset"]; // moments in UTC

/** Lists of ids, and the family that the ids belong to. */
const LISTED: Readonly<Record<string, string>> = {
  lights: "/lights/",
  lightsequence: "/lights/",
  multideviceids: "/lights/",
  devicemembership: "/sensors/",
};

function valueInWords(
  house: NamedHouse,
  of: { readonly type: string; readonly view: Values },
  member: string,
  value: unknown,
): string {
  if (member === "scene") return sceneIn(of.view, String(value)) ?? String(value);
  if (TIMES.includes(member) && typeof value === "string" && "localtime" in of.view) return sayPattern(value);
  if (SUN.includes(member) && typeof value === "string")
    return sayOnClock(utc(value), String(house.config.timezone ?? "")) || value;
  if (!Array.isArray(value)) return sayValue(of, member, value);
  if (value.length === 0) return say("events.no-one");
  const place = LISTED[member];
  if (place !== undefined) {
    const names = value.map((id) => nameNow(house, `${place}${id}`));
    return sayList(WITHIN.includes(member) ? names.toSorted(compareWords) : names);
  }
  if (value.every(isNamed)) return sayList(value.map(({ name }) => name));
  return value.some((each) => typeof each === "object") ? JSON.stringify(value) : sayValue(of, member, value);
}

/** The undone value is the former one: a command had asked for it. */
function sayAsked({ label, before, after, isPlain }: MemberChange): string {
  return isPlain ? (before ?? after) : say("events.value", { member: label, after: before ?? after });
}

const MOST_LETTERS = 80; // of two lines in the sidebar, with the cause
const BROAD = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/g;

/** In letters: a character of Chinese or Japanese is as broad as two. */
function breadthOf(text: string): number {
  return text.length + (text.match(BROAD)?.length ?? 0);
}

function sayAll(members: readonly MemberChange[]): string {
  return [...new Set(members.map(sayMemberChange))].join(" · ");
}

function sayMemberChange({ label, before, after, isPlain, sentence }: MemberChange): string {
  if (sentence !== undefined) return sentence;
  if (isPlain) return after;
  const words = { member: label, after };
  return before === undefined ? say("events.value", words) : say("events.change", { ...words, before });
}
