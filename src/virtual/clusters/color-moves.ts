/** How a color moves to another, goes round all of them, and stops doing so. */
import type { ClusterEndpoint } from "./cluster.ts";
import { type Channel, COLOR, show, shownOf } from "./color-channels.ts";
import { HUES } from "./colors.ts";
import { glide, halt } from "./gliding.ts";

const USUAL_TIME = 0xffff;

export function moveTo(
  spot: ClusterEndpoint,
  channels: readonly Channel[],
  to: readonly number[],
  transtime = 0,
): void {
  endLoop(spot);
  glide(spot, "color", {
    from: channels.map((channel) => shownOf(spot, channel)),
    to,
    tenths: transtime === USUAL_TIME ? 0 : transtime,
    apply: (values, remainingTime) => {
      show(spot, channels, values.map(Math.round));
      spot.set(COLOR, { remainingTime });
    },
  });
}

export function loop(spot: ClusterEndpoint, from: number): void {
  const seconds = Math.max(1, spot.get(COLOR, "colorLoopTime"));
  const turn = spot.get(COLOR, "colorLoopDirection") === 1 ? HUES : -HUES;
  glide(spot, "color", {
    from: [from],
    to: [from + turn],
    tenths: seconds * 10,
    apply: (values) => show(spot, ["hue"], values.map(Math.round)),
    done: () => loop(spot, from),
  });
}

/** The hue is again what it was before. */
export function endLoop(spot: ClusterEndpoint): void {
  if (spot.get(COLOR, "colorLoopActive") !== 1) return;
  halt(spot, "color");
  spot.set(COLOR, { colorLoopActive: 0 });
  show(spot, ["hue"], [spot.get(COLOR, "colorLoopStoredEnhancedHue")]);
}
