/** Changes of one resource, or of all, become messages. */
import type { NodeAPI } from "node-red";
import { type Definition, shown } from "../src/model/definitions.ts";
import { type FlowNodeDef, isWired, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { clockTime, statusOfNothing } from "./flow-node/node-status.ts";
import { referenceOf, refersTo, resolve, type SavedReference } from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import {
  type ChangeEvent,
  type EventFilters,
  messageOf,
  nameOf,
  passesFilters,
  shortened,
} from "./messages/change-messages.ts";
import { inWords, wordingIn } from "./messages/value-words.ts";

interface EventDef extends FlowNodeDef, SavedReference, Partial<EventFilters> {}

const LONGEST = 40; // letters

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
          show(() => ({ fill, shape: "dot", text: inShort(fact, definition, runtime, say, isOfAll) }));
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

/** "Hall: motion · 14:03"; of one that is picked the label says the name. */
function inShort(
  { change, at }: ChangeEvent,
  definition: Definition,
  runtime: GatewayRuntime,
  say: Translate,
  isOfAll: boolean,
): string {
  const { event, resource, section, values } = change;
  const isGateway = resource.address === "/gateway";
  const seen = section ? shown(definition[section], values) : {};
  const words =
    event === "changed" && section
      ? inWords(seen, definition, () => section, wordingIn(runtime.language))
      : say(`event.${event}`);
  const whole = isGateway ? String(values.event) : shortened(words, LONGEST);
  return `${isOfAll && !isGateway ? `${nameOf(resource)}: ` : ""}${whole} · ${clockTime(Date.parse(at), runtime)}`;
}
