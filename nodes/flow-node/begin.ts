/** How every node begins: as Node-RED wants it, with what it saved in the words of this version of the package. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import { migrated, NEWEST, type Properties } from "../shared/versions.ts";
import { TEXTS } from "./flow-node.ts";

/** Answers what the node is to go by. One that a newer package has saved is taken as far as it is understood, with a warning. */
export function begin<Def extends NodeDef>(RED: NodeAPI, node: Node, saved: Def): Def {
  RED.nodes.createNode(node, saved);
  const { changes, newer } = migrated(saved as unknown as Properties);
  if (newer !== undefined)
    node.warn(RED._(`${TEXTS}.version.runs`, { version: String(newer), newest: String(NEWEST) }));
  return { ...saved, ...changes };
}
