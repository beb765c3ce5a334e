/** The resource that a dialog picked. A node finds it by its unique id; without one, by its id in the same house, else by its name. */
import type { NodeAPI } from "node-red";
import { familyOf } from "../../src/model/addresses.ts";
import { scenesOf } from "../../src/model/lights/scenes.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";
import { NodeError, TEXTS } from "./node-error.ts";

export type Store = OpenGateway["gateway"]["store"];

/** As the dialogs save it. */
export interface SavedReference {
  readonly address?: string; //  as it was when it was picked
  readonly uniqueid?: string; // "" for resources without one: groups, scenes, rules, schedules
  readonly resourceName?: string;
  readonly house?: string; //    the bridge id of its gateway
}

export type ResourceReference = Required<SavedReference>;

export function referenceOf({ address, uniqueid, resourceName, house }: SavedReference): ResourceReference {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return { address: text(address), uniqueid: text(uniqueid), resourceName: text(resourceName), house: text(house) };
}

/** A flow that was carried to another house must not move a stranger's group 3. */
export function resolve(store: Store, pick: ResourceReference): Resource | undefined {
  const { address, uniqueid, resourceName } = pick;
  if (address === "") return undefined;
  const collection: Address = `/${familyOf(address as Address)}`;
  if (uniqueid !== "") return byUniqueId(store, collection, uniqueid);
  return isHere(store, pick) ? store.get(address as Address) : byName(store, collection, resourceName);
}

/** A light or a group as a message names it: "/lights/3", "/groups/Kitchen", "/lights/00:17:88:01:02:03:04:05-0b". */
export function resourceInTopic(store: Store, topic: string): Resource | undefined {
  const [, family, name = ""] = /^\/(lights|groups)\/([^/]+)$/.exec(topic) ?? [];
  return family ? resourceNamed(store, `/${family}`, name) : undefined;
}

/** The lights and groups that are called so, whether their letters are large or small. */
export function lightsCalled(store: Store, name: string): readonly Resource[] {
  const wanted = name.trim().toLowerCase();
  return [...store.list("/lights"), ...store.list("/groups")].filter(
    ({ attr }) => attr.hidden !== true && String(attr.name).trim().toLowerCase() === wanted,
  );
}

/** By its id, its unique id, or its name. */
export function resourceNamed(store: Store, collection: Address, name: string): Resource | undefined {
  return store.find(collection, name) ?? byName(store, collection, name);
}

/** The scene of a group that a dialog picked: those have ids in their group only, and in that of another house names. */
export function referredScene(
  store: Store,
  group: Resource,
  pick: ResourceReference,
  id: string,
  name: string,
): Resource | undefined {
  const isItsGroup = isHere(store, pick) && group.address === resolve(store, pick)?.address;
  const scenes = scenesOf(group.address);
  return isItsGroup ? store.get(`${scenes}/${id}`) : byName(store, scenes, name);
}

/** Of a virtual sensor a client chose it: it may look like another one's id. */
function byUniqueId(store: Store, collection: Address, uniqueid: string): Resource | undefined {
  const found = store.find(collection, uniqueid);
  if (found?.attr.uniqueid === uniqueid) return found;
  return store.list(collection).find((resource) => hasUniqueId(resource, uniqueid));
}

/** Also the unique id of a broken device that this device replaces. */
function hasUniqueId({ attr }: Resource, uniqueid: string): boolean {
  return attr.uniqueid === uniqueid || (Array.isArray(attr.formerly) && attr.formerly.includes(uniqueid));
}

/** Undefined also where two have that name. */
function byName(store: Store, collection: Address, name: string): Resource | undefined {
  const named = store.list(collection).filter(({ attr }) => attr.name === name);
  return named.length === 1 ? named[0] : undefined;
}

export function requireResource(RED: NodeAPI, store: Store, pick: ResourceReference): Resource {
  const resource = resolve(store, pick);
  if (!resource) throw notFound(RED, pick.resourceName || pick.address, store);
  return resource;
}

/** With the store it says also that the radio is down: the missing resource may be in the network of another one. */
export function notFound(RED: NodeAPI, name: string, store?: Store): NodeError {
  const text = () => {
    if (!name) return RED._(`${TEXTS}.error.none`);
    const isDown = (store?.get("/gateway")?.state.reason ?? "") !== "";
    return RED._(`${TEXTS}.error.${isDown ? "not-found-radio" : "not-found"}`, { name });
  };
  return new NodeError("not-found", text);
}

/** Also for a resource that has just been deleted. */
export function refersTo(store: Store, pick: ResourceReference, { address, attr }: Resource): boolean {
  if (pick.address === "" || familyOf(address) !== familyOf(pick.address as Address)) return false;
  if (pick.uniqueid !== "") return hasUniqueId({ address, attr } as Resource, pick.uniqueid);
  const found = resolve(store, pick);
  if (found) return found.address === address;
  const isGone = store.get(address) === undefined;
  return isGone && (isHere(store, pick) ? address === pick.address : attr.name === pick.resourceName);
}

/** Whether ids mean the same resources as when the user picked it. */
function isHere(store: Store, { house }: ResourceReference): boolean {
  return house === "" || house === store.get("/config")?.attr.bridgeid;
}
