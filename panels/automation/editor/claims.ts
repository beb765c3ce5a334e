/**
 * The claims that a condition can make of a device: "sees somebody", "temperature is above …", "On: short press". A row of the rule
 * makes one claim, so that users need not know of items and operators. Pure.
 */
import { CLOCK, type ConditionRow } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import { flat } from "../../devices/house-devices.ts";
import type { KeyNames, PressName } from "../../devices/values/key-names.ts";
import { hasMemberWords, sayMember, sayValue } from "../../devices/values/words.ts";
import { hasText, say } from "../../texts.ts";
import { simple } from "../../widgets/search.ts";
import { becomingKey, claimedAs, outsideKey } from "../conditions-in-words.ts";
import type { RuleItem, RuleItems } from "./rule-items.ts";
import type { AskedResource, Subject } from "./subjects.ts";

type ClaimGroup = "" | "health" | "settings" | "more" | "changes";
type ClaimValue = "nothing" | "number" | "delay" | "span";

export interface Claim {
  readonly key: string;
  readonly text: string;
  readonly group: ClaimGroup;
  readonly address: string; //  of the resource that it is about
  readonly item: string;
  readonly operator: string;
  readonly value?: string; //   where it says it all
  readonly takes: ClaimValue;
  readonly asked?: RuleItem;
  readonly lasts?: true; //     "for five minutes" may be said of it
  readonly isPress?: true;
  readonly begins?: true; //    that it becomes so, not that it is so
  readonly isRare?: true; //  the list does not offer it; a rule that says it keeps its words
  readonly button?: string; // of a press, where the remote names its keys
}

const GROUPS: readonly ClaimGroup[] = ["", "health", "settings", "more", "changes"];

/** Lux says the same as the light level, which is in lux for people. */
const LEFT_OUT: readonly string[] = ["lastset", "localtime", "utc", "sunrise", "sunset", "lux", "configured"];
/** Of the settings of a device only those that a home goes by. */
const SETTINGS: readonly string[] = ["battery", "reachable", "on", "heatsetpoint", "windowopen", "schedule_on"];
/** That a sensor is "on" means that its values are taken: a plug that is off is another matter. */
const HEARD = "config/on";
const STATUS = "CLIPGenericStatus"; // whose numbers mean something each
/** Every resource of a device has these; the light of a plug says "is reachable" already. They come last. */
const OF_PARTS: readonly string[] = [HEARD, "config/reachable"];
/** That a remote is "on" means that the gateway listens to it; that it told something is "any button is pressed". */
const LEFT_OUT_OF_REMOTES: readonly string[] = ["on", "lastupdated"];
/** Users do not buy a sensor for these. */
const LATER: readonly string[] = ["lowbattery", "tampered", "test", "reachable", "status"];
/** Whether a device lives, not its purpose. */
const HEALTH: readonly string[] = ["battery", "lowbattery", "reachable"];
/** Of lights: all else that is a number comes later. */
const MAIN_OF_LIGHTS: readonly string[] = ["on", "open", "bri", "lift"];
const RARE_OF_LIGHTS: readonly string[] = ["alert", "effect", "colormode", "hue", "sat", "ct", "music_sync"];
/** How far it is open says it all. */
const RARE_OF_COVERS: readonly string[] = ["on", "bri"];
/** Numbers for the API alone: the length of a press, the number of a phase of the sun. */
const RARE_OF_SENSORS: Readonly<Record<string, readonly string[]>> = {
  ZHASwitch: ["eventduration"],
  Daylight: ["status"],
};

export function claimsOf(subject: Subject, items: RuleItems, presses: KeyNames): readonly Claim[] {
  if (subject.key === CLOCK) return clockClaims();
  const claims = subject.resources.flatMap((resource) => claimsOfResource(resource, items, presses));
  const place = ({ group, item }: Claim) => (OF_PARTS.includes(item) ? GROUPS.length : GROUPS.indexOf(group));
  return claims.toSorted((one, other) => place(one) - place(other));
}

