/** The values of a sensor, as messages; and on request its last values, a fresh reading, or a new setting. */
import type { Node, NodeAPI } from "node-red";
import { field } from "../src/model/definitions.ts";
import { accept } from "../src/model/fields.ts";
import type { Resource, Values } from "../src/model/resource.ts";
import { readUtc } from "../src/model/time/times.ts";
import { debounce } from "./flow-node/debounce.ts";
import {
  type Declaration,
  type DeclaredResource,
  type DeclaringDef,
  declaredReference,
  declareResource,
} from "./flow-node/declaration.ts";
import {
  type FlowNodeDef,
  registerFlowNode,
  type Show,
  type Subscription,
  whenStarted,
} from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, performFor } from "./flow-node/input.ts";
import { coalescedWrites } from "./flow-node/input-queue.ts";
import { NodeError, quoted } from "./flow-node/node-error.ts";
import { type ShownValue, statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import {
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  type SavedReference,
} from "./flow-node/resource-reference.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { type ChangeEvent, dataOf, eventOf } from "./messages/change-messages.ts";
import type { Units } from "./messages/human.ts";
import {
  isKnown,
  type Misfit,
  membersOf,
  payloadOf,
  readings,
  type Side,
  sectionOf,
  sensorValuesIn,
} from "./messages/sensor-words.ts";
import { inWords, mainMember, nameOf, type Wording, wordingIn } from "./messages/value-words.ts";

interface SensorDef extends FlowNodeDef, SavedReference, DeclaringDef {
  readonly members?: string; //  with commas; "" for all that it measures
  readonly units?: string;
  readonly when?: string; //     "change" or "report"
  readonly initial?: boolean;
  readonly held?: string; //     seconds
  readonly reachable?: boolean; // nothing while it is not reachable
  readonly inputs?: number | string;
}

interface SensorNodeSettings {
  readonly pick: ResourceReference;
  readonly members: readonly string[];
  readonly units: Units;
  readonly everyReport: boolean;
  readonly onlyReachable: boolean;
  readonly declaration: Declaration | undefined;
}

const MOST_HELD = 1_000_000; // seconds; timers reach no further than 24 days

export default function (RED: NodeAPI): void {
  registerFlowNode<SensorDef>(RED, "zigbee-gateway-sensor", ({ node, def, say }) => {
    const settings = sensorSettings(node, def);
    const { pick, declaration, everyReport } = settings;
    const asks = Number(def.inputs) > 0;
    const tell = (message: Values) => node.send(asks ? [null, message] : message);
    const waiting = debounce(Math.min(Number(def.held) || 0, MOST_HELD), everyReport, tell);
    let made: DeclaredResource | undefined;
    const onAttempt = (failure: NodeError | undefined) => {
      if (failure) node.error(say("error.declared", { reason: failure.message }));
    };
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      let [owesInitial, hasStarted] = [def.initial === true, false];
      const greet = () => {
        const resource = owesInitial && hasStarted ? resolve(store, pick) : undefined;
        if (!resource || !isTold(resource, settings)) return;
        const { values, message } = kept(runtime, resource, settings);
        if (!isKnown(values)) return;
        owesInitial = false;
        waiting.begin(message.payload);
        tell(message);
      };
      const present = () => {
        if (!runtime.isReady) return;
        show(() => {
          const resource = resolve(store, pick);
          if (!resource) return statusOfNothing(pick, runtime, say);
          return statusOf(resource, shownOf(runtime, resource, settings), runtime, say);
        });
      };
      whenStarted(RED, node, () => {
        hasStarted = true;
        greet();
      });
      const updateStatus = () => {
        present();
        greet();
      };
      const onChange = (fact: ChangeEvent) => {
        if (!refersTo(store, pick, fact.change.resource)) return;
        present();
        const message = told(runtime, fact, settings);
        if (!message) return greet();
        owesInitial = false;
        waiting.put(message, message.payload);
      };
      const onSubscribed = () => {
        if (declaration) made = declareResource(RED, node, runtime, def, declaration, onAttempt);
      };
      return { updateStatus, onChange, onSubscribed, stop: waiting.stop };
    };
    const reply = answer(RED, node, settings, say);
    const onInput: InputHandler = async (runtime, message, later) => {
      await made?.there();
      return reply(runtime, message, later);
    };
    return { subscribe, onInput };
  });
}

function sensorSettings(node: Node, def: SensorDef): SensorNodeSettings {
  const declaration = declaredSensor(node, def);
  const members = typeof def.members === "string" ? def.members : "";
  return {
    pick: declaration?.pick ?? referenceOf(def),
    members: members.split(",").flatMap((name) => name.trim() || []),
    units: def.units === "api" ? "api" : "human",
    everyReport: def.when === "report",
    onlyReachable: def.reachable === true,
    declaration,
  };
}

/** Clients are given a number also then: 0. */
function isUntold({ type, state }: Resource): boolean {
  return type.startsWith("CLIP") && state.lastupdated === "none";
}

function isTold({ config }: Resource, { onlyReachable }: SensorNodeSettings): boolean {
  return !onlyReachable || config.reachable !== false;
}

