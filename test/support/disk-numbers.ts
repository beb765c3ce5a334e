/** A process that writes numbers until it is killed, and tells each as taken (`+7`) or refused (`-7`). It retries to open the disk. */
import { writeSync } from "node:fs";
import process from "node:process";
import { openDisk } from "../../src/edges/disk/disk.ts";
import type { Clock, Disk } from "../../src/model/ports.ts";

const ADDRESSES = 20;
const LOOK = 100; // numbers: then the time is such that it looks whether all is in its place
const [, , folder = "", first = "1"] = process.argv;

let turn = Number(first);
const clock: Clock = {
  now: () => Date.now(),
  uptime: () => turn * LOOK,
  after: (_, run) => {
    const timer = setTimeout(run, LOOK);
    return () => clearTimeout(timer);
  },
  everySecond: () => () => {},
};
const log = { info: () => {}, warn: () => {}, error: () => {} };

const disk = await opened();
for (; ; turn += 1) {
  const json = JSON.stringify({ turn, name: "x".repeat(turn % 10 === 0 ? 30_000 : 10) });
  const isTaken = await disk.write([{ address: `/sensors/${turn % ADDRESSES}`, json }], turn % 2 === 0).then(
    () => true,
    () => false,
  );
  writeSync(1, `${isTaken ? "+" : "-"}${turn}\n`);
}

async function opened(): Promise<Disk> {
  for (;;) {
    const disk = openDisk({ folder, clock, log });
    try {
      await disk.open();
      return disk;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
