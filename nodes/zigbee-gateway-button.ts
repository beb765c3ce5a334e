/** Presses of a remote, as messages: one output for each gesture that was picked, or one for all. */
import type { NodeAPI } from "node-red";
import type { Resource, Values } from "../src/model/resource.ts";
import { keyInWords } from "../src/model/sensors/key-names.ts";
import { readUtc } from "../src/model/time/times.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import { referenceOf, refersTo, resolve, type SavedReference } from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { type ButtonEvent, buttonEventIn } from "./messages/button-words.ts";
import { type ChangeEvent, dataOf, eventOf } from "./messages/change-messages.ts";
import { wordingIn } from "./messages/value-words.ts";

interface ButtonDef extends FlowNodeDef, SavedReference {
  readonly gestures?: string; // with commas: one output for each; "" for one output for all
  readonly buttons?: string; //  "1,2"; "" for all
}

interface Press {
  readonly deed: ButtonEvent;
  readonly at: number; // milliseconds, UTC
}

export default function (RED: NodeAPI): void {
  registerFlowNode<ButtonDef>(RED, "zigbee-gateway-button", ({ node, def, say }) => {
    const pick = referenceOf(def);
    const gestures = listOf(def.gestures);
    const buttons = listOf(def.buttons);
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store, buttonsOf, keyDeedOf } = runtime.opened.gateway;
      let last: Press | undefined;
      const deedIn = (remote: Resource, values: Values) => {
        const deedOf = (code: number) => keyDeedOf(remote, code);
        const deed = buttonEventIn(values, { meanings: buttonsOf(remote), deedOf });
        return deed && (buttons.length === 0 || buttons.includes(String(deed.button))) ? deed : undefined;
      };
      /** Of before the deploy the remote itself knows no more than its last press. */
      const kept = (remote: Resource): Press | undefined => {
        const at = readUtc(remote.state.lastupdated);
        const deed = Number.isNaN(at) ? undefined : deedIn(remote, { buttonevent: remote.state.buttonevent });
        return deed && { deed, at };
      };
      const present = () => {
        if (!runtime.isReady) return;
        show(() => {
          const remote = resolve(store, pick);
          if (!remote) return statusOfNothing(pick, runtime, say);
          const press = last ?? kept(remote);
          const shown = press
            ? { text: inWords(press.deed, runtime.language, say), at: press.at }
            : { text: say("status.waits") };
          return statusOf(remote, shown, runtime, say);
        });
      };
      const onChange = (fact: ChangeEvent) => {
        const { resource, event, section, values } = fact.change;
        if (!refersTo(store, pick, resource)) return;
        const isDone = event === "changed" && section === "state";
        const deed = isDone ? deedIn(resource, values) : undefined;
        if (deed) {
          last = { deed, at: runtime.now };
          const output = gestures.length === 0 ? 0 : gestures.indexOf(deed.payload);
          if (output >= 0) node.send([...Array<null>(output).fill(null), messageOf(runtime, fact, deed)]);
        }
        present();
      };
      return { updateStatus: present, onChange };
    };
    return { subscribe };
  });
}

/** "brighter: short press" */
function inWords({ label, payload }: ButtonEvent, language: string, say: Translate): string {
  const key = keyInWords(label, wordingIn(language).text);
  return say("status.did", { label: key, gesture: say(payload === "other" ? "status.other" : `gesture.${payload}`) });
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
