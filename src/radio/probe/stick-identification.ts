/** Finds out which kind of stick answers, and at which speed: by what is set, else by what its name suggests, else by trying. */
import { noAnswerFrom, otherKindThan, type StickAddress, stickFailure } from "../stick-failures.ts";
import type { StickAnswer, StickTest } from "../sticks.ts";
import { PROBES, type Probe } from "./probes.ts";
import type { Line } from "./stick-connection.ts";
import { talkOver } from "./talk.ts";

/** Opens the line at a speed; over TCP there is none to choose. */
export type Open = (baudRate: number | undefined) => Promise<Line>;

interface Attempt {
  readonly baudRate: number | undefined;
  readonly probes: readonly Probe[];
  readonly restarts?: true; // the chip, before it is asked
}

export async function search(test: StickTest, isSerial: boolean, open: Open): Promise<StickAnswer> {
  const place: StickAddress = test;
  try {
    const found = await tried(attemptsFor(test, isSerial), open);
    if (!found) return { ok: false, reason: noAnswerFrom(place) };
    const isAsSet = isEither(test.adapter, found.adapter) && (!isSerial || isEither(test.baudRate, found.baudRate));
    return isAsSet ? found : { ok: false, reason: otherKindThan(place, found.adapter, found.baudRate) };
  } catch (error) {
    return { ok: false, reason: stickFailure(error, place) };
  }
}

async function tried(attempts: readonly Attempt[], open: Open): Promise<(StickAnswer & { ok: true }) | undefined> {
  for (const { baudRate, probes, restarts } of attempts) {
    const line = await open(baudRate);
    try {
      const talk = talkOver(line);
      if (restarts) await line.restart();
      for (const { adapter, ask } of probes) {
        const firmware = await ask(talk);
        if (firmware !== undefined) return { ok: true, adapter, firmware, ...(baudRate !== undefined && { baudRate }) };
      }
    } finally {
      await line.close();
    }
  }
  return undefined;
}

/** One opening for each speed, as each may restart the chip; the probable ones first. */
function attemptsFor({ adapter, baudRate, guess }: StickTest, isSerial: boolean): Attempt[] {
  const likely = adapter ?? guess;
  const probes = PROBES.toSorted((one, other) => Number(other.adapter === likely) - Number(one.adapter === likely));
  if (!isSerial) return [{ baudRate: undefined, probes }];
  const rates = new Set(probes.flatMap((probe) => probe.baudRates));
  if (baudRate) rates.delete(baudRate);
  const usual = [...rates].map((rate): Attempt => {
    return { baudRate: rate, probes: probes.filter((probe) => probe.baudRates.includes(rate)) };
  });
  const restarted = { baudRate: baudRate ?? 115_200, probes: probes.filter((one) => one.adapter === "zstack") };
  return [...(baudRate ? [{ baudRate, probes }] : []), ...usual, { ...restarted, restarts: true }];
}

function isEither(set: unknown, found: unknown): boolean {
  return !set || set === found;
}
