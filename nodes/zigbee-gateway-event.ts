/** Changes of one resource, or of all, become messages. */
import type { NodeAPI } from "node-red";
import { type FlowNodeDef, isWired, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { clockTime, statusOfNothing } from "./flow-node/node-status.ts";
import { referenceOf, refersTo, resolve, type SavedReference } from "./flow-node/resource-reference.ts";
import type { GatewayRuntime } from "./gateway/runtime.ts";
import {
  type ChangeEvent,
  type EventFilters,
  inShort,
  messageOf,
  nameOf,
  passesFilters,
} from "./messages/change-messages.ts";

interface EventDef extends FlowNodeDef, SavedReference, Partial<EventFilters> {}

export default function (RED: NodeAPI): void {
  registerFlowNode<EventDef>(RED, "zigbee-gateway-event", ({ node, def, say }) => {
    const filters = filtersOf(def);
    const pick = referenceOf(def);
    const isOfAll = pick.address === "";
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      const greet = () => {
        if (runtime.isReady && !isOfAll && !resolve(store, pick)) show(statusOfNothing(pick, say));
      };
      const onChange = (fact: ChangeEvent) => {
        const { resource, event } = fact.change;
        if (!isOfAll && !refersTo(store, pick, resource)) return;
        const definition = store.definition(resource);
        const isMeant = passesFilters(fact, definition, filters);
        if (isMeant) {
          if (isWired(node)) node.send(messageOf(fact, definition));
          const fill = event === "deleted" ? "grey" : "green";
          show(() => ({ fill, shape: "dot", text: inWords(fact, runtime) }));
        }
        if (event === "deleted") greet();
        if (event === "added" && !isMeant) show(runtime.status); // it may have been missing
      };
      return { updateStatus: greet, onChange };
    };
    return { subscribe };
  });
}

function filtersOf(def: Partial<EventFilters>): EventFilters {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return {
    family: text(def.family),
    section: text(def.section),
    member: text(def.member),
    event: text(def.event),
    cause: text(def.cause),
  };
}

/** "Hall: presence true · 14:03" */
function inWords(fact: ChangeEvent, runtime: GatewayRuntime): string {
  return `${nameOf(fact.change.resource)}: ${inShort(fact)} · ${clockTime(Date.parse(fact.at), runtime)}`;
}
