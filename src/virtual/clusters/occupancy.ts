/** Occupancy sensing: somebody is there, and for a while after that. */
import type { Cluster } from "./cluster.ts";

const CLUSTER = "msOccupancySensing";
const DELAY = "pirOToUDelay";

export const OCCUPANCY: Cluster = {
  name: CLUSTER,
  attributes: { occupancy: 0, occupancySensorType: 0, occupancySensorTypeBitmap: 1 },
  fleeting: ["occupancy"],
  changed: (spot, cluster, attribute) => {
    if (cluster !== CLUSTER || attribute !== "occupancy") return;
    spot.running.get(CLUSTER)?.();
    spot.running.delete(CLUSTER);
    const delay = spot.get(CLUSTER, DELAY);
    if (spot.get(CLUSTER, "occupancy") === 0 || delay === 0) return;
    const over = spot.body.pace.later(delay * 1000, () => spot.set(CLUSTER, { occupancy: 0 }));
    spot.running.set(CLUSTER, over);
  },
};
