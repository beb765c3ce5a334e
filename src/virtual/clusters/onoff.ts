/** On/off: with effects, for a while, and what a light does when it gets power. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { glide, halt } from "./gliding.ts";
import { GOING_OFF, recallScene, storeScene } from "./scene-values.ts";

const CLUSTER = "genOnOff";
const LEVEL = "genLevelCtrl";
const NO_LEVEL = 255; // as onLevel: the one before
const FOREVER = 0xffff;
const ONLY_WHEN_ON = 1;
const GLOBAL_SCENE = { group: 0, id: 0 };
/** What `startUpOnOff` makes of what was before. */
const AT_START: Readonly<Record<number, (wasOn: boolean) => boolean>> = {
  0: () => false,
  1: () => true,
  2: (wasOn) => !wasOn,
};

export const ON_OFF: Cluster = {
  name: CLUSTER,
  attributes: { onOff: 0 },
  commands: {
    off: (spot) => turn(spot, false),
    on: (spot) => turn(spot, true),
    toggle: (spot) => turn(spot, !isOn(spot)),
    offWithEffect: (spot) => {
      if (!spot.has(CLUSTER, "globalSceneCtrl")) return turn(spot, false);
      if (spot.get(CLUSTER, "globalSceneCtrl") === 1) storeScene(spot, GLOBAL_SCENE);
      spot.set(CLUSTER, { globalSceneCtrl: 0 });
      return turn(spot, false);
    },
    onWithRecallGlobalScene: (spot) => {
      if (!spot.has(CLUSTER, "globalSceneCtrl")) return STATUS.UNSUP_COMMAND;
      if (spot.get(CLUSTER, "globalSceneCtrl") === 1) return undefined;
      recallScene(spot, GLOBAL_SCENE);
      spot.set(CLUSTER, { globalSceneCtrl: 1 });
      return undefined;
    },
    onWithTimedOff: (spot, { ctrlbits = 0, ontime = 0, offwaittime = 0 }) => {
      if (!spot.has(CLUSTER, "onTime")) return STATUS.UNSUP_COMMAND;
      if ((ctrlbits & ONLY_WHEN_ON) !== 0 && !isOn(spot)) return undefined;
      if (!isOn(spot) && spot.get(CLUSTER, "offWaitTime") > 0) {
        waitOff(spot, Math.min(spot.get(CLUSTER, "offWaitTime"), offwaittime));
        return undefined;
      }
      const onTime = Math.max(spot.get(CLUSTER, "onTime"), ontime);
      turn(spot, true);
      spot.set(CLUSTER, { offWaitTime: offwaittime });
      stayOn(spot, onTime);
      return undefined;
    },
  },
  powered: (spot) => {
    spot.set(CLUSTER, { onTime: 0, offWaitTime: 0 });
    const start = AT_START[spot.get(CLUSTER, "startUpOnOff")];
    if (start && spot.has(CLUSTER, "startUpOnOff")) spot.set(CLUSTER, { onOff: start(isOn(spot)) ? 1 : 0 });
  },
};

export function isOn(spot: ClusterEndpoint): boolean {
  return spot.get(CLUSTER, "onOff") === 1;
}

/** On again, a light is as bright as it was, or as its `onLevel` says. */
export function turn(spot: ClusterEndpoint, on: boolean): undefined {
  for (const what of ["timed", "level", GOING_OFF]) halt(spot, what);
  const brightness = spot.memory.levelBefore;
  const onLevel = spot.has(LEVEL, "onLevel") ? spot.get(LEVEL, "onLevel") : NO_LEVEL;
  if (on && !isOn(spot)) {
    if (onLevel !== NO_LEVEL) spot.set(LEVEL, { currentLevel: onLevel });
    else if (brightness !== undefined) spot.set(LEVEL, { currentLevel: brightness });
  }
  delete spot.memory.levelBefore;
  spot.set(LEVEL, { remainingTime: 0 });
  spot.set(CLUSTER, on ? { onOff: 1, globalSceneCtrl: 1, offWaitTime: 0, onTime: 0 } : { onOff: 0, onTime: 0 });
  return undefined;
}

function stayOn(spot: ClusterEndpoint, length: number): void {
  spot.set(CLUSTER, { onTime: length });
  if (length === FOREVER || length === 0) return;
  glide(spot, "timed", {
    from: [length],
    to: [0],
    tenths: length,
    apply: ([left = 0]) => spot.set(CLUSTER, { onTime: Math.ceil(left) }),
    done: () => {
      const wait = spot.get(CLUSTER, "offWaitTime");
      turn(spot, false);
      waitOff(spot, wait);
    },
  });
}

/** So long it does not let itself be turned on by time again. */
function waitOff(spot: ClusterEndpoint, length: number): void {
  spot.set(CLUSTER, { offWaitTime: length });
  if (length === FOREVER || length === 0) return;
  glide(spot, "timed", {
    from: [length],
    to: [0],
    tenths: length,
    apply: ([left = 0]) => spot.set(CLUSTER, { offWaitTime: Math.ceil(left) }),
  });
}
