/**
 * What follows from who is in a group: each light shows its groups, the group of all lights holds each light, who is gone leaves its
 * groups, who left a group leaves its scenes, and a group that a remote made goes with the remote.
 */
import { collectionOf, idOf } from "../../model/addresses.ts";
import { ALL_LIGHTS, membersOf } from "../../model/groups.ts";
import type { Address, Cause, Change } from "../../model/resource.ts";
import { lightsWithout, scenesOf, shownIn } from "../../model/scenes.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "../engine.ts";

type Store = EngineParts["store"];

const LIGHTS: Address = "/lights";
const GROUPS: Address = "/groups";
const ALL_AS_SHOWN = "0"; // clients know it by this id

export const groupMembers: Engine = ({ store, bus }) => {
  put(store, BY_GATEWAY); // a fact of the last run may have come without what follows from it
  return bus.on((change) => follow(store, change));
};

function follow(store: Store, { event, resource, section, values, before, cause }: Change): void {
  const collection = collectionOf(resource.address);
  if (collection === LIGHTS && event === "added") putOne(store, idOf(resource.address), cause);
  if (collection === LIGHTS && event === "deleted") put(store, cause);
  if (collection === "/sensors" && event === "deleted") dropGroupsOf(store, idOf(resource.address), cause);
  if (collection !== GROUPS || resource.address === ALL_LIGHTS) return;
  if (event === "changed" && (section !== "attr" || !("lights" in values))) return;
  const [now, then] = event === "changed" ? [membersOf(values), membersOf(before)] : [membersOf(resource.attr), []];
  for (const id of then) if (!now.includes(id)) leaveScenes(store, resource.address, id, cause);
  show(store, [...now, ...then], cause);
}

/** The lights that there are, and nobody else, are in the groups. */
function put(store: Store, cause: Cause): void {
  const ids = store.list(LIGHTS).map(({ address }) => idOf(address));
  for (const { address, attr } of store.list(GROUPS)) {
    const members = address === ALL_LIGHTS ? ids : membersOf(attr).filter((id) => ids.includes(id));
    for (const id of membersOf(attr)) if (!members.includes(id)) leaveScenes(store, address, id, cause);
    store.patch(address, "attr", { lights: members }, cause);
  }
  show(store, ids, cause);
}

/** A house may come with a thousand of them at once. */
function putOne(store: Store, id: string, cause: Cause): void {
  const members = membersOf(store.get(ALL_LIGHTS)?.attr ?? {});
  if (!members.includes(id)) store.patch(ALL_LIGHTS, "attr", { lights: [...members, id] }, cause);
  show(store, [id], cause);
}

/** Each light tells its groups. */
function show(store: Store, ids: readonly string[], cause: Cause): void {
  const groups = store.list(GROUPS).filter(({ address }) => address !== ALL_LIGHTS);
  for (const id of new Set(ids)) {
    const own = groups.filter(({ attr }) => membersOf(attr).includes(id)).map(({ address }) => idOf(address));
    store.patch(`/lights/${id}`, "config", { groups: [ALL_AS_SHOWN, ...own] }, cause);
  }
}

function leaveScenes(store: Store, group: Address, id: string, cause: Cause): void {
  for (const scene of store.list(scenesOf(group))) {
    const lights = lightsWithout(scene, id);
    if (!lights) continue;
    if (Object.keys(lights).length > 0) store.patch(scene.address, "attr", { lights }, cause);
    else store.remove(scene.address, cause);
    const left = store.get(group);
    if (left) store.patch(group, "attr", shownIn(left, store.list(scenesOf(group))), cause);
  }
}

/** A group may be that of several remotes. */
function dropGroupsOf(store: Store, sensor: string, cause: Cause): void {
  for (const { address, attr } of store.list(GROUPS)) {
    const makers = (attr.devicemembership ?? []) as readonly string[];
    if (!makers.includes(sensor)) continue;
    const left = makers.filter((id) => id !== sensor);
    if (left.length > 0) store.patch(address, "attr", { devicemembership: left }, cause);
    else store.remove(address, cause);
  }
}
