/** Brings a stick that has left its network for touchlink back to the network's channel, if need be by the next process: a mark on the disk says that it is away. */
import { existsSync, rmSync } from "node:fs";
import { succeeds } from "../../../model/errors.ts";
import { writeDurably } from "../../durable-file.ts";
import { within } from "../deadlines.ts";
import { ExplainedError } from "../end-reasons.ts";
import { adapterOf, type Herdsman, unlockInterPan } from "../herdsman.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

const MAY_TAKE = 8000; // milliseconds at most; Z-Stack is given 3 s to settle
const TRIES = 2;
const LEAVING = "leaving";
const LOST =
  "the stick did not come back to its network after touchlink: if that goes on, unplug it and plug it in again";

/** The stick is told to leave, and may not know how. */
export function markLeaving({ away }: NetworkFiles): void {
  writeDurably(away, LEAVING);
}

/** The stick has said that it has left. */
export function markAway({ away }: NetworkFiles): void {
  writeDurably(away, "away");
}

export function isAway({ away }: NetworkFiles): boolean {
  return existsSync(away);
}

/**
 * A stick keeps its power when the process that has sent it away ends. Answers whether it was away: a stick that never said that it had
 * left, cannot come back, but speaks, has stayed where it was.
 */
export async function returnToNetwork(herdsman: Herdsman, { away }: NetworkFiles): Promise<boolean> {
  const hasLeft = readText(away) !== LEAVING;
  const isBack = await comesBack(herdsman, hasLeft ? TRIES : 1);
  if (!isBack && (hasLeft || !(await speaks(herdsman)))) throw new ExplainedError(LOST);
  rmSync(away, { force: true });
  return isBack;
}

async function comesBack({ touchlink }: Herdsman, tries: number): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) if (await isDone(touchlink.restoreChannelInterPAN())) return true;
  return false;
}

/** Herdsman holds back the frames that it is to send, as if the stick were away. */
async function speaks(herdsman: Herdsman): Promise<boolean> {
  unlockInterPan(herdsman);
  return await isDone(adapterOf(herdsman).getNetworkParameters());
}

async function isDone(asked: Promise<unknown>): Promise<boolean> {
  return await succeeds(within(MAY_TAKE, asked, () => new Error("it takes too long")));
}
