/** Window covering: it takes its time to get where it is sent, and can be stopped on its way. 100 is closed. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { glide, halt } from "./gliding.ts";

const CLUSTER = "closuresWindowCovering";
const LIFT = "currentPositionLiftPercentage";
const TILT = "currentPositionTiltPercentage";
const TENTHS_PER_PERCENT = { [LIFT]: 1, [TILT]: 0.2 } as const;
const OPEN = 0;
const CLOSED = 100;

export const COVERING: Cluster = {
  name: CLUSTER,
  attributes: { windowCoveringType: 0, configStatus: 3, windowCoveringMode: 0 },
  commands: {
    upOpen: (spot) => go(spot, LIFT, OPEN),
    downClose: (spot) => go(spot, LIFT, CLOSED),
    stop: (spot) => {
      for (const what of ["lift", TILT]) halt(spot, what);
      return undefined;
    },
    goToLiftPercentage: (spot, { percentageliftvalue = 0 }) => go(spot, LIFT, percentageliftvalue),
    goToTiltPercentage: (spot, { percentagetiltvalue = 0 }) => go(spot, TILT, percentagetiltvalue),
  },
};

function go(spot: ClusterEndpoint, attribute: typeof LIFT | typeof TILT, target: number): number | undefined {
  if (!spot.has(CLUSTER, attribute)) return STATUS.UNSUP_COMMAND;
  if (!(target >= OPEN && target <= CLOSED)) return STATUS.INVALID_VALUE;
  const from = spot.get(CLUSTER, attribute);
  glide(spot, attribute === LIFT ? "lift" : TILT, {
    from: [from],
    to: [target],
    tenths: Math.abs(target - from) * TENTHS_PER_PERCENT[attribute],
    apply: ([position = target]) => spot.set(CLUSTER, { [attribute]: Math.round(position) }),
  });
  return undefined;
}
