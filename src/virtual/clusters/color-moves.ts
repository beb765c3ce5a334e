/** How a color moves to another, goes round all of them, and stops doing so. */
import type { ClusterEndpoint } from "./cluster.ts";
import { type Channel, COLOR, show, shownOf } from "./color-channels.ts";
import { HUES } from "./colors.ts";
import { glide, halt } from "./gliding.ts";

const USUAL_TIME = 0xffff;

export function moveTo(
  endpoint: ClusterEndpoint,
  channels: readonly Channel[],
  to: readonly number[],
  transtime = 0,
): void {
  endLoop(endpoint);
  glide(endpoint, "color", {
    from: channels.map((channel) => shownOf(endpoint, channel)),
    to,
    tenths: transtime === USUAL_TIME ? 0 : transtime,
    apply: (values, remainingTime) => {
      show(endpoint, channels, values.map(Math.round));
      endpoint.set(COLOR, { remainingTime });
    },
  });
}

export function loop(endpoint: ClusterEndpoint, from: number): void {
  const seconds = Math.max(1, endpoint.get(COLOR, "colorLoopTime"));
  const turn = endpoint.get(COLOR, "colorLoopDirection") === 1 ? HUES : -HUES;
  glide(endpoint, "color", {
    from: [from],
    to: [from + turn],
    tenths: seconds * 10,
    apply: (values) => show(endpoint, ["hue"], values.map(Math.round)),
    done: () => loop(endpoint, from),
  });
}

/** The hue gets its former value back. */
export function endLoop(endpoint: ClusterEndpoint): void {
  if (endpoint.get(COLOR, "colorLoopActive") !== 1) return;
  halt(endpoint, "color");
  endpoint.set(COLOR, { colorLoopActive: 0 });
  show(endpoint, ["hue"], [endpoint.get(COLOR, "colorLoopStoredEnhancedHue")]);
}
