/** The color of a light: one of three ways to name a color is in force, and the others follow it. */
import type { ClusterEndpoint } from "./cluster.ts";
import { type ColorXy, HUES, MOST_SATURATION, xyOfHue, xyOfTemperature } from "./colors.ts";

export const COLOR = "lightingColorCtrl";
export const MODE = { hue: 0, xy: 1, temperature: 2, enhancedHue: 3 } as const;

/** Hues are always enhanced ones; beyond both ends they go round. */
export type Channel = "hue" | "saturation" | "x" | "y" | "temperature";

const ABILITIES = { hue: 1, enhancedHue: 2, loop: 4, xy: 8, temperature: 16 } as const;
const ATTRIBUTES: Readonly<Record<Exclude<Channel, "hue">, string>> = {
  saturation: "currentSaturation",
  x: "currentX",
  y: "currentY",
  temperature: "colorTemperature",
};
const PLAIN = 256; // enhanced hues in a plain one
const MOST_HUE = 254;

export function canDo(endpoint: ClusterEndpoint, ability: keyof typeof ABILITIES): boolean {
  return (endpoint.get(COLOR, "colorCapabilities") & ABILITIES[ability]) !== 0;
}

export function shownOf(endpoint: ClusterEndpoint, channel: Channel): number {
  if (channel !== "hue") return endpoint.get(COLOR, ATTRIBUTES[channel]);
  return endpoint.has(COLOR, "enhancedCurrentHue")
    ? endpoint.get(COLOR, "enhancedCurrentHue")
    : endpoint.get(COLOR, "currentHue") * PLAIN;
}

/** From now on the light has this color. */
export function show(endpoint: ClusterEndpoint, channels: readonly Channel[], values: readonly number[]): void {
  const shown = Object.fromEntries(channels.map((channel, index) => [channel, values[index] ?? 0]));
  if (shown.temperature !== undefined) {
    endpoint.set(COLOR, { colorTemperature: shown.temperature, ...mode(MODE.temperature) });
    setXy(endpoint, xyOfTemperature(shown.temperature));
  } else if (shown.x !== undefined && shown.y !== undefined) {
    endpoint.set(COLOR, { currentX: shown.x, currentY: shown.y, ...mode(MODE.xy) });
  } else {
    const hue = wrap(shown.hue ?? shownOf(endpoint, "hue"));
    const saturation = Math.min(shown.saturation ?? shownOf(endpoint, "saturation"), MOST_SATURATION);
    endpoint.set(COLOR, {
      enhancedCurrentHue: hue,
      currentHue: Math.min(Math.floor(hue / PLAIN), MOST_HUE),
      currentSaturation: saturation,
      ...mode(endpoint.has(COLOR, "enhancedCurrentHue") ? MODE.enhancedHue : MODE.hue),
    });
    setXy(endpoint, xyOfHue(hue, saturation));
  }
}

/** To those that know only three modes, an enhanced hue is a hue. */
function mode(enhancedColorMode: number) {
  return { enhancedColorMode, colorMode: enhancedColorMode === MODE.enhancedHue ? MODE.hue : enhancedColorMode };
}

function setXy(endpoint: ClusterEndpoint, { x, y }: ColorXy): void {
  endpoint.set(COLOR, { currentX: x, currentY: y });
}

function wrap(hue: number): number {
  return ((hue % HUES) + HUES) % HUES;
}
