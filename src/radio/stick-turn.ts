/**
 * The turn of the sticks: which of two has the network, on the disk before anything is asked of either of them. The term goes up with each
 * takeover; a stick that had the network in an earlier one is emptied when it comes back, and never started as it is.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, parsedJson } from "../model/resource.ts";
import { writeDurably } from "./durable-file.ts";
import { recordIn } from "./network-record.ts";

export interface StickTurn {
  readonly term: number;
  readonly active: string; // its path
  readonly since: number; //  milliseconds, UTC
  readonly why: "chosen" | "gone" | "asked"; // by the dialog; the other one was gone; a person wanted it
  /** Sticks that had the network in an earlier term, and may still hold it. */
  readonly stale: readonly string[];
}

const FILE = "sticks.json";

/** The turn on the disk, where it fits the sticks that are set; the first stick is the one of the dialog. */
export function turnIn(folder: string, sticks: readonly string[], now: number): StickTurn {
  const kept = keptTurn(folder);
  const [first = ""] = sticks;
  const term = Math.max(kept?.term ?? 0, termOfRecord(folder));
  if (kept && sticks.includes(kept.active)) return { ...kept, term };
  return { term: kept ? term + 1 : term, active: first, since: now, why: "chosen", stale: [] };
}

/** The other stick has it from now on. */
export function nextTurn(turn: StickTurn, active: string, why: StickTurn["why"], now: number): StickTurn {
  const stale = [...turn.stale.filter((path) => path !== active), turn.active];
  return { term: turn.term + 1, active, since: now, why, stale };
}

/** On the disk when it returns: a power cut leaves the former turn or this one. */
export function keepTurn(folder: string, turn: StickTurn): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeDurably(join(folder, FILE), JSON.stringify(turn, undefined, 2));
}

function keptTurn(folder: string): StickTurn | undefined {
  const kept = parsedJson(textIn(join(folder, FILE)));
  const isWhole =
    isObject(kept) && typeof kept.active === "string" && Number.isInteger(kept.term) && Array.isArray(kept.stale);
  return isWhole ? (kept as unknown as StickTurn) : undefined;
}

/** A folder that was restored may know of a newer term than this file. */
function termOfRecord(folder: string): number {
  return recordIn(textIn(join(folder, "network.json")))?.term ?? 0;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // there is none yet
  }
}
