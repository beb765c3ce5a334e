/** Color control: by hue and saturation, by xy, by color temperature; moved to, stepped, run, looped and stopped. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint, CommandHandler, CommandPayload } from "./cluster.ts";
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
    moveToHue: needs("hue", (endpoint, { hue = 0, direction = 0, transtime }) =>
      moveHueTo(endpoint, hue * ENHANCED, direction, transtime),
    ),
    moveHue: needs("hue", (endpoint, { movemode, rate = 0 }) => runHue(endpoint, movemode, rate * ENHANCED)),
    stepHue: needs("hue", (endpoint, { stepmode, stepsize = 0, transtime }) =>
      stepHue(endpoint, stepmode, stepsize * ENHANCED, transtime),
    ),
    moveToSaturation: needs("hue", (endpoint, { saturation = 0, transtime }) =>
      moveTo(endpoint, ["saturation"], [saturation], transtime),
    ),
    moveSaturation: needs("hue", (endpoint, { movemode, rate = 0 }) =>
      runTo(endpoint, "saturation", movemode, rate, [0, MOST_SATURATION]),
    ),
    stepSaturation: needs("hue", (endpoint, { stepmode, stepsize = 0, transtime }) => {
      const wanted = shownOf(endpoint, "saturation") + (stepmode === DOWN ? -stepsize : stepsize);
      moveTo(endpoint, ["saturation"], [clamp(wanted, 0, MOST_SATURATION)], transtime);
    }),
    moveToHueAndSaturation: needs("hue", (endpoint, { hue = 0, saturation = 0, transtime }) =>
      moveHueTo(endpoint, hue * ENHANCED, SHORTEST_WAY, transtime, saturation),
    ),
    moveToColor: needs("xy", (endpoint, { colorx = 0, colory = 0, transtime }) =>
      moveTo(endpoint, ["x", "y"], [colorx, colory], transtime),
    ),
    moveColor: needs("xy", (endpoint, { ratex = 0, ratey = 0 }) => {
      const target = (channel: Channel, rate: number) => clamp(shownOf(endpoint, channel) + rate * 60, 0, MOST_XY);
      moveTo(endpoint, ["x", "y"], [target("x", ratex), target("y", ratey)], ratex === 0 && ratey === 0 ? 0 : 600);
    }),
    stepColor: needs("xy", (endpoint, { stepx = 0, stepy = 0, transtime }) => {
      const target = (channel: Channel, step: number) => clamp(shownOf(endpoint, channel) + step, 0, MOST_XY);
      moveTo(endpoint, ["x", "y"], [target("x", stepx), target("y", stepy)], transtime);
    }),
    moveToColorTemp: needs("temperature", (endpoint, { colortemp = 0, transtime }) =>
      moveTo(endpoint, ["temperature"], [clamp(colortemp, ...range(endpoint))], transtime),
    ),
    moveColorTemp: needs("temperature", (endpoint, { movemode, rate = 0, minimum = 0, maximum = 0 }) =>
      runTo(endpoint, "temperature", movemode, rate, within(endpoint, minimum, maximum)),
    ),
    stepColorTemp: needs("temperature", (endpoint, { stepmode, stepsize = 0, transtime, minimum = 0, maximum = 0 }) => {
      const wanted = shownOf(endpoint, "temperature") + (stepmode === DOWN ? -stepsize : stepsize);
      moveTo(endpoint, ["temperature"], [clamp(wanted, ...within(endpoint, minimum, maximum))], transtime);
    }),
    enhancedMoveToHue: needs("enhancedHue", (endpoint, { enhancehue = 0, direction = 0, transtime }) =>
      moveHueTo(endpoint, enhancehue, direction, transtime),
    ),
    enhancedMoveHue: needs("enhancedHue", (endpoint, { movemode, rate = 0 }) => runHue(endpoint, movemode, rate)),
    enhancedStepHue: needs("enhancedHue", (endpoint, { stepmode, stepsize = 0, transtime }) =>
      stepHue(endpoint, stepmode, stepsize, transtime),
    ),
    enhancedMoveToHueAndSaturation: needs("enhancedHue", (endpoint, { enhancehue = 0, saturation = 0, transtime }) =>
      moveHueTo(endpoint, enhancehue, SHORTEST_WAY, transtime, saturation),
    ),
    colorLoopSet: needs("loop", setLoop),
    stopMoveStep: (endpoint) => {
      // A color loop goes on.
      if (endpoint.get(COLOR, "colorLoopActive") !== 1) stop(endpoint);
      return undefined;
    },
  },
  powered: (endpoint) => {
    endpoint.set(COLOR, { remainingTime: 0, colorLoopActive: 0 });
    const temperature = endpoint.get(COLOR, "startUpColorTemperature");
    if (!endpoint.has(COLOR, "startUpColorTemperature") || temperature === PREVIOUS) return;
    show(endpoint, ["temperature"], [clamp(temperature, ...range(endpoint))]);
  },
};

/** A command for lights of one ability, which those that are off take no notice of. */
function needs(
  ability: Parameters<typeof canDo>[1],
  run: (endpoint: ClusterEndpoint, payload: CommandPayload) => void,
): CommandHandler {
  return (endpoint, payload) => {
    if (!canDo(endpoint, ability)) return STATUS.UNSUP_COMMAND;
    if (!isDeaf(endpoint, COLOR, payload)) run(endpoint, payload);
    return undefined;
  };
}

