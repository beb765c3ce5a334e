/** Changes of one resource, or of all, become messages. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Address } from "../src/model/resource.ts";
import { attach, type Show } from "./attach.ts";
import { type Fact, type Filters, inShort, isMeant, messageOf, nameOf } from "./facts.ts";
import type { Running } from "./running.ts";

interface EventDef extends NodeDef, Partial<Filters> {
  readonly gateway: string;
  readonly resourceName?: string; // as it was last seen in the dialog
}

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-event", function (this: Node, def: EventDef) {
    RED.nodes.createNode(this, def);
    const filters = filtersOf(def);
    attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      const greet = () => {
        if (!running.isReady || isThere(running, filters)) return;
        const name = def.resourceName || filters.address;
        show({ fill: "red", shape: "dot", text: RED._("zigbee-gateway-event.status.not-found", { name }) });
      };
      const stopLooking = running.onLook(greet);
      const stopListening = running.on((fact) => {
        const { resource } = fact.change;
        const message = messageOf(fact, store.definition(resource), filters);
        if (message) this.send(message);
        if (message) tell(fact, running, show);
        if (fact.change.event === "deleted" && isMeant(resource, filters)) greet();
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
    address: text(def.address),
    uniqueid: text(def.uniqueid),
  };
}

function isThere({ opened }: Running, filters: Filters): boolean {
  if (filters.address === "") return true;
  const { store } = opened.gateway;
  if (filters.uniqueid === "") return store.get(filters.address as Address) !== undefined;
  const collection = filters.address.slice(0, filters.address.lastIndexOf("/")) as Address;
  return store.list(collection).some((resource) => isMeant(resource, filters));
}

/** "Hall: presence true · 14:03", on the wall clock of the gateway. */
function tell(fact: Fact, { opened }: Running, show: Show): void {
  const { resource } = fact.change;
  const time = String(opened.gateway.store.get("/config")?.attr.localtime ?? "").slice(11, 16);
  const what = fact.change.event === "deleted" ? "grey" : "green";
  show({ fill: what, shape: "dot", text: `${nameOf(resource)}: ${inShort(fact)}${time && ` · ${time}`}` });
}
