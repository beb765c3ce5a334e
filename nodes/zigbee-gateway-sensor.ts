/** What a sensor measures, as messages; and on request what is kept of it, a fresh reading, or a new setting. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import { field } from "../src/model/definitions.ts";
import { accept } from "../src/model/fields.ts";
import type { Resource, Values } from "../src/model/resource.ts";
import { readUtc } from "../src/model/times.ts";
import { attach } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { Failure, quoted } from "./gateway/failure.ts";
import { hold } from "./gateway/hold.ts";
import { type Say, type Shown, statusOf, statusOfNothing } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { type Answer, causedBy, serve, wish } from "./gateway/serve.ts";
import { whenStarted } from "./gateway/started.ts";
import { latest } from "./gateway/turns.ts";
import { type Declaration, type Declared, type DeclaringDef, declared } from "./messages/declared.ts";
import { declaredSensor } from "./messages/declared-sensor.ts";
import { eventOf, type Fact, snapshot } from "./messages/facts.ts";
import type { Units } from "./messages/human.ts";
import { demand, find, isPicked, type Pick, type PickDef, pickOf } from "./messages/pick.ts";
import { inWords, isKnown, membersOf, payloadOf, readings, type Side, spoken } from "./messages/sensor-words.ts";

interface SensorDef extends NodeDef, PickDef, DeclaringDef {
  readonly members?: string; //  with commas; "" for all that it measures
  readonly units?: string;
  readonly when?: string; //     "change" or "report"
  readonly initial?: boolean;
  readonly held?: string; //     seconds
  readonly reachable?: boolean; // nothing while it is not reachable
  readonly inputs?: number | string;
}

interface Wanted {
  readonly pick: Pick;
  readonly members: readonly string[];
  readonly units: Units;
  readonly everyReport: boolean;
  readonly onlyReachable: boolean;
  readonly declaration: Declaration | undefined;
}

const MOST_HELD = 1_000_000; // seconds; timers reach no further than 24 days

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-sensor", function (this: Node, saved: SensorDef) {
    const def = begin(RED, this, saved);
    const wanted = wantedOf(this, def);
    const { pick, declaration, everyReport } = wanted;
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-sensor.${key}`, values);
    const asks = Number(def.inputs) > 0;
    const tell = (message: Values) => this.send(asks ? [null, message] : message);
    const waiting = hold(Math.min(Number(def.held) || 0, MOST_HELD), everyReport, tell);
    let made: Declared | undefined;
    const running = attach(RED, this, def.gateway, (running, show) => {
      const { store } = running.opened.gateway;
      let [owesInitial, hasStarted] = [def.initial === true, false];
      const greet = () => {
        const resource = owesInitial && hasStarted ? find(store, pick) : undefined;
        if (!resource || !isTold(resource, wanted)) return;
        const { values, message } = kept(running, resource, wanted);
        if (!isKnown(values)) return;
        owesInitial = false;
        waiting.begin(message.payload);
        tell(message);
      };
      const present = () => {
        if (!running.isReady) return;
        show(() => {
          const resource = find(store, pick);
          if (!resource) return statusOfNothing(pick, say);
          return statusOf(resource, shownOf(running, resource, wanted), running, say);
        });
      };
      whenStarted(RED, this, () => {
        hasStarted = true;
        greet();
      });
      const stopLooking = running.onLook(() => {
        present();
        greet();
      });
      const stopListening = running.on((fact) => {
        if (!isPicked(store, pick, fact.change.resource)) return;
        present();
        const message = told(running, fact, wanted);
        if (!message) return greet();
        owesInitial = false;
        waiting.put(message, message.payload);
      });
      if (declaration)
        made = declared(RED, this, running, def, declaration, (failure) => {
          if (failure) this.error(say("error.declared", { reason: failure.message }));
        });
      return () => {
        stopLooking();
        stopListening();
        waiting.stop();
      };
    });
    const reply = answer(RED, this, wanted, say);
    serve(RED, this, running, async (running, message) => {
      await made?.there();
      return reply(running, message);
    });
  });
}

function wantedOf(node: Node, def: SensorDef): Wanted {
  const declaration = declaredSensor(node, def);
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

function isTold({ config }: Resource, { onlyReachable }: Wanted): boolean {
  return !onlyReachable || config.reachable !== false;
}

/** A fact as a message; undefined where it is not about what was picked. */
function told(running: Running, fact: Fact, wanted: Wanted): Values | undefined {
  const { resource, section, values, event } = fact.change;
  if (event !== "changed" || !section || !isTold(resource, wanted)) return undefined;
  const definition = running.opened.gateway.store.definition(resource);
  const members = membersOf(resource, definition, wanted.members);
  const isNews = members.some(([where, name]) => where === section && name in values);
  const isReport = wanted.everyReport && section === "state" && "lastupdated" in values;
  if (!isNews && !isReport) return undefined;
  return { ...kept(running, resource, wanted).message, event: eventOf(fact) };
}

