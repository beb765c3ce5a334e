/** A fact as a message, with the trouble that it tells in words; and the filters of the event node. */
import type { NodeMessage } from "node-red";
import { familyOf, GATEWAY, idOf } from "../../src/model/addresses.ts";
import { type Definition, field, shown } from "../../src/model/definitions.ts";
import { readTrouble, sentenceOf, type TroubleText } from "../../src/model/doctor/wording.ts";
import { type EventKind, isFirstOfFlag, isNews, isOff, kindOfEvent } from "../../src/model/event-kinds.ts";
import { type Fields, isVisible as isFieldVisible } from "../../src/model/fields.ts";
import {
  type Address,
  type Cause,
  type Change,
  type Resource,
  toldCause,
  type Values,
} from "../../src/model/resource.ts";
import { forPeople } from "../../src/model/units.ts";
import type { Units } from "./human.ts";
import type { Wording } from "./value-words.ts";

/** A change, with the time and the number that it has only when the gateway hears it. */
export interface ChangeEvent {
  readonly change: Change;
  readonly at: string; // UTC, ISO
  readonly n: number; //  counts the facts of this run: a gap is a fact that was filtered out; a tick keeps its predecessor's
}

/** Each a list with commas; "" lets everything through. */
export interface EventFilters {
  readonly family: string;
  readonly section: string;
  readonly member: string;
  readonly becomes: string; // the value that one of these members has from then on: "true", "false"
  readonly event: string;
  readonly cause: string; // "rest", "flow", "radio", "rules" …
  readonly measured: boolean; // of many: also measured values, and values that only repeat others
  readonly isOfMany: boolean; // a room with all that is in it, or the whole house
}

/** False where there is nothing to tell: the filters do not let it through, or it concerns no client. */
export function passesFilters({ change }: ChangeEvent, definition: Definition, filters: EventFilters): boolean {
  const { event, resource, section, cause, values } = change;
  if (!allows(filters.event, event) || !allows(filters.cause, kindOf(toldCause(cause)))) return false;
  const isSceneAsked = resource.type === "Scene" && filters.family !== "" && allows(filters.family, "scenes");
  if (!(isSceneAsked || allows(filters.family, definition.family)) || !isVisible(definition)) return false;
  if (filters.section !== "" && !(section && allows(filters.section, section))) return false;
  const names = section ? Object.keys(shown(definition[section], values)) : [];
  if (event === "changed" && names.length === 0) return false;
  if (event !== "changed" && resource.address === GATEWAY) return false;
  const isSo = (name: string) =>
    allows(filters.member, name) &&
    allows(filters.becomes, String(values[name])) &&
    (filters.measured || !isFirstOfFlag(toldOf(change, definition), name));
  if (filters.member !== "") return names.some(isSo);
  if (isTick(change, definition)) return isSceneAsked; // a node that asks for scenes wants to hear of each call
  return (
    !filters.isOfMany || filters.measured || isNews(kindOfChange(change, definition), resource.type, filters.family)
  );
}

function kindOfChange(change: Change, definition: Definition): EventKind {
  return kindOfEvent(toldOf(change, definition));
}

function toldOf(change: Change, definition: Definition): Parameters<typeof kindOfEvent>[0] {
  const { event, resource, section, values, before, cause } = change;
  const { address, type } = resource;
  const seen = (all: Values) => (section ? shown(definition[section], all) : {});
  const told = { address, type, event, values: seen(values), before: seen(before), by: toldCause(cause).by };
  const off = isOff(change) ? ({ off: true } as const) : {};
  return section ? { ...told, ...off, section } : told;
}

/** `units` are those of the payload, and of the values before; the whole resource stands there as in the API. */
export function messageOf({ change, at, n }: ChangeEvent, definition: Definition, units: Units = "api"): NodeMessage {
  const { event, resource, section } = change;
  const cause = toldCause(change.cause);
  const told = (all: Values) => {
    const seen = section ? shown(definition[section], all) : {};
    return units === "human" && section ? inHuman(seen, definition[section]) : seen;
  };
  const [values, before] = [told(change.values), told(change.before)];
  const data = dataOf(resource, definition);
  const message = {
    topic: topicOf(change),
    payload: event !== "changed" ? data : values,
    data,
    event: { event, ...(section ? { section } : {}), values, before, cause, at, n },
  };
  const plain = structuredClone(message); // flows change their messages, and these are ours
  return resource.address === GATEWAY ? { ...plain, payload: values.event } : plain;
}

