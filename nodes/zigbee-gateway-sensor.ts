/** What a sensor measures, as messages; and on request what is kept of it, a fresh reading, or a new setting. */
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from "node-red";
import type { Resource, Values } from "../src/model/resource.ts";
import { attach, type Show, TEXTS } from "./attach.ts";
import { type Declaration, type DeclaringDef, declarationOf, declared } from "./declared.ts";
import { type Fact, snapshot } from "./facts.ts";
import { Failure, refusalIn } from "./failure.ts";
import { hold } from "./hold.ts";
import type { Units } from "./human.ts";
import { statusOf } from "./node-status.ts";
import { demand, find, isPicked, type Pick, type PickDef, pickOf } from "./pick.ts";
import type { Running } from "./running.ts";
import { inWords, membersOf, payloadOf, readings, spoken } from "./sensor-words.ts";

interface SensorDef extends NodeDef, PickDef, DeclaringDef {
  readonly gateway: string;
  readonly members?: string; //  with commas; "" for all that it measures
  readonly units?: string;
  readonly when?: string; //     "change" or "report"
  readonly initial?: boolean;
  readonly held?: string; //     seconds
  readonly reachable?: boolean; // nothing while it is not reachable
  readonly inputs?: number;
}

interface Wanted {
  readonly pick: Pick;
  readonly members: readonly string[];
  readonly units: Units;
  readonly everyReport: boolean;
  readonly onlyReachable: boolean;
  readonly declaration: Declaration | undefined;
}

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-sensor", function (this: Node, def: SensorDef) {
    RED.nodes.createNode(this, def);
    const wanted = wantedOf(this, def);
    const say = (key: string, values = {}) => RED._(`zigbee-gateway-sensor.${key}`, values);
    const asks = Number(def.inputs) > 0;
    const tell = (message: Values) => this.send(asks ? [null, message] : message);
    const waiting = hold(Number(def.held) || 0, tell);
    const running = attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      const showNow = () => present(running, wanted, show, say);
      let isGreeted = false;
      const stopLooking = running.onLook(() => {
        if (!running.isReady) return;
        showNow();
        const resource = find(store, wanted.pick);
        if (isGreeted || !def.initial || !resource) return;
        isGreeted = true;
        tell(kept(running, resource, wanted));
      });
      const stopListening = running.on((fact) => {
        if (!isPicked(store, wanted.pick, fact.change.resource)) return;
        showNow();
        const message = told(running, fact, wanted);
        if (message) waiting.put(message);
      });
      const stopDeclaring = wanted.declaration ? declared(RED, this, running, wanted.declaration) : () => {};
      return () => {
        stopLooking();
        stopListening();
        stopDeclaring();
        waiting.stop();
      };
    });
    this.on("input", (message, send, done) => {
      answer(RED, this, running, wanted, message)
        .then((reply) => {
          send(Object.assign(message, reply));
          done();
        })
        .catch((error) => done(error instanceof Error ? error : new Error(String(error))));
    });
  });
}

function wantedOf(node: Node, def: SensorDef): Wanted {
  const declaration = declarationOf(node, def);
  const members = typeof def.members === "string" ? def.members : "";
  return {
    pick: declaration?.pick ?? pickOf(def),
    members: members.split(",").flatMap((name) => name.trim() || []),
    units: def.units === "api" ? "api" : "human",
    everyReport: def.when === "report",
    onlyReachable: def.reachable === true,
    declaration,
  };
}

/** A fact as a message; undefined where it is not about what was picked. */
function told(running: Running, { change, at, n }: Fact, wanted: Wanted): Values | undefined {
  const { resource, section, values, before, cause, event } = change;
  if (event !== "changed" || (section !== "state" && section !== "config")) return undefined;
  if (wanted.onlyReachable && resource.config.reachable === false) return undefined;
  const definition = running.opened.gateway.store.definition(resource);
  const members = membersOf(resource, definition, wanted.members).filter(([where]) => where === section);
  const news = members.filter(([, name]) => name in values);
  const isReport = wanted.everyReport && section === "state" && "lastupdated" in values;
  const meant = isReport ? members : news;
  if (meant.length === 0) return undefined;
  const inHuman = readings(resource, definition, meant, wanted.units);
  return structuredClone({
    topic: resource.address,
    ...payloadOf(inHuman, wanted.members, definition, wanted.units),
    data: snapshot(resource, definition),
    event: { event, section, values, before, cause, at, n },
  });
}

/** What is kept of it, without asking anybody. */
function kept(running: Running, resource: Resource, { members, units }: Wanted): Values {
  const definition = running.opened.gateway.store.definition(resource);
  const values = readings(resource, definition, membersOf(resource, definition, members), units);
  const payload = payloadOf(values, members, definition, units);
  return structuredClone({ topic: resource.address, ...payload, data: snapshot(resource, definition) });
}

async function answer(
  RED: NodeAPI,
  node: Node,
  running: Running | undefined,
  wanted: Wanted,
  message: NodeMessageInFlow,
) {
  if (!running) throw new Failure("not-found", RED._(`${TEXTS}.status.no-gateway`));
  const { store, perform } = running.opened.gateway;
  const { action = wanted.declaration ? "state" : "read", payload } = message as {
    action?: unknown;
    payload?: unknown;
  };
  const resource = demand(RED, store, wanted.pick);
  const refuse = (key: string) =>
    new Failure("invalid", RED._(`zigbee-gateway-sensor.error.${key}`, { action: String(action) }));
  const wish = async (method: "PUT" | "POST", path: string, body?: unknown) => {
    const reply = await perform(
      { method, address: `${resource.address}/${path}`, body },
      { by: `flow:${node.id}`, depth: 0 },
    );
    const refusal = refusalIn(reply);
    if (refusal) throw refusal;
  };
  if (action === "refresh") await wish("POST", "refresh");
  else if (action === "write" || action === "state") {
    const section = action === "write" ? "config" : "state";
    if (action === "state" && !wanted.declaration) throw refuse("action");
    const values = spoken(payload, store.definition(resource), section, wanted.units);
    if (!values) throw refuse("payload");
    await wish("PUT", section, values);
  } else if (action !== "read") throw refuse("action");
  return kept(running, demand(RED, store, wanted.pick), wanted);
}

function present(
  running: Running,
  { pick, members, units }: Wanted,
  show: Show,
  say: (key: string, values?: object) => string,
) {
  const { store } = running.opened.gateway;
  const resource = find(store, pick);
  if (!resource) {
    const name = pick.resourceName || pick.address;
    show({ fill: "red", shape: "dot", text: name ? say("status.not-found", { name }) : say("status.none") });
    return;
  }
  const definition = store.definition(resource);
  const values = readings(resource, definition, membersOf(resource, definition, members), units);
  show(statusOf(resource, inWords(values, definition, units), running, say));
}