/** A fact as a message; undefined where it is not about a picked value. */
function told(runtime: GatewayRuntime, fact: ChangeEvent, settings: SensorNodeSettings): Values | undefined {
  const { resource, section, values, event } = fact.change;
  if (event !== "changed" || !section || !isTold(resource, settings)) return undefined;
  const definition = runtime.opened.gateway.store.definition(resource);
  const members = membersOf(resource, definition, settings.members);
  const isNews = members.some(([where, name]) => where === section && name in values);
  const isReport = settings.everyReport && section === "state" && "lastupdated" in values;
  if (!isNews && !isReport) return undefined;
  return { ...kept(runtime, resource, settings).message, event: eventOf(fact) };
}

/** The sensor's last values, without a request to the device. */
function kept({ opened }: GatewayRuntime, resource: Resource, { members, units }: SensorNodeSettings) {
  const definition = opened.gateway.store.definition(resource);
  const values = readings(resource, definition, membersOf(resource, definition, members), units);
  const payload = payloadOf(values, members, definition, units);
  const message: Values = structuredClone({
    topic: resource.address,
    ...payload,
    data: dataOf(resource, definition),
  });
  return { values, message };
}

/** In units for people, also where messages have others; where no value is picked, the value by which people know a sensor of this kind. */
function shownOf(runtime: GatewayRuntime, resource: Resource, { members }: SensorNodeSettings): ShownValue {
  const definition = runtime.opened.gateway.store.definition(resource);
  if (isUntold(resource)) return { text: "" };
  const main = mainMember(resource.type);
  const shown = members.length > 0 || main === undefined ? members : [main];
  const values = readings(resource, definition, membersOf(resource, definition, shown), "api");
  const words = inWords(values, definition, (name) => sectionOf(definition, name), wordingIn(runtime.language));
  const at = readUtc(resource.state.lastupdated);
  return { text: words, at: Number.isNaN(at) ? undefined : at };
}

/** Each action comes before the answer with the last values. */
function answer(RED: NodeAPI, node: Node, settings: SensorNodeSettings, say: Translate): InputHandler {
  const write = writer(RED, node, settings, say);
  return async (runtime, { action, payload }) => {
    const { store } = runtime.opened.gateway;
    const { address } = requireResource(RED, store, settings.pick);
    const refresh = () => performFor(runtime, { method: "POST", address: `${address}/refresh` }, causeOf(node));
    const usual = settings.declaration ? () => write(runtime, "state", payload) : () => [];
    const ACTIONS: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
      read: () => [],
      refresh,
      write: () => write(runtime, "config", payload),
    };
    const does =
      action === undefined ? usual : typeof action === "string" && Object.hasOwn(ACTIONS, action) && ACTIONS[action];
    if (!does) throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
    const warnings = await does();
    const { message } = kept(runtime, requireResource(RED, store, settings.pick), settings);
    return warnings.length > 0 ? { ...message, warnings } : message;
  };
}

/** The writes of a flow to its sensor. When more come than the disk takes, the latest value of each member is enough; each press counts. */
function writer(RED: NodeAPI, node: Node, { pick, units }: SensorNodeSettings, say: Translate) {
  const wishes = new Map<Side, ReturnType<typeof coalescedWrites>>();
  return async (runtime: GatewayRuntime, section: Side, payload: unknown): Promise<readonly string[]> => {
    const { store } = runtime.opened.gateway;
    const definition = store.definition(requireResource(RED, store, pick));
    const said = sensorValuesIn(payload, definition, section, units);
    if (!said) throw new NodeError("invalid", say("error.payload"));
    if (said.misfit) throw new NodeError("invalid", inSentence(said.misfit, wordingIn(runtime.language), say));
    let write = wishes.get(section);
    if (!write) {
      write = coalescedWrites((body) => {
        const { address } = requireResource(RED, store, pick);
        return performFor(runtime, { method: "PUT", address: `${address}/${section}`, body }, causeOf(node));
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

/** "Temperature cannot be 1795449600000 (-273.15 … 327.67 °C)" */
function inSentence({ name, said, least, most, unit }: Misfit, wording: Wording, say: Translate): string {
  const { format } = new Intl.NumberFormat(wording.language, { maximumFractionDigits: 3 });
  const range = `${format(least)} … ${format(most)} ${unit}`.trim();
  return say("error.range", { name: nameOf(name, wording), value: quoted(said), range });
}

// ---- the virtual sensor that it declares
const LONGEST_NAME = 32;
const WORDS = { modelid: "Flow", manufacturername: "Node-RED", swversion: "1" };

export function declaredSensor(node: Node, { declares, declaredName }: DeclaringDef): Declaration | undefined {
  if (typeof declares !== "string" || declares === "") return undefined;
  const given = typeof declaredName === "string" ? declaredName.trim().slice(0, LONGEST_NAME) : "";
  const name = given || declares.replace(/^CLIP/, "");
  const once = { type: declares, ...WORDS };
  return { pick: declaredReference(node, "/sensors", name), type: declares, says: () => ({ name }), once };
}
