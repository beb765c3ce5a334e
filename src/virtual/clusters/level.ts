/** Level control: brightness that moves to, steps, runs and stops, and turns the light on and off on its way. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterCommand, ClusterEndpoint, CommandPayload } from "./cluster.ts";
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
    ...both("moveToLevel", (spot, { level = 0, transtime }, withOnOff) => {
      moveTo(spot, level, tenthsOf(spot, transtime), withOnOff, level < least(spot));
    }),
    ...both("move", (spot, { movemode, rate = USUAL_RATE }, withOnOff) => {
      const speed = rate === USUAL_RATE ? spot.get(CLUSTER, "defaultMoveRate") || FASTEST : rate;
      if (speed === 0) return;
      const target = movemode === UP ? most(spot) : least(spot);
      const tenths = (Math.abs(target - startOf(spot, withOnOff)) * 10) / speed;
      moveTo(spot, target, tenths, withOnOff, movemode === DOWN);
    }),
    ...both("step", (spot, { stepmode, stepsize = 0, transtime }, withOnOff) => {
      const target = spot.get(CLUSTER, "currentLevel") + (stepmode === UP ? stepsize : -stepsize);
      moveTo(spot, target, tenthsOf(spot, transtime), withOnOff, stepmode === DOWN && target <= least(spot));
    }),
    ...both("stop", (spot) => {
      halt(spot, "level");
      spot.set(CLUSTER, { remainingTime: 0 });
    }),
    moveToClosestFrequency: () => STATUS.UNSUP_COMMAND,
  },
  powered: (spot) => {
    spot.set(CLUSTER, { remainingTime: 0 });
    const level = spot.get(CLUSTER, "startUpCurrentLevel");
    if (!spot.has(CLUSTER, "startUpCurrentLevel") || level === PREVIOUS) return;
    spot.set(CLUSTER, { currentLevel: Math.max(level, least(spot)) });
  },
};

/** A light that is off takes no notice of plain commands, unless its options or the command say so. */
export function isDeaf(
  spot: ClusterEndpoint,
  cluster: string,
  { optionsMask = 0, optionsOverride = 0 }: CommandPayload,
): boolean {
  const options = (spot.get(cluster, "options") & ~optionsMask) | (optionsOverride & optionsMask);
  return spot.has(ON_OFF) && !isOn(spot) && (options & EXECUTE_IF_OFF) === 0;
}

/** `off`: with on/off it is off when it has got there. */
export function moveTo(spot: ClusterEndpoint, wanted: number, tenths: number, withOnOff: boolean, off: boolean): void {
  const from = spot.get(CLUSTER, "currentLevel");
  const target = Math.min(Math.max(wanted, least(spot)), most(spot));
  const wasOn = isOn(spot);
  const goesOff = withOnOff && off;
  if (goesOff && !wasOn) return;
  const start = startOf(spot, withOnOff);
  if (goesOff) spot.memory.levelBefore = from;
  else delete spot.memory.levelBefore;
  if (withOnOff && !wasOn) spot.set(CLUSTER, { currentLevel: start });
  if (withOnOff && !goesOff) {
    halt(spot, GOING_OFF);
    spot.set(ON_OFF, { onOff: 1 });
  }
  glide(spot, "level", {
    from: [start],
    to: [target],
    tenths,
    apply: ([level = target], remainingTime) => spot.set(CLUSTER, { currentLevel: Math.round(level), remainingTime }),
    done: () => {
      if (goesOff) spot.set(ON_OFF, { onOff: 0 });
    },
  });
}

/** Going on, it begins in the dark. */
function startOf(spot: ClusterEndpoint, withOnOff: boolean): number {
  return withOnOff && !isOn(spot) ? least(spot) : spot.get(CLUSTER, "currentLevel");
}

/** Each command comes in two kinds: plain, and with on/off. */
function both(
  name: string,
  run: (spot: ClusterEndpoint, payload: CommandPayload, withOnOff: boolean) => void,
): Readonly<Record<string, ClusterCommand>> {
  return {
    [name]: (spot, payload) => {
      if (!isDeaf(spot, CLUSTER, payload)) run(spot, payload, false);
      return undefined;
    },
    [`${name}WithOnOff`]: (spot, payload) => {
      run(spot, payload, true);
      return undefined;
    },
  };
}

function tenthsOf(spot: ClusterEndpoint, transtime = USUAL_TIME): number {
  return transtime === USUAL_TIME ? spot.get(CLUSTER, "onOffTransitionTime") : transtime;
}

function least(spot: ClusterEndpoint): number {
  return spot.get(CLUSTER, "minLevel") || 1;
}

function most(spot: ClusterEndpoint): number {
  return spot.get(CLUSTER, "maxLevel") || 254;
}
