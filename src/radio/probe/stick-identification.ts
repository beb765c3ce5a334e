/** Identifies the stick that answers, and its speed: by the settings, else by its name, else by trying. */
import { noAnswerFrom, otherKindThan, type StickAddress, stickFailure } from "../stick-failures.ts";
import type { StickAnswer, StickTest } from "../sticks.ts";
import { PROBES, type Probe } from "./probes.ts";
import { exchangeOver, type StickConnection } from "./stick-connection.ts";

/** Opens the connection at a speed; over TCP there is none to choose. */
export type OpenConnection = (baudRate: number | undefined) => Promise<StickConnection>;

interface ProbeAttempt {
  readonly baudRate: number | undefined;
  readonly probes: readonly Probe[];
  readonly restarts?: true; // the chip, before it is asked
}

export async function identifyStick(test: StickTest, isSerial: boolean, open: OpenConnection): Promise<StickAnswer> {
  const stick: StickAddress = test;
  try {
    const found = await firstAnswer(attemptsFor(test, isSerial), open);
    if (!found) return { ok: false, reason: noAnswerFrom(stick) };
    const isAsSet = isEither(test.adapter, found.adapter) && (!isSerial || isEither(test.baudRate, found.baudRate));
    return isAsSet ? found : { ok: false, reason: otherKindThan(stick, found.adapter, found.baudRate) };
  } catch (error) {
    return { ok: false, reason: stickFailure(error, stick) };
  }
}

async function firstAnswer(
  attempts: readonly ProbeAttempt[],
  open: OpenConnection,
): Promise<(StickAnswer & { ok: true }) | undefined> {
  for (const { baudRate, probes, restarts } of attempts) {
    const connection = await open(baudRate);
    try {
      const exchange = exchangeOver(connection);
      if (restarts) await connection.restart();
      for (const { adapter, ask } of probes) {
        const firmware = await ask(exchange);
        if (firmware !== undefined) return { ok: true, adapter, firmware, ...(baudRate !== undefined && { baudRate }) };
      }
    } finally {
      await connection.close();
    }
  }
  return undefined;
}

/** One opening for each speed, as each may restart the chip; the probable ones first. */
function attemptsFor({ adapter, baudRate, guess }: StickTest, isSerial: boolean): ProbeAttempt[] {
  const likely = adapter ?? guess;
  const probes = PROBES.toSorted((one, other) => Number(other.adapter === likely) - Number(one.adapter === likely));
  if (!isSerial) return [{ baudRate: undefined, probes }];
  const rates = new Set(probes.flatMap((probe) => probe.baudRates));
  if (baudRate) rates.delete(baudRate);
  const usual = [...rates].map((rate): ProbeAttempt => {
    return { baudRate: rate, probes: probes.filter((probe) => probe.baudRates.includes(rate)) };
  });
  const restarted = { baudRate: baudRate ?? 115_200, probes: probes.filter((one) => one.adapter === "zstack") };
  return [...(baudRate ? [{ baudRate, probes }] : []), ...usual, { ...restarted, restarts: true }];
}

function isEither(set: unknown, found: unknown): boolean {
  return !set || set === found;
}
