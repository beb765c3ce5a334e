/** A rule of the gateway, one that is there or one that this node declares: tells when it fires and why, and is moved by messages. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import { isObject, type Resource, type Values } from "../src/model/resource.ts";
import { readUtc } from "../src/model/times.ts";
import { attach } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { Failure, quoted, refusalIn } from "./gateway/failure.ts";
import { clockTime, type Say, statusOfNothing } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { type Answer, causedBy, serve, wish } from "./gateway/serve.ts";
import { type Declaration, type Declared, type DeclaringDef, declared, declaredPick } from "./messages/declared.ts";
import { nameOf, shortened } from "./messages/facts.ts";
import { demand, find, isPicked, type Pick, type PickDef, pickOf } from "./messages/pick.ts";
import { fired, messageOf } from "./messages/rule-facts.ts";
import { actionsIn, conditionsIn } from "./messages/rule-words.ts";

interface RuleDef extends NodeDef, PickDef, DeclaringDef {
  readonly conditions?: unknown; // rows, as `rule-words` has them
  readonly actions?: unknown;
  readonly periodic?: string; //    seconds in which it fires once at most
  readonly inputs?: number | string;
}

const LONGEST_NAME = 64;
const LONGEST_TROUBLE = 80;

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-rule", function (this: Node, saved: RuleDef) {
    const def = begin(RED, this, saved);
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-rule.${key}`, values);
    const isDeclared = typeof def.declares === "string" && def.declares !== "";
    const name = nameIn(def) || say("label.palette");
    const pick = isDeclared ? declaredPick(this, "/rules", name) : pickOf(def);
    const asks = Number(def.inputs) > 0;
    let made: Declared | undefined;
    const running = attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      let trouble = "";
      const present = () => {
        if (!running.isLoaded) return;
        const rule = find(store, pick);
        if (trouble !== "") show({ fill: "red", shape: "dot", text: shortened(trouble, LONGEST_TROUBLE) });
        else if (rule) show(statusOf(rule, running, say));
        else if (!isDeclared) show(statusOfNothing(pick, say));
      };
      const stopLooking = running.onLook(present);
      const stopListening = running.on((fact) => {
        if (!isPicked(store, pick, fact.change.resource)) return;
        present();
        const message = fired(running, fact);
        if (message) this.send(asks ? [null, message] : message);
      });
      if (isDeclared)
        made = declared(RED, this, running, def, declarationOf(RED, running, def, pick, name, say), (failure) => {
          trouble = failure ? reasonOf(failure) : "";
          present();
          const isAwaited = failure?.code === "not-found" && failure.reply === undefined; // it may still come in
          if (failure && !isAwaited) this.error(say("error.declared", { reason: trouble }));
        });
      return () => {
        stopLooking();
        stopListening();
      };
    });
    serve(RED, this, running, async (running, message) => {
      await made?.there();
      return answer(RED, this, pick, say)(running, message);
    });
  });
}

function nameIn({ declaredName, name }: RuleDef): string {
  const [given = ""] = [declaredName, name].filter((each) => typeof each === "string" && each.trim() !== "");
  return given.trim().slice(0, LONGEST_NAME);
}

function declarationOf(
  RED: NodeAPI,
  { opened }: Running,
  { conditions, actions, periodic }: RuleDef,
  pick: Pick,
  name: string,
  say: Say,
): Declaration {
  const words = { RED, store: opened.gateway.store, say };
  const says = () => ({
    name,
    conditions: conditionsIn(words, conditions),
    actions: actionsIn(words, actions),
    periodic: Math.round((Number(periodic) || 0) * 1000),
  });
  return { pick, type: "Rule", says };
}

/** Which condition or action it is, the gateway says by its address. */
function reasonOf({ message, reply }: Failure): string {
  const [first]: readonly unknown[] = Array.isArray(reply?.body) ? reply.body : [];
  const error = isObject(first) ? first.error : undefined;
  return isObject(error) ? `${error.address}: ${message}` : message;
}

function statusOf(rule: Resource, running: Running, say: Say) {
  const { status, lasttriggered } = rule.attr;
  const line = (words: string) => `${nameOf(rule)}: ${words}`;
  if (status === "disabled") return { fill: "grey", shape: "dot", text: line(say("status.disabled")) } as const;
  const at = readUtc(lasttriggered);
  const text = Number.isNaN(at) ? say("status.waits") : `${say("status.fired")} · ${clockTime(at, running)}`;
  return { fill: "green", shape: "dot", text: line(text) } as const;
}

function answer(RED: NodeAPI, node: Node, pick: Pick, say: Say): Answer {
  return async (running, { action }) => {
    const { store, perform } = running.opened.gateway;
    const { address } = demand(RED, store, pick);
    const now = () => demand(RED, store, pick);
    const ask = async (path: string) => {
      const reply = await perform({ method: "POST", address: `${address}/${path}` }, causedBy(node));
      if (isObject(reply.body)) return reply.body;
      throw refusalIn(reply) ?? new Failure("busy", say("error.unanswered"), reply);
    };
    const turn = async (status: string) => {
      const warnings = await wish(RED, running, { method: "PUT", address, body: { status } }, causedBy(node));
      return { ...(await read()), ...(warnings.length > 0 ? { warnings } : {}) };
    };
    /** As the API shows it. */
    const read = async () => {
      const { body } = await perform({ method: "GET", address }, causedBy(node));
      return messageOf(running, now(), body);
    };
    const ACTIONS: Readonly<Record<string, () => Promise<Values>>> = {
      read,
      enable: () => turn("enabled"),
      disable: () => turn("disabled"),
      toggle: () => turn(now().attr.status === "enabled" ? "disabled" : "enabled"),
      try: async () => messageOf(running, now(), await ask("try")),
      trigger: async () => {
        const trace = await ask("trigger");
        return { ...(await read()), trace };
      },
    };
    const name = action === undefined ? "read" : quoted(action);
    const does = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!does) throw new Failure("invalid", say("error.action", { action: name }));
    return does();
  };
}
