/** Labels follow when a device, a group or a scene is renamed. What is saved stays as it is: nothing has to be deployed for that. */
import { NAMES_TOPIC, type NewNames } from "../nodes/shared/live-names.ts";
import type { EditedNode } from "./editor.ts";

const heard = new Map<string, NewNames>(); // by gateway

export function hearNames(): void {
  RED.comms.subscribe(`${NAMES_TOPIC}/#`, (topic, told) => {
    const before = heard.get(topic) ?? {};
    const now = told as NewNames;
    heard.set(topic, now);
    for (const id of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const node = RED.nodes.node(id);
      if (node) Object.assign(node, { dirty: true, resize: true }); // it is drawn again; not: it was changed
    }
    RED.view.redraw();
  });
}

/** The node as its label is to see it. One that was given another device since it was deployed keeps its own. */
export function withLiveNames(node: EditedNode): EditedNode {
  for (const names of heard.values()) {
    const own = Object.entries(names[node.id] ?? {}).filter(([name, [saved]]) => node[name] === saved);
    const seen = own.map(([name, [, now]]) => [name, { value: now }]);
    if (seen.length > 0) return Object.create(node, Object.fromEntries(seen)); // to assign them would write to the node itself
  }
  return node;
}
