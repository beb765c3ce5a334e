/**
 * The life of every flow node: made with what it saved in the words of this version, subscribed to its gateway at once, its inputs answered,
 * and let go when it is closed; with the gateway's status as its own while it has nothing better to show.
 */
import type { Node, NodeAPI, NodeDef, NodeStatus } from "node-red";
import type { Stop } from "../../src/model/resource.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import type { ChangeEvent } from "../messages/change-messages.ts";
import { migrated, NEWEST, type Properties } from "../shared/versions.ts";
import { handleInput, type InputHandler } from "./input.ts";
import { TEXTS } from "./node-error.ts";

/** The config node: it has a gateway, unless it could not be given one. */
export interface GatewayNode extends Node {
  runtime?: GatewayRuntime;
  refusal?: string; // why it has none
}

export interface FlowNodeDef extends NodeDef {
  readonly gateway: string; // the id of the config node
}

/** What costs something to work out comes as a function: most is never shown. */
export type Show = (status: NodeStatus | (() => NodeStatus)) => void;

/** What a flow node hears of its gateway. */
export interface Subscription {
  /** Called at once, and whenever the gateway's status changes. */
  readonly updateStatus?: () => void;
  /** Each change, in order. */
  readonly onChange?: (changeEvent: ChangeEvent) => void;
  /** From now on it hears everything. */
  readonly onSubscribed?: () => void;
  readonly stop?: Stop;
}

export interface FlowNodeBehaviour {
  readonly subscribe?: (runtime: GatewayRuntime, show: Show) => Subscription;
  readonly onInput?: InputHandler;
  readonly answersUnready?: true; // it takes messages also before the gateway has read its data
}

export interface FlowNodeContext<Def> {
  readonly node: Node;
  readonly def: Def;
  readonly say: Translate; // its own texts
}

const PAUSE = 500; // milliseconds between two statuses: the editor is on the other end of each

/** `create` is called for each node of this type, when a deploy makes it. */
export function registerFlowNode<Def extends FlowNodeDef>(
  RED: NodeAPI,
  type: string,
  create: (context: FlowNodeContext<Def>) => FlowNodeBehaviour,
): void {
  RED.nodes.registerType(type, function (this: Node, saved: Def) {
    const def = begin(RED, this, saved);
    const say: Translate = (key, values = {}) => RED._(`${type}.${key}`, values);
    const { subscribe, onInput, answersUnready } = create({ node: this, def, say });
    const runtime = attach(RED, this, def.gateway, (runtime, show) =>
      subscribe ? subscribed(runtime, subscribe(runtime, show)) : () => {},
    );
    if (onInput) handleInput(RED, this, runtime, onInput, answersUnready !== true);
  });
}

function subscribed(runtime: GatewayRuntime, subscription: Subscription): Stop {
  const { updateStatus, onChange, onSubscribed, stop } = subscription;
  const stops: Stop[] = [];
  if (updateStatus) stops.push(runtime.onStatus(updateStatus));
  if (onChange) stops.push(runtime.on(onChange));
  if (stop) stops.push(stop);
  onSubscribed?.();
  return () => {
    for (const each of stops) each();
  };
}

/** Answers what the node is to go by. One that a newer package has saved is taken as far as it is understood, with a warning. */
export function begin<Def extends NodeDef>(RED: NodeAPI, node: Node, saved: Def): Def {
  RED.nodes.createNode(node, saved);
  const { changes, newer } = migrated(saved as unknown as Properties);
  if (newer !== undefined)
    node.warn(RED._(`${TEXTS}.version.runs`, { version: String(newer), newest: String(NEWEST) }));
  return { ...saved, ...changes };
}

/** Answers the gateway, if there is one. */
export function attach(
  RED: NodeAPI,
  node: Node,
  gatewayId: string,
  connect: (runtime: GatewayRuntime, show: Show) => Stop,
): GatewayRuntime | undefined {
  const { show, stop } = paced(node);
  const stops: Stop[] = [stop];
  node.on("close", () => {
    for (const each of stops) each();
  });
  const { runtime, refusal } = (RED.nodes.getNode(gatewayId) ?? {}) as Partial<GatewayNode>;
  if (runtime) stops.push(runtime.onStatus(show), connect(runtime, show));
  else show({ fill: "red", shape: "dot", text: refusal ?? RED._(`${TEXTS}.status.no-gateway`) });
  return runtime;
}

/** To make a message that no wire takes would be work for nothing. A deploy may change the wires of a node that goes on. */
export function isWired(node: Node, output = 0): boolean {
  const { wires } = node as { readonly wires?: readonly (readonly string[])[] };
  return (wires?.[output]?.length ?? 0) > 0;
}

/** At most twice a second, and the last one always; no timer runs while nothing is shown. */
function paced(node: Node): { readonly show: Show; readonly stop: Stop } {
  let timer: NodeJS.Timeout | undefined;
  let next: Parameters<Show>[0] | undefined;
  const tell: Show = (status) => {
    try {
      node.status(typeof status === "function" ? status() : status);
    } catch (error) {
      node.error(error); // it must not end Node-RED: nobody stands behind a timer
    }
    timer = setTimeout(() => {
      timer = undefined;
      const waiting = next;
      next = undefined;
      if (waiting) tell(waiting);
    }, PAUSE);
    timer.unref();
  };
  return {
    show: (status) => {
      if (timer) next = status;
      else tell(status);
    },
    stop: () => clearTimeout(timer),
  };
}

// ---- when messages arrive

type Run = () => void;

const STARTED = "flows:started";
const waiting = new WeakMap<NodeAPI["events"], Set<Run>>(); // one listener for all: Node warns of many

/** From that moment on messages arrive: before it, a deploy has not made all nodes yet. */
export function whenStarted({ events }: NodeAPI, node: Node, run: Run): void {
  const runs = waiting.get(events) ?? gather(events);
  runs.add(run);
  node.on("close", () => {
    runs.delete(run);
  });
}

function gather(events: NodeAPI["events"]): Set<Run> {
  const runs = new Set<Run>();
  waiting.set(events, runs);
  events.once(STARTED, () => {
    waiting.delete(events);
    for (const run of runs) run();
  });
  return runs;
}
