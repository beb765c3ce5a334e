/** The moment from which on messages arrive: before it, a deploy has not made all nodes yet. */
import type { Node, NodeAPI } from "node-red";

type Run = () => void;

const STARTED = "flows:started";
const waiting = new WeakMap<NodeAPI["events"], Set<Run>>(); // one listener for all: Node warns of many

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
