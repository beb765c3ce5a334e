/** P25: how long nothing else runs while the data file is written anew, and while devices report for an hour. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Bench, type Pair, paired, ROUNDS, SHORT, toldOnly } from "./goals.ts";
import { inside } from "./inside.ts";

const MOST = 20; // milliseconds

export const benches: readonly Bench[] = [
  {
    goals: ["P25"],
    run: async (long) => {
      const count = SHORT ? 2_000 : 10_000;
      const seconds = long ? 3_600 : SHORT ? 3 : 30;
      const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
      await inside("fill", { folder, count });
      const { stalls, reporting } = await inside<{ stalls: Pair[]; reporting: number }>("stall", {
        ...{ folder, count, rewrites: ROUNDS, idle: 1_000, reporting: seconds * 1_000 },
      });
      rmSync(folder, { recursive: true, force: true });
      const given = { goal: "P25", unit: "ms" };
      const rewriting = `longest stall beside writes that have a file of ${count} sensors written anew`;
      const limit = paired(stalls.map(([rewrite]) => [rewrite, MOST]));
      return [
        atMost(1, { ...given, what: rewriting, ...limit }),
        toldOnly({ ...given, what: `${rewriting}, against idle`, ...paired(stalls) }),
        atMost(1, {
          ...given,
          what: `longest stall in ${seconds} s of 200 reports a second`,
          ours: reporting,
          control: MOST,
        }),
      ];
    },
  },
];
