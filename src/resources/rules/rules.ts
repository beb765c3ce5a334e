/** Rules (interface 4.3, automation 1): what a client may do with them. An engine runs them. */
import type { Call, Handler } from "../../core/call.ts";
import { lowestUnusedId, retireId } from "../../core/ids.ts";
import { NOTHING } from "../../core/records.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { idOf } from "../../model/addresses.ts";
import { type Evaluation, forClients, RULE_ENGINE } from "../../model/automation/rule-engine.ts";
import { ApiError } from "../../model/errors.ts";
import { type Field, type Fields, list as listField } from "../../model/fields.ts";
import { prefixOf } from "../../model/keys.ts";
import { created, type Resource, removed, success, type Values } from "../../model/resource.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { withoutUser } from "../../model/web-addresses.ts";
import { withoutOurKeys } from "../config/keys.ts";
import { declaration, demandMayRemove, demandOwn } from "../declared.ts";
import { demandObject, list, named, read } from "../handlers.ts";
import { namingIn } from "../named-after.ts";
import { checkNewRuleName, errorsInNewRule, errorsInRuleUpdate, readActions, readConditions } from "./rule-checks.ts";
import { EVALUATION, MOST_RULES, RULE_BODY } from "./rule-type.ts";

const NEEDED = ["name", "actions", "conditions"] as const;
const OPEN_TO_OTHERS: readonly string[] = ["name", "status"]; // of a rule that a flow declares
const TRIED: Fields = { conditions: RULE_BODY.conditions as Field, actions: RULE_BODY.actions as Field };

const create: Handler = (call) => {
  const { draft, clock, key, cause } = call;
  const { said: body, named: naming } = namingIn(
    call,
    demandObject({ body: call.body === undefined ? {} : call.body, address: "/rules" }),
  );
  if (draft.list("/rules").length >= MOST_RULES) throw new ApiError("rulesFull", "/rules/");
  const declared = isDeclaration(call, body) ? withoutOurKeys(call, declaration(call, body)) : undefined;
  const faults = errorsInNewRule(body, declared === undefined);
  if (faults.length > 0) return faults;
  checkNewRuleName(body.name);
  const id = lowestUnusedId(draft, "rules");
  const attr = {
    name: body.name,
    actions: readActions(call, (body.actions ?? []) as unknown[]),
    conditions: readConditions(draft, body.conditions as unknown[]),
    status: body.status ?? "enabled",
    periodic: body.periodic ?? 0,
    created: utcSeconds(clock.now()),
    owner: key === undefined ? cause.by : prefixOf(key),
    lasttriggered: "none",
    timestriggered: 0,
    ...(naming.namedafter === undefined ? {} : naming),
    ...declared,
  };
  draft.put({ address: `/rules/${id}`, type: "Rule", attr, config: NOTHING, state: NOTHING, action: NOTHING });
  return [created(`/rules/${id}`, id)];
};

/** All or nothing. A rule with new conditions or actions is meant to run; a client that only renames a rule leaves it as it is. */
const update: Handler = (call) => {
  const rule = named(call);
  const { said: body, named: naming } = namingIn(call, demandObject(call));
  const declared = isDeclaration(call, body) ? withoutOurKeys(call, declaration(call, body, rule)) : undefined;
  const names = Object.keys(body).filter((name) => !declared || (name !== "owner" && name !== "uniqueid"));
  const strange = names.find((name) => !Object.hasOwn(RULE_BODY, name));
  if (strange !== undefined) throw new ApiError("unknown", `${rule.address}/${strange}`, strange);
  if (names.some((name) => !OPEN_TO_OTHERS.includes(name))) demandOwner(call, rule);
  const faults = errorsInRuleUpdate(rule.address, body, !isDeclared(rule));
  if (faults.length > 0) return faults;
  const { actions, conditions } = body;
  const parts: Values = {
    ...(actions === undefined ? {} : { actions: readActions(call, actions as unknown[], rule.attr.actions) }),
    ...(conditions === undefined ? {} : { conditions: readConditions(call.draft, conditions as unknown[]) }),
  };
  const isNew = Object.keys(parts).length > 0 && !declared;
  const sent = Object.keys(RULE_BODY).filter((name) => names.includes(name));
  const values = Object.fromEntries(sent.map((name) => [name, body[name]]));
  const status = isNew ? { status: "enabled" } : {};
  const mended = Object.keys(parts).length > 0 && rule.attr.lastfailed !== undefined ? { lastfailed: undefined } : {};
  const meant = { ...(isNew || "status" in values ? { awaits: undefined } : {}), ...mended };
  call.draft.patch(rule.address, "attr", { ...status, ...values, ...parts, ...declared, ...meant, ...naming });
  return sent.map((name) => success(`${rule.address}/${name}`, body[name]));
};

