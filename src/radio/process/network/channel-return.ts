/** The stick that has left its network for touchlink is brought back, if need be by the next process: a mark on the disk says that it is away. */
import { existsSync, rmSync } from "node:fs";
import { Refusal } from "../end-reasons.ts";
import { adapterOf, type Herdsman, unlockAir } from "../herdsman.ts";
import { within } from "../orders/within.ts";
import { type Files, textIn, write } from "./network-files.ts";

const TAKES = 8000; // milliseconds at most; Z-Stack is given 3 s to settle
const TRIES = 2;
const LEAVING = "leaving";
const LOST =
  "the stick did not come back to its network after touchlink: if that goes on, unplug it and plug it in again";

/** It is told to leave, and may not know how. */
export function markLeaving({ away }: Files): void {
  write(away, LEAVING);
}

/** It has said that it has left. */
export function markAway({ away }: Files): void {
  write(away, "away");
}

export function isAway({ away }: Files): boolean {
  return existsSync(away);
}

/**
 * A stick keeps its power when the process that has sent it away ends. Answers whether it was away: one that never said that it had left,
 * cannot come back, but speaks, has stayed where it was.
 */
export async function bringBack(herdsman: Herdsman, { away }: Files): Promise<boolean> {
  const hasLeft = textIn(away) !== LEAVING;
  const isBack = await comesBack(herdsman, hasLeft ? TRIES : 1);
  if (!isBack && (hasLeft || !(await speaks(herdsman)))) throw new Refusal(LOST);
  rmSync(away, { force: true });
  return isBack;
}

async function comesBack({ touchlink }: Herdsman, tries: number): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) if (await isDone(touchlink.restoreChannelInterPAN())) return true;
  return false;
}

/** Herdsman holds back what it is to send, as if the stick were away. */
async function speaks(herdsman: Herdsman): Promise<boolean> {
  unlockAir(herdsman);
  return await isDone(adapterOf(herdsman).getNetworkParameters());
}

async function isDone(asked: Promise<unknown>): Promise<boolean> {
  return await within(TAKES, asked, () => new Error("it takes too long")).then(
    () => true,
    () => false,
  );
}
