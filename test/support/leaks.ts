/** Counts that a leak would raise: sockets, timers, files, processes, listeners of a Node-RED in this process. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { after } from "node:test";
import { eventually, type NodeRed } from "./node-red.ts";

export type Counts = Readonly<Record<string, number>>;

const STILL = 8; // looks, one after the other, at which nothing was other than before

/** The processes that this one has started. */
export function children(): readonly string[] {
  const tasks = readdirSync("/proc/self/task");
  return tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean));
}

export function counted({ nodes, server, userDir }: NodeRed, gateway: string): Counts {
  const { runtime } = nodes.getNode(gateway);
  const { bus, store } = runtime.opened.gateway;
  const counts: Record<string, number> = {
    processes: children().length,
    fds: readdirSync("/proc/self/fd").length,
    files: readdirSync(userDir, { recursive: true, encoding: "utf8" }).filter((name) => !name.endsWith(".hist")).length, // of the history one more may begin at the end of an hour; it bounds them itself
    requests: server.listenerCount("request"),
    upgrades: server.listenerCount("upgrade"),
    listenings: server.listenerCount("listening"),
    nodes: runtime.listeners,
    bus: bus.listeners,
    resources: store.list("/sensors").length,
    signals: process.listenerCount("SIGTERM") + process.listenerCount("SIGINT"),
  };
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/**
 * When nothing is on its way any more: lasting things are in it, as the timer of the next backup after the first change. The timer is set
 * when the disk has told of former backups, however long that takes.
 */
export async function countedAtRest(house: NodeRed, gateway: string): Promise<Counts> {
  let [last, same] = ["", 0];
  return await eventually(() => {
    const { Immediate, ...counts } = counted(house, gateway);
    const now = JSON.stringify(counts);
    same = now === last && !counts.FSReqPromise ? same + 1 : 0;
    last = now;
    return same >= STILL && counts;
  });
}

/** A count that is higher than before, and stays so, is a leak: work on its way comes and goes. */
export async function leavesNothing(house: NodeRed, gateway: string, first: Counts): Promise<void> {
  const more = () =>
    Object.entries(counted(house, gateway)).filter(
      ([kind, number]) => number > (first[kind] ?? 0) && kind !== "Immediate",
    );
  await eventually(
    () => more().length === 0,
    () => `${JSON.stringify(more())} instead of ${JSON.stringify(first)}`,
  );
}

/** From now on to the end of the file nothing warns, as Node.js does of too many listeners. */
export function warnsOfNothing(): void {
  const warnings: string[] = [];
  const warn = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on("warning", warn);
  after(() => {
    process.off("warning", warn);
    assert.deepEqual(
      warnings.filter((text) => !text.startsWith("ExperimentalWarning")),
      [],
    );
  });
}