/** What is kept of it, without asking anybody. */
function kept({ opened }: Running, resource: Resource, { members, units }: Wanted) {
  const definition = opened.gateway.store.definition(resource);
  const values = readings(resource, definition, membersOf(resource, definition, members), units);
  const payload = payloadOf(values, members, definition, units);
  const message: Values = structuredClone({
    topic: resource.address,
    ...payload,
    data: snapshot(resource, definition),
  });
  return { values, message };
}

function shownOf({ opened }: Running, resource: Resource, { members, units }: Wanted): Shown {
  const definition = opened.gateway.store.definition(resource);
  const values = readings(resource, definition, membersOf(resource, definition, members), units);
  const at = readUtc(resource.state.lastupdated);
  return { text: inWords(values, definition, units), at: Number.isNaN(at) ? undefined : at };
}

/** What each action does before what is kept is answered. */
function answer(RED: NodeAPI, node: Node, wanted: Wanted, say: Say): Answer {
  const write = writer(RED, node, wanted, say);
  return async (running, { action, payload }) => {
    const { store } = running.opened.gateway;
    const { address } = demand(RED, store, wanted.pick);
    const refresh = () => wish(RED, running, { method: "POST", address: `${address}/refresh` }, causedBy(node));
    const usual = wanted.declaration ? () => write(running, "state", payload) : () => [];
    const ACTIONS: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
      read: () => [],
      refresh,
      write: () => write(running, "config", payload),
    };
    const does =
      action === undefined ? usual : typeof action === "string" && Object.hasOwn(ACTIONS, action) && ACTIONS[action];
    if (!does) throw new Failure("invalid", say("error.action", { action: quoted(action) }));
    const warnings = await does();
    const { message } = kept(running, demand(RED, store, wanted.pick), wanted);
    return warnings.length > 0 ? { ...message, warnings } : message;
  };
}

/** What a flow writes to its sensor. Where more comes than the disk takes, the latest value of each member is enough; a press is a press. */
function writer(RED: NodeAPI, node: Node, { pick, units }: Wanted, say: Say) {
  const wishes = new Map<Side, ReturnType<typeof latest>>();
  return async (running: Running, section: Side, payload: unknown): Promise<readonly string[]> => {
    const { store } = running.opened.gateway;
    const definition = store.definition(demand(RED, store, pick));
    const said = spoken(payload, definition, section, units);
    if (!said) throw new Failure("invalid", say("error.payload"));
    let write = wishes.get(section);
    if (!write) {
      write = latest((body) => {
        const { address } = demand(RED, store, pick);
        return wish(RED, running, { method: "PUT", address: `${address}/${section}`, body }, causedBy(node));
      });
      wishes.set(section, write);
    }
    const fields = Object.entries(said.values).map(([name, value]) => ({
      value,
      field: field(definition, section, name),
    }));
    const mayMerge = fields.every(
      ({ value, field }) => field && !field.momentary && accept(field, value) !== undefined,
    );
    return [...said.warnings, ...(await write(said.values, mayMerge))];
  };
}
