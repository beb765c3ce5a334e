/** A rule as its dialog has it → as the API has it: conditions and actions, whose resources the node looks up when it declares the rule. */
import type { NodeAPI } from "node-red";
import { familyOf, idOf } from "../../src/model/addresses.ts";
import { OPERATORS } from "../../src/model/automation/operators.ts";
import { type ActionRow, CLOCK, type ConditionRow, LONGEST_ON, WEBHOOK } from "../../src/model/automation/rule-rows.ts";
import { field } from "../../src/model/definitions.ts";
import { type LightPreset, readPreset } from "../../src/model/lights/preset.ts";
import { isObject, type Resource, type Section, type Values } from "../../src/model/resource.ts";
import { readDelay } from "../../src/model/time/time-grammar.ts";
import { NodeError } from "../flow-node/node-error.ts";
import {
  notFound,
  referenceOf,
  referredScene,
  requireResource,
  resolve,
  type Store,
} from "../flow-node/resource-reference.ts";
import type { Translate } from "../gateway/runtime.ts";
import { nameOf } from "./change-messages.ts";
import { inApiUnits } from "./human.ts";
import { isGroup, lightCommandIn, Misunderstood } from "./light-words.ts";
import { presetValues } from "./preset-words.ts";

export interface RuleContext {
  readonly RED: NodeAPI;
  readonly store: Store;
  readonly say: Translate;
}

const LIGHT_TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway-light:zigbee-gateway-light.error";

/** Throws a Failure where a row names something that is not there, or asks for an impossible value. */
export function conditionsIn(words: RuleContext, rows: unknown): readonly Values[] {
  return rowsIn<ConditionRow>(rows).flatMap((row) => conditionsOfRow(words, row));
}

export function actionsIn(words: RuleContext, rows: unknown): readonly Values[] {
  return rowsIn<ActionRow>(rows).map((row) => actionOfRow(words, row));
}

function rowsIn<Row>(rows: unknown): readonly Row[] {
  return Array.isArray(rows) ? rows.filter(isObject).map((row) => row as Row) : [];
}

/** A resource that rows name and that is not there now, by its name of when the user picked it. */
export function goneOf(store: Store, rows: unknown): string | undefined {
  for (const row of rowsIn<ActionRow>(rows)) {
    const { address = "", does, value = "", valueName = "" } = row;
    if (["", CLOCK, WEBHOOK].includes(address)) continue;
    const pick = referenceOf(row);
    const found = resolve(store, pick);
    if (!found) return pick.resourceName || pick.address;
    if (does === "scene" && !referredScene(store, found, pick, value, valueName)) return valueName || value;
  }
  return undefined;
}

/** "Has been so for" makes two conditions: the value, and no change for that long. So do each press of a button, and "opens". */
export function conditionsOfRow(words: RuleContext, row: ConditionRow): readonly Values[] {
  const own = condition(words, row);
  const { for: waits, already, each } = row;
  if (each) return [own, { address: String(own.address).replace(/buttonevent$/, "lastupdated"), operator: "dx" }];
  if (waits) return [own, { address: own.address, operator: "ddx", value: waits }];
  return already ? [own, { address: own.address, operator: "stable", value: already }] : [own];
}

/** Whether the operator suits and the value fits, the gateway says. */
function condition({ RED, store, say }: RuleContext, row: ConditionRow): Values {
  const { address, item = "", operator = "", value = "" } = row;
  const asked = { operator, ...(takesOf(operator) === "nothing" ? {} : { value }) };
  if (address === CLOCK) return { address: `${CLOCK}/${item}`, ...asked };
  const resource = requireResource(RED, store, referenceOf(row));
  const place = `${resource.address}/${item}`;
  if (takesOf(operator) !== "number") return { address: place, ...asked };
  if (value === "") throw new NodeError("invalid", () => say("error.no-number", { name: nameOf(resource) }));
  const compared = row.exact && Number.isFinite(Number(value)) ? Number(value) : value;
  return { address: place, operator, value: row.exact ? compared : comparedWith(store, resource, item, value) };
}

function takesOf(operator: string): string | undefined {
  return Object.entries(OPERATORS).find(([name]) => name === operator)?.[1].takes;
}

