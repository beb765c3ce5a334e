/** What a remote tells a group of lights without us: the lights are asked how they are then, and of scenes those hear whom it concerns. */
import { idOf } from "../../model/addresses.ts";
import type { Ieee, RawMessage } from "../../model/radio.ts";
import { type Address, isObject, type Stop } from "../../model/resource.ts";
import { lightsIn, scenesOf } from "../../model/scenes.ts";
import type { Refresh } from "../desired/refresh.ts";
import type { DevicesContext } from "../parts.ts";

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

export interface SniffedCommands {
  hear(remote: Ieee, raw: RawMessage): void;
  onScene(listener: (word: SniffedScene) => void): Stop;
}

/** `told` hears of each light that may have been told something, and how long that takes at most. */
export function openSniffedCommands(
  { store, registry }: DevicesContext,
  refresh: Refresh,
  told: (light: Address, milliseconds: number) => void,
): SniffedCommands {
  const listeners = new Set<(word: SniffedScene) => void>();
  return {
    hear: (remote, raw) => {
      const { type, cluster, group } = raw;
      if (group === 0 || !type.startsWith("command") || !MOVING.includes(cluster)) return;
      const word = sceneWord(remote, raw);
      if (word?.does !== "store") follow(group, word);
      if (word) for (const listener of listeners) listener(word);
    },
    onScene: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function follow(group: number, word: SniffedScene | undefined): void {
    const { lights } = store.get(`/groups/${group}`)?.attr ?? {};
    for (const id of Array.isArray(lights) ? lights : []) {
      const address: Address = `/lights/${id}`;
      const behind = registry.resourceAt(address);
      const milliseconds = untilDone(address, word);
      told(address, milliseconds);
      if (behind && !behind.device.facts.sleepy) refresh.soon(behind.device, behind.resource, milliseconds);
    }
  }

  function untilDone(light: Address, word: SniffedScene | undefined): number {
    const scene = word && store.get(`${scenesOf(`/groups/${word.group}`)}/${word.scene}`);
    const { transitiontime = 0 } = (scene && lightsIn(scene)[idOf(light)]) ?? {};
    return Math.max(UNTIL_DONE, Number(transitiontime) * TENTH + UNTIL_ASKED);
  }
}

/** The scene is one of the group that it names. */
function sceneWord(remote: Ieee, { type, cluster, group, data }: RawMessage): SniffedScene | undefined {
  const does = Object.hasOwn(OF_SCENES, type) ? OF_SCENES[type] : undefined;
  if (cluster !== "genScenes" || !does || !isObject(data)) return undefined;
  const { groupid = group, sceneid } = data;
  const scene = sceneid === null ? NO_NUMBER : sceneid;
  return typeof scene === "number" && typeof groupid === "number" ? { remote, does, group: groupid, scene } : undefined;
}
