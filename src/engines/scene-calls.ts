/** Scenes that remotes recall without us: they are called all the same, and one that nobody knew is known from then on. */
import type { Address, Cause, Resource } from "../model/resource.ts";
import { scenesOf, shownIn } from "../model/scenes.ts";
import { utcMilliseconds } from "../model/times.ts";
import type { EngineParts } from "./engine.ts";

const BY_RADIO: Cause = { by: "radio", depth: 0 };
const USUAL_TRANSITION = 10; // tenths of a second

export interface Overheard {
  readonly group: number;
  readonly scene: number;
}

/** Answers what is to hear of each recall. */
export function sceneCalls({ store, clock }: EngineParts): (recall: Overheard) => void {
  return ({ group, scene }) => {
    const at: Address = `/groups/${group}`;
    if (!store.get(at)) return; // of a group that is none of ours
    const address: Address = `${scenesOf(at)}/${scene}`;
    if (!store.get(address)) {
      store.put(unknown(address, scene), BY_RADIO);
      const owner = store.get(at);
      if (owner) store.patch(at, "attr", shownIn(owner, store.list(scenesOf(at))), BY_RADIO);
    }
    store.patch(at, "action", { scene: String(scene), on: true }, BY_RADIO);
    store.patch(address, "state", { called: utcMilliseconds(clock.now()) }, BY_RADIO);
  };
}

/** What its lights do in it, only they know. */
function unknown(address: Address, scene: number): Resource {
  const attr = { name: `Scene ${scene}`, transitiontime: USUAL_TRANSITION, lights: {} };
  return { address, type: "Scene", attr, config: {}, state: {}, action: {} };
}
