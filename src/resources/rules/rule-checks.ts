/** The checks of a rule that a client sends (automation 1.3 to 1.6), with the errors of the real gateway. */
import type { Call } from "../../core/call.ts";
import type { Draft } from "../../core/draft.ts";
import { segmentsOf } from "../../model/addresses.ts";
import {
  type Condition,
  type ConditionText,
  misplacedCondition,
  readCondition,
  suits,
} from "../../model/automation/conditions.ts";
import { kindOf, resolve } from "../../model/automation/items.ts";
import { LONGEST_NAME } from "../../model/automation/rule-rows.ts";
import { targetOf } from "../../model/automation/schedule-command.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, type Field } from "../../model/fields.ts";
import { withoutKeys } from "../../model/keys.ts";
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import { isWebAddress, isWithoutUser, withoutUser } from "../../model/web-addresses.ts";
import { isPrefix, withoutOurKeys } from "../config/keys.ts";
import { MOST_PARTS, RULE_BODY } from "./rule-type.ts";

interface RuleAction {
  readonly address: string;
  readonly method: string;
  readonly body: Values;
}

const PARTS = ["conditions", "actions"] as const;
const METHODS: readonly unknown[] = ["PUT", "POST", "DELETE"];
const FAMILIES: readonly unknown[] = ["groups", "lights", "schedules", "scenes", "sensors", "rules", "alarmsystems"];

/** All errors at first sight; a rule whose action is a wire in a flow needs no other action. */
export function errorsInNewRule(body: Values, needsActions: boolean): readonly ApiError[] {
  const needed = PARTS.filter((name) => name === "conditions" || needsActions || body[name] !== undefined);
  return [
    ...(body.name === undefined ? [new ApiError("incomplete", "/rules/name")] : []),
    ...needed.flatMap((name) => absent(name, body[name], needsActions)),
    ...PARTS.flatMap((name) => tooMany(name, body[name])),
    ...misfit("status", body),
    ...misfit("periodic", body),
  ];
}

/** The real gateway checks the name of a new rule in its own way. */
export function checkNewRuleName(name: unknown): void {
  if (typeof name !== "string" || name === "") throw new ApiError("badJson", "/rules");
  if (name.length > LONGEST_NAME) throw new ApiError("unfit", "/rules/name");
}

export function errorsInRuleUpdate(address: string, body: Values, needsActions: boolean): readonly ApiError[] {
  const sent = PARTS.filter((name) => Object.hasOwn(body, name));
  return [
    ...misfit("name", body, `${address}/name`, `${address}/name`),
    ...misfit("status", body),
    ...misfit("periodic", body),
    ...sent.flatMap((name) => absent(name, body[name], needsActions)),
    ...sent.flatMap((name) => tooMany(name, body[name])),
  ];
}

/** The actions as they are kept; the first bad one refuses them all. */
export function readActions(call: Call, given: readonly unknown[], before: unknown = []): readonly RuleAction[] {
  const known = addressesIn(before);
  return given.map((each) => withoutSecrets(call, withUser(readAction(each), known), JSON.stringify(before)));
}

/** A client that is not shown the password in a web address writes the address back without it: the rule keeps its password, and no other rule gets it. */
function withUser(action: RuleAction, known: readonly string[]): RuleAction {
  if (!isWithoutUser(action.address)) return action;
  const address = known.find((each) => withoutUser(each) === action.address);
  if (address === undefined) throw new ApiError("badAction", action.address);
  return { ...action, address };
}

function addressesIn(actions: unknown): readonly string[] {
  return Array.isArray(actions) ? actions.flatMap((each) => (isObject(each) ? [String(each.address)] : [])) : [];
}

/**
 * A key of this gateway is kept by its public prefix. It is refused in a web request, where it would have to be sent whole. By the prefix
 * alone a client may not name the key of another client, unless the rule has it already.
 */
function withoutSecrets(call: Call, action: RuleAction, before: string): RuleAction {
  const kept = withoutOurKeys(call, action);
  if (kept === action) {
    const { command } = action.body;
    const target = isObject(command) ? targetOf(command.address) : undefined;
    const isBorrowed = target && isPrefix(call.store, target.key) && !before.includes(`/api/${target.key}/`);
    if (!isBorrowed) return action;
    throw new ApiError("invalid", "rules/body", "body", action.body);
  }
  if (isWebAddress(action.address)) throw new ApiError("keyGoesOut", withoutKeys(action.address));
  return kept;
}

/** The conditions as they are kept; the first bad one refuses them all. Each must watch an item that exists. */
export function readConditions(draft: Draft, given: readonly unknown[]): readonly ConditionText[] {
  const read: Condition[] = [];
  for (const each of given) {
    const condition = readCondition(each);
    if (!condition || !isWatchable(draft, condition) || misplacedCondition([...read, condition])) {
      throw new ApiError("badCondition", addressIn(each, "/rules/conditions"));
    }
    read.push(condition);
  }
  return read.map(({ text }) => text);
}

function isWatchable(draft: Draft, condition: Condition): boolean {
  const resource = resolve(draft, condition.item)?.resource;
  const kind = resource && kindOf(condition.item, resource, draft.definition(resource));
  return kind !== undefined && suits(condition, kind);
}

function readAction(given: unknown): RuleAction {
  const { address, method, body } = isObject(given) ? given : {};
  const isOut = isWebAddress(address);
  if (typeof address !== "string" || !(isOut || isInside(address))) {
    throw new ApiError("badAction", withoutKeys(addressIn(given, "/rules/actions")));
  }
  if (typeof method !== "string" || !(METHODS.includes(method) || (isOut && method === "GET"))) {
    throw new ApiError("invalid", "rules/method", "method", method);
  }
  if (body === undefined) throw new ApiError("badAction", withoutKeys(address));
  const meant = typeof body === "string" ? parsedJson(body) : body;
  if (!isObject(meant)) throw new ApiError("invalid", "rules/body", "body", body);
  return { address, method, body: meant };
}

/** The addresses of a rule are relative to the gateway, and never hold a key. */
function isInside(address: string): boolean {
  const segments = segmentsOf(address);
  return address.startsWith("/") && segments.length >= 2 && FAMILIES.includes(segments[0]);
}

function addressIn(given: unknown, otherwise: string): string {
  return isObject(given) && typeof given.address === "string" ? given.address : otherwise;
}

function absent(name: (typeof PARTS)[number], given: unknown, needsActions: boolean): ApiError[] {
  const mayBeEmpty = name === "actions" && !needsActions;
  const isThere = Array.isArray(given) && (given.length > 0 || mayBeEmpty);
  return isThere ? [] : [new ApiError("incomplete", `/rules/${name}`)];
}

function tooMany(name: string, given: unknown): ApiError[] {
  return Array.isArray(given) && given.length > MOST_PARTS ? [new ApiError("tooMany", `/rules/${name}`)] : [];
}

function misfit(name: "name" | "status" | "periodic", body: Values, at = `/rules/${name}`, called: string = name) {
  const fits = body[name] === undefined || accept(RULE_BODY[name] as Field, body[name]) !== undefined;
  return fits ? [] : [new ApiError("invalid", at, called, body[name])];
}
