/** The flow nodes of a gateway, so that the panels can name who owns a rule or changed a light: `flow:<node id>`. */
import type { NodeAPI } from "node-red";

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly flow: string; // the name of the tab or subflow that it is on
}

interface Def {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly label?: string; // of a tab
  readonly z?: string;
  readonly gateway?: string;
}

export function flowNodesOf(RED: NodeAPI, gateway: string): Readonly<Record<string, Row>> {
  const own: Def[] = [];
  const places = new Map<string, string>();
  RED.nodes.eachNode((each) => {
    const def = each as Def;
    if (def.type === "tab" || def.type.startsWith("subflow")) places.set(def.id, def.label || def.name || def.id);
    if (def.gateway === gateway) own.push(def);
  });
  const rowOf = ({ name = "", type, z = "" }: Def): Row => ({ name, kind: type, flow: places.get(z) ?? "" });
  return Object.fromEntries(own.map((def) => [def.id, rowOf(def)]));
}
