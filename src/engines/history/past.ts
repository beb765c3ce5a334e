/** Values from before a history began go the way of all values: the same series rolls them up, into the same files, for the same time. */

import type { Store } from "../../core/store.ts";
import { nextTurn } from "../../core/turns.ts";
import type { HistoryDisk, PastValues } from "../../model/history/ports.ts";
import { DAY, type SeriesRollups, TIERS, type Tier } from "../../model/history/rollups.ts";
import type { Section } from "../../model/resource.ts";
import { timezoneOf } from "../engine.ts";
import { isCounter } from "./counters.ts";
import { seriesName } from "./measured.ts";
import { calendar, Series, spanAt } from "./series.ts";

const KEPT_FOR: Readonly<Record<Tier, number>> = { minute: DAY, hour: 31 * DAY, day: Number.POSITIVE_INFINITY };

/** Up to an instant; in pieces, one for each value. Answers the series that the disk did not have. */
export async function keepPast(
  { disk, store }: { readonly disk: HistoryDisk; readonly store: Store },
  past: readonly PastValues[],
  until: number,
): Promise<readonly string[]> {
  const zone = timezoneOf(store);
  const today = spanAt("day", until, zone).start;
  const batches: Record<Tier, SeriesRollups[]> = { minute: [], hour: [], day: [] };
  for (const { address, member, values } of past) {
    const resource = store.get(address);
    const [section = "state", name = ""] = member.split("/") as [Section, string];
    const own = resource && seriesName(resource, section, name);
    if (own === undefined || (await disk.lastBefore("day", own, today))) continue;
    const spanOf = calendar(() => zone);
    const series = new Series(own, isCounter(name));
    for (const [at, value] of values) if (at < until) series.tell(value, at, spanOf);
    series.advance(until, spanOf);
    series.closeAll();
    for (const tier of TIERS) {
      const rollups = series.closed(tier).filter(({ at }) => at > until - KEPT_FOR[tier]);
      if (rollups.length > 0) batches[tier].push({ series: own, rollups });
    }
    await nextTurn();
  }
  const added = batches.day.map(({ series }) => series).filter((series) => !disk.has(series));
  for (const tier of TIERS.toReversed()) await disk.append(tier, batches[tier]);
  return added;
}