function claimsOfResource(resource: AskedResource, items: RuleItems, presses: KeyNames): readonly Claim[] {
  return (items.types[resource.type] ?? []).flatMap((asked) => {
    const { item } = asked;
    const [section = "", ...path] = item.split("/");
    const member = path.join("/");
    if (section === "attr" || LEFT_OUT.includes(member) || !hasMember(resource, section, member)) return [];
    if (isRemote(resource) && LEFT_OUT_OF_REMOTES.includes(member)) return [];
    if (member === "buttonevent") return pressClaims(resource, asked, presses[resource.address] ?? []);
    if (section === "config" && !SETTINGS.includes(member)) return [];
    if (member !== "lastupdated" && !hasMemberWords(member) && !hasText(`automation.claim.so.${member}.true`))
      return [];
    const claims = [
      ...comparisons(resource, member, asked, groupOf(resource, section, member)),
      ...changes(resource, member, asked),
    ];
    return isRare(resource, item, member) ? claims.map((claim): Claim => ({ ...claim, isRare: true })) : claims;
  });
}

function isRare({ address, type, view }: AskedResource, item: string, member: string): boolean {
  if (!address.startsWith("/lights/")) return item === HEARD || (RARE_OF_SENSORS[type] ?? []).includes(member);
  const isCover = typeof ((view.state ?? {}) as Values).open === "boolean";
  return RARE_OF_LIGHTS.includes(member) || (isCover && RARE_OF_COVERS.includes(member));
}

function groupOf(resource: AskedResource, section: string, member: string): ClaimGroup {
  if (HEALTH.includes(member)) return "health";
  if (section === "config") return OF_PARTS.includes(`${section}/${member}`) ? "more" : "settings";
  return isMain(resource, member) ? "" : "more";
}

function isRemote(resource: AskedResource): boolean {
  return resource.type === "ZHASwitch" && hasMember(resource, "state", "buttonevent");
}

/** A type may have a member that a device lacks; a virtual sensor takes all members. */
function hasMember({ type, view }: AskedResource, section: string, member: string): boolean {
  return type.startsWith("CLIP") || member in flat((view[section] ?? {}) as Values);
}

function isMain({ address, type }: AskedResource, member: string): boolean {
  if (type === STATUS) return true;
  return address.startsWith("/lights/") ? MAIN_OF_LIGHTS.includes(member) : !LATER.includes(member);
}

function pressClaims({ address }: AskedResource, asked: RuleItem, presses: readonly PressName[]): readonly Claim[] {
  const { item } = asked;
  const base = { address, item, group: "", isPress: true, asked } as const;
  const each = presses.map(({ code, text, key: button }): Claim => {
    const press = { ...base, key: keyOf(address, item, "eq", code), text, operator: "eq", value: code } as const;
    return { ...press, takes: "nothing", ...(button === undefined ? {} : { button }) };
  });
  const any = "state/lastupdated";
  const all: Claim = {
    ...{ ...base, item: any, key: keyOf(address, any, "dx", ""), text: say("automation.claim.any-press") },
    ...{ operator: "dx", takes: "nothing" },
  };
  const other: Claim = {
    ...{ ...base, group: "more", key: keyOf(address, item, "eq"), text: say("automation.claim.press-code") },
    ...{ operator: "eq", takes: "number" },
  };
  return [...each, all, ...(each.length === 0 ? [other] : [])];
}

