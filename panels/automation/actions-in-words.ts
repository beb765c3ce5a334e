/** The actions of rules and schedules in words: "Hall lamp on, 60 %". Pure. */
import { isObject, type Values } from "../../src/model/resource.ts";
import { percentOf, roundKelvinOf } from "../../src/model/units.ts";
import { chosenIn, sayChosen } from "../colors/lamp-colors.ts";
import { sayMember, sayValue, withUnit } from "../devices/values/words.ts";
import { findResource, formerName, goneIn, type NamedHouse, nameOrGone } from "../resource-names.ts";
import { hasText, say, sayNumber, saySpan } from "../texts.ts";
import { emphasized } from "../widgets/emphasis.ts";

export interface AutomationAction {
  readonly address: string;
  readonly method: string;
  readonly body?: unknown;
}

/** The address in a schedule begins with "/api/<key>"; the key does not matter here. */
export const DOOR = /^\/api\/[^/]+/;

export function sayAction(house: NamedHouse, { address: given, method, body }: AutomationAction): string {
  if (/^https?:/i.test(given)) return say("automation.request", { method, url: emphasized(given) });
  const address = given.replace(DOOR, "");
  const [, family = "", , section = "", , verb = ""] = address.split("/");
  const name = emphasized(nameOrGone(house, address));
  const wanted = isObject(body) ? body : {};
  if (method === "DELETE") return say("automation.deleted", { name });
  if (section === "scenes" && verb === "recall") return say("automation.recalled", { name });
  if (method !== "PUT" || body === undefined) {
    const isKnown = findResource(house, address) !== undefined || formerName(house, address) !== undefined;
    return say(isKnown ? "automation.other-of" : "automation.other", { name, method, address });
  }
  if ((family === "rules" || family === "schedules") && isStatus(wanted.status))
    return say(`automation.${family}-${wanted.status}`, { name });
  const view = findResource(house, address)?.view ?? {};
  const words = sayBody(wanted, { type: String(view.type ?? ""), view });
  return words === "" ? say("automation.nothing", { name }) : say("automation.does", { name, words });
}

/** "Calls a scene that is gone."; undefined: the targets of all these actions are there. */
export function sayGone(house: NamedHouse, actions: readonly AutomationAction[]): string | undefined {
  const gone = goneIn(
    house,
    actions.map(({ address }) => address.replace(DOOR, "")),
  );
  return gone && say(`automation.gone-target.${gone}`);
}

/** Whose names are in these words: of a scene, also that of its room. */
export function sourcesOfAction(house: NamedHouse, { address: given }: AutomationAction): readonly string[] {
  const address = given.replace(DOOR, "");
  const found = findResource(house, address)?.address;
  const [, , , section = "", id = ""] = address.split("/");
  if (found === undefined) return [];
  return section === "scenes" && id !== "" ? [`${found}/scenes/${id}`, found] : [found];
}

interface ActionTarget {
  readonly type: string;
  readonly view: Values;
}

/** Members in the order in which people say them; all others come after. */
const FIRST: readonly string[] = ["toggle", "on", "open", "stop", "bri", "lift", "tilt", "ct", "hue", "sat", "xy"];

const LOCK = "Door Lock"; // that it is "on" means that it is locked

const WORDS: Readonly<Record<string, (value: unknown, body: Values) => string | undefined>> = {
  toggle: (value) => (value === true ? say("automation.body.toggle") : ""),
  on: (value) => (typeof value === "boolean" ? say(`devices.word.on.${value}`) : undefined),
  stop: (value) => (value === true ? say("automation.body.stop") : ""),
  bri: (value) =>
    typeof value === "number" ? percent(value) : value === "stop" ? say("automation.body.stop") : undefined,
  bri_inc: (value) => {
    if (typeof value !== "number") return undefined;
    if (value === 0) return say("automation.body.stop");
    return say(value > 0 ? "automation.body.brighter" : "automation.body.darker", { by: percent(Math.abs(value)) });
  },
  ct: (value) => (typeof value === "number" ? `${sayNumber(roundKelvinOf(value), 0)} K` : undefined),
  xy: (xy) => sayColor({ xy }),
  hue: (hue, { sat }) => sayColor({ hue, sat }),
  sat: (sat, { hue }) => (sayColor({ hue, sat }) === undefined ? undefined : ""), // said with the hue
  ct_inc: (value) => {
    if (typeof value !== "number") return undefined;
    return say(value > 0 ? "automation.body.warmer" : "automation.body.colder");
  },
  transitiontime: (value) =>
    typeof value === "number" ? say("automation.body.in", { span: saySpan(value / 10) }) : undefined,
  ontime: (value) =>
    typeof value === "number" ? say("automation.body.off-after", { span: saySpan(value / 10) }) : undefined,
  alert: (value) => (value === "none" ? say("automation.body.calm") : say("automation.body.alert")),
  heatsetpoint: (value) =>
    typeof value === "number"
      ? say("automation.body.heat", { to: withUnit(sayNumber(value / 100, 1), "°C") })
      : undefined,
  flag: (value) => (typeof value === "boolean" ? say(`automation.body.${value ? "set" : "cleared"}`) : undefined),
  wrap: () => "",
};

function sayBody(body: Values, resource: ActionTarget): string {
  const names = Object.keys(body).sort((one, other) => rank(one) - rank(other));
  const isFading = (name: string) => name === "transitiontime" && body[name] === 0;
  const words = names
    .filter((name) => !isFading(name))
    .map((name) => {
      if (name === "on" && resource.type === LOCK) return say(`automation.body.locked.${body[name]}`);
      return WORDS[name]?.(body[name], body) ?? sayOther(resource, name, body[name]);
    });
  return words.filter(Boolean).join(", ");
}

function sayOther(resource: ActionTarget, name: string, value: unknown): string {
  if (name === "open" && hasText(`automation.body.open.${value}`)) return say(`automation.body.open.${value}`);
  if (isObject(value)) return `${sayMember(name)}: ${JSON.stringify(value)}`;
  return `${sayMember(name)}: ${sayValue(resource, name, value)}`;
}

function sayColor(values: Values): string | undefined {
  const chosen = chosenIn(values);
  return chosen && sayChosen(chosen);
}

function percent(bri: number): string {
  return withUnit(sayNumber(percentOf(bri), 0), "%");
}

function rank(name: string): number {
  const index = FIRST.indexOf(name);
  return index < 0 ? FIRST.length : index;
}

function isStatus(value: unknown): value is "enabled" | "disabled" {
  return value === "enabled" || value === "disabled";
}

export function sayActions(house: NamedHouse, actions: readonly AutomationAction[]): string {
  return actions.map((action) => sayAction(house, action)).join("; ");
}
