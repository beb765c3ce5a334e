/** One member of one resource, as its history goes on: what it is now, and the minute, the hour and the day that it is in. */
import { type Rollup, TIERS, type Tier } from "../../model/history/rollups.ts";
import { type CounterState, count, type Reading } from "./counters.ts";
import { OpenRollup, type Span } from "./open-rollup.ts";

type SpanOf = (tier: Tier, at: number) => Span;

export class Series {
  readonly name: string;
  readonly isCounter: boolean;
  #value: number | undefined; // undefined: not known
  #counter: CounterState | undefined;
  readonly #open: Partial<Record<Tier, OpenRollup>> = {};
  readonly #closed: Record<Tier, Rollup[]> = { minute: [], hour: [], day: [] };

  constructor(name: string, isCounter: boolean) {
    this.name = name;
    this.isCounter = isCounter;
  }

  /** Begins with a value that was there already, and that somebody looked at since then. */
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

  tell(value: number | undefined, now: number, spanOf: SpanOf): void {
    this.advance(now, spanOf);
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

  /** Up to now it was what it is. */
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

  /** Time was lost or came twice: what was counted ends then, and begins anew now. */
  interrupt(then: number, now: number, spanOf: SpanOf): void {
    this.advance(then, spanOf);
    for (const tier of TIERS) {
      if (!this.#open[tier]) continue;
      this.#close(tier);
      this.#open[tier] = new OpenRollup(spanOf(tier, now), now);
    }
  }

  /** What an earlier run has of the span that is open. */
  absorb(tier: Tier, part: Rollup, milliseconds: number): void {
    this.#open[tier]?.absorb(part, milliseconds);
  }

  /** An earlier run has kept a part of the span: the rest of it is worth keeping as well. */
  goOn(tier: Tier): void {
    const open = this.#open[tier];
    if (open) open.isWorthKeeping = true;
  }

  isOpen(tier: Tier): boolean {
    return this.#open[tier]?.isWorthKeeping === true;
  }

  /** As it is; undefined where nothing came in this span. */
  openRollup(tier: Tier): Rollup | undefined {
    return this.#open[tier]?.rollup;
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
