/**
 * The effects of changes of lights, groups and scenes: each light shows its groups, the group of all lights holds each light, and a light
 * that left a group leaves its scenes. No resource mentions a deleted one any more: the definitions say which members refer to it. Scenes
 * that remotes recall or store by a frame to the group are recalled, and stored, here, too.
 */
import { collectionOf, idOf } from "../model/addresses.ts";
import { ALL_LIGHTS, lightsOf, membersOf } from "../model/lights/groups.ts";
import { capturedOf, groupOf, leaveScenes, scenesOf, showScenes, USUAL_TRANSITION } from "../model/lights/scenes.ts";
import { dropReferences } from "../model/references.ts";
import type { Address, Cause, Change, Resource, Values } from "../model/resource.ts";
import { utcMilliseconds } from "../model/time/times.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "./engine.ts";

type Store = EngineParts["store"];

const LIGHTS: Address = "/lights";
const GROUPS: Address = "/groups";
const ALL_AS_SHOWN = "0"; // clients know it by this id
const BY_RADIO: Cause = { by: "radio", depth: 0 };

export const groupMembers: Engine = ({ store, bus }) => {
  const missing = (collection: Address, id: string) => store.get(`${collection}/${id}`) === undefined;
  // A fact of the last run may have come without its consequences.
  drop(store, store.referrers(), missing, BY_GATEWAY);
  const scenes = store.referrers().filter(({ address }) => isScene(address));
  for (const { address } of scenes) if (!store.get(groupOf(address))) store.remove(address, BY_GATEWAY);
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
  if (collection === GROUPS && event === "deleted")
    for (const { address } of store.list(scenesOf(resource.address))) store.remove(address, cause);
  if (collection === LIGHTS && event === "added") putOne(store, id, cause);
  if (collection !== GROUPS || resource.address === ALL_LIGHTS) return;
  if (event === "changed" && (section !== "attr" || !("lights" in values))) return;
  const [now, then] = event === "changed" ? [membersOf(values), membersOf(before)] : [membersOf(resource.attr), []];
  const scenes = () => store.list(scenesOf(resource.address));
  for (const left of then) if (!now.includes(left)) leaveScenes(store.writer(cause), scenes(), left);
  show(store, [...now, ...then], cause);
}

/** A deleted resource is mentioned no longer: a group loses its member, a scene its light, and a group of a remote goes with the remote. */
function drop(
  store: Store,
  referrers: readonly Resource[],
  isGone: (collection: Address, id: string) => boolean,
  cause: Cause,
): void {
  const writer = store.writer(cause);
  for (const resource of referrers) {
    if (dropReferences(writer, resource, isGone) && isScene(resource.address))
      showScenes(writer, groupOf(resource.address));
  }
}

function isScene(address: Address): boolean {
  return collectionOf(address).endsWith("/scenes");
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

interface RemoteScene {
  readonly does: "recall" | "store";
  readonly group: number;
  readonly scene: number;
}

/** A scene that a remote recalls is called, and known from then on; one that it stores holds its lights as they are now. */
export function remoteScenes({ store, clock }: EngineParts): (scene: RemoteScene) => void {
  const writer = store.writer(BY_RADIO);
  return ({ does, group, scene }) => {
    const at: Address = `/groups/${group}`;
    const owner = store.get(at);
    if (!owner) return; // of a group that is none of ours
    const address: Address = `${scenesOf(at)}/${scene}`;
    const known = store.get(address);
    if (!known) store.put(unknownScene(address, scene), BY_RADIO);
    if (does === "store") store.patch(address, "attr", { lights: presentIn(owner, known) }, BY_RADIO);
    if (!known || does === "store") showScenes(writer, at);
    if (does === "store") return;
    store.patch(at, "action", { scene: String(scene), on: true }, BY_RADIO);
    store.patch(address, "state", { called: utcMilliseconds(clock.now()) }, BY_RADIO);
  };

  function presentIn(group: Resource, scene: Resource | undefined): Values {
    return capturedOf(lightsOf(store, group), Number(scene?.attr.transitiontime ?? USUAL_TRANSITION));
  }
}

/** The values of its lights are unknown until they are read. */
function unknownScene(address: Address, scene: number): Resource {
  const attr = { name: `Scene ${scene}`, transitiontime: USUAL_TRANSITION, lights: {} };
  return { address, type: "Scene", attr, config: {}, state: {}, action: {} };
}
