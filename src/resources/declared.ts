/**
 * Resources that flows declare: they are like all others, but belong to the flow node that made them. A body with `owner` is a
 * declaration, and the last one is kept beside the values themselves: so a flow can tell whether it says anything new.
 */
import type { Call } from "../core/call.ts";
import { ApiError } from "../model/errors.ts";
import { type Fields, object, text } from "../model/fields.ts";
import { isObject, type Resource, type Values } from "../model/resource.ts";

const FLOW = "flow:";

/** For families whose resources have no unique id of their own. */
export const DECLARED: Fields = {
  uniqueid: text({ access: "hidden", about: "By which a flow finds it again: `flow-<node id>`" }),
  declared: object({ access: "hidden", about: "What the flow last said of it" }),
};

/**
 * Of a body with `owner`, the record of the declaration besides its values; of any other body nothing. Only the flow itself can declare
 * something as its own. A request without `owner` (a message that disables a rule) is no declaration.
 */
export function declaration({ cause: { by }, address }: Call, body: Values, before?: Resource): Values {
  const { owner, uniqueid: _, ...said } = body;
  if (owner === undefined) return {};
  const isOwn = owner === by && by.startsWith(FLOW) && (before === undefined || before.attr.owner === by);
  if (!isOwn) throw new ApiError("invalid", `${address}/owner`, "owner", owner);
  const known = isObject(before?.attr.declared) ? before.attr.declared : {};
  return { owner, uniqueid: `flow-${by.slice(FLOW.length)}`, declared: { ...known, ...said } };
}

/** For all requests that only the owner of a resource may make. */
export function demandOwn({ cause, address }: Call, { attr }: Resource): void {
  if (isFlows(attr) && attr.owner !== cause.by) throw new ApiError("ownedByFlow", address, attr.owner);
}

/** A declared resource goes with its node; but if no node declares it any more, any client may remove it. */
export function demandMayRemove(call: Call, resource: Resource): void {
  const { attr } = resource;
  if (isFlows(attr) && call.declares(attr.owner)) demandOwn(call, resource);
}

function isFlows(attr: Values): attr is { readonly owner: string } {
  return typeof attr.owner === "string" && attr.owner.startsWith(FLOW);
}
