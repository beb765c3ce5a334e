/** Changes of one resource, or of all, become messages. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import { attach, isWired } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { clockTime, type Say, statusOfNothing } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { type Fact, type Filters, inShort, lets, messageOf, nameOf } from "./messages/facts.ts";
import { find, isPicked, type PickDef, pickOf } from "./messages/pick.ts";

interface EventDef extends NodeDef, PickDef, Partial<Filters> {
  readonly gateway: string;
}

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-event", function (this: Node, saved: EventDef) {
    const def = begin(RED, this, saved);
    const filters = filtersOf(def);
    const pick = pickOf(def);
    const isOfAll = pick.address === "";
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-event.${key}`, values);
    attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      const greet = () => {
        if (running.isReady && !isOfAll && !find(store, pick)) show(statusOfNothing(pick, say));
      };
      const stopLooking = running.onLook(greet);
      const stopListening = running.on((fact) => {
        const { resource, event } = fact.change;
        if (!isOfAll && !isPicked(store, pick, resource)) return;
        const definition = store.definition(resource);
        const isMeant = lets(fact, definition, filters);
        if (isMeant) {
          if (isWired(this)) this.send(messageOf(fact, definition));
          const fill = event === "deleted" ? "grey" : "green";
          show(() => ({ fill, shape: "dot", text: inWords(fact, running) }));
        }
        if (event === "deleted") greet();
        if (event === "added" && !isMeant) show(running.look); // it may have been missing
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
  });
}

function filtersOf(def: Partial<Filters>): Filters {
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
function inWords(fact: Fact, running: Running): string {
  return `${nameOf(fact.change.resource)}: ${inShort(fact)} · ${clockTime(Date.parse(fact.at), running)}`;
}
