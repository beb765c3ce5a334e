/** The resource that a dialog picked: found again by its unique id; what has none by its id in the same house, in any other by its name. */
import type { NodeAPI } from "node-red";
import { familyOf } from "../src/model/addresses.ts";
import type { Address, Resource } from "../src/model/resource.ts";
import type { OpenGateway } from "../src/open.ts";
import { TEXTS } from "./attach.ts";
import { Failure } from "./failure.ts";

type Store = OpenGateway["gateway"]["store"];

/** As the dialogs save it. */
export interface PickDef {
  readonly address?: string; //  as it was when it was picked
  readonly uniqueid?: string; // "" for what has none: groups, scenes, rules, schedules
  readonly resourceName?: string;
  readonly house?: string; //    the bridge id of its gateway
}

export type Pick = Required<PickDef>;

export function pickOf({ address, uniqueid, resourceName, house }: PickDef): Pick {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return { address: text(address), uniqueid: text(uniqueid), resourceName: text(resourceName), house: text(house) };
}

/** A flow that was carried to another house must not move a stranger's group 3. */
export function find(store: Store, { address, uniqueid, resourceName, house }: Pick): Resource | undefined {
  if (address === "") return undefined;
  const collection: Address = `/${familyOf(address as Address)}`;
  if (uniqueid !== "") return store.find(collection, uniqueid);
  const isHere = house === "" || house === store.get("/config")?.attr.bridgeid;
  if (isHere) return store.get(address as Address);
  const named = store.list(collection).filter(({ attr }) => attr.name === resourceName);
  return named.length === 1 ? named[0] : undefined;
}

export function demand(RED: NodeAPI, store: Store, pick: Pick): Resource {
  const resource = find(store, pick);
  if (resource) return resource;
  throw new Failure("not-found", RED._(`${TEXTS}.error.not-found`, { name: pick.resourceName || pick.address || "?" }));
}

export function isPicked(store: Store, pick: Pick, resource: Resource): boolean {
  if (pick.uniqueid === "") return find(store, pick)?.address === resource.address;
  return resource.attr.uniqueid === pick.uniqueid && familyOf(resource.address) === familyOf(pick.address as Address);
}
