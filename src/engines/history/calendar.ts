/** When minutes, hours, days and months begin, by the clock of the house: a day in spring has 23 hours, one in autumn 25. */
import { DAY, HOUR, MINUTE, type Step, type Tier } from "../../model/history/rollups.ts";
import { instantOf, offsetAt, wallOf } from "../../model/time/zones.ts";
import type { Span } from "./open-rollup.ts";

const NOON = DAY / 2;

export function spanAt(step: Step, at: number, zone: string): Span {
  if (step === "minute") return spanFrom(Math.floor(at / MINUTE) * MINUTE, MINUTE);
  if (step === "hour") {
    const shift = offsetAt(at, zone) % HOUR; // some zones are half an hour beside the others
    return spanFrom(Math.floor((at + shift) / HOUR) * HOUR - shift, HOUR);
  }
  if (step === "day") {
    const midnight = Math.floor(wallOf(at, zone) / DAY) * DAY;
    return { start: instantOf(midnight, zone), end: instantOf(midnight + DAY, zone) };
  }
  const wall = new Date(wallOf(at, zone));
  const first = (month: number) => instantOf(Date.UTC(wall.getUTCFullYear(), month, 1), zone);
  return { start: first(wall.getUTCMonth()), end: first(wall.getUTCMonth() + 1) };
}

/** All spans that lie in this time, also in part. */
export function* spansIn(step: Step, from: number, to: number, zone: string): Generator<Span> {
  let span = spanAt(step, from, zone);
  while (span.start < to) {
    yield span;
    span = following(step, span, zone);
  }
}

/** Of most days the next one is as long: to ask for the zone takes longer than all the rest. */
function following(step: Step, { start, end }: Span, zone: string): Span {
  if (step === "minute" || step === "hour") return spanFrom(end, end - start);
  if (step === "month") return spanAt(step, end + NOON, zone);
  return offsetAt(end + DAY, zone) === offsetAt(end - 1, zone) ? spanFrom(end, DAY) : spanAt(step, end + NOON, zone);
}

/** The spans that now lies in; looked up again only when it has left them. */
export function calendar(zone: () => string): (tier: Tier, now: number) => Span {
  const spans: { [tier in Tier]?: Span } = {};
  let zoneThen = "";
  return (tier, now) => {
    const zoneNow = zone();
    if (zoneNow !== zoneThen) for (const each of ["minute", "hour", "day"] as const) delete spans[each];
    zoneThen = zoneNow;
    const known = spans[tier];
    if (known && known.start <= now && now < known.end) return known;
    const span = spanAt(tier, now, zoneNow);
    spans[tier] = span;
    return span;
  };
}

function spanFrom(start: number, length: number): Span {
  return { start, end: start + length };
}
