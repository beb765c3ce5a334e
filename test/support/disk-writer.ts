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
/** At once, also while the reader of the pipe is busy. */
const tell = (stream: 1 | 2, text: string): void => {
  for (;;)
    try {
      return void writeSync(stream, `${text}\n`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
};
const say = (text: string) => tell(2, text);
const log: Log = { info: say, warn: say, error: say };

const disk = openDisk({ folder: process.argv[2] ?? "", clock, log });
const found = new Map((await disk.open()).map(({ address, json = "" }) => [address, json]));
for (let turn = last(found) + 1; ; turn += 1) {
  await disk.write(batch(turn), turn % 2 === 0);
  tell(1, String(turn));
}
