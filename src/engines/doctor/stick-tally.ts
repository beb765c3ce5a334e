/** What the stick has counted of its frames for a day, hour by hour; only some firmware counts. Of this start of the gateway: nobody needs more. */
import type { StickCounters } from "../../model/doctor/deliveries.ts";
import type { StickTotals } from "../../model/doctor/troubles.ts";
import { HOUR } from "../../model/history/rollups.ts";

type Counter = keyof StickCounters;

const HOURS = 24;

export class StickTally {
  readonly #hours = new Map<number, Partial<Record<Counter, number>>>();
  #since = 0;

  note(counters: StickCounters, now: number): void {
    this.#since ||= now;
    const hour = Math.floor(now / HOUR);
    const counted = this.#hours.get(hour) ?? {};
    for (const [name, count] of Object.entries(counters) as [Counter, number][])
      counted[name] = (counted[name] ?? 0) + count;
    this.#hours.set(hour, counted);
    for (const old of this.#hours.keys()) if (old <= hour - HOURS) this.#hours.delete(old);
  }

  /** Another stick may have the network now. */
  clear(): void {
    this.#hours.clear();
    this.#since = 0;
  }

  /** Undefined where it has not counted anything yet. */
  totals(now: number): StickTotals | undefined {
    if (this.#since === 0) return undefined;
    const sum = (name: Counter) =>
      [...this.#hours].reduce((all, [hour, counted]) => all + (isLately(hour, now) ? (counted[name] ?? 0) : 0), 0);
    return {
      since: Math.max(this.#since, now - HOURS * HOUR),
      ...{ sent: sum("sent"), retried: sum("retried"), failed: sum("failed") },
      ...{ channel: sum("channel"), buffers: sum("buffers") },
      ...{ undecrypted: sum("undecrypted"), replayed: sum("replayed") },
    };
  }
}

function isLately(hour: number, now: number): boolean {
  return hour > Math.floor(now / HOUR) - HOURS;
}
