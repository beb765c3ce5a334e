/** Color control: by hue and saturation, by xy, by color temperature; moved to, stepped, run, looped and stopped. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterCommand, ClusterEndpoint, CommandPayload } from "./cluster.ts";
import { type Channel, COLOR, canDo, MODE, show, shownOf } from "./color-channels.ts";
import { endLoop, loop, moveTo } from "./color-moves.ts";
import { HUES, MOST_SATURATION } from "./colors.ts";
import { halt } from "./gliding.ts";
import { isDeaf } from "./level.ts";

const STOP = 0;
const UP = 1;
const DOWN = 3;
const SHORTEST_WAY = 0;
const LONGEST_WAY = 1;
const UPWARDS = 2;
const ENHANCED = 256; // steps of the enhanced hue in one of the plain hue
const FOREVER = 36_000; // tenths of a second: hues go round and round
const MOST_XY = 0xfeff;
const PREVIOUS = 0xffff; // as startUpColorTemperature
const UPDATE = { action: 1, direction: 2, time: 4, startHue: 8 } as const;
const LOOP = { off: 0, fromStart: 1, fromHere: 2 } as const;

export const COLORS: Cluster = {
  name: COLOR,
  attributes: {
    remainingTime: 0,
    colorMode: MODE.xy,
    options: 0,
    numPrimaries: 0,
    enhancedColorMode: MODE.xy,
    colorCapabilities: 0,
  },
  commands: {
    moveToHue: needs("hue", (spot, { hue = 0, direction = 0, transtime }) =>
      moveHueTo(spot, hue * ENHANCED, direction, transtime),
    ),
    moveHue: needs("hue", (spot, { movemode, rate = 0 }) => runHue(spot, movemode, rate * ENHANCED)),
    stepHue: needs("hue", (spot, { stepmode, stepsize = 0, transtime }) =>
      stepHue(spot, stepmode, stepsize * ENHANCED, transtime),
    ),
    moveToSaturation: needs("hue", (spot, { saturation = 0, transtime }) =>
      moveTo(spot, ["saturation"], [saturation], transtime),
    ),
    moveSaturation: needs("hue", (spot, { movemode, rate = 0 }) =>
      runTo(spot, "saturation", movemode, rate, [0, MOST_SATURATION]),
    ),
    stepSaturation: needs("hue", (spot, { stepmode, stepsize = 0, transtime }) => {
      const wanted = shownOf(spot, "saturation") + (stepmode === DOWN ? -stepsize : stepsize);
      moveTo(spot, ["saturation"], [clamp(wanted, 0, MOST_SATURATION)], transtime);
    }),
    moveToHueAndSaturation: needs("hue", (spot, { hue = 0, saturation = 0, transtime }) =>
      moveHueTo(spot, hue * ENHANCED, SHORTEST_WAY, transtime, saturation),
    ),
    moveToColor: needs("xy", (spot, { colorx = 0, colory = 0, transtime }) =>
      moveTo(spot, ["x", "y"], [colorx, colory], transtime),
    ),
    moveColor: needs("xy", (spot, { ratex = 0, ratey = 0 }) => {
      const target = (channel: Channel, rate: number) => clamp(shownOf(spot, channel) + rate * 60, 0, MOST_XY);
      moveTo(spot, ["x", "y"], [target("x", ratex), target("y", ratey)], ratex === 0 && ratey === 0 ? 0 : 600);
    }),
    stepColor: needs("xy", (spot, { stepx = 0, stepy = 0, transtime }) => {
      const target = (channel: Channel, step: number) => clamp(shownOf(spot, channel) + step, 0, MOST_XY);
      moveTo(spot, ["x", "y"], [target("x", stepx), target("y", stepy)], transtime);
    }),
    moveToColorTemp: needs("temperature", (spot, { colortemp = 0, transtime }) =>
      moveTo(spot, ["temperature"], [clamp(colortemp, ...range(spot))], transtime),
    ),
    moveColorTemp: needs("temperature", (spot, { movemode, rate = 0, minimum = 0, maximum = 0 }) =>
      runTo(spot, "temperature", movemode, rate, within(spot, minimum, maximum)),
    ),
    stepColorTemp: needs("temperature", (spot, { stepmode, stepsize = 0, transtime, minimum = 0, maximum = 0 }) => {
      const wanted = shownOf(spot, "temperature") + (stepmode === DOWN ? -stepsize : stepsize);
      moveTo(spot, ["temperature"], [clamp(wanted, ...within(spot, minimum, maximum))], transtime);
    }),
    enhancedMoveToHue: needs("enhancedHue", (spot, { enhancehue = 0, direction = 0, transtime }) =>
      moveHueTo(spot, enhancehue, direction, transtime),
    ),
    enhancedMoveHue: needs("enhancedHue", (spot, { movemode, rate = 0 }) => runHue(spot, movemode, rate)),
    enhancedStepHue: needs("enhancedHue", (spot, { stepmode, stepsize = 0, transtime }) =>
      stepHue(spot, stepmode, stepsize, transtime),
    ),
    enhancedMoveToHueAndSaturation: needs("enhancedHue", (spot, { enhancehue = 0, saturation = 0, transtime }) =>
      moveHueTo(spot, enhancehue, SHORTEST_WAY, transtime, saturation),
    ),
    colorLoopSet: needs("loop", setLoop),
    stopMoveStep: (spot) => {
      // A color loop goes on.
      if (spot.get(COLOR, "colorLoopActive") !== 1) stop(spot);
      return undefined;
    },
  },
  powered: (spot) => {
    spot.set(COLOR, { remainingTime: 0, colorLoopActive: 0 });
    const temperature = spot.get(COLOR, "startUpColorTemperature");
    if (!spot.has(COLOR, "startUpColorTemperature") || temperature === PREVIOUS) return;
    show(spot, ["temperature"], [clamp(temperature, ...range(spot))]);
  },
};

/** A command for lights of one ability, which those that are off take no notice of. */
function needs(
  ability: Parameters<typeof canDo>[1],
  run: (spot: ClusterEndpoint, payload: CommandPayload) => void,
): ClusterCommand {
  return (spot, payload) => {
    if (!canDo(spot, ability)) return STATUS.UNSUP_COMMAND;
    if (!isDeaf(spot, COLOR, payload)) run(spot, payload);
    return undefined;
  };
}

