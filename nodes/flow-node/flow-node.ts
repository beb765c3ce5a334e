/**
 * The life of every flow node: made with its saved properties in the words of this version, subscribed to its gateway at once, its inputs
 * answered, and let go when it is closed; with the gateway's status as its own while it has nothing better to show.
 */
import type { Node, NodeAPI, NodeDef, NodeStatus } from "node-red";
import type { Stop } from "../../src/model/resource.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import type { ChangeEvent } from "../messages/change-messages.ts";
import { migrated, NEWEST, type Properties } from "../shared/versions.ts";
import { handleInput, type InputHandler } from "./input.ts";
import { speak } from "./language.ts";
import { calledAfter } from "./live-names.ts";
import { TEXTS } from "./node-error.ts";
import { type Show, type StatusLine, statusLine } from "./status-line.ts";

/** The config node: it has a gateway, unless it could not be given one. */
export interface GatewayNode extends Node {
  runtime?: GatewayRuntime;
  refusal?: string; // why it has none
}

export interface FlowNodeDef extends NodeDef {
  readonly gateway: string; // the id of the config node
}

export type { Show };

/** The news that a flow node hears of its gateway. */
export interface Subscription {
  /** Called at once, and whenever the gateway's status changes. */
  readonly updateStatus?: () => void;
  /** Each change, in order. */
  readonly onChange?: (changeEvent: ChangeEvent) => void;
  /** From now on it hears everything. */
  readonly onSubscribed?: () => void;
  readonly stop?: Stop;
}

interface FlowNodeBehaviour {
  readonly subscribe?: (runtime: GatewayRuntime, show: Show) => Subscription;
  readonly onInput?: InputHandler;
  readonly answersUnready?: true; // it takes messages also before the gateway has read its data
}

interface FlowNodeContext<Def> {
  readonly node: Node;
  readonly def: Def;
  readonly say: Translate; // its own texts
}

/** `create` is called for each node of this type, when a deploy makes it. */
export function registerFlowNode<Def extends FlowNodeDef>(
  RED: NodeAPI,
  type: string,
  create: (context: FlowNodeContext<Def>) => FlowNodeBehaviour,
): void {
  speak(RED);
  RED.nodes.registerType(type, function (this: Node, saved: Def) {
    const def = begin(RED, this, saved);
    this.name ||= calledAfter(def);
    const say: Translate = (key, values = {}) => RED._(`${type}.${key}`, values);
    const { subscribe, onInput, answersUnready } = create({ node: this, def, say });
    const { runtime, line } = attach(RED, this, def.gateway, (runtime, line) =>
      subscribed(this, runtime, line, subscribe?.(runtime, line.show) ?? {}),
    );
    if (onInput) handleInput(RED, this, runtime, onInput, { waits: answersUnready !== true, line });
  });
}

function subscribed(node: Node, runtime: GatewayRuntime, line: StatusLine, subscription: Subscription): Stop {
  const { updateStatus = () => {}, onChange, onSubscribed, stop } = subscription;
  const onStatus = (status: NodeStatus) =>
    line.hearing(() => {
      line.show(status); // as long as it has none of its own
      updateStatus();
    });
  const stops: Stop[] = [runtime.onStatus((status) => line.together(() => onStatus(status)))];
  if (onChange)
    stops.push(
      runtime.on((fact) => {
        const { cause, event, values } = fact.change;
        const isOwn = cause.undo === true || cause.by === `flow:${node.id}` || values.reachable === false;
        const isNews = event !== "changed" || !isOwn; // that a light is lost, the command that it did not take has said already
        if (isNews) line.hearing(() => onChange(fact));
        else onChange(fact);
      }),
    );
  if (stop) stops.push(stop);
  onSubscribed?.();
  return () => {
    for (const each of stops) each();
  };
}

/** Answers the node's properties for this version. It takes a node of a newer package as far as it understands it, with a warning. */
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
  connect: (runtime: GatewayRuntime, line: StatusLine) => Stop,
): { readonly runtime: GatewayRuntime | undefined; readonly line: StatusLine } {
  const line = statusLine(node);
  const stops: Stop[] = [line.stop];
  node.on("close", () => {
    for (const each of stops) each();
  });
  const { runtime, refusal } = (RED.nodes.getNode(gatewayId) ?? {}) as Partial<GatewayNode>;
  if (runtime) stops.push(connect(runtime, line));
  else line.show({ fill: "red", shape: "dot", text: refusal ?? RED._(`${TEXTS}.status.no-gateway`) });
  return { runtime, line };
}

/** To make a message that no wire takes would be work for nothing. A deploy may change the wires of a node that goes on. */
export function isWired(node: Node, output = 0): boolean {
  const { wires } = node as { readonly wires?: readonly (readonly string[])[] };
  return (wires?.[output]?.length ?? 0) > 0;
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
