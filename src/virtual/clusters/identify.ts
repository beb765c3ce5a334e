/** Identify: the device shows itself for some seconds, or with an effect. */
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { glide } from "./gliding.ts";

const CLUSTER = "genIdentify";

export const IDENTIFY: Cluster = {
  name: CLUSTER,
  attributes: { identifyTime: 0 },
  fleeting: true,
  commands: {
    identify: (spot, { identifytime = 0 }) => {
      identify(spot, identifytime);
      return undefined;
    },
    identifyQuery: (spot) => {
      const timeout = spot.get(CLUSTER, "identifyTime");
      return timeout > 0 ? { command: "identifyQueryRsp", payload: { timeout } } : undefined;
    },
    triggerEffect: (spot, { effectid = 0 }) => {
      spot.memory.effect = effectid;
      return undefined;
    },
  },
  written: (spot) => identify(spot, spot.get(CLUSTER, "identifyTime")),
  powered: (spot) => identify(spot, 0),
};

/** It counts down from here. */
export function identify(spot: ClusterEndpoint, seconds: number): void {
  glide(spot, "identify", {
    from: [seconds],
    to: [0],
    tenths: seconds * 10,
    apply: ([left = 0]) => spot.set(CLUSTER, { identifyTime: Math.ceil(left) }),
  });
}
