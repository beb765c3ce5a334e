/** Names of resources by their address, and of the causes and owners of changes. Pure. */
import type { FlowNodeInfo, FlowNodes } from "../src/model/admin-api.ts";
import { type GoneTarget, goneTarget, type IsThere } from "../src/model/automation/targets.ts";
import type { Values } from "../src/model/resource.ts";
import type { KeyNames } from "./devices/values/key-names.ts";
import { type FamilyName, type HouseState, isFamily, type ResourcesById, scenesIn } from "./house.ts";
import { sayJobKind } from "./jobs.ts";
import { hasText, say } from "./texts.ts";

/** The part of the house that has names. */
export type NamedHouse = Pick<HouseState, FamilyName | "config"> & {
  readonly formerNames?: HouseState["formerNames"];
  readonly keyNames?: KeyNames; // absent: not told yet
};

interface FoundResource {
  readonly address: string; // by id, also where it was asked for by uniqueid
  readonly family: FamilyName;
  readonly view: Values;
}

/** The resource that an address begins with, by id or uniqueid; a device by its MAC address. */
export function findResource(house: NamedHouse, address: string): FoundResource | undefined {
  const [, family = "", id = ""] = address.split("/");
  if (!isFamily(family)) return undefined;
  const all = house[family];
  const known = Object.hasOwn(all, id) ? id : byUniqueid(all).get(id.toLowerCase());
  const view = known === undefined ? undefined : all[known];
  return view && known !== undefined ? { address: `/${family}/${known}`, family, view } : undefined;
}

/** A resource that is gone keeps its former name, and an unknown one is named by its address. */
export function resourceName(house: NamedHouse, address: string, formerly = formerName(house, address)): string {
  if (address === "/config" || address === "/gateway") return say("names.gateway");
  const found = findResource(house, address);
  const [, family = "", id = "", section = "", more = ""] = address.split("/");
  if (section === "scenes" && found)
    return say("names.scene", { scene: sceneIn(found.view, more) ?? formerly ?? more, group: own(found) });
  if (family === "config" && id === "whitelist") return programOf(house, section) ?? formerly ?? section;
  if (family === "jobs") return sayJobKind(found?.view.does ?? formerly);
  return found ? own(found) : (formerly ?? address.split("/").slice(0, 3).join("/"));
}

/** For sentences of rules and schedules: a sentence with a missing resource says so, because the user has to mend it. */
export function nameOrGone(house: NamedHouse, address: string): string {
  const name = resourceName(house, address);
  const [, family = "", id = ""] = address.split("/");
  const isGone =
    (isFamily(family) && id !== "" && !findResource(house, address)) || goneIn(house, [address]) === "scenes";
  return isGone ? sayGoneName(name, formerName(house, address) !== undefined) : name;
}

/** Of what was removed; undefined: its name is not known any more. */
export function formerName({ formerNames = {} }: NamedHouse, address: string): string | undefined {
  const [, family, id, section, more] = address.split("/");
  const place = section === "scenes" ? `/${family}/${id}/scenes/${more}` : `/${family}/${id}`;
  return Object.hasOwn(formerNames, place) ? formerNames[place] : undefined;
}

/** "Hall lamp (removed)"; of another house, or long gone: "/lights/3 (not there now)". */
export function sayGoneName(name: string, wasRemoved: boolean): string {
  return say(wasRemoved ? "pick.removed" : "pick.gone", { name });
}

/** The first target that is gone, of the actions of a rule or of a schedule's command. */
export function goneIn(house: NamedHouse, addresses: readonly string[]): GoneTarget | undefined {
  const isThere: IsThere = (family, id, scene) => {
    const view = findResource(house, family === "scenes" ? `/groups/${id}` : `/${family}/${id}`)?.view;
    return view !== undefined && (family !== "scenes" || sceneIn(view, scene) !== undefined);
  };
  return addresses.map((address) => goneTarget(address, isThere)).find((gone) => gone !== undefined);
}

function own({ address, view }: FoundResource): string {
  return String(view.name || address);
}

export function sceneIn(view: Values, id: string): string | undefined {
  return scenesIn(view).find((scene) => scene.id === id)?.name;
}

/** "rest:Phone", "flow:<node id>", "/rules/3", "radio" … or the public part of a key. */
export function sayCause(house: NamedHouse, by: string, flowNodes?: FlowNodes): string {
  if (by.startsWith("rest:")) return by.slice("rest:".length);
  if (by.startsWith("flow:")) return sayFlowNode(house, by.slice("flow:".length), flowNodes);
  if (by.startsWith("/")) {
    const [, family = ""] = by.split("/");
    const name = resourceName(house, by);
    return hasText(`names.by.${family}`) ? say(`names.by.${family}`, { name }) : name;
  }
  return hasText(`names.who.${by}`) ? say(`names.who.${by}`) : (programOf(house, by) ?? by);
}

function sayFlowNode(house: NamedHouse, id: string, flowNodes: FlowNodes | undefined): string {
  if (!flowNodes) return say("names.who.flow");
  const row = Object.hasOwn(flowNodes, id) ? flowNodes[id] : undefined;
  if (!row) return say("names.node-unknown", { id });
  const node = sayNode(house, row);
  return row.flow ? say("names.node", { node, flow: row.flow }) : node;
}

/** As it is called on the canvas: a node without a name is called after the resource that it is set to. */
export function sayNode(house: NamedHouse, { name, address = "", kind }: Omit<FlowNodeInfo, "flow">): string {
  if (name) return name;
  return address !== "" && findResource(house, address) ? resourceName(house, address) : sayNodeKind(kind);
}

/** "zigbee-gateway-light" → "light", as the palette calls it. */
function sayNodeKind(type: string): string {
  const kind = type.replace(/^zigbee-gateway-/, "");
  return hasText(`names.kind.${kind}`) ? say(`names.kind.${kind}`) : kind;
}

function programOf({ config }: NamedHouse, prefix: string): string | undefined {
  const whitelist = (config.whitelist ?? {}) as Readonly<Record<string, { readonly name?: unknown }>>;
  return Object.hasOwn(whitelist, prefix) ? String(whitelist[prefix]?.name) : undefined;
}

/** A family that changes is replaced by another object, so an index by family stays right. */
const uniqueids = new WeakMap<ResourcesById, ReadonlyMap<string, string>>();

function byUniqueid(family: ResourcesById): ReadonlyMap<string, string> {
  const known = uniqueids.get(family);
  if (known) return known;
  const fresh = new Map(Object.entries(family).map(([id, { uniqueid }]) => [String(uniqueid).toLowerCase(), id]));
  uniqueids.set(family, fresh);
  return fresh;
}
