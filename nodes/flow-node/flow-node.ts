/** Ties a flow node to its gateway: subscribed at once, let go at close, with the gateway's health as its status. */
import type { Node, NodeAPI, NodeStatus } from "node-red";
import type { Stop } from "../../src/model/resource.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";

/** The config node: it has a gateway, unless it could not be given one. */
export interface GatewayNode extends Node {
  runtime?: GatewayRuntime;
  refusal?: string; // why it has none
}

/** What costs something to work out comes as a function: most is never shown. */
export type Show = (status: NodeStatus | (() => NodeStatus)) => void;

const PAUSE = 500; // milliseconds between two statuses: the editor is on the other end of each
export const TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway";

/** Answers the gateway, if there is one. */
export function attach(
  RED: NodeAPI,
  node: Node,
  gatewayId: string,
  connect: (runtime: GatewayRuntime, show: Show) => Stop = () => () => {},
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
