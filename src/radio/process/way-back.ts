/** The stick that has left its network for touchlink is brought back, if need be by the next process: a mark on the disk says that it is away. */
import { existsSync, rmSync } from "node:fs";
import { type Files, write } from "./files.ts";
import type { Herdsman } from "./herdsman.ts";
import { Refusal } from "./reasons.ts";
import { within } from "./within.ts";

const TAKES = 8000; // milliseconds at most; Z-Stack is given 3 s to settle
const TRIES = 2;
const LOST =
  "the stick did not come back to its network after touchlink: if that goes on, unplug it and plug it in again";

export function markAway({ away }: Files): void {
  write(away, "touchlink");
}

export function isAway({ away }: Files): boolean {
  return existsSync(away);
}

/** A stick keeps its power when the process that has sent it away ends. */
export async function bringBack({ touchlink }: Herdsman, { away }: Files): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await within(TAKES, touchlink.restoreChannelInterPAN(), () => new Error("it takes too long"));
      break;
    } catch {
      if (tries === TRIES) throw new Refusal(LOST);
    }
  }
  rmSync(away, { force: true });
}
