/**
 * Flags that remember how long a number has been beyond a limit are made while a rule is edited. One that no rule and no flow waits for goes again
 * after a day, with the two rules that move it: its editor was closed with the browser, or the rule that it was for is gone.
 */
import type { NodeAPI } from "node-red";
import { HELD_FLAG, HELD_ID } from "../../src/model/automation/rule-rows.ts";
import { type Address, isObject, type Resource } from "../../src/model/resource.ts";
import { type NamedNode, nodesOf, thingAt, usesInFlows, usesInStore } from "../admin/uses.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import type { GatewayRuntime } from "./runtime.ts";

const DAY = 86_400_000; // milliseconds: so long an editor may stay open, and a flow wait to be deployed
const BY_GATEWAY = { by: "gateway", depth: 0 };
const seen = new WeakMap<GatewayRuntime, Map<Address, number>>();

/** Kept when all is gone that has to; the gateway tries again to delete a flag that it cannot delete now. */
export async function removeLeftFlags(RED: NodeAPI, gateway: string, runtime: GatewayRuntime): Promise<void> {
  await runtime.loaded;
  const { store, perform } = runtime.opened.gateway;
  const since = seen.get(runtime) ?? new Map<Address, number>();
  seen.set(runtime, since);
  const left = leftFlags(store, nodesOf(RED, gateway), runtime.now);
  for (const address of leftForLong(left, since, runtime.now)) await perform({ method: "DELETE", address }, BY_GATEWAY);
}

/** The flags without a use for a day: the user may paste a node again, or make a rule anew. `since`: when each was first seen so. */
export function leftForLong(left: readonly Address[], since: Map<Address, number>, now: number): readonly Address[] {
  for (const address of since.keys()) if (!left.includes(address)) since.delete(address);
  for (const address of left) if (!since.has(address)) since.set(address, now);
  return left.filter((address) => now - (since.get(address) ?? now) >= DAY);
}

/** Each behind its rules: without their flag they would be half a rule. */
export function leftFlags(store: Store, nodes: readonly NamedNode[], now: number): readonly Address[] {
  return store.list("/sensors").flatMap((flag) => {
    const isOld = flag.attr.modelid === HELD_FLAG && now - madeAt(flag) >= DAY;
    if (!isOld) return [];
    const thing = thingAt(store, flag.address);
    if (usesInFlows(nodes, thing).length > 0) return [];
    const own = store.list("/rules").filter((rule) => onlyMoves(rule, flag.address));
    const moving = new Set<string | undefined>(own.map(({ address }) => address));
    const isWanted = usesInStore(store, thing).some(({ address }) => !moving.has(address));
    return isWanted ? [] : [...own.map(({ address }) => address), flag.address];
  });
}

/** A client gave an id of another form: then the age is unknown. */
function madeAt({ attr: { uniqueid } }: Resource): number {
  const id = String(uniqueid);
  return id.startsWith(HELD_ID) ? Number(id.slice(HELD_ID.length)) : Number.NaN;
}

function onlyMoves({ attr: { actions } }: Resource, flag: Address): boolean {
  const all: readonly unknown[] = Array.isArray(actions) ? actions : [];
  return all.length > 0 && all.every((action) => isObject(action) && action.address === `${flag}/state`);
}
