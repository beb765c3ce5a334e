/**
 * One member of one resource, as its history goes on: its value now, and the minute, the hour and the day that are open.
 */
import { DAY, HOUR, MINUTE, type Rollup, type Step, TIERS, type Tier } from "../../model/history/rollups.ts";
import { instantOf, offsetAt, wallOf } from "../../model/time/zones.ts";
import { type CounterState, count, type Reading } from "./counters.ts";

/** From when to when a minute, hour, day or month lasts. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

// ---- the spans of the calendar, of the zone of the house

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

/** Most days are as long as the one before: asking for the offset of the zone is slow. */
function following(step: Step, { start, end }: Span, zone: string): Span {
  if (step === "minute" || step === "hour") return spanFrom(end, end - start);
  if (step === "month") return spanAt(step, end + NOON, zone);
  return offsetAt(end + DAY, zone) === offsetAt(end - 1, zone) ? spanFrom(end, DAY) : spanAt(step, end + NOON, zone);
}

/** The spans around an instant; looked up again only when it has left them. */
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

// ---- the open minute, hour or day

export class OpenRollup {
  #span: Span;
  #at: number; // up to here it is counted
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0; // value · milliseconds
  #known = 0; // milliseconds
  #last = 0;
  #count = 0;
  #grown: number | undefined;
  /** A value came in this span, so it is kept. A span in which the value was only held follows from the one before. */
  isWorthKeeping = false;

  constructor(span: Span, at: number) {
    this.#span = span;
    this.#at = at;
  }

  get span(): Span {
    return this.#span;
  }

