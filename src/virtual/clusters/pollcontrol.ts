/** Poll control: a device that sleeps checks in now and then, and stays awake when there is something for it. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";

const CLUSTER = "genPollCtrl";
const QUARTER = 250; // milliseconds
const WHAT = "check-in";

export const POLL_CONTROL: Cluster = {
  name: CLUSTER,
  attributes: { checkinInterval: 14_400, longPollInterval: 1200, shortPollInterval: 2, fastPollTimeout: 40 },
  commands: {
    checkinRsp: (endpoint, { startFastPolling, fastPollTimeout = 0 }) => {
      const quarters = fastPollTimeout === 0 ? endpoint.get(CLUSTER, "fastPollTimeout") : fastPollTimeout;
      endpoint.device.awake(startFastPolling === 1 ? quarters * QUARTER : 0);
      return undefined;
    },
    fastPollStop: (endpoint) => {
      endpoint.device.awake(0);
      return undefined;
    },
    setLongPollInterval: (endpoint, { newLongPollInterval = 0 }) => {
      if (newLongPollInterval < 4) return STATUS.INVALID_VALUE;
      endpoint.set(CLUSTER, { longPollInterval: newLongPollInterval });
      return undefined;
    },
    setShortPollInterval: (endpoint, { newShortPollInterval = 0 }) => {
      if (newShortPollInterval < 1) return STATUS.INVALID_VALUE;
      endpoint.set(CLUSTER, { shortPollInterval: newShortPollInterval });
      return undefined;
    },
  },
  written: plan,
  joined: plan,
};

/** Asks at once for its next time. */
export function checkIn(endpoint: ClusterEndpoint): number {
  return endpoint.say(CLUSTER, "checkin", {});
}

function plan(endpoint: ClusterEndpoint): void {
  endpoint.running.get(WHAT)?.();
  endpoint.running.delete(WHAT);
  const interval = endpoint.get(CLUSTER, "checkinInterval") * QUARTER;
  if (interval === 0) return;
  const next = endpoint.device.time.later(interval, () => {
    checkIn(endpoint);
    plan(endpoint);
  });
  endpoint.running.set(WHAT, next);
}