function comparisons(resource: AskedResource, member: string, asked: RuleItem, group: ClaimGroup): readonly Claim[] {
  const { address } = resource;
  const { item, kind = "", operators } = asked;
  const claim = (operator: string, more: Pick<Claim, "text" | "takes"> & Partial<Claim>): Claim => {
    return { key: keyOf(address, item, operator, more.value), group, address, item, operator, asked, ...more };
  };
  if (kind === "bool" && operators.includes("eq")) {
    const [section = ""] = item.split("/");
    const is = [true, false].map((so) => {
      const text = sayClaim(resource, section, member, so);
      return claim("eq", { text, value: String(so), takes: "nothing", lasts: true });
    });
    const becomes = [true, false].flatMap((so) => {
      const key = becomingKey(resource.type, section, member, so);
      if (!key || !operators.includes("dx")) return [];
      const text = say(`automation.claim.${key}`);
      const own = { key: keyOf(address, item, "becomes", String(so)), begins: true } as const;
      return claim("eq", { text, value: String(so), takes: "nothing", ...own });
    });
    return [...is, ...becomes];
  }
  return ["gt", "lt", "eq"]
    .filter(
      (operator) =>
        operators.includes(operator) &&
        (operator !== "eq" || (kind === "int" && !["health", "settings"].includes(group))),
    )
    .map((operator) =>
      claim(operator, {
        text: sayOf(operator, member),
        takes: "number",
        ...(operator === "eq" ? { group: group || "more", lasts: true } : {}),
        ...(operator === "eq" && resource.type !== STATUS ? { isRare: true } : {}), // a measured number seldom equals a given one
      }),
    );
}

/** Of some values people have words of their own: of a blind "is closed by more than". */
function sayOf(operator: string, member: string): string {
  const own = `automation.claim.${operator}-of.${member}`;
  return say(hasText(own) ? own : `automation.claim.${operator}`, { member: sayMember(member) });
}

/** Changes of a value over time, of any kind: for users who know which one they want. */
function changes({ address, type }: AskedResource, member: string, asked: RuleItem): readonly Claim[] {
  const { item, operators, kind } = asked;
  const [section = ""] = item.split("/");
  const isMeasured = section === "state" && address.startsWith("/sensors/");
  if (item === HEARD) return [];
  const claim = (operator: string, takes: ClaimValue): Claim => {
    const text = member === "lastupdated" ? say("automation.claim.told") : sayOf(operator, member);
    const isSilence = operator === "stable" || (operator === "ddx" && !isMeasured); // only a sensor that is stuck is worth a rule
    const isPlain = kind !== "bool" || hasText(`automation.claim.dx-of.${claimedAs(type, section, member)}`); // else no user asks for it
    const isRare = HEALTH.includes(member) || !isPlain || isSilence;
    const rare = isRare ? ({ isRare } as const) : {};
    const key = keyOf(address, item, operator);
    return { key, text, group: "changes", address, item, operator, takes, asked, ...rare };
  };
  if (member === "lastupdated") return operators.includes("dx") ? [claim("dx", "nothing")] : [];
  const held = kind === "bool" ? [] : (["ddx", "stable"] as const); // of a bool, the claim of its state says "for so long"
  return [
    ...(operators.includes("dx") ? [claim("dx", "nothing")] : []),
    ...held.filter((operator) => operators.includes(operator)).map((operator) => claim(operator, "delay")),
  ];
}

function clockClaims(): readonly Claim[] {
  const base = { address: CLOCK, item: "localtime" } as const;
  const claim = (operator: string, takes: ClaimValue, group: ClaimGroup): Claim => {
    const text = say(`automation.claim.clock-${operator.replace(" ", "-")}`);
    return { ...base, key: keyOf(CLOCK, base.item, operator), text, operator, takes, group };
  };
  return [claim("in", "span", ""), claim("not in", "span", ""), { ...claim("dx", "nothing", "more"), isRare: true }];
}

function sayClaim({ type, view }: AskedResource, section: string, member: string, is: boolean): string {
  const key = outsideKey(type, member, is) ?? `automation.claim.so.${claimedAs(type, section, member)}.${is}`;
  if (hasText(key)) return say(key);
  return say("automation.claim.is", { member: sayMember(member), value: sayValue({ type, view }, member, is) });
}

function keyOf(address: string, item: string, operator: string, value = "…"): string {
  return [address, item, operator, value].join(" ");
}

/** The claim that a row makes; undefined: one that has no words here. */
export function claimOf(claims: readonly Claim[], address: string, row: ConditionRow): Claim | undefined {
  const { item, operator, value, each: begins } = row;
  const fits = claims.filter(
    (each) =>
      each.address === address &&
      each.item === item &&
      each.operator === operator &&
      (each.isPress || (each.begins ?? false) === Boolean(begins)),
  );
  return (
    fits.find((each) => each.value !== undefined && each.value === value) ??
    fits.find((each) => each.takes !== "nothing") ??
    fits.find((each) => each.value === undefined)
  );
}

