/**
 * What remotes do with scenes without us: one that is recalled is called all the same, and known from then on; one that is stored holds its
 * lights as they are now, as it does in their own tables.
 */
import { lightsOf } from "../../model/groups.ts";
import type { Address, Cause, Resource, Values } from "../../model/resource.ts";
import { capturedOf, scenesOf, showScenes, USUAL_TRANSITION } from "../../model/scenes.ts";
import { utcMilliseconds } from "../../model/times.ts";
import type { EngineParts } from "../engine.ts";

const BY_RADIO: Cause = { by: "radio", depth: 0 };

export interface RemoteScene {
  readonly does: "recall" | "store";
  readonly group: number;
  readonly scene: number;
}

/** Answers what is to hear of each. */
export function remoteScenes({ store, clock }: EngineParts): (word: RemoteScene) => void {
  const writer = store.writer(BY_RADIO);
  return ({ does, group, scene }) => {
    const at: Address = `/groups/${group}`;
    const owner = store.get(at);
    if (!owner) return; // of a group that is none of ours
    const address: Address = `${scenesOf(at)}/${scene}`;
    const known = store.get(address);
    if (!known) store.put(unknown(address, scene), BY_RADIO);
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

/** What its lights do in it, only they know. */
function unknown(address: Address, scene: number): Resource {
  const attr = { name: `Scene ${scene}`, transitiontime: USUAL_TRANSITION, lights: {} };
  return { address, type: "Scene", attr, config: {}, state: {}, action: {} };
}