function comparedWith(store: Store, resource: Resource, item: string, value: string): unknown {
  const definition = store.definition(resource);
  const [section, member] = splitAt(item);
  if (!(section in definition)) return value; // which the gateway refuses, by its address
  if (field(definition, section, member)?.kind === "bool") return value === "true";
  return inApiUnits(definition, section, member, value, "human");
}

/** "config/bri/min" */
function splitAt(item: string): readonly [Section, string] {
  const end = item.indexOf("/");
  return [item.slice(0, end) as Section, item.slice(end + 1)];
}

export function actionOfRow(words: RuleContext, row: ActionRow): Values {
  const { RED, store, say } = words;
  const { address, does = "", value = "" } = row;
  if (address === WEBHOOK) return { address: row.url ?? "", method: row.method ?? "", body: bodyOf(value, say) };
  const target = requireResource(RED, store, referenceOf(row));
  const put = (body: unknown, path = "") => ({ address: `${target.address}${path}`, method: "PUT", body });
  const family = familyOf(target.address);
  const section = family === "groups" ? "/action" : "/state";
  switch (does) {
    case "body":
      return put(bodyOf(value, say), FAMILIES_WITH_STATE.includes(family) ? section : "");
    case "config":
      return put(bodyOf(value, say), "/config");
    case "heat":
      return put({ heatsetpoint: hundredths(value, say) }, "/config");
    case "enable":
      return put({ status: "enabled" });
    case "disable":
      return put({ status: "disabled" });
    case "blink":
      return put({ alert: "lselect" }, section);
    case "scene":
      return put({}, `/scenes/${idOf(sceneOf(words, target, row).address)}/recall`);
    case "preset":
      return put(forAWhile(presetValues(target, presetOf(value, say)), row.offAfter, say), section);
    default:
      return put(forAWhile(moved(words, target, does, value), row.offAfter, say), section);
  }
}

/** Degrees as the API has them. */
function hundredths(degrees: string, say: Translate): number {
  const amount = degrees.trim() === "" ? Number.NaN : Math.round(Number(degrees) * 100);
  if (!Number.isFinite(amount)) throw new NodeError("invalid", say("error.body", { text: degrees }));
  return amount;
}

/** The gateway counts the time, also over a restart; a command that switches the light off earlier ends it. */
function forAWhile(body: Values, span: string | undefined, say: Translate): Values {
  if (!span || body.on !== true) return body;
  const seconds = readDelay(span) ?? Number.NaN;
  if (!(seconds > 0 && seconds <= LONGEST_ON))
    throw new NodeError("invalid", say("error.off-after", { most: Math.floor(LONGEST_ON / 60) }));
  return { ...body, ontime: seconds * 10 };
}

const FAMILIES_WITH_STATE: readonly string[] = ["lights", "groups", "sensors"];

/** As the light node would move it: on opens a blind. The rule settles a toggle of a light when it fires. */
function moved({ RED, say }: RuleContext, light: Resource, does: string, value: string): Values {
  if (does === "toggle" && typeof light.state.on === "boolean") return { toggle: true };
  const amount = value.trim() === "" ? Number.NaN : Number(value);
  const DEEDS: Readonly<Record<string, unknown>> = {
    on: "on",
    off: "off",
    ...(isGroup(light) ? { toggle: "toggle" } : {}),
    brightness: amount,
    kelvin: { on: true, kelvin: amount }, // of older flows
  };
  if (!Object.hasOwn(DEEDS, does)) throw new NodeError("invalid", say("error.does", { does }));
  try {
    return lightCommandIn(DEEDS[does], light, "human").values;
  } catch (error) {
    if (error instanceof Misunderstood)
      throw new NodeError("invalid", RED._(`${LIGHT_TEXTS}.${error.message}`, error.values));
    throw error;
  }
}

function presetOf(text: string, say: Translate): LightPreset {
  const preset = readPreset(text);
  if (!preset) throw new NodeError("invalid", say("error.body", { text }));
  return preset;
}

function sceneOf({ RED, store }: RuleContext, group: Resource, row: ActionRow): Resource {
  const { value = "", valueName = "" } = row;
  const scene = referredScene(store, group, referenceOf(row), value, valueName);
  if (!scene) throw notFound(RED, valueName || value);
  return scene;
}

function bodyOf(text: string, say: Translate): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new NodeError("invalid", say("error.body", { text }));
  }
}