/** Each text once: the parts of a device have one battery, and are switched on or off alike. */
function distinctClaims(claims: readonly Claim[], chosen: Claim | undefined): readonly Claim[] {
  const first = new Map<string, Claim>();
  for (const claim of claims) {
    const words = `${claim.group} ${claim.text}`;
    if (claim === chosen || !first.has(words)) first.set(words, claim);
  }
  return claims.filter((claim) => first.get(`${claim.group} ${claim.text}`) === claim);
}

interface ClaimPart {
  readonly group: ClaimGroup;
  readonly button: string; // "": of no key, or of any
  readonly claims: readonly Claim[];
}

/** As a list shows them: the purpose of the device first, of a remote key by key; claims that few users look for stand last. */
export function claimParts(claims: readonly Claim[], chosen: Claim | undefined): readonly ClaimPart[] {
  const parts = new Map<string, ClaimPart>();
  const offered = claims.filter((claim) => !claim.isRare || claim === chosen);
  for (const claim of distinctClaims(offered, chosen)) {
    const { group, button = "" } = claim;
    const key = `${GROUPS.indexOf(group)} ${button}`;
    parts.set(key, { group, button, claims: [...(parts.get(key)?.claims ?? []), claim] });
  }
  return [...parts.values()].toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

/**
 * The claim of a new row: the one that the search names, else the first that no other row makes of the device already. Of a motion sensor
 * that is "sees somebody", and then "it is dark".
 */
export function proposedClaim(
  claims: readonly Claim[],
  others: readonly ConditionRow[],
  typed: string,
): Claim | undefined {
  const searched = searchedClaim(claims, typed);
  const isSaid = ({ address, item }: Claim) => others.some((row) => row.address === address && row.item === item);
  if (searched && !isSaid(searched)) return searched;
  const free = claims.filter((claim) => claim.group === "" && !isSaid(claim));
  const begun = free.length < claims.filter(({ group }) => group === "").length;
  return (begun ? free.find(({ lasts }) => lasts) : undefined) ?? free[0] ?? claims[0];
}

/** The claim that a user means by typing "dark". */
export function searchedClaim(claims: readonly Claim[], typed: string): Claim | undefined {
  const word = simple(typed).trim();
  return word === "" ? undefined : claims.find(({ text, group }) => group === "" && simple(text).includes(word));
}

/** The main claims of a device, in words to search in. */
export function mainWords(claims: readonly Claim[]): string {
  return claims.flatMap(({ group, text }) => (group === "" ? text : [])).join("\n");
}

const USUAL_SPAN = "T08:00:00/T22:00:00";
export const USUAL_DELAY = "PT00:05:00";

const FORMS: Readonly<Record<ClaimValue, RegExp>> = {
  nothing: /^$/,
  number: /^-?\d+(\.\d+)?$/,
  delay: /^PT\d\d:\d\d:\d\d$/,
  span: /^(W\d{1,3}\/)?T\d\d:\d\d:\d\d\/T\d\d:\d\d:\d\d$/,
};
const USUAL: Readonly<Record<ClaimValue, string>> = { nothing: "", number: "", delay: USUAL_DELAY, span: USUAL_SPAN };

/** The value of a row when the user chooses this claim: the former value stays where it fits. */
export function valueFor({ value, takes }: Claim, before = ""): string {
  if (value !== undefined) return value;
  return FORMS[takes].test(before) ? before : USUAL[takes];
}

// ---- the conditions that set the rule off

/** Only one condition of a rule can wait for a time, or count each press: the API has it so. */
export function hasOtherTrigger(rows: readonly ConditionRow[], own: number): boolean {
  return rows.some((row, index) => index !== own && isTrigger(row));
}

export function countOfTriggers(rows: readonly ConditionRow[]): number {
  return rows.filter(isTrigger).length;
}

function isTrigger({ for: waits, each, operator = "" }: ConditionRow): boolean {
  return Boolean(waits || each || ["dx", "ddx"].includes(operator));
}
