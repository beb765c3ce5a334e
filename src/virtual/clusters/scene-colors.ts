/** The color of a scene: Zigbee keeps it in all words at once, and which of them count is said by those that are not zero. */
import type { ClusterEndpoint } from "./cluster.ts";
import { type Channel, COLOR, canDo, MODE, shownOf } from "./color-channels.ts";
import { nearestTemperature } from "./colors.ts";

export interface Meant {
  readonly channels: readonly Channel[];
  readonly to: readonly number[];
}

/** As it is kept: x, y, enhanced hue, saturation, loop on, its direction, its time, temperature. */
export function keptColor(spot: ClusterEndpoint): readonly number[] {
  const mode = spot.get(COLOR, "enhancedColorMode");
  const isLoop = spot.get(COLOR, "colorLoopActive") === 1;
  const isHue = isLoop || mode === MODE.hue || mode === MODE.enhancedHue;
  const hue = isHue ? [0, 0, shownOf(spot, "hue"), shownOf(spot, "saturation")] : [];
  const xy = isHue ? hue : [shownOf(spot, "x"), shownOf(spot, "y"), 0, 0];
  const loop = ["colorLoopActive", "colorLoopDirection", "colorLoopTime"].map((name) => spot.get(COLOR, name));
  return [...xy, ...loop, mode === MODE.temperature ? shownOf(spot, "temperature") : 0];
}

export function isLoop([, , , , loop = 0]: readonly number[]): boolean {
  return loop === 1;
}

/** A lamp that knows only temperatures takes the one that is nearest to a color. */
export function meantColor(spot: ClusterEndpoint, stored: readonly number[]): Meant | undefined {
  const [x = 0, y = 0, hue = 0, saturation = 0, , , , temperature = 0] = stored;
  if (temperature > 0 && canDo(spot, "temperature")) return { channels: ["temperature"], to: [temperature] };
  if (x > 0 && y > 0 && canDo(spot, "xy")) return { channels: ["x", "y"], to: [x, y] };
  if (x > 0 && y > 0 && canDo(spot, "temperature"))
    return { channels: ["temperature"], to: [nearestTemperature({ x, y })] };
  if (canDo(spot, "hue") && (hue > 0 || saturation > 0))
    return { channels: ["hue", "saturation"], to: [hue, saturation] };
  return undefined;
}
