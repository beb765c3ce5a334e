/** A virtual sensor that a node declares: it is made when there is none, keeps its id over deploys, and goes when its node goes. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Command, Resource } from "../src/model/resource.ts";
import { refusalIn } from "./failure.ts";
import { find, type Pick } from "./pick.ts";
import type { Running } from "./running.ts";
import { causedBy } from "./serve.ts";

export interface Declaration {
  readonly pick: Pick;
  readonly type: string; // "CLIPTemperature"
  readonly name: string;
}

export interface DeclaringDef {
  readonly gateway: string;
  readonly declares?: string;
  readonly declaredName?: string;
}

const LONGEST_NAME = 32;

export function declarationOf({ id }: Node, { declares, declaredName }: DeclaringDef): Declaration | undefined {
  if (typeof declares !== "string" || declares === "") return undefined;
  const given = typeof declaredName === "string" ? declaredName.trim().slice(0, LONGEST_NAME) : "";
  const name = given || declares.replace(/^CLIP/, "");
  return { pick: { address: "/sensors", uniqueid: `flow-${id}`, resourceName: name, house: "" }, type: declares, name };
}

/** Answers when it is there; rejected with a Failure when it cannot be made. */
export function declared(
  RED: NodeAPI,
  node: Node,
  running: Running,
  { gateway }: DeclaringDef,
  { pick, type, name }: Declaration,
): Promise<void> {
  const { store, perform } = running.opened.gateway;
  const cause = causedBy(node);
  const wish = async (command: Command) => {
    const refusal = refusalIn(await perform(command, cause));
    if (refusal) throw refusal;
  };
  const put = ({ address }: Resource, body: unknown, path = "") =>
    wish({ method: "PUT", address: `${address}${path}`, body });
  const remove = ({ address }: Resource) => wish({ method: "DELETE", address });
  const make = () => {
    const words = { modelid: "Flow", manufacturername: "Node-RED", swversion: "1" };
    const body = { name, type, owner: cause.by, uniqueid: pick.uniqueid, ...words };
    return wish({ method: "POST", address: "/sensors", body });
  };
  /** The same declaration changes nothing, another name just that; another type is another sensor. */
  const settle = async () => {
    if (isClosed) return;
    const sensor = find(store, pick);
    if (sensor && sensor.type !== type) await remove(sensor);
    if (sensor?.type !== type) return make();
    if (sensor.attr.declared !== name) await put(sensor, { name });
    if (sensor.config.reachable === false) await put(sensor, { reachable: true }, "/config");
  };
  let isClosed = false;
  node.on("close", (removed: boolean, done: () => void) => {
    isClosed = true;
    const fate = fateOf(RED, node, gateway, removed);
    const sensor = find(store, pick);
    if (!sensor || fate === "stays") return done();
    const end = fate === "goes" ? remove(sensor) : put(sensor, { reachable: false }, "/config");
    end.then(done, done);
  });
  return running.loaded.then(settle);
}

/**
 * What becomes of the sensor of a node that is closed, by the flows that come next: it goes with its node, or when that
 * declares it no more; while the node or its tab is disabled nobody can reach it. Whatever else closes a node does nothing to it.
 */
function fateOf(RED: NodeAPI, node: Node, gateway: string, removed: boolean): "goes" | "rests" | "stays" {
  const flows = new Map<string, Coming>();
  RED.nodes.eachNode((each) => flows.set(each.id, each as Coming));
  const { _alias = node.id } = node as { _alias?: string }; // in a subflow: of the node in its template
  const isInside = _alias !== node.id; // such a node is never told that it is removed
  const own = flows.get(_alias);
  const around = [node.z, own?.z].flatMap((id) => flows.get(id ?? "") ?? []); // its tab; the instance of a subflow, and that's template
  const isThere = own !== undefined && (!isInside || flows.has(node.z.split("-")[0] ?? ""));
  if (!isThere) return removed || isInside ? "goes" : "stays";
  if ([own, ...around].some(({ d, disabled }) => d === true || disabled === true)) return "rests";
  const isDeclared = Boolean(own.declares) && (own.gateway === gateway || isInside);
  return isDeclared ? "stays" : "goes";
}

type Coming = NodeDef & Partial<DeclaringDef> & { readonly d?: boolean; readonly disabled?: boolean };
