/** What a remote tells a group of lights without us: the lights are asked how they are then, and a scene that it recalls is told to whom it concerns. */
import type { Ieee, RawMessage } from "../model/radio.ts";
import { type Address, isObject, type Stop } from "../model/resource.ts";
import type { Inside } from "./parts.ts";
import type { Refresh } from "./refresh.ts";

const UNTIL_DONE = 1_500; // milliseconds
const MOVING: readonly unknown[] = [
  "genOnOff",
  "genLevelCtrl",
  "lightingColorCtrl",
  "closuresWindowCovering",
  "genScenes",
];

/** A remote has recalled a scene of a group. */
export interface Recall {
  readonly remote: Ieee;
  readonly group: number;
  readonly scene: number;
}

export interface Overheard {
  hear(remote: Ieee, raw: RawMessage): void;
  onRecall(listener: (recall: Recall) => void): Stop;
}

export function openOverheard({ store, registry }: Inside, refresh: Refresh): Overheard {
  const listeners = new Set<(recall: Recall) => void>();
  return {
    hear: (remote, { type, cluster, group, data }) => {
      if (group === 0 || !type.startsWith("command") || !MOVING.includes(cluster)) return;
      const { lights } = store.get(`/groups/${group}`)?.attr ?? {};
      for (const id of Array.isArray(lights) ? lights : []) {
        const address: Address = `/lights/${id}`;
        const behind = registry.behind(address);
        if (behind && !behind.device.facts.sleepy) refresh.soon(behind.device, behind.part, UNTIL_DONE);
      }
      const scene = isObject(data) ? data.sceneid : undefined;
      if (cluster !== "genScenes" || type !== "commandRecall" || typeof scene !== "number") return;
      for (const listener of listeners) listener({ remote, group, scene });
    },
    onRecall: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
