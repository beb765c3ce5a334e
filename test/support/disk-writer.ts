/** A process that writes until it is killed, and says of each batch when it was acknowledged. */
import { writeSync } from "node:fs";
import process from "node:process";
import { openDisk } from "../../src/edges/disk/disk.ts";
import type { Clock, Log } from "../../src/model/ports.ts";
import { batch, last } from "./disk-batches.ts";

const BACKUP_EVERY = 60; // milliseconds: as if days passed

const clock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  after: (_, run) => {
    const timer = setTimeout(run, BACKUP_EVERY);
    return () => clearTimeout(timer);
  },
  everySecond: () => () => {},
};
const say = (text: string) => void writeSync(2, `${text}\n`);
const log: Log = { info: say, warn: say, error: say };

const disk = openDisk({ folder: process.argv[2] ?? "", clock, log });
const found = new Map((await disk.open()).map(({ address, json = "" }) => [address, json]));
for (let turn = last(found) + 1; ; turn += 1) {
  await disk.write(batch(turn), turn % 2 === 0);
  writeSync(1, `${turn}\n`);
}
