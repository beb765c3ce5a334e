/** Presses of a remote, as messages: one output for each gesture that was picked, or one for all. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Values } from "../src/model/resource.ts";
import { attach } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { type Say, statusOf, statusOfNothing } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { type Deed, deedIn } from "./messages/button-words.ts";
import { eventOf, type Fact, snapshot } from "./messages/facts.ts";
import { find, isPicked, type PickDef, pickOf } from "./messages/pick.ts";

interface ButtonDef extends NodeDef, PickDef {
  readonly gateway: string;
  readonly gestures?: string; // with commas: one output for each; "" for one output for all
  readonly buttons?: string; //  "1,2"; "" for all
}

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-button", function (this: Node, saved: ButtonDef) {
    const def = begin(RED, this, saved);
    const pick = pickOf(def);
    const gestures = listOf(def.gestures);
    const buttons = listOf(def.buttons);
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-button.${key}`, values);
    attach(RED, this, def.gateway, (running, show) => {
      const { store, buttonsOf } = running.opened.gateway;
      let last: { text: string; at: number } | undefined;
      const present = () => {
        if (!running.isReady) return;
        show(() => {
          const remote = find(store, pick);
          if (!remote) return statusOfNothing(pick, say);
          return statusOf(remote, last ?? { text: say("status.waits") }, running, say);
        });
      };
      const stopLooking = running.onLook(present);
      const stopListening = running.on((fact) => {
        const { resource, event, section, values } = fact.change;
        if (!isPicked(store, pick, resource)) return;
        const isDone = event === "changed" && section === "state";
        const deed = isDone ? deedIn(values, buttonsOf(resource)) : undefined;
        const isMeant = deed && (buttons.length === 0 || buttons.includes(String(deed.button)));
        if (isMeant) {
          last = {
            text: say("status.did", { label: deed.label, gesture: deed.payload }),
            at: running.now,
          };
          const output = gestures.length === 0 ? 0 : gestures.indexOf(deed.payload);
          if (output >= 0) this.send([...Array<null>(output).fill(null), messageOf(running, fact, deed)]);
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

function messageOf({ opened }: Running, fact: Fact, deed: Deed): Values {
  const { resource } = fact.change;
  return structuredClone({
    topic: resource.address,
    ...deed,
    data: snapshot(resource, opened.gateway.store.definition(resource)),
    event: eventOf(fact),
  });
}

function listOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(",").flatMap((item) => item.trim() || []) : [];
}
