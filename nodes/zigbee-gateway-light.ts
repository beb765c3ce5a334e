/** Moves a light, a group, a cover or a lock as a message says, and tells how it moves when others do. */
import type { Node, NodeAPI } from "node-red";
import type { Resource, Values } from "../src/model/resource.ts";
import { awaitConfirmation } from "./flow-node/confirmation.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, isOwn, type Message, performFor } from "./flow-node/input.ts";
import { NodeError, quoted } from "./flow-node/node-error.ts";
import { type ShownValue, statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import {
  notFound,
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  resourceInTopic,
  type SavedReference,
} from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { clickIn, isButtonMessage } from "./messages/button-words.ts";
import { type ChangeEvent, dataOf, eventOf } from "./messages/change-messages.ts";
import { secondsOf, type Units } from "./messages/human.ts";
import { asWished, changedWords, resulting, stateInWords } from "./messages/light-state.ts";
import { isGroup, type LightCommand, lightCommandIn, Misunderstood } from "./messages/light-words.ts";

interface LightDef extends FlowNodeDef, SavedReference {
  readonly units?: string;
  readonly does?: string; //       "toggle", "on" or "off", whatever the message says
  readonly target?: string; //     "message": msg.topic may name another one
  readonly confirm?: boolean; //   answer when the device has confirmed it
  readonly deadline?: string; //   for that, in seconds
  readonly transition?: string; // in seconds, where the message says none
  readonly facts?: boolean; //     a second output
  readonly own?: boolean; //       also facts that this flow caused
}

interface LightNodeSettings {
  readonly pick: ResourceReference;
  readonly units: Units;
  readonly does: string; // "" for what the message says
  readonly mayBeNamed: boolean; // by the message
  readonly deadline: number | undefined; // seconds until it is to be confirmed
  readonly transition: number | undefined; // seconds
}

const DEEDS: readonly string[] = ["toggle", "on", "off"];
const DEADLINE = { usual: 5, most: 3_600 };

export default function (RED: NodeAPI): void {
  registerFlowNode<LightDef>(RED, "zigbee-gateway-light", ({ node, def, say }) => {
    const settings = lightSettings(def);
    const { pick, units } = settings;
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      let at: number | undefined;
      const present = () => {
        if (!runtime.isReady) return;
        show(() => {
          const light = resolve(store, pick);
          if (light) return statusOf(light, { ...shownOf(light, units, say), at }, runtime, say);
          return pick.address === "" && settings.mayBeNamed ? {} : statusOfNothing(pick, say);
        });
      };
      const onChange = (fact: ChangeEvent) => {
        if (!refersTo(store, pick, fact.change.resource)) return;
        const message = told(runtime, fact, units);
        if (message) at = runtime.now;
        present();
        if (message && def.facts && (def.own || !isOwn(RED, node, fact.change))) node.send([null, message]);
      };
      return { updateStatus: present, onChange };
    };
    return { subscribe, onInput: answer(RED, node, settings, say) };
  });
}

function lightSettings(def: LightDef): LightNodeSettings {
  const deadline = Math.min(secondsOf(def.deadline) || DEADLINE.usual, DEADLINE.most);
  const transition = secondsOf(def.transition);
  return {
    pick: referenceOf(def),
    units: def.units === "api" ? "api" : "human",
    does: DEEDS.includes(String(def.does)) ? String(def.does) : "",
    mayBeNamed: def.target === "message",
    deadline: def.confirm === true ? deadline : undefined,
    transition: transition >= 0 ? transition : undefined,
  };
}

function answer(RED: NodeAPI, node: Node, settings: LightNodeSettings, say: Translate): InputHandler {
  const { units } = settings;
  return async (runtime, message) => {
    const light = targetOf(RED, runtime, settings, message);
    const { action, payload } = message;
    if (action !== undefined && action !== "read")
      throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
    if (action === "read") return messageOf(runtime, light, stateInWords(light, units));
    const said = settings.does || (isButtonMessage(message) ? clickIn(message) : payload);
    if (said === undefined && isButtonMessage(message)) return undefined;
    const wished = understood(said, light, settings, say);
    const warnings = [...wished.warnings, ...(await carryOut(RED, node, runtime, light, wished, settings, say))];
    const now = runtime.opened.gateway.store.get(light.address) ?? light;
    const reply = messageOf(runtime, now, resulting(asWished(now, wished), wished, units));
    return warnings.length > 0 ? { ...reply, warnings } : reply;
  };
}

/** Where the message may name it, and does. */
function targetOf(
  RED: NodeAPI,
  { opened }: GatewayRuntime,
  { pick, mayBeNamed }: LightNodeSettings,
  { topic }: Message,
): Resource {
  const { store } = opened.gateway;
  if (!mayBeNamed || typeof topic !== "string" || !/^\/(lights|groups)\//.test(topic))
    return requireResource(RED, store, pick);
  const light = resourceInTopic(store, topic);
  if (!light) throw notFound(RED, topic);
  return light;
}

function understood(
  payload: unknown,
  light: Resource,
  { units, transition }: LightNodeSettings,
  say: Translate,
): LightCommand {
  try {
    const wish = lightCommandIn(payload, light, units);
    const fades = isGroup(light) || "bri" in light.state;
    const isMeant = transition !== undefined && fades && !("transitiontime" in wish.values);
    if (!isMeant || Object.keys(wish.values).length === 0) return wish;
    return { ...wish, values: { ...wish.values, transitiontime: Math.round(transition * 10) } };
  } catch (error) {
    if (error instanceof Misunderstood) throw new NodeError("invalid", say(`error.${error.message}`, error.values));
    throw error;
  }
}

/** Answers what of it was not done; rejected when none of it was. */
async function carryOut(
  RED: NodeAPI,
  node: Node,
  runtime: GatewayRuntime,
  light: Resource,
  { values }: LightCommand,
  { deadline }: LightNodeSettings,
  say: Translate,
): Promise<readonly string[]> {
  if (Object.keys(values).length === 0) return []; // it only repeats what was told of it
  const cause = causeOf(node);
  const command = {
    method: "PUT",
    address: `${light.address}/${isGroup(light) ? "action" : "state"}`,
    body: values,
  } as const;
  if (deadline === undefined) return performFor(RED, runtime, command, cause);
  const confirmation = awaitConfirmation(runtime, light, cause, deadline);
  try {
    const refused = await performFor(RED, runtime, command, cause);
    return [...refused, ...(await confirmation.ended(say))];
  } finally {
    confirmation.stop();
  }
}

function messageOf({ opened }: GatewayRuntime, light: Resource, payload: unknown): Values {
  const data = dataOf(light, opened.gateway.store.definition(light));
  return structuredClone({ topic: light.address, payload, data });
}

function told(runtime: GatewayRuntime, fact: ChangeEvent, units: Units): Values | undefined {
  const payload = changedWords(fact.change, units);
  return payload && { ...messageOf(runtime, fact.change.resource, payload), event: eventOf(fact) };
}

function shownOf(light: Resource, units: Units, say: Translate): ShownValue {
  const { on, brightness, bri, position, lock } = stateInWords(light, units);
  if (lock !== undefined) return { text: say(lock ? "status.locked" : "status.unlocked") };
  if (position !== undefined) return { text: `${position} %` };
  if (on === undefined) return { text: "" };
  const level = brightness === undefined ? bri : `${brightness} %`;
  return { text: on && level !== undefined ? `${say("status.on")}, ${level}` : say(on ? "status.on" : "status.off") };
}
