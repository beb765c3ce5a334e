/** Basic: what a device is. */
import type { Cluster } from "./cluster.ts";

export const BASIC: Cluster = {
  name: "genBasic",
  attributes: { zclVersion: 3, appVersion: 1, stackVersion: 2, hwVersion: 1, deviceEnabled: 1 },
  commands: {
    // Values as from the factory; the network and what hangs on it stay.
    resetFactDefault: (spot) => {
      spot.body.reset();
      return undefined;
    },
  },
};
