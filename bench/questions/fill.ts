/** Writes so many sensors into a folder. */
import { openClock } from "../../src/edges/clock.ts";
import { openDisk } from "../../src/edges/disk/disk.ts";
import { answer, given } from "../inside.ts";
import { quiet, record } from "./parts.ts";

const { folder, count } = given<{ folder: string; count: number }>();
const disk = openDisk({ folder, clock: openClock(quiet), log: quiet });
await disk.open();
await disk.write(
  Array.from({ length: count }, (_, turn) => record(turn + 1)),
  true,
);
await disk.close();
answer("done");
