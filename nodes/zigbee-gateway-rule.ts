/** A rule of the gateway, one that is there or one that this node declares: tells when it fires and why, and is moved by messages. */
import type { Node, NodeAPI } from "node-red";
import { type Evaluation, forClients } from "../src/model/automation/rule-engine.ts";
import {
  CLOCK,
  LONGEST_NAME,
  namesakesOf,
  type RowReference,
  usualRuleName,
} from "../src/model/automation/rule-rows.ts";
import { isObject, type Resource, type Values } from "../src/model/resource.ts";
import { readUtc } from "../src/model/time/times.ts";
import {
  type Declaration,
  type DeclaredResource,
  type DeclaringDef,
  declaredReference,
  declareResource,
  unlessRenamed,
} from "./flow-node/declaration.ts";
import { type FlowNodeDef, isWired, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, performFor } from "./flow-node/input.ts";
import { NodeError, quoted, refusalIn } from "./flow-node/node-error.ts";
import { clockTime, statusOfNothing, statusOfTrouble } from "./flow-node/node-status.ts";
import { refusalWords } from "./flow-node/refusal-words.ts";
import {
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  type SavedReference,
  type Store,
} from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { actionIn } from "./messages/action-words.ts";
import { type ChangeEvent, eventOf, nameOf, resourceMessage, shortened } from "./messages/change-messages.ts";
import { actionsIn, conditionsIn, goneOf } from "./messages/rule-words.ts";

interface RuleDef extends FlowNodeDef, SavedReference, DeclaringDef {
  readonly conditions?: unknown; // rows, as `rule-words` has them
  readonly actions?: unknown;
  readonly periodic?: string; //    seconds in which it fires once at most
  readonly inputs?: number | string;
}

const LONGEST_WHY = 45; // letters

export default function (RED: NodeAPI): void {
  registerFlowNode<RuleDef>(RED, "zigbee-gateway-rule", ({ node, def, say }) => {
    const isDeclared = typeof def.declares === "string" && def.declares !== "";
    const pick = isDeclared ? declaredReference(node, "/rules", nameIn(def) || say("label.palette")) : referenceOf(def);
    const asks = Number(def.inputs) > 0;
    let made: DeclaredResource | undefined;
    const isIdle = ({ attr }: Resource) =>
      Array.isArray(attr.actions) && attr.actions.length === 0 && !isWired(node, asks ? 1 : 0);
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      let trouble: NodeError | undefined;
      const present = () => {
        if (!runtime.isLoaded) return;
        const rule = resolve(store, pick);
        const gone = isDeclared ? (goneOf(store, def.conditions) ?? goneOf(store, def.actions)) : undefined;
        if (trouble) show(statusOfTrouble(trouble.textNow));
        else if (gone !== undefined) show(statusOfNothing({ ...pick, resourceName: gone }, runtime, say));
        else if (rule) show(statusOf(rule, runtime, say, isIdle(rule)));
        else if (!isDeclared) show(statusOfNothing(pick, runtime, say));
      };
      const onChange = (fact: ChangeEvent) => {
        const isOwn = refersTo(store, pick, fact.change.resource);
        if (isOwn || fact.change.event !== "changed") present(); // a resource that it names may be gone, or back
        if (!isOwn) return;
        const message = fired(runtime, fact);
        if (message) node.send(asks ? [null, message] : message);
      };
      const onAttempt = (failure: NodeError | undefined) => {
        trouble = failure;
        present();
        const isAwaited = failure?.code === "not-found" && failure.reply === undefined; // it may still come in
        if (failure && !isAwaited) node.error(say("error.declared", { reason: failure.message }));
      };
      const onSubscribed = () => {
        if (!isDeclared) return;
        const declaration = declarationOf(RED, runtime, def, pick, say);
        made = declareResource(RED, node, runtime, def, declaration, onAttempt);
      };
      return { updateStatus: present, onChange, onSubscribed };
    };
    const onInput: InputHandler = async (runtime, message, later) => {
      await made?.there();
      return answer(RED, node, pick, say)(runtime, message, later);
    };
    return { subscribe, onInput };
  });
}

function nameIn({ declaredName, name }: RuleDef): string {
  const [given = ""] = [declaredName, name].filter((each) => typeof each === "string" && each.trim() !== "");
  return given.trim().slice(0, LONGEST_NAME);
}

function declarationOf(
  RED: NodeAPI,
  { opened }: GatewayRuntime,
  def: RuleDef,
  pick: ResourceReference,
  say: Translate,
): Declaration {
  const { conditions, actions, periodic } = def;
  const words = { RED, store: opened.gateway.store, say };
  const says = () => ({
    ...namingOf(words.store, def, pick, say),
    conditions: someOf(conditionsIn(words, conditions), say),
    actions: actionsIn(words, actions),
    periodic: Math.round((Number(periodic) || 0) * 1000),
  });
  return { pick, type: "Rule", says };
}

function someOf(conditions: readonly Values[], say: Translate): readonly Values[] {
  if (conditions.length === 0) throw new NodeError("invalid", () => say("error.no-condition")); // as the gateway would, for programs
  return conditions;
}