  copy(): OpenRollup {
    const copy = new OpenRollup(this.#span, this.#at);
    [copy.#min, copy.#max, copy.#sum, copy.#known] = [this.#min, this.#max, this.#sum, this.#known];
    [copy.#last, copy.#count, copy.#grown] = [this.#last, this.#count, this.#grown];
    copy.isWorthKeeping = this.isWorthKeeping;
    return copy;
  }

  /** The value has been held until then. */
  hold(value: number | undefined, until: number): void {
    const end = Math.min(until, this.#span.end);
    const milliseconds = end - this.#at;
    if (milliseconds <= 0) return;
    this.#at = end;
    if (value === undefined) return;
    this.#see(value);
    this.#sum += value * milliseconds;
    this.#known += milliseconds;
  }

  /** A value came. */
  tell(value: number, grown?: number): void {
    this.#see(value);
    this.#count += 1;
    this.isWorthKeeping = true;
    if (grown !== undefined) this.#grown = (this.#grown ?? 0) + grown;
  }

  /** Takes in the rollup of a part of the span. */
  absorb(part: Rollup, milliseconds: number): void {
    this.#min = Math.min(this.#min, part.min);
    this.#max = Math.max(this.#max, part.max);
    this.#last = part.last;
    this.#sum += part.mean * part.known * milliseconds;
    this.#known += part.known * milliseconds;
    this.#count += part.count;
    this.#at = Math.max(this.#at, Math.min(this.#span.end, part.at + milliseconds));
    this.isWorthKeeping = true;
    if (part.grown !== undefined) this.#grown = (this.#grown ?? 0) + part.grown;
  }

  /** As it is now; undefined while nothing is known. */
  get rollup(): Rollup | undefined {
    if (this.#min > this.#max) return undefined;
    return {
      at: this.#span.start,
      min: this.#min,
      max: this.#max,
      mean: this.#known > 0 ? this.#sum / this.#known : this.#last,
      last: this.#last,
      count: this.#count,
      known: Math.min(1, this.#known / (this.#span.end - this.#span.start)),
      ...(this.#grown === undefined ? {} : { grown: this.#grown }),
    };
  }

  #see(value: number): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#last = value;
  }
}

type SpanOf = (tier: Tier, at: number) => Span;

/** A series as it was before a value came that no device has confirmed yet. */
interface Before {
  readonly at: number; // when that value came
  readonly value: number | undefined;
  readonly open: Partial<Record<Tier, OpenRollup>>;
  readonly closed: Readonly<Record<Tier, number>>;
}

const MOST_BEFORE = 4; // values on top of each other that may be taken back: the first, and the last ones

export class Series {
  readonly name: string;
  readonly isCounter: boolean;
  #value: number | undefined; // undefined: not known
  #counter: CounterState | undefined;
  #open: Partial<Record<Tier, OpenRollup>> = {};
  #before: readonly Before[] = []; // the newest last; none where the device itself has told the value
  readonly #closed: Record<Tier, Rollup[]> = { minute: [], hour: [], day: [] };

  constructor(name: string, isCounter: boolean) {
    this.name = name;
    this.isCounter = isCounter;
  }

  /** Begins with a value that was there already, and that the history has watched since then. */
  begin(reading: Reading, { since, now }: { since: number; now: number }, spanOf: SpanOf): void {
    this.#value = reading.value;
    if (this.isCounter) this.#counter = { trusted: reading };
    for (const tier of TIERS) {
      const span = spanOf(tier, now);
      const open = new OpenRollup(span, Math.max(span.start, since));
      open.hold(reading.value, now);
      this.#open[tier] = open;
    }
  }

  /** `isClaim`: a command says so, and not the device. */
  tell(value: number | undefined, now: number, spanOf: SpanOf, isClaim = false): void {
    this.advance(now, spanOf);
    const claims = isClaim ? [...this.#before, this.#asNow(now)] : [];
    this.#before = claims.length > MOST_BEFORE ? claims.toSpliced(1, 1) : claims;
    if (value === undefined) {
      this.#value = undefined;
      return;
    }
    const counted = this.#count(value, now);
    if (!counted.isTrusted) return;
    this.#value = value;
    for (const tier of TIERS) {
      this.#open[tier] ??= new OpenRollup(spanOf(tier, now), now);
      this.#open[tier].tell(value, counted.grown);
    }
  }

  /** Later claims than this value never came true: answers since when. Undefined where that is not known, or was before `notBefore`. */
  takeBack(value: number | undefined, now: number, spanOf: SpanOf, notBefore = 0): number | undefined {
    const index = this.#before.findLastIndex((before) => before.value === value && before.at >= notBefore);
    const before = this.#before[index];
    if (!before) return undefined;
    this.#value = value;
    this.#open = before.open;
    for (const tier of TIERS) this.#closed[tier].length = before.closed[tier];
    this.#before = this.#before.slice(0, index);
    this.advance(now, spanOf);
    return before.at;
  }

  #asNow(at: number): Before {
    const open = TIERS.flatMap((tier) => {
      const rollup = this.#open[tier];
      return rollup ? [[tier, rollup.copy()] as const] : [];
    });
    const { minute, hour, day } = this.#closed;
    const closed = { minute: minute.length, hour: hour.length, day: day.length };
    return { at, value: this.#value, open: Object.fromEntries(open), closed };
  }

  /** The value has not changed until now. */
  advance(now: number, spanOf: SpanOf): void {
    for (const tier of TIERS) {
      const open = this.#open[tier];
      if (!open) continue;
      if (now >= open.span.start && now < open.span.end) {
        open.hold(this.#value, now);
        continue;
      }
      const isLater = now >= open.span.end;
      if (isLater) open.hold(this.#value, open.span.end);
      this.#close(tier);
      const span = spanOf(tier, now);
      const next = new OpenRollup(span, isLater ? span.start : now);
      next.hold(this.#value, now);
      this.#open[tier] = next;
    }
  }

  /** Time was lost or came twice: the open spans end then, and begin anew now. */
  interrupt(then: number, now: number, spanOf: SpanOf): void {
    this.#before = [];
    this.advance(then, spanOf);
    for (const tier of TIERS) {
      if (!this.#open[tier]) continue;
      this.#close(tier);
      this.#open[tier] = new OpenRollup(spanOf(tier, now), now);
    }
  }

  /** Takes in the rollup of an earlier run for a part of the open span. */
  absorb(tier: Tier, part: Rollup, milliseconds: number): void {
    this.#before = [];
    this.#open[tier]?.absorb(part, milliseconds);
  }

  /** An earlier run has kept a part of the span: the rest of it is worth keeping as well. */
  goOn(tier: Tier): void {
    const open = this.#open[tier];
    this.#before = [];
    if (open) open.isWorthKeeping = true;
  }

  /** In memory: the disk is to have something of it, or it is a counter, which is compared with its former value. */
  get isNeeded(): boolean {
    return this.isCounter || TIERS.some((tier) => this.isOpen(tier) || this.#closed[tier].length > 0);
  }

  isOpen(tier: Tier): boolean {
    return this.#open[tier]?.isWorthKeeping === true;
  }

  /** The open span; undefined where no value came in it. */
  openRollup(tier: Tier): Rollup | undefined {
    return this.#open[tier]?.rollup;
  }

  /** The rollups of this time that the disk does not have yet. */
  unkept(tier: Tier, from: number, to: number): readonly Rollup[] {
    const open = this.isOpen(tier) ? this.openRollup(tier) : undefined;
    return [...this.#closed[tier], ...(open ? [open] : [])].filter(({ at }) => at >= from && at < to);
  }

  closeAll(): void {
    for (const tier of TIERS) {
      this.#close(tier);
      delete this.#open[tier];
    }
  }

  /** Those that the disk does not have yet. */
  closed(tier: Tier): readonly Rollup[] {
    return this.#closed[tier];
  }

  add(tier: Tier, rollup: Rollup): void {
    this.#closed[tier].push(rollup);
  }

  /** The disk has the first so many. */
  written(tier: Tier, count: number): void {
    this.#closed[tier].splice(0, count);
    if (count <= 0) return;
    const isWhole = ({ closed }: Before) => closed[tier] >= count; // else the disk has some of the rollups that came since
    const less = ({ closed, ...rest }: Before) => ({ ...rest, closed: { ...closed, [tier]: closed[tier] - count } });
    this.#before = this.#before.filter(isWhole).map(less);
  }

  #close(tier: Tier): void {
    const open = this.#open[tier];
    const rollup = open?.isWorthKeeping ? open.rollup : undefined;
    if (rollup) this.#closed[tier].push(rollup);
  }

  #count(value: number, at: number): { readonly grown?: number; readonly isTrusted: boolean } {
    if (!this.isCounter) return { isTrusted: true };
    if (!this.#counter) {
      this.#counter = { trusted: { value, at } };
      return { grown: 0, isTrusted: true };
    }
    const { state, grown, isTrusted } = count(this.#counter, { value, at });
    this.#counter = state;
    return { grown, isTrusted };
  }
}
