/** Presses of a remote, as messages: one output for each gesture that was picked, or one for all. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Values } from "../src/model/resource.ts";
import { begin } from "./flow-node/begin.ts";
import { attach } from "./flow-node/flow-node.ts";
import { type Say, statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import { referenceOf, refersTo, resolve, type SavedReference } from "./flow-node/resource-reference.ts";
import type { GatewayRuntime } from "./gateway/runtime.ts";
import { type ButtonEvent, buttonEventIn } from "./messages/button-words.ts";
import { type ChangeEvent, dataOf, eventOf } from "./messages/change-messages.ts";

interface ButtonDef extends NodeDef, SavedReference {
  readonly gateway: string;
  readonly gestures?: string; // with commas: one output for each; "" for one output for all
  readonly buttons?: string; //  "1,2"; "" for all
}

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-button", function (this: Node, saved: ButtonDef) {
    const def = begin(RED, this, saved);
    const pick = referenceOf(def);
    const gestures = listOf(def.gestures);
    const buttons = listOf(def.buttons);
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-button.${key}`, values);
    attach(RED, this, def.gateway, (runtime, show) => {
      const { store, buttonsOf } = runtime.opened.gateway;
      let last: { text: string; at: number } | undefined;
      const present = () => {
        if (!runtime.isReady) return;
        show(() => {
          const remote = resolve(store, pick);
          if (!remote) return statusOfNothing(pick, say);
          return statusOf(remote, last ?? { text: say("status.waits") }, runtime, say);
        });
      };
      const stopLooking = runtime.onStatus(present);
      const stopListening = runtime.on((fact) => {
        const { resource, event, section, values } = fact.change;
        if (!refersTo(store, pick, resource)) return;
        const isDone = event === "changed" && section === "state";
        const deed = isDone ? buttonEventIn(values, buttonsOf(resource)) : undefined;
        const isMeant = deed && (buttons.length === 0 || buttons.includes(String(deed.button)));
        if (isMeant) {
          last = {
            text: say("status.did", { label: deed.label, gesture: deed.payload }),
            at: runtime.now,
          };
          const output = gestures.length === 0 ? 0 : gestures.indexOf(deed.payload);
          if (output >= 0) this.send([...Array<null>(output).fill(null), messageOf(runtime, fact, deed)]);
        }
        present();
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
  });
}

function messageOf({ opened }: GatewayRuntime, fact: ChangeEvent, deed: ButtonEvent): Values {
  const { resource } = fact.change;
  return structuredClone({
    topic: resource.address,
    ...deed,
    data: dataOf(resource, opened.gateway.store.definition(resource)),
    event: eventOf(fact),
  });
}

function listOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(",").flatMap((item) => item.trim() || []) : [];
}
