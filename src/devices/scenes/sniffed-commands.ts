/** Commands of remotes to groups, which we only overhear: the lights are asked then how they are, and recalled or stored scenes are told on. */
import { idOf } from "../../model/addresses.ts";
import { lightsIn, scenesOf } from "../../model/lights/scenes.ts";
import type { Ieee, RawMessage } from "../../model/radio/device-facts.ts";
import { type Address, isObject, type Stop } from "../../model/resource.ts";
import type { Refresh } from "../desired/refresh.ts";
import type { DevicesContext } from "../devices-context.ts";

const UNTIL_DONE = 1_500; // milliseconds
const UNTIL_ASKED = 1_000; // behind the end of a transition
const TENTH = 100;
const MOVING: readonly unknown[] = [
  "genOnOff",
  "genLevelCtrl",
  "lightingColorCtrl",
  "closuresWindowCovering",
  "genScenes",
];
const OF_SCENES: Readonly<Record<string, SniffedScene["does"]>> = { commandRecall: "recall", commandStore: "store" };
const NO_NUMBER = 255; // herdsman takes this one for none

/** A remote has recalled a scene of a group, or stored it: each light of the group as it was. */
export interface SniffedScene {
  readonly remote: Ieee;
  readonly does: "recall" | "store";
  readonly group: number;
  readonly scene: number;
}

export class SniffedCommands {
  readonly #context: Pick<DevicesContext, "store" | "registry">;
  readonly #refresh: Refresh;
  readonly #told: (light: Address, milliseconds: number) => void;
  readonly #listeners = new Set<(scene: SniffedScene) => void>();

  /** `told` hears of each light that may have been told something, and how long that takes at most. */
  constructor(
    context: Pick<DevicesContext, "store" | "registry">,
    refresh: Refresh,
    told: (light: Address, milliseconds: number) => void,
  ) {
    this.#context = context;
    this.#refresh = refresh;
    this.#told = told;
  }

  hear(remote: Ieee, raw: RawMessage): void {
    const { type, cluster, group } = raw;
    if (group === 0 || !type.startsWith("command") || !MOVING.includes(cluster)) return;
    const scene = sceneIn(remote, raw);
    if (scene?.does !== "store") this.#follow(group, scene);
    if (scene) for (const listener of this.#listeners) listener(scene);
  }

  onScene(listener: (scene: SniffedScene) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #follow(group: number, scene: SniffedScene | undefined): void {
    const { store, registry } = this.#context;
    const { lights } = store.get(`/groups/${group}`)?.attr ?? {};
    for (const id of Array.isArray(lights) ? lights : []) {
      const address: Address = `/lights/${id}`;
      const owner = registry.resourceAt(address);
      const milliseconds = this.#untilDone(address, scene);
      this.#told(address, milliseconds);
      if (owner && !owner.device.facts.sleepy) this.#refresh.soon(owner.device, owner.resource, milliseconds);
    }
  }

  #untilDone(light: Address, recalled: SniffedScene | undefined): number {
    const scene = recalled && this.#context.store.get(`${scenesOf(`/groups/${recalled.group}`)}/${recalled.scene}`);
    const { transitiontime = 0 } = (scene && lightsIn(scene)[idOf(light)]) ?? {};
    return Math.max(UNTIL_DONE, Number(transitiontime) * TENTH + UNTIL_ASKED);
  }
}

/** The scene is one of the group that it names. */
function sceneIn(remote: Ieee, { type, cluster, group, data }: RawMessage): SniffedScene | undefined {
  const does = Object.hasOwn(OF_SCENES, type) ? OF_SCENES[type] : undefined;
  if (cluster !== "genScenes" || !does || !isObject(data)) return undefined;
  const { groupid = group, sceneid } = data;
  const scene = sceneid === null ? NO_NUMBER : sceneid;
  return typeof scene === "number" && typeof groupid === "number" ? { remote, does, group: groupid, scene } : undefined;
}
