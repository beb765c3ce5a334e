/** P19: the delay of another flow beside clients that poll: an inject and a debug node beside a gateway with very many resources. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Bench, SHORT, sideBySide, toldOnly } from "./goals.ts";
import { inside } from "./inside.ts";
import { http, openLine } from "./load.ts";
import type { Addresses, Polled } from "./questions/inject-debug.ts";

const RESOURCES = 10_000;
const CLIENTS = 50;
const SECOND = 1_000; // milliseconds
const MEASURED = (SHORT ? 1 : 5) * SECOND;

export const benches: readonly Bench[] = [
  {
    goals: ["P19"],
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
      const network = "bench";
      await inside("fill", { folder: join(folder, "zigbee-gateway", network), count: RESOURCES });
      const child = fork(new URL("questions/inject-debug.ts", import.meta.url), [JSON.stringify({ folder, network })]);
      const [{ ours, bare }] = (await once(child, "message")) as [Addresses];
      const late = async () => {
        child.send(MEASURED);
        const [milliseconds] = (await once(child, "message")) as [number];
        return milliseconds;
      };
      await late(); // until the code has been compiled
      const figures = await sideBySide(
        () => polled(ours, late),
        () => late(),
      );
      const beside = await sideBySide(
        () => polled(ours, late),
        () => polled(bare, late),
      );
      const gone = once(child, "exit");
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
      const what = `how late an inject → debug flow is (p99) while ${CLIENTS} clients poll ${RESOURCES} sensors`;
      return [
        atMost(1.2, { goal: "P19", what, unit: "ms", ...figures }),
        toldOnly({ goal: "P19", what: `${what}, against a bare server of the same bytes`, unit: "ms", ...beside }),
      ];
    },
  },
];

/** Each client asks once a second, and all of them evenly spread over it. */
async function polled({ port, path }: Polled, during: () => Promise<number>): Promise<number> {
  const request = http("GET", path);
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const line = await openLine(port);
    await pause((index * SECOND) / CLIENTS);
    while (!isOver) {
      const start = performance.now();
      await line.ask(request);
      await pause(Math.max(0, SECOND - (performance.now() - start)));
    }
    line.close();
  });
  await pause(SECOND);
  const figure = await during();
  isOver = true;
  await Promise.all(clients);
  return figure;
}
