/** Completes rollups after a kill: minutes that are in no hour and no day yet. After an orderly stop the hour is just continued. */
import type { HistoryDisk } from "../../model/history/ports.ts";
import { HOUR, MINUTE, type Rollup } from "../../model/history/rollups.ts";
import { OpenRollup, type Series, type Span, spanAt } from "./series.ts";

interface LastRun {
  readonly ended: number; //   when it wrote last
  readonly stopped: number; // the last orderly stop: everything before it is in its hour and its day
  readonly isClean: boolean; // the last run ended by an orderly stop
  readonly now: number;
  readonly zone: string;
}

interface Part {
  readonly rollup: Rollup;
  readonly milliseconds: number;
}

/** True when there is something that the disk is to have. */
export async function recoverSeries(disk: HistoryDisk, series: Series, run: LastRun): Promise<boolean> {
  const { ended, now, zone } = run;
  if (ended > now || !disk.has(series.name)) return false; // the clock was put back
  const hour = spanAt("hour", ended, zone);
  const day = spanAt("day", ended, zone);
  if (run.isClean) {
    const isHour = await goesOn(disk, series, "hour", hour, now);
    const isDay = await goesOn(disk, series, "day", day, now);
    return isHour || isDay;
  }
  const minutes = await partsOf(disk, series, "minute", hour, run, MINUTE);
  const hours = await partsOf(disk, series, "hour", { start: day.start, end: hour.start }, run, HOUR);
  const isHour = await complete(disk, series, "hour", hour, minutes, run);
  const isDay = await complete(disk, series, "day", day, [...hours, ...minutes], run);
  return isHour || isDay;
}

async function goesOn(
  disk: HistoryDisk,
  series: Series,
  tier: "hour" | "day",
  span: Span,
  now: number,
): Promise<boolean> {
  if (now >= span.end || (await disk.read(tier, series.name, span.start, span.end)).length === 0) return false;
  series.goOn(tier);
  return true;
}

async function partsOf(
  disk: HistoryDisk,
  { name }: Series,
  tier: "minute" | "hour",
  span: Span,
  { stopped }: LastRun,
  milliseconds: number,
): Promise<readonly Part[]> {
  const parts = await disk.read(tier, name, span.start, span.end);
  return parts.filter(({ at }) => at + milliseconds > stopped).map((rollup) => ({ rollup, milliseconds }));
}

async function complete(
  disk: HistoryDisk,
  series: Series,
  tier: "hour" | "day",
  span: Span,
  parts: readonly Part[],
  { stopped, now }: LastRun,
): Promise<boolean> {
  if (parts.length === 0) return false;
  if (stopped < span.start && (await disk.read(tier, series.name, span.start, span.end)).length > 0) return false; // it was written
  if (now < span.end) {
    for (const { rollup, milliseconds } of parts) series.absorb(tier, rollup, milliseconds);
    return true;
  }
  const open = new OpenRollup(span, span.start);
  let held: number | undefined;
  for (const { rollup, milliseconds } of parts) {
    open.hold(held, rollup.at);
    open.absorb(rollup, milliseconds);
    held = rollup.last;
  }
  const rollup = open.rollup;
  if (rollup) series.add(tier, rollup);
  return rollup !== undefined;
}

/** Two times as a rollup of the engine's own series. */
export function note(at: number, last: number, isEnd = false): Rollup {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  return { at: minute, min: last, max: last, mean: last, last, count: 1, known: 1, ...(isEnd ? { grown: 1 } : {}) };
}