function inHuman(values: Values, fields: Fields): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([name, value]) => [name, forPeople(name, fields[name]?.unit ?? "", value)]));
}

/** A value that only moves along (the clock, a countdown, the last use of a key) is no news for a node that does not ask for it by name. */
export function isTick({ event, section, values }: ChangeEvent["change"], definition: Definition): boolean {
  if (event !== "changed" || !section) return false;
  return Object.keys(values).every((name) => field(definition, section, name)?.quiet);
}

export function nameOf({ attr, address }: Resource): string {
  return shortened(typeof attr.name === "string" && attr.name !== "" ? attr.name : address, 32);
}

function topicOf({ resource, section }: Change): string {
  const isWhole = section === undefined || section === "attr" || resource.address === GATEWAY;
  return isWhole ? resource.address : `${resource.address}/${section}`;
}

interface DefinitionSource {
  readonly opened: { readonly gateway: { readonly store: { definition(resource: Resource): Definition } } };
}

/** A message about a resource as it is now. */
export function resourceMessage({ opened }: DefinitionSource, resource: Resource, payload: unknown): Values {
  const data = dataOf(resource, opened.gateway.store.definition(resource));
  return structuredClone({ topic: resource.address, payload, data });
}

/** The `data` of messages: the resource as it is, in units of the API. */
export function dataOf({ address, type, attr, config, state }: Resource, definition: Definition): Values {
  const { uniqueid, name } = shown(definition.attr, attr);
  return {
    id: idOf(address),
    ...(uniqueid === undefined ? {} : { uniqueid }),
    ...(name === undefined ? {} : { name }),
    type,
    state: shown(definition.state, state),
    config: shown(definition.config, config),
  };
}

/** The `event` of messages: the whole change, and the time when the gateway heard it. */
export function eventOf({ change: { event, section, values, before, cause }, at, n }: ChangeEvent): Values {
  return structuredClone({ event, section, values, before, cause: toldCause(cause), at, n });
}

/** The house keeps notes for itself as resources too: no client sees a member of them. */
export function isVisible({ attr, config, state, action }: Definition): boolean {
  return [attr, config, state, action].some((fields) => Object.values(fields).some(isFieldVisible));
}

/** "rest:hall" → "rest", "/rules/3" → "rules". */
function kindOf({ by }: Cause): string {
  return by.startsWith("/") ? familyOf(by as Address) : (by.split(":")[0] ?? by);
}

function allows(list: string, value: string): boolean {
  return list === "" || list.split(",").some((item) => item.trim() === value);
}

export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// ---- the trouble of a device

interface TroubleNames {
  readonly wording: Wording;
  readonly nameOf: (uniqueid: string) => string;
  readonly timeOf: (at: number) => string;
}

/** The `description` and `cure` of messages; undefined where the change is no new trouble of a device. */
export function troubleWords(
  { resource, section, values }: Change,
  { wording, nameOf, timeOf }: TroubleNames,
): { readonly description: string; readonly cure: string } | undefined {
  const trouble = resource.type === "Device" && section === "attr" ? readTrouble(values.trouble) : undefined;
  if (!trouble) return undefined;
  const shown = (name: string, value: string | number) => {
    if (name === "by") return nameOf(String(value));
    return typeof value === "number" && /since$/.test(name) ? timeOf(value) : String(value);
  };
  const say = ({ key, values: holes }: TroubleText) =>
    (wording.text(`doctor.${key}`) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = holes[name];
      return value === undefined ? whole : shown(name, value);
    });
  const { cause, cure } = sentenceOf(trouble, say);
  return { description: cause, cure };
}