function moveHueTo(
  endpoint: ClusterEndpoint,
  hue: number,
  direction: number,
  transtime?: number,
  saturation?: number,
): void {
  const from = shownOf(endpoint, "hue");
  const upwards = (hue - from + HUES) % HUES;
  const isUp =
    direction === UPWARDS ||
    (direction === SHORTEST_WAY && upwards <= HUES / 2) ||
    (direction === LONGEST_WAY && upwards > HUES / 2);
  const target = from + (isUp || upwards === 0 ? upwards : upwards - HUES);
  if (saturation === undefined) moveTo(endpoint, ["hue"], [target], transtime);
  else moveTo(endpoint, ["hue", "saturation"], [target, saturation], transtime);
}

function stepHue(endpoint: ClusterEndpoint, stepmode: number | undefined, step: number, transtime?: number): void {
  moveTo(endpoint, ["hue"], [shownOf(endpoint, "hue") + (stepmode === DOWN ? -step : step)], transtime);
}

function runHue(endpoint: ClusterEndpoint, movemode: number | undefined, rate: number): void {
  if (movemode === STOP || rate === 0) {
    stop(endpoint);
    return;
  }
  const way = (rate * FOREVER) / 10;
  moveTo(endpoint, ["hue"], [shownOf(endpoint, "hue") + (movemode === UP ? way : -way)], FOREVER);
}

function runTo(
  endpoint: ClusterEndpoint,
  channel: Channel,
  movemode: number | undefined,
  rate: number,
  limits: readonly [number, number],
): void {
  if (movemode === STOP || rate === 0) {
    stop(endpoint);
    return;
  }
  const target = limits[movemode === UP ? 1 : 0];
  moveTo(endpoint, [channel], [target], (Math.abs(target - shownOf(endpoint, channel)) * 10) / rate);
}

function stop(endpoint: ClusterEndpoint): void {
  halt(endpoint, "color");
  endpoint.set(COLOR, { remainingTime: 0 });
}

function setLoop(
  endpoint: ClusterEndpoint,
  { updateflags = 0, action = 0, direction = 0, time = 0, starthue = 0 }: CommandPayload,
): void {
  if (updateflags & UPDATE.direction) endpoint.set(COLOR, { colorLoopDirection: direction });
  if (updateflags & UPDATE.time) endpoint.set(COLOR, { colorLoopTime: time });
  if (updateflags & UPDATE.startHue) endpoint.set(COLOR, { colorLoopStartEnhancedHue: starthue });
  if (!(updateflags & UPDATE.action)) {
    if (endpoint.get(COLOR, "colorLoopActive") === 1) loop(endpoint, shownOf(endpoint, "hue"));
    return;
  }
  if (action === LOOP.off) {
    endLoop(endpoint);
    return;
  }
  endpoint.set(COLOR, { colorLoopStoredEnhancedHue: shownOf(endpoint, "hue"), colorLoopActive: 1 });
  loop(
    endpoint,
    action === LOOP.fromStart ? endpoint.get(COLOR, "colorLoopStartEnhancedHue") : shownOf(endpoint, "hue"),
  );
}

function range(endpoint: ClusterEndpoint): readonly [number, number] {
  return [endpoint.get(COLOR, "colorTempPhysicalMin") || 153, endpoint.get(COLOR, "colorTempPhysicalMax") || 500];
}

/** The range that a command allows within that of the light; 0: no limit. */
function within(endpoint: ClusterEndpoint, minimum: number, maximum: number): readonly [number, number] {
  const [least, most] = range(endpoint);
  return [Math.max(least, minimum), maximum === 0 ? most : Math.min(most, maximum)];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
