/** A rollup that is still growing: what a value was since its minute, hour or day began. */
import type { Rollup } from "../../model/history/rollups.ts";

/** From when to when the minute, hour or day lasts. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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
  /** Something came in this span, so that it is worth keeping: what was only held follows from the one before. */
  isWorthKeeping = false;

  constructor(span: Span, at: number) {
    this.#span = span;
    this.#at = at;
  }

  get span(): Span {
    return this.#span;
  }

  /** It was this value up to then. */
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

  /** Takes in what is known of a part of it. */
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
