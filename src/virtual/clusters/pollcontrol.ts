/** Poll control: one that sleeps asks now and then whether somebody has something for it, and stays awake if so. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";

const CLUSTER = "genPollCtrl";
const QUARTER = 250; // milliseconds
const WHAT = "check-in";

export const POLL_CONTROL: Cluster = {
  name: CLUSTER,
  attributes: { checkinInterval: 14_400, longPollInterval: 1200, shortPollInterval: 2, fastPollTimeout: 40 },
  commands: {
    checkinRsp: (spot, { startFastPolling, fastPollTimeout = 0 }) => {
      const quarters = fastPollTimeout === 0 ? spot.get(CLUSTER, "fastPollTimeout") : fastPollTimeout;
      spot.body.awake(startFastPolling === 1 ? quarters * QUARTER : 0);
      return undefined;
    },
    fastPollStop: (spot) => {
      spot.body.awake(0);
      return undefined;
    },
    setLongPollInterval: (spot, { newLongPollInterval = 0 }) => {
      if (newLongPollInterval < 4) return STATUS.INVALID_VALUE;
      spot.set(CLUSTER, { longPollInterval: newLongPollInterval });
      return undefined;
    },
    setShortPollInterval: (spot, { newShortPollInterval = 0 }) => {
      if (newShortPollInterval < 1) return STATUS.INVALID_VALUE;
      spot.set(CLUSTER, { shortPollInterval: newShortPollInterval });
      return undefined;
    },
  },
  written: plan,
  joined: plan,
};

/** Asks at once for its next time. */
export function checkIn(spot: ClusterEndpoint): number {
  return spot.say(CLUSTER, "checkin", {});
}

function plan(spot: ClusterEndpoint): void {
  spot.running.get(WHAT)?.();
  spot.running.delete(WHAT);
  const interval = spot.get(CLUSTER, "checkinInterval") * QUARTER;
  if (interval === 0) return;
  const next = spot.body.pace.later(interval, () => {
    checkIn(spot);
    plan(spot);
  });
  spot.running.set(WHAT, next);
}