const remove: Handler = (call) => {
  const rule = named(call);
  if (isDeclared(rule)) demandMayRemove(call, rule);
  const id = idOf(rule.address);
  call.draft.remove(rule.address);
  retireId(call.draft, "rules", id);
  return [removed(rule.address, id)];
};

const trace: Handler = (call) => {
  const rule = there(call);
  const evaluations = call.engines.get(RULE_ENGINE).trace(rule.address);
  return content(evaluations.map((evaluation) => seen(call, rule, evaluation)));
};

const tryOut: Handler = (call) => {
  const rule = there(call);
  return content(seen(call, rule, call.engines.get(RULE_ENGINE).tryRule(rule) ?? gone(call)));
};

/** Tries a rule that no client has saved yet: it is checked as a new one is. */
const tryNew: Handler = (call) => {
  const body = demandObject({ body: call.body === undefined ? {} : call.body, address: "/rules" });
  const faults = errorsInNewRule({ name: "try", ...body }, false);
  if (faults.length > 0) return faults;
  const attr = {
    actions: readActions(call, (body.actions ?? []) as unknown[]),
    conditions: readConditions(call.draft, body.conditions as unknown[]),
    status: "enabled",
    periodic: 0,
  };
  const rule: Resource = {
    address: "/rules/try",
    type: "Rule",
    attr,
    config: NOTHING,
    state: NOTHING,
    action: NOTHING,
  };
  return content(call.engines.get(RULE_ENGINE).tryRule(rule) ?? gone(call));
};

const trigger: Handler = async (call) => {
  const rule = there(call);
  const evaluation = await call.engines.get(RULE_ENGINE).trigger(rule.address, call.cause);
  return content(seen(call, rule, evaluation ?? gone(call)));
};

/** The password in a web address is shown to the owner of the rule, and to flows and the editor, which have no key. */
function seen({ key, cause }: Call, rule: Resource, evaluation: Evaluation): Evaluation {
  if (cause.by === "editor") return evaluation;
  const actions = evaluation.actions.map(forClients);
  if (key === undefined || rule.attr.owner === prefixOf(key)) return { ...evaluation, actions };
  return { ...evaluation, actions: actions.map((deed) => ({ ...deed, address: withoutUser(deed.address) })) };
}

/** Only flows declare; a client that sends a rule as it once read it says nothing with its `owner`. */
function isDeclaration({ cause }: Call, { owner }: Values): boolean {
  return cause.by.startsWith("flow:") && typeof owner === "string" && owner.startsWith("flow:");
}

function isDeclared({ attr }: Resource): boolean {
  return attr.declared !== undefined;
}

function demandOwner(call: Call, rule: Resource): void {
  if (isDeclared(rule)) demandOwn(call, rule);
}

function there(call: Call): Resource {
  return call.store.find("/rules", call.params.id ?? "") ?? gone(call);
}

function gone({ params }: Call): never {
  throw new ApiError("notFound", `/rules/${params.id}`);
}

export const ruleRoutes: readonly Route[] = [
  ["POST", "/rules", create, { does: "Create a rule", body: RULE_BODY, needs: NEEDED, errors: ["rulesFull"] }],
  ["GET", "/rules", list("/rules"), { does: "Get all rules" }],
  ["GET", "/rules/:id", read("/rules"), { does: "Get a rule" }],
  ["PUT", "/rules/:id", update, { does: "Change a rule", body: RULE_BODY }],
  ["DELETE", "/rules/:id", remove, { does: "Delete a rule" }],
  [
    "GET",
    "/rules/:id/trace",
    trace,
    {
      does: "Get why a rule did what it did: its firings of a week, at least the last 100, and the last 20 looks at it that did nothing",
      gives: listField({ each: EVALUATION }),
    },
  ],
  [
    "POST",
    "/rules/:id/try",
    tryOut,
    {
      does: "See what a rule would do if all that it waits for happened now; it does nothing",
      gives: EVALUATION,
      idle: true,
    },
  ],
  [
    "POST",
    "/rules/try",
    tryNew,
    {
      does: "See what a rule would do before it is made; nothing is made, and nothing done",
      body: TRIED,
      needs: ["conditions"],
      gives: EVALUATION,
      idle: true,
    },
  ],
  [
    "POST",
    "/rules/:id/trigger",
    trigger,
    { does: "Run the actions of a rule, whatever its conditions say", gives: EVALUATION },
  ],
];
