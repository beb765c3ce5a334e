/** That a rule has fired, as a message: with what woke it, what it saw, and what it did. */

import type { Resource, Values } from "../../src/model/resource.ts";
import type { Evaluation } from "../../src/model/rule-engine.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { type ChangeEvent, dataOf, eventOf } from "./change-messages.ts";

type Seeing = { readonly opened: { readonly gateway: Pick<GatewayRuntime["opened"]["gateway"], "store" | "traceOf"> } };

/** Undefined where it did not. */
export function fired(runtime: Seeing, fact: ChangeEvent): Values | undefined {
  const { resource, section, values, event } = fact.change;
  if (event !== "changed" || section !== "attr" || !("timestriggered" in values)) return undefined;
  const firing = firingOf(runtime, resource);
  return {
    ...messageOf(runtime, resource, true),
    ...(firing ? { trace: traceOf(firing) } : {}),
    event: eventOf(fact),
  };
}

export function messageOf({ opened }: Seeing, rule: Resource, payload: unknown): Values {
  const data = dataOf(rule, opened.gateway.store.definition(rule));
  return structuredClone({ topic: rule.address, payload, data });
}

/** What is told late was looked at again meanwhile, and may have fired again. */
function firingOf({ opened }: Seeing, { address, attr }: Resource): Evaluation | undefined {
  const last = String(attr.lasttriggered);
  return opened.gateway.traceOf(address).find(({ fires, at }) => fires && at.slice(0, last.length) <= last);
}

function traceOf({ wokenBy, conditions, actions }: Evaluation): Values {
  return structuredClone({ wokenBy, conditions, actions });
}
