/** Identify: the device shows itself for some seconds, or with an effect. */
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { glide } from "./gliding.ts";

const CLUSTER = "genIdentify";

export const IDENTIFY: Cluster = {
  name: CLUSTER,
  attributes: { identifyTime: 0 },
  fleeting: true,
  commands: {
    identify: (endpoint, { identifytime = 0 }) => {
      identify(endpoint, identifytime);
      return undefined;
    },
    identifyQuery: (endpoint) => {
      const timeout = endpoint.get(CLUSTER, "identifyTime");
      return timeout > 0 ? { command: "identifyQueryRsp", payload: { timeout } } : undefined;
    },
    triggerEffect: (endpoint, { effectid = 0 }) => {
      endpoint.memory.effect = effectid;
      return undefined;
    },
  },
  written: (endpoint) => identify(endpoint, endpoint.get(CLUSTER, "identifyTime")),
  powered: (endpoint) => identify(endpoint, 0),
};

/** The time counts down from here. */
export function identify(endpoint: ClusterEndpoint, seconds: number): void {
  glide(endpoint, "identify", {
    from: [seconds],
    to: [0],
    tenths: seconds * 10,
    apply: ([left = 0]) => endpoint.set(CLUSTER, { identifyTime: Math.ceil(left) }),
  });
}
