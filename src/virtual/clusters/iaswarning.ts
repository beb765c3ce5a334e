/** IAS warning device: a siren that howls for a while. */
import type { Cluster } from "./cluster.ts";
import { glide } from "./gliding.ts";

const WHAT = "warning";
const MODE_SHIFT = 4; // above strobe and loudness

export const IAS_WARNING: Cluster = {
  name: "ssIasWd",
  attributes: { maxDuration: 240 },
  commands: {
    startWarning: (spot, { startwarninginfo = 0, warningduration = 0 }) => {
      const mode = startwarninginfo >> MODE_SHIFT;
      const seconds = Math.min(warningduration, spot.get("ssIasWd", "maxDuration"));
      spot.memory.warning = mode;
      const silence = () => {
        spot.memory.warning = 0;
      };
      if (mode === 0) silence();
      else glide(spot, WHAT, { from: [], to: [], tenths: seconds * 10, apply: () => {}, done: silence });
      return undefined;
    },
    squawk: () => undefined,
  },
};
