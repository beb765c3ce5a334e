/**
 * The users of a device, a rule, a schedule, a group or a scene: flow nodes, rules, schedules, scenes, groups and bindings. A panel asks
 * before it removes a device, a group or a scene, and shows them on the device's page.
 */
import type { NodeAPI } from "node-red";
import { familyOf, idOf } from "../../src/model/addresses.ts";
import type { FlowNodeInfo, Use } from "../../src/model/admin-api.ts";
import { targetOf } from "../../src/model/automation/schedule-command.ts";
import { ALL_LIGHTS } from "../../src/model/lights/groups.ts";
import { lightsIn, scenesOf } from "../../src/model/lights/scenes.ts";
import { type Address, isObject, type Resource, type Values } from "../../src/model/resource.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import { type AdminReply, BY_EDITOR, type GatewayCall } from "./call.ts";
import { flowNodesOf } from "./panels.ts";

/** A device, a rule, a schedule, a group (all of its scenes with it) or a scene as others name it. */
interface UsedThing {
  readonly key: string; // of a device, or the address of another resource: "/sensors/5", "/rules/3"
  readonly addresses: readonly string[]; // of its lights and sensors
  readonly uniqueids: readonly string[];
  readonly scene?: PickedScene;
}

/** A scene as rows and nodes name it: by its group, and its id there. */
interface PickedScene {
  readonly group: string; // "/groups/1"
  readonly id: string;
}

/** As the API tells of it. */
interface KnownBinding {
  readonly uniqueid: string; // of the device that speaks
  readonly cluster: string;
  readonly target: { readonly group?: string; readonly uniqueid?: string };
}

type SavedNode = Readonly<Record<string, unknown>> & { readonly id: string };
export type NamedNode = readonly [node: SavedNode, info: FlowNodeInfo];

const MOST_ASKED = 500; // at once
const FAMILIES = ["/lights", "/sensors", "/groups", "/rules", "/schedules"] as const;

/** For each of `of`, apart by commas. */
export async function uses({ RED, id, runtime, request: { query } }: GatewayCall): Promise<AdminReply> {
  const { store, perform } = runtime.opened.gateway;
  const keys = String(query.of ?? "")
    .split(",")
    .slice(0, MOST_ASKED);
  const { status, body } = await perform({ method: "GET", address: "/devices/bindings" }, BY_EDITOR);
  const bindings = status === 200 ? (body as readonly KnownBinding[]) : []; // without a radio the gateway knows no bindings
  const coordinator = (runtime.opened.radio.network()?.coordinator.slice("0x".length).match(/../g) ?? []).join(":");
  const others = bindings.filter(({ target }) => target.uniqueid !== coordinator);
  const nodes = nodesOf(RED, id);
  const found = keys.map((key) => {
    const thing = thingAt(store, key);
    const inFlows = usesInFlows(nodes, thing);
    const inStore = usesInStore(store, thing).filter((use) => !isOfNode(store, use, inFlows));
    return [key, [...inFlows, ...inStore, ...usesByBinding(store, others, key)]];
  });
  return { body: Object.fromEntries(found) };
}

export function thingAt(store: Store, key: string): UsedThing {
  const scene = sceneAt(key);
  if (scene) return { key, addresses: [key], uniqueids: [], scene };
  const all = FAMILIES.flatMap((family) => store.list(family));
  const isOwn = ({ address, attr }: Resource) =>
    key.startsWith("/") ? address === key : String(attr.uniqueid).startsWith(`${key}-`);
  const own = all.filter(isOwn);
  return {
    key,
    addresses: own.map(({ address }) => address),
    uniqueids: own.flatMap(({ attr: { uniqueid, formerly } }) =>
      [uniqueid, ...(Array.isArray(formerly) ? formerly : [])].filter((each) => typeof each === "string"),
    ),
  };
}

function sceneAt(key: string): PickedScene | undefined {
  const [, group, id] = /^(\/groups\/[^/]+)\/scenes\/([^/]+)$/.exec(key) ?? [];
  return group === undefined || id === undefined ? undefined : { group, id };
}

// ---- flow nodes

export function nodesOf(RED: NodeAPI, gateway: string): readonly NamedNode[] {
  const named = flowNodesOf(RED, gateway);
  const found: NamedNode[] = [];
  RED.nodes.eachNode((def) => {
    const info = Object.hasOwn(named, def.id) ? named[def.id] : undefined;
    if (info) found.push([def as unknown as SavedNode, info]);
  });
  return found;
}

export function usesInFlows(nodes: readonly NamedNode[], thing: UsedThing): readonly Use[] {
  return nodes
    .filter(([node]) => mentions(node, thing))
    .map(([{ id }, { name, kind, flow, address }]) => ({
      ...{ by: "flow", name, kind, within: flow, node: id },
      ...(address === undefined ? {} : { of: address }),
    }));
}

/** A resource that a node declares counts as that node. */
export function isOfNode(store: Store, { address }: Use, nodes: readonly Use[]): boolean {
  const owner = address === undefined ? undefined : store.get(address as Address)?.attr.owner;
  return nodes.some(({ node }) => owner === `flow:${node}`);
}

