/** Why the radio could not start or had to end, as one plain sentence with its cure: reasons on our side come before those of the stick. */
import { wordsOf } from "../../model/errors.ts";
import { type StickAddress, stickFailure } from "../stick-failures.ts";

/** An error whose message is a sentence with its cure already. */
export class ExplainedError extends Error {}

const DISK: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: make room, the radio cannot save what it knows",
  EDQUOT: "the disk is full for this user: make room, the radio cannot save what it knows",
  EROFS: "the disk is read-only: the radio cannot save what it knows",
};

/** `folder`: where the radio's own files live; an error there is not the stick's fault. */
export function whyStartFailed(thrown: unknown, stick: StickAddress, folder: string): string {
  return isUnreadable(thrown) ? whyUnreadable(stick) : foreseenReason(thrown, stick, folder);
}

/** Herdsman stumbled over bytes that it read. */
export function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof TypeError || thrown instanceof RangeError;
}

/** Herdsman takes for granted that a stick holds all of a network or nothing: one that lost its power while it was written holds half. */
function whyUnreadable({ path }: StickAddress): string {
  const start = path === "virtual" ? "the virtual stick" : `${path}: the stick`;
  return `${start} did not tell all that a start needs, and is started again: if that goes on, restore a backup, or use another stick`;
}

function foreseenReason(thrown: unknown, stick: StickAddress, folder: string): string {
  if (thrown instanceof ExplainedError) return thrown.message;
  if (thrown instanceof Error) {
    const { code, path } = thrown as NodeJS.ErrnoException;
    const onDisk = DISK[code ?? ""];
    if (onDisk) return onDisk;
    if (path?.startsWith(folder))
      return `${path}: the radio may not use its own file (${code}): check whose file it is, and that the folder is there`;
  }
  return stickFailure(thrown, stick);
}

/** A full disk, a folder that is gone: no frame is to blame. */
export function isSystemError(thrown: unknown): boolean {
  return thrown instanceof Error && "syscall" in thrown;
}

/** The stick was up, and is gone. */
export function whyStickWasLost({ path }: StickAddress): string {
  if (path === "virtual") return "the virtual stick has lost its connection: it comes back by itself";
  return /^\w+:\/\//.test(path)
    ? `${path}: the connection was lost: check that it has power and is in this network`
    : `${path}: the stick is gone: plug it in again`;
}

/** It speaks, and is not in its network any more. */
export function whyStickLeftNetwork({ path }: StickAddress): string {
  if (path === "virtual") return "the virtual stick has left its network: it is started again";
  return `${path}: the stick has left its network, and is started again: if that goes on, flash a current firmware`;
}

/** Its serial line is open, and nothing comes from it. */
export function whyStickIsSilent({ path }: StickAddress): string {
  if (path === "virtual") return "the virtual stick does not answer any more: it is started again";
  const cure = /^\w+:\/\//.test(path) ? "switch it off and on again" : "unplug it and plug it in again";
  return `${path}: the stick does not answer any more, and is started again: if that goes on, ${cure}`;
}

/** For errors that were not foreseen. */
export function whyProcessBroke(thrown: unknown, stick: StickAddress, folder: string): string {
  const known = foreseenReason(thrown, stick, folder);
  return known.endsWith(wordsOf(thrown)) ? `the radio process failed and starts again: ${wordsOf(thrown)}` : known;
}