/** As the user typed it, or else after the resources that it moves, by their present names. */
function namingOf(store: Store, def: RuleDef, pick: ResourceReference, say: Translate): Values {
  const given = nameIn(def);
  if (given !== "") return { name: given };
  const rows = { conditions: asCalledNow(store, def.conditions), actions: asCalledNow(store, def.actions) };
  const usual = usualRuleName(rows);
  const namedafter = namesakesOf(rows).map(({ address }) => address);
  return unlessRenamed(store, pick, usual === "" ? { name: say("label.palette") } : { name: usual, namedafter });
}

function asCalledNow(store: Store, rows: unknown): readonly RowReference[] {
  return (Array.isArray(rows) ? rows : []).filter(isObject).map((row) => {
    const found = row.address === CLOCK ? undefined : resolve(store, referenceOf(row)); // else the gateway
    return found ? { address: found.address, resourceName: nameOf(found) } : {};
  });
}

/** `isIdle`: it moves nothing, and no wire takes its message. */
function statusOf(rule: Resource, runtime: GatewayRuntime, say: Translate, isIdle: boolean) {
  const { status, lasttriggered, lastfailed } = rule.attr;
  if (status === "disabled") return { fill: "grey", shape: "dot", text: say("status.disabled") } as const;
  if (typeof lastfailed === "number") {
    const why = whyFailed(rule, runtime) ?? say("status.failed");
    return {
      fill: "red",
      shape: "ring",
      text: `${shortened(why, LONGEST_WHY)} · ${clockTime(lastfailed, runtime)}`,
    } as const;
  }
  const at = readUtc(lasttriggered);
  const text = Number.isNaN(at) ? say("status.waits") : `${say("status.fired")} · ${clockTime(at, runtime)}`;
  if (isIdle) return { fill: "yellow", shape: "ring", text: `${text} · ${say("status.idle")}` } as const;
  return { fill: "green", shape: "dot", text } as const;
}

/** As below any node. */
function whyFailed({ address }: Resource, runtime: GatewayRuntime): string | undefined {
  const last = runtime.opened.gateway.traceOf(address).find(({ fires }) => fires);
  const refusal = last?.actions.findLast(({ error }) => error !== undefined)?.refusal;
  return refusal && refusalWords(runtime)(refusal);
}

function answer(RED: NodeAPI, node: Node, pick: ResourceReference, say: Translate): InputHandler {
  return async (runtime, message) => {
    const { store, perform } = runtime.opened.gateway;
    const { address } = requireResource(RED, store, pick);
    const now = () => requireResource(RED, store, pick);
    const ask = async (path: string) => {
      const reply = await perform({ method: "POST", address: `${address}/${path}` }, causeOf(node));
      if (isObject(reply.body)) return reply.body;
      throw refusalIn(reply, refusalWords(runtime)) ?? new NodeError("busy", say("error.unanswered"), reply);
    };
    const turn = async (status: string) => {
      const warnings = await performFor(runtime, { method: "PUT", address, body: { status } }, causeOf(node));
      return { ...(await read()), ...(warnings.length > 0 ? { warnings } : {}) };
    };
    /** As the API shows it. */
    const read = async () => {
      const { body } = await perform({ method: "GET", address }, causeOf(node));
      return resourceMessage(runtime, now(), body);
    };
    const ACTIONS: Readonly<Record<string, () => Promise<Values>>> = {
      read,
      enable: () => turn("enabled"),
      disable: () => turn("disabled"),
      toggle: () => turn(now().attr.status === "enabled" ? "disabled" : "enabled"),
      try: async () => resourceMessage(runtime, now(), await ask("try")),
      trigger: async () => {
        const trace = await ask("trigger");
        return { ...(await read()), trace };
      },
    };
    const { payload } = message; // an unknown one is refused, as an unknown action is
    const isBare = payload === undefined || payload === null || payload === "";
    const action = actionIn(message, Object.keys(ACTIONS));
    const name = quoted(action !== undefined ? action : isBare ? "read" : payload);
    const does = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!does) throw new NodeError("invalid", say("error.action", { action: name }));
    return does();
  };
}

// ---- messages about firings
type Seeing = { readonly opened: { readonly gateway: Pick<GatewayRuntime["opened"]["gateway"], "store" | "traceOf"> } };

/** Undefined where it did not. */
export function fired(runtime: Seeing, fact: ChangeEvent): Values | undefined {
  const { resource, section, values, event } = fact.change;
  if (event !== "changed" || section !== "attr" || !("timestriggered" in values)) return undefined;
  const firing = firingOf(runtime, resource);
  return {
    ...resourceMessage(runtime, resource, true),
    ...(firing ? { trace: traceOf(firing) } : {}),
    event: eventOf(fact),
  };
}

/** The news may come late: the engine may have evaluated the rule again since then, and it may have fired again. */
function firingOf({ opened }: Seeing, { address, attr }: Resource): Evaluation | undefined {
  const last = String(attr.lasttriggered);
  return opened.gateway.traceOf(address).find(({ fires, at }) => fires && at.slice(0, last.length) <= last);
}

function traceOf({ wokenBy, conditions, actions }: Evaluation): Values {
  return structuredClone({ wokenBy, conditions, actions: actions.map(forClients) });
}
