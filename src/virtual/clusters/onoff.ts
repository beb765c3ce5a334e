/** On/off: with effects, for a while, and the start of a light that gets power. */
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
/** The state after a start, by `startUpOnOff` and the state before. */
const AT_START: Readonly<Record<number, (wasOn: boolean) => boolean>> = {
  0: () => false,
  1: () => true,
  2: (wasOn) => !wasOn,
};

export const ON_OFF: Cluster = {
  name: CLUSTER,
  attributes: { onOff: 0 },
  commands: {
    off: (endpoint) => turn(endpoint, false),
    on: (endpoint) => turn(endpoint, true),
    toggle: (endpoint) => turn(endpoint, !isOn(endpoint)),
    offWithEffect: (endpoint) => {
      if (!endpoint.has(CLUSTER, "globalSceneCtrl")) return turn(endpoint, false);
      if (endpoint.get(CLUSTER, "globalSceneCtrl") === 1) storeScene(endpoint, GLOBAL_SCENE);
      endpoint.set(CLUSTER, { globalSceneCtrl: 0 });
      return turn(endpoint, false);
    },
    onWithRecallGlobalScene: (endpoint) => {
      if (!endpoint.has(CLUSTER, "globalSceneCtrl")) return STATUS.UNSUP_COMMAND;
      if (endpoint.get(CLUSTER, "globalSceneCtrl") === 1) return undefined;
      recallScene(endpoint, GLOBAL_SCENE);
      endpoint.set(CLUSTER, { globalSceneCtrl: 1 });
      return undefined;
    },
    onWithTimedOff: (endpoint, { ctrlbits = 0, ontime = 0, offwaittime = 0 }) => {
      if (!endpoint.has(CLUSTER, "onTime")) return STATUS.UNSUP_COMMAND;
      if ((ctrlbits & ONLY_WHEN_ON) !== 0 && !isOn(endpoint)) return undefined;
      if (!isOn(endpoint) && endpoint.get(CLUSTER, "offWaitTime") > 0) {
        waitOff(endpoint, Math.min(endpoint.get(CLUSTER, "offWaitTime"), offwaittime));
        return undefined;
      }
      const onTime = Math.max(endpoint.get(CLUSTER, "onTime"), ontime);
      turn(endpoint, true);
      endpoint.set(CLUSTER, { offWaitTime: offwaittime });
      stayOn(endpoint, onTime);
      return undefined;
    },
  },
  /** How long a light is still to be on, or not to be turned on, goes on counting when the house is opened again. */
  joined: (endpoint) => {
    if (endpoint.running.has("timed") || !endpoint.has(CLUSTER, "onTime")) return;
    if (isOn(endpoint)) stayOn(endpoint, endpoint.get(CLUSTER, "onTime"));
    else waitOff(endpoint, endpoint.get(CLUSTER, "offWaitTime"));
  },
  powered: (endpoint) => {
    endpoint.set(CLUSTER, { onTime: 0, offWaitTime: 0 });
    const start = AT_START[endpoint.get(CLUSTER, "startUpOnOff")];
    if (start && endpoint.has(CLUSTER, "startUpOnOff")) endpoint.set(CLUSTER, { onOff: start(isOn(endpoint)) ? 1 : 0 });
  },
};

export function isOn(endpoint: ClusterEndpoint): boolean {
  return endpoint.get(CLUSTER, "onOff") === 1;
}

/** On again, a light is as bright as it was, or as its `onLevel` says. */
export function turn(endpoint: ClusterEndpoint, on: boolean): undefined {
  for (const what of ["timed", "level", GOING_OFF]) halt(endpoint, what);
  const brightness = endpoint.memory.levelBefore;
  const onLevel = endpoint.has(LEVEL, "onLevel") ? endpoint.get(LEVEL, "onLevel") : NO_LEVEL;
  if (on && !isOn(endpoint)) {
    if (onLevel !== NO_LEVEL) endpoint.set(LEVEL, { currentLevel: onLevel });
    else if (brightness !== undefined) endpoint.set(LEVEL, { currentLevel: brightness });
  }
  delete endpoint.memory.levelBefore;
  endpoint.set(LEVEL, { remainingTime: 0 });
  endpoint.set(CLUSTER, on ? { onOff: 1, globalSceneCtrl: 1, offWaitTime: 0, onTime: 0 } : { onOff: 0, onTime: 0 });
  return undefined;
}

function stayOn(endpoint: ClusterEndpoint, length: number): void {
  endpoint.set(CLUSTER, { onTime: length });
  if (length === FOREVER || length === 0) return;
  glide(endpoint, "timed", {
    from: [length],
    to: [0],
    tenths: length,
    apply: ([left = 0]) => endpoint.set(CLUSTER, { onTime: Math.ceil(left) }),
    done: () => {
      const wait = endpoint.get(CLUSTER, "offWaitTime");
      turn(endpoint, false);
      waitOff(endpoint, wait);
    },
  });
}

/** So long it does not let itself be turned on by time again. */
function waitOff(endpoint: ClusterEndpoint, length: number): void {
  endpoint.set(CLUSTER, { offWaitTime: length });
  if (length === FOREVER || length === 0) return;
  glide(endpoint, "timed", {
    from: [length],
    to: [0],
    tenths: length,
    apply: ([left = 0]) => endpoint.set(CLUSTER, { offWaitTime: Math.ceil(left) }),
  });
}