/** The pick of a dialog counts by its unique id, wherever a node saved it; a pick without one, or a typed address, by its address. */
function mentions(saved: unknown, thing: UsedThing): boolean {
  if (Array.isArray(saved)) return saved.some((each) => mentions(each, thing));
  if (!isObject(saved)) return typeof saved === "string" && isOf(saved, thing);
  if (thing.scene && isPickOf(saved, thing.scene)) return true;
  const { uniqueid, address, ...rest } = saved;
  if (typeof uniqueid === "string" && uniqueid !== "") {
    if (thing.uniqueids.includes(uniqueid)) return true;
  } else if (mentions(address, thing)) return true;
  return Object.values(rest).some((each) => mentions(each, thing));
}

/** A scene node, or the action of a rule or a schedule. */
function isPickOf({ address, scene, does, value }: Values, { group, id }: PickedScene): boolean {
  return address === group && (scene === id || (does === "scene" && value === id));
}

/** "/lights/3", "/lights/3/state", or by its unique id. */
function isOf(text: string, { addresses, uniqueids }: Pick<UsedThing, "addresses" | "uniqueids">): boolean {
  if (uniqueids.includes(text)) return true;
  const [, family = "", name = ""] = text.split("/");
  if (family === "") return false;
  return addresses.some((each) => `${text}/`.startsWith(`${each}/`)) || uniqueids.includes(name);
}

// ---- resources

export function usesInStore(store: Store, thing: UsedThing): readonly Use[] {
  const names = ({ address, attr }: Resource) => ({ address, name: String(attr.name || address) });
  const rules = store.list("/rules").filter(({ address, attr }) => address !== thing.key && isInRule(attr, thing));
  const schedules = store.list("/schedules").filter(({ attr }) => {
    const target = targetOf((attr.command as Values | undefined)?.address);
    return target !== undefined && isOf(target.address, thing);
  });
  const groups = store.list("/groups").filter(({ address, attr }) => address !== ALL_LIGHTS && attr.hidden !== true);
  const scenes = store.list("/groups").flatMap((group) =>
    store
      .list(scenesOf(group.address))
      .filter((scene) => idsIn(thing, "lights").some((light) => Object.hasOwn(lightsIn(scene), light)))
      .map((scene): Use => ({ by: "scene", ...names(scene), within: String(group.attr.name) })),
  );
  return [
    ...rules.map((rule): Use => ({ by: "rule", ...names(rule) })),
    ...schedules.map((schedule): Use => ({ by: "schedule", ...names(schedule) })),
    ...scenes,
    ...groups.filter((group) => isInGroup(store, group, thing)).map((group): Use => ({ by: "group", ...names(group) })),
  ];
}

function isInRule({ conditions, actions }: Values, thing: UsedThing): boolean {
  const all = [conditions, actions].flatMap((rows) => (Array.isArray(rows) ? rows : []));
  return all.some((row) => isObject(row) && typeof row.address === "string" && isOf(row.address, thing));
}

/** A light is its member, or a remote controls it. */
function isInGroup(store: Store, { address, attr }: Resource, thing: UsedThing): boolean {
  const has = (list: unknown, ids: readonly string[]) =>
    Array.isArray(list) && list.some((each) => ids.includes(String(each)));
  const id = idOf(address);
  const controlled = thing.addresses.flatMap((each) =>
    String(store.get(each as Resource["address"])?.config.group ?? "").split(","),
  );
  return (
    has(attr.lights, idsIn(thing, "lights")) ||
    has(attr.devicemembership, idsIn(thing, "sensors")) ||
    controlled.includes(id)
  );
}

function idsIn({ addresses }: UsedThing, family: string): readonly string[] {
  return addresses
    .filter((address) => familyOf(address as Resource["address"]) === family)
    .map((each) => idOf(each as Resource["address"]));
}

/** The device sends to another device or a group by itself, or another device sends to it; the gateway does not count. */
export function usesByBinding(store: Store, bindings: readonly KnownBinding[], key: string): readonly Use[] {
  const nameOf = (mac: string) => String(store.get(`/devices/${mac}`)?.attr.name ?? mac);
  const scene = sceneAt(key);
  const all = bindings.flatMap(({ uniqueid, cluster, target }): readonly Use[] => {
    if (scene && cluster === "genScenes" && `/groups/${target.group}` === scene.group)
      return [{ by: "binding", way: "recall", name: nameOf(uniqueid), address: `/devices/${uniqueid}` }];
    const isToIt = target.uniqueid === key || `/groups/${target.group}` === key;
    if (isToIt && uniqueid !== key)
      return [{ by: "binding", way: "from", name: nameOf(uniqueid), address: `/devices/${uniqueid}` }];
    if (uniqueid !== key || target.uniqueid === key) return [];
    if (target.uniqueid !== undefined)
      return [{ by: "binding", way: "to", name: nameOf(target.uniqueid), address: `/devices/${target.uniqueid}` }];
    const group = store.get(`/groups/${target.group}`);
    return group ? [{ by: "binding", way: "to", name: String(group.attr.name), address: group.address }] : [];
  });
  const byKey = new Map(all.map((use) => [`${use.way} ${use.address}`, use])); // one for several clusters
  return [...byKey.values()];
}