function moveHueTo(
  spot: ClusterEndpoint,
  hue: number,
  direction: number,
  transtime?: number,
  saturation?: number,
): void {
  const from = shownOf(spot, "hue");
  const upwards = (hue - from + HUES) % HUES;
  const isUp =
    direction === UPWARDS ||
    (direction === SHORTEST_WAY && upwards <= HUES / 2) ||
    (direction === LONGEST_WAY && upwards > HUES / 2);
  const target = from + (isUp || upwards === 0 ? upwards : upwards - HUES);
  if (saturation === undefined) moveTo(spot, ["hue"], [target], transtime);
  else moveTo(spot, ["hue", "saturation"], [target, saturation], transtime);
}

function stepHue(spot: ClusterEndpoint, stepmode: number | undefined, step: number, transtime?: number): void {
  moveTo(spot, ["hue"], [shownOf(spot, "hue") + (stepmode === DOWN ? -step : step)], transtime);
}

function runHue(spot: ClusterEndpoint, movemode: number | undefined, rate: number): void {
  if (movemode === STOP || rate === 0) {
    stop(spot);
    return;
  }
  const way = (rate * FOREVER) / 10;
  moveTo(spot, ["hue"], [shownOf(spot, "hue") + (movemode === UP ? way : -way)], FOREVER);
}

function runTo(
  spot: ClusterEndpoint,
  channel: Channel,
  movemode: number | undefined,
  rate: number,
  limits: readonly [number, number],
): void {
  if (movemode === STOP || rate === 0) {
    stop(spot);
    return;
  }
  const target = limits[movemode === UP ? 1 : 0];
  moveTo(spot, [channel], [target], (Math.abs(target - shownOf(spot, channel)) * 10) / rate);
}

function stop(spot: ClusterEndpoint): void {
  halt(spot, "color");
  spot.set(COLOR, { remainingTime: 0 });
}

function setLoop(
  spot: ClusterEndpoint,
  { updateflags = 0, action = 0, direction = 0, time = 0, starthue = 0 }: CommandPayload,
): void {
  if (updateflags & UPDATE.direction) spot.set(COLOR, { colorLoopDirection: direction });
  if (updateflags & UPDATE.time) spot.set(COLOR, { colorLoopTime: time });
  if (updateflags & UPDATE.startHue) spot.set(COLOR, { colorLoopStartEnhancedHue: starthue });
  if (!(updateflags & UPDATE.action)) {
    if (spot.get(COLOR, "colorLoopActive") === 1) loop(spot, shownOf(spot, "hue"));
    return;
  }
  if (action === LOOP.off) {
    endLoop(spot);
    return;
  }
  spot.set(COLOR, { colorLoopStoredEnhancedHue: shownOf(spot, "hue"), colorLoopActive: 1 });
  loop(spot, action === LOOP.fromStart ? spot.get(COLOR, "colorLoopStartEnhancedHue") : shownOf(spot, "hue"));
}

function range(spot: ClusterEndpoint): readonly [number, number] {
  return [spot.get(COLOR, "colorTempPhysicalMin") || 153, spot.get(COLOR, "colorTempPhysicalMax") || 500];
}

/** What a command allows of what the light can do; 0: no limit. */
function within(spot: ClusterEndpoint, minimum: number, maximum: number): readonly [number, number] {
  const [least, most] = range(spot);
  return [Math.max(least, minimum), maximum === 0 ? most : Math.min(most, maximum)];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
