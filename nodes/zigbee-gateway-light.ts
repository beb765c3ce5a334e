/** Moves a light, a group, a cover or a lock as a message says, and tells how it moves when others do. */
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from "node-red";
import type { Resource, Stop, Values } from "../src/model/resource.ts";
import { attach, type Show, TEXTS } from "./attach.ts";
import { type Fact, snapshot } from "./facts.ts";
import { Failure, refusalIn } from "./failure.ts";
import { firstWithin } from "./hold.ts";
import type { Units } from "./human.ts";
import { Misunderstood, resulting, stateInWords, type Wished, wished } from "./light-words.ts";
import { statusOf } from "./node-status.ts";
import { demand, find, isPicked, type Pick, type PickDef, pickOf } from "./pick.ts";
import type { Running } from "./running.ts";

interface LightDef extends NodeDef, PickDef {
  readonly gateway: string;
  readonly units?: string;
  readonly target?: string; //     "message": msg.topic may name another one
  readonly confirm?: boolean; //   answer when the device has confirmed it
  readonly deadline?: string; //   for that, in seconds
  readonly transition?: string; // in seconds, where the message says none
  readonly facts?: boolean; //     a second output
  readonly own?: boolean; //       also facts that this flow caused
}

const DEADLINE = 5; // seconds

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-light", function (this: Node, def: LightDef) {
    RED.nodes.createNode(this, def);
    const pick = pickOf(def);
    const units: Units = def.units === "api" ? "api" : "human";
    const say = (key: string, values = {}) => RED._(`zigbee-gateway-light.${key}`, values);
    const isOwn = ({ cause: { by } }: Fact["change"]) => {
      const id = by.startsWith("flow:") ? by.slice("flow:".length) : "";
      return id !== "" && RED.nodes.getNode(id)?.z === this.z;
    };
    const running = attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      const showNow = () => present(running, pick, units, show, say);
      const stopLooking = running.onLook(() => running.isReady && showNow());
      const stopListening = running.on((fact) => {
        if (!isPicked(store, pick, fact.change.resource)) return;
        showNow();
        const message = def.facts && (def.own || !isOwn(fact.change)) ? told(running, fact, units) : undefined;
        if (message) this.send([null, message]);
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
    const serve = async (message: NodeMessageInFlow): Promise<Values> => {
      if (!running) throw new Failure("not-found", RED._(`${TEXTS}.status.no-gateway`));
      const { store } = running.opened.gateway;
      const light = demand(RED, store, targetOf(message, pick, def));
      const { action, payload } = message as { action?: unknown; payload?: unknown };
      if (action === "read")
        return answer(running, light, { shape: "object", names: Object.keys(stateInWords(light, units)) }, units);
      if (action !== undefined) throw new Failure("invalid", say("error.action", { action: String(action) }));
      const wish = understood(payload, light, units, say);
      const values = withTransition(wish.values, Number(def.transition));
      const confirmed = def.confirm ? confirmation(running, light, Number(def.deadline) || DEADLINE) : undefined;
      await put(running, light, values, `flow:${this.id}`);
      const outcome = await confirmed;
      if (outcome === "undone")
        throw new Failure("unreachable", say("error.unreachable", { name: String(light.attr.name) }));
      if (confirmed && outcome === undefined)
        throw new Failure("timeout", say("error.timeout", { name: String(light.attr.name) }));
      const now = store.get(light.address) ?? light;
      return { ...answer(running, now, wish, units), ...(wish.warnings.length > 0 ? { warnings: wish.warnings } : {}) };
    };
    this.on("input", (message, send, done) => {
      serve(message)
        .then((reply) => {
          send(Object.assign(message, reply));
          done();
        })
        .catch((error) => done(error instanceof Error ? error : new Error(String(error))));
    });
  });
}

/** Of a message that names its target: an address, an id with its family, or a name are all found. */
function targetOf(message: NodeMessageInFlow, pick: Pick, { target }: LightDef): Pick {
  const topic = (message as { topic?: unknown }).topic;
  if (target !== "message" || typeof topic !== "string" || !/^\/(lights|groups)\/.+/.test(topic)) return pick;
  const [, family, name = ""] = topic.split("/");
  return { address: `/${family}/${name}`, uniqueid: name.includes(":") ? name : "", resourceName: topic, house: "" };
}

function understood(
  payload: unknown,
  light: Resource,
  units: Units,
  say: (key: string, values?: object) => string,
): Wished {
  try {
    return wished(payload, light, units);
  } catch (error) {
    if (error instanceof Misunderstood) throw new Failure("invalid", say(`error.${error.message}`, error.values));
    throw error;
  }
}

function withTransition(values: Values, seconds: number): Values {
  return "transitiontime" in values || !(seconds >= 0)
    ? values
    : { ...values, transitiontime: Math.round(seconds * 10) };
}

async function put({ opened }: Running, light: Resource, body: Values, by: string): Promise<void> {
  const path = light.type === "Group" ? "action" : "state";
  const reply = await opened.gateway.perform(
    { method: "PUT", address: `${light.address}/${path}`, body },
    { by, depth: 0 },
  );
  const refusal = refusalIn(reply);
  if (refusal) throw refusal;
}

/** Listens from before the wish on: either the device says something, or what was believed of it is taken back. */
function confirmation(
  running: Running,
  { address }: Resource,
  seconds: number,
): Promise<"done" | "undone" | undefined> {
  return firstWithin(
    seconds,
    (heard): Stop =>
      running.on(({ change: { resource, cause, values } }) => {
        if (resource.address !== address) return;
        if (cause.undo || values.reachable === false) heard("undone");
        else if (cause.by === "radio") heard("done");
      }),
  );
}

function answer(running: Running, light: Resource, how: Shape, units: Units): Values {
  const definition = running.opened.gateway.store.definition(light);
  const payload = resulting(light, how, units);
  return structuredClone({ topic: light.address, payload, data: snapshot(light, definition) });
}

type Shape = { readonly shape: Wished["shape"]; readonly names: readonly string[] };

/** Those words that changed. */
function told(running: Running, { change, at, n }: Fact, units: Units): Values | undefined {
  const { resource, section, values, before, cause, event } = change;
  if (event !== "changed" || section !== "state") return undefined;
  const now = stateInWords(resource, units);
  const old = stateInWords({ ...resource, state: { ...resource.state, ...before } }, units);
  const names = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(old[name]));
  if (names.length === 0) return undefined;
  const payload = Object.fromEntries(names.map((name) => [name, now[name]]));
  const definition = running.opened.gateway.store.definition(resource);
  return structuredClone({
    topic: resource.address,
    payload,
    data: snapshot(resource, definition),
    event: { event, section, values, before, cause, at, n },
  });
}

function present(
  running: Running,
  pick: Pick,
  units: Units,
  show: Show,
  say: (key: string, values?: object) => string,
): void {
  const light = find(running.opened.gateway.store, pick);
  const name = pick.resourceName || pick.address;
  if (light) show(statusOf(light, inWords(stateInWords(light, units), say), running, say));
  else show({ fill: "red", shape: "dot", text: name ? say("status.not-found", { name }) : say("status.none") });
}

function inWords({ on, brightness, bri, position, lock }: Values, say: (key: string) => string): string {
  if (lock !== undefined) return say(lock ? "status.locked" : "status.unlocked");
  if (position !== undefined) return `${position} %`;
  if (on === undefined) return "";
  const level = brightness ?? bri;
  return on && level !== undefined
    ? `${say("status.on")}, ${level}${brightness === undefined ? "" : " %"}`
    : say(on ? "status.on" : "status.off");
}
