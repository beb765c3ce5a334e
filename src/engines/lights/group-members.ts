/**
 * What follows from who is in a group: each light shows its groups, the group of all lights holds each light, and a light that left a
 * group leaves its scenes. What is deleted is mentioned nowhere any more: the definitions say what refers to what.
 */
import { collectionOf, idOf } from "../../model/addresses.ts";
import { ALL_LIGHTS, membersOf } from "../../model/groups.ts";
import { dropReferences } from "../../model/references.ts";
import type { Address, Cause, Change, Resource } from "../../model/resource.ts";
import { groupOf, leaveScenes, scenesOf, showScenes } from "../../model/scenes.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "../engine.ts";

type Store = EngineParts["store"];

const LIGHTS: Address = "/lights";
const GROUPS: Address = "/groups";
const ALL_AS_SHOWN = "0"; // clients know it by this id

export const groupMembers: Engine = ({ store, bus }) => {
  const missing = (collection: Address, id: string) => store.get(`${collection}/${id}`) === undefined;
  drop(store, store.referrers(), missing, BY_GATEWAY); // a fact of the last run may have come without what follows from it
  const ids = store.list(LIGHTS).map(({ address }) => idOf(address));
  store.patch(ALL_LIGHTS, "attr", { lights: ids }, BY_GATEWAY);
  show(store, ids, BY_GATEWAY);
  return bus.on((change) => follow(store, change));
};

function follow(store: Store, { event, resource, section, values, before, cause }: Change): void {
  const collection = collectionOf(resource.address);
  const id = idOf(resource.address);
  if (event === "deleted")
    drop(store, store.referrers(collection), (to, each) => to === collection && each === id, cause);
  if (collection === LIGHTS && event === "added") putOne(store, id, cause);
  if (collection !== GROUPS || resource.address === ALL_LIGHTS) return;
  if (event === "changed" && (section !== "attr" || !("lights" in values))) return;
  const [now, then] = event === "changed" ? [membersOf(values), membersOf(before)] : [membersOf(resource.attr), []];
  const scenes = () => store.list(scenesOf(resource.address));
  for (const left of then) if (!now.includes(left)) leaveScenes(store.writer(cause), scenes(), left);
  show(store, [...now, ...then], cause);
}

/** What is gone is mentioned no longer: a group loses its member, a scene its light, and a group of a remote goes with the remote. */
function drop(
  store: Store,
  referrers: readonly Resource[],
  isGone: (collection: Address, id: string) => boolean,
  cause: Cause,
): void {
  const writer = store.writer(cause);
  for (const resource of referrers) {
    const isScene = collectionOf(resource.address).endsWith("/scenes");
    if (dropReferences(writer, resource, isGone) && isScene) showScenes(writer, groupOf(resource.address));
  }
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
