/** The moment from which on messages arrive: before it, a deploy has not made all nodes yet. */
import type { Node, NodeAPI } from "node-red";

const STARTED = "flows:started";

export function whenStarted(RED: NodeAPI, node: Node, run: () => void): void {
  RED.events.once(STARTED, run);
  node.on("close", () => {
    RED.events.off(STARTED, run);
  });
}
