/** Presses of a remote, as messages: one output for each gesture that was picked, or one for all. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Values } from "../src/model/resource.ts";
import { attach } from "./attach.ts";
import { type Fact, snapshot } from "./facts.ts";
import { statusOf } from "./node-status.ts";
import { find, isPicked, type PickDef, pickOf } from "./pick.ts";
import type { Running } from "./running.ts";

interface ButtonDef extends NodeDef, PickDef {
  readonly gateway: string;
  readonly gestures?: string; // with commas: one output for each; "" for one output for all
  readonly buttons?: string; //  "1,2"; "" for all
}

const GESTURES: Readonly<Record<number, string>> = {
  0: "press",
  1: "hold",
  2: "short_release",
  3: "long_release",
  4: "double",
  5: "triple",
  6: "quadruple",
  7: "shake",
  8: "drop",
  9: "tilt",
  10: "many",
  30: "rotate_right",
  31: "rotate_left",
};

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-button", function (this: Node, def: ButtonDef) {
    RED.nodes.createNode(this, def);
    const pick = pickOf(def);
    const gestures = listOf(def.gestures);
    const buttons = listOf(def.buttons);
    const say = (key: string, values = {}) => RED._(`zigbee-gateway-button.${key}`, values);
    attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      const greet = () => {
        if (!running.isReady) return;
        const remote = find(store, pick);
        const name = pick.resourceName || pick.address;
        if (remote) show(statusOf(remote, say("status.waits"), running, say));
        else show({ fill: "red", shape: "dot", text: name ? say("status.not-found", { name }) : say("status.none") });
      };
      const stopLooking = running.onLook(greet);
      const stopListening = running.on((fact) => {
        const { resource, event } = fact.change;
        if (!isPicked(store, pick, resource)) return;
        if (event !== "changed") return greet();
        const message = pressed(running, fact);
        if (!message || (buttons.length > 0 && !buttons.includes(String(message.button)))) return;
        const output = gestures.length === 0 ? 0 : gestures.indexOf(String(message.payload));
        show(statusOf(resource, `${message.label} ${message.payload}`, running, say));
        if (output >= 0) this.send([...Array<null>(output).fill(null), message]);
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
  });
}

/** Undefined where nobody pressed or turned anything. */
function pressed(running: Running, { change, at, n }: Fact): Values | undefined {
  const { resource, section, values, before, cause, event } = change;
  if (section !== "state") return undefined;
  const { buttonevent, expectedrotation } = values;
  const definition = running.opened.gateway.store.definition(resource);
  const more = {
    data: snapshot(resource, definition),
    event: { event, section, values, before, cause, at, n },
  };
  if (typeof expectedrotation === "number") {
    const payload = expectedrotation < 0 ? "rotate_left" : "rotate_right";
    return structuredClone({
      topic: resource.address,
      payload,
      button: 1,
      label: "dial",
      rotation: expectedrotation,
      ...more,
    });
  }
  if (typeof buttonevent !== "number") return undefined;
  const button = Math.floor(buttonevent / 1000);
  const payload = GESTURES[buttonevent % 1000] ?? "other";
  return structuredClone({ topic: resource.address, payload, button, label: `button ${button}`, buttonevent, ...more });
}

function listOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(",").flatMap((item) => item.trim() || []) : [];
}
