/** Level control: brightness that moves to, steps, runs and stops, and turns the light on and off on its way. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint, CommandHandler, CommandPayload } from "./cluster.ts";
import { glide, halt } from "./gliding.ts";
import { isOn } from "./onoff.ts";
import { GOING_OFF } from "./scene-values.ts";

const CLUSTER = "genLevelCtrl";
const ON_OFF = "genOnOff";
const FASTEST = 50; // units a second, where no rate is said
const USUAL_RATE = 0xff; // as the light itself wants
const USUAL_TIME = 0xffff;
const UP = 0;
const DOWN = 1;
const PREVIOUS = 255; // as startUpCurrentLevel
const EXECUTE_IF_OFF = 1;

export const LEVEL: Cluster = {
  name: CLUSTER,
  attributes: { currentLevel: 254, remainingTime: 0, options: 0 },
  commands: {
    ...both("moveToLevel", (endpoint, { level = 0, transtime }, withOnOff) => {
      moveTo(endpoint, level, tenthsOf(endpoint, transtime), withOnOff, level < least(endpoint));
    }),
    ...both("move", (endpoint, { movemode, rate = USUAL_RATE }, withOnOff) => {
      const speed = rate === USUAL_RATE ? endpoint.get(CLUSTER, "defaultMoveRate") || FASTEST : rate;
      if (speed === 0) return;
      const target = movemode === UP ? most(endpoint) : least(endpoint);
      const tenths = (Math.abs(target - startOf(endpoint, withOnOff)) * 10) / speed;
      moveTo(endpoint, target, tenths, withOnOff, movemode === DOWN);
    }),
    ...both("step", (endpoint, { stepmode, stepsize = 0, transtime }, withOnOff) => {
      const target = endpoint.get(CLUSTER, "currentLevel") + (stepmode === UP ? stepsize : -stepsize);
      moveTo(
        endpoint,
        target,
        tenthsOf(endpoint, transtime),
        withOnOff,
        stepmode === DOWN && target <= least(endpoint),
      );
    }),
    ...both("stop", (endpoint) => {
      halt(endpoint, "level");
      endpoint.set(CLUSTER, { remainingTime: 0 });
    }),
    moveToClosestFrequency: () => STATUS.UNSUP_COMMAND,
  },
  powered: (endpoint) => {
    endpoint.set(CLUSTER, { remainingTime: 0 });
    const level = endpoint.get(CLUSTER, "startUpCurrentLevel");
    if (!endpoint.has(CLUSTER, "startUpCurrentLevel") || level === PREVIOUS) return;
    endpoint.set(CLUSTER, { currentLevel: Math.max(level, least(endpoint)) });
  },
};

/** A light that is off takes no notice of plain commands, unless its options or the command say so. */
export function isDeaf(
  endpoint: ClusterEndpoint,
  cluster: string,
  { optionsMask = 0, optionsOverride = 0 }: CommandPayload,
): boolean {
  const options = (endpoint.get(cluster, "options") & ~optionsMask) | (optionsOverride & optionsMask);
  return endpoint.has(ON_OFF) && !isOn(endpoint) && (options & EXECUTE_IF_OFF) === 0;
}

/** `off`: with on/off it is off when it has got there. */
export function moveTo(
  endpoint: ClusterEndpoint,
  wanted: number,
  tenths: number,
  withOnOff: boolean,
  off: boolean,
): void {
  const from = endpoint.get(CLUSTER, "currentLevel");
  const target = Math.min(Math.max(wanted, least(endpoint)), most(endpoint));
  const wasOn = isOn(endpoint);
  const goesOff = withOnOff && off;
  if (goesOff && !wasOn) return;
  const start = startOf(endpoint, withOnOff);
  if (goesOff) endpoint.memory.levelBefore = from;
  else delete endpoint.memory.levelBefore;
  if (withOnOff && !wasOn) endpoint.set(CLUSTER, { currentLevel: start });
  if (withOnOff && !goesOff) {
    halt(endpoint, GOING_OFF);
    endpoint.set(ON_OFF, { onOff: 1 });
  }
  glide(endpoint, "level", {
    from: [start],
    to: [target],
    tenths,
    apply: ([level = target], remainingTime) =>
      endpoint.set(CLUSTER, { currentLevel: Math.round(level), remainingTime }),
    done: () => {
      if (goesOff) endpoint.set(ON_OFF, { onOff: 0 });
    },
  });
}

/** Going on, it begins in the dark. */
function startOf(endpoint: ClusterEndpoint, withOnOff: boolean): number {
  return withOnOff && !isOn(endpoint) ? least(endpoint) : endpoint.get(CLUSTER, "currentLevel");
}

/** Each command comes in two kinds: plain, and with on/off. */
function both(
  name: string,
  run: (endpoint: ClusterEndpoint, payload: CommandPayload, withOnOff: boolean) => void,
): Readonly<Record<string, CommandHandler>> {
  return {
    [name]: (endpoint, payload) => {
      if (!isDeaf(endpoint, CLUSTER, payload)) run(endpoint, payload, false);
      return undefined;
    },
    [`${name}WithOnOff`]: (endpoint, payload) => {
      run(endpoint, payload, true);
      return undefined;
    },
  };
}

function tenthsOf(endpoint: ClusterEndpoint, transtime = USUAL_TIME): number {
  return transtime === USUAL_TIME ? endpoint.get(CLUSTER, "onOffTransitionTime") : transtime;
}

function least(endpoint: ClusterEndpoint): number {
  return endpoint.get(CLUSTER, "minLevel") || 1;
}

function most(endpoint: ClusterEndpoint): number {
  return endpoint.get(CLUSTER, "maxLevel") || 254;
}
