/** Moves a light, a group, a cover or a lock as a message says, and tells how it moves when others do. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Resource, Values } from "../src/model/resource.ts";
import { attach } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { Failure, quoted } from "./gateway/failure.ts";
import { type Say, type Shown, statusOf, statusOfNothing } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { type Answer, causedBy, isOwn, type Message, serve, wish } from "./gateway/serve.ts";
import { clickIn, isDeed } from "./messages/button-words.ts";
import { confirmed } from "./messages/confirmed.ts";
import { eventOf, type Fact, snapshot } from "./messages/facts.ts";
import { secondsOf, type Units } from "./messages/human.ts";
import { asWished, changedWords, resulting, stateInWords } from "./messages/light-state.ts";
import { isGroup, Misunderstood, type Wished, wished } from "./messages/light-words.ts";
import { addressed, demand, find, isPicked, missing, type Pick, type PickDef, pickOf } from "./messages/pick.ts";

interface LightDef extends NodeDef, PickDef {
  readonly gateway: string;
  readonly units?: string;
  readonly does?: string; //       "toggle", "on" or "off", whatever the message says
  readonly target?: string; //     "message": msg.topic may name another one
  readonly confirm?: boolean; //   answer when the device has confirmed it
  readonly deadline?: string; //   for that, in seconds
  readonly transition?: string; // in seconds, where the message says none
  readonly facts?: boolean; //     a second output
  readonly own?: boolean; //       also facts that this flow caused
}

interface Wanted {
  readonly pick: Pick;
  readonly units: Units;
  readonly does: string; // "" for what the message says
  readonly mayBeNamed: boolean; // by the message
  readonly deadline: number | undefined; // seconds until it is to be confirmed
  readonly transition: number | undefined; // seconds
}

const DEEDS: readonly string[] = ["toggle", "on", "off"];
const DEADLINE = { usual: 5, most: 3_600 };

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-light", function (this: Node, saved: LightDef) {
    const def = begin(RED, this, saved);
    const wanted = wantedOf(def);
    const { pick, units } = wanted;
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-light.${key}`, values);
    const running = attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      let at: number | undefined;
      const present = () => {
        if (!running.isReady) return;
        show(() => {
          const light = find(store, pick);
          if (light) return statusOf(light, { ...shownOf(light, units, say), at }, running, say);
          return pick.address === "" && wanted.mayBeNamed ? {} : statusOfNothing(pick, say);
        });
      };
      const stopLooking = running.onLook(present);
      const stopListening = running.on((fact) => {
        if (!isPicked(store, pick, fact.change.resource)) return;
        const message = told(running, fact, units);
        if (message) at = running.now;
        present();
        if (message && def.facts && (def.own || !isOwn(RED, this, fact.change))) this.send([null, message]);
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
    serve(RED, this, running, answer(RED, this, wanted, say));
  });
}

function wantedOf(def: LightDef): Wanted {
  const deadline = Math.min(secondsOf(def.deadline) || DEADLINE.usual, DEADLINE.most);
  const transition = secondsOf(def.transition);
  return {
    pick: pickOf(def),
    units: def.units === "api" ? "api" : "human",
    does: DEEDS.includes(String(def.does)) ? String(def.does) : "",
    mayBeNamed: def.target === "message",
    deadline: def.confirm === true ? deadline : undefined,
    transition: transition >= 0 ? transition : undefined,
  };
}

function answer(RED: NodeAPI, node: Node, wanted: Wanted, say: Say): Answer {
  const { units } = wanted;
  return async (running, message) => {
    const light = targetOf(RED, running, wanted, message);
    const { action, payload } = message;
    if (action !== undefined && action !== "read")
      throw new Failure("invalid", say("error.action", { action: quoted(action) }));
    if (action === "read") return messageOf(running, light, stateInWords(light, units));
    const said = wanted.does || (isDeed(message) ? clickIn(message) : payload);
    if (said === undefined && isDeed(message)) return undefined;
    const wished = understood(said, light, wanted, say);
    const warnings = [...wished.warnings, ...(await carryOut(RED, node, running, light, wished, wanted, say))];
    const now = running.opened.gateway.store.get(light.address) ?? light;
    const reply = messageOf(running, now, resulting(asWished(now, wished), wished, units));
    return warnings.length > 0 ? { ...reply, warnings } : reply;
  };
}

/** Where the message may name it, and does. */
function targetOf(RED: NodeAPI, { opened }: Running, { pick, mayBeNamed }: Wanted, { topic }: Message): Resource {
  const { store } = opened.gateway;
  if (!mayBeNamed || typeof topic !== "string" || !/^\/(lights|groups)\//.test(topic)) return demand(RED, store, pick);
  const light = addressed(store, topic);
  if (!light) throw missing(RED, topic);
  return light;
}

function understood(payload: unknown, light: Resource, { units, transition }: Wanted, say: Say): Wished {
  try {
    const wish = wished(payload, light, units);
    const fades = isGroup(light) || "bri" in light.state;
    const isMeant = transition !== undefined && fades && !("transitiontime" in wish.values);
    if (!isMeant || Object.keys(wish.values).length === 0) return wish;
    return { ...wish, values: { ...wish.values, transitiontime: Math.round(transition * 10) } };
  } catch (error) {
    if (error instanceof Misunderstood) throw new Failure("invalid", say(`error.${error.message}`, error.values));
    throw error;
  }
}

/** Answers what of it was not done; rejected when none of it was. */
async function carryOut(
  RED: NodeAPI,
  node: Node,
  running: Running,
  light: Resource,
  { values }: Wished,
  { deadline }: Wanted,
  say: Say,
): Promise<readonly string[]> {
  if (Object.keys(values).length === 0) return []; // it only repeats what was told of it
  const cause = causedBy(node);
  const command = {
    method: "PUT",
    address: `${light.address}/${isGroup(light) ? "action" : "state"}`,
    body: values,
  } as const;
  if (deadline === undefined) return wish(RED, running, command, cause);
  const confirmation = confirmed(running, light, cause, deadline);
  try {
    const refused = await wish(RED, running, command, cause);
    return [...refused, ...(await confirmation.ended(say))];
  } finally {
    confirmation.stop();
  }
}

function messageOf({ opened }: Running, light: Resource, payload: unknown): Values {
  const data = snapshot(light, opened.gateway.store.definition(light));
  return structuredClone({ topic: light.address, payload, data });
}

function told(running: Running, fact: Fact, units: Units): Values | undefined {
  const payload = changedWords(fact.change, units);
  return payload && { ...messageOf(running, fact.change.resource, payload), event: eventOf(fact) };
}

function shownOf(light: Resource, units: Units, say: Say): Shown {
  const { on, brightness, bri, position, lock } = stateInWords(light, units);
  if (lock !== undefined) return { text: say(lock ? "status.locked" : "status.unlocked") };
  if (position !== undefined) return { text: `${position} %` };
  if (on === undefined) return { text: "" };
  const level = brightness === undefined ? bri : `${brightness} %`;
  return { text: on && level !== undefined ? `${say("status.on")}, ${level}` : say(on ? "status.on" : "status.off") };
}
