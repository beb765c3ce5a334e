/** Slows down a source that keeps guessing: so many tries are free, then one now and then, and the rest are answered late. */
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";

export interface Rate {
  readonly free: number; //      tries in a row
  readonly perSecond: number; // how fast they come back
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

const MOST_SOURCES = 1_000; // the one unheard for longest is forgotten first
const MOST_WAITING = 100;
const LATE = 1_000; // milliseconds

export class Throttle {
  readonly #clock: Clock;
  readonly #rate: Rate;
  readonly #buckets = new Map<string, Bucket>();
  #waiting = 0;

  constructor(clock: Clock, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  get sources(): number {
    return this.#buckets.size;
  }

  /** True if this try is free; it is counted either way. */
  allows(source: string): boolean {
    const now = this.#clock.now();
    const { free, perSecond } = this.#rate;
    const { left, at } = this.#buckets.get(source) ?? { left: free, at: now };
    const refilled = Math.min(free, left + (Math.max(0, now - at) / 1000) * perSecond);
    this.#buckets.delete(source); // so that it stands at the end again
    this.#buckets.set(source, { left: refilled >= 1 ? refilled - 1 : refilled, at: now });
    if (this.#buckets.size > MOST_SOURCES) this.#forgetOldest();
    return refilled >= 1;
  }

  /** Runs late; undefined if too many wait already. */
  later(run: () => void): Stop | undefined {
    if (this.#waiting >= MOST_WAITING) return undefined;
    this.#waiting += 1;
    let over = false;
    const leave = () => {
      if (!over) this.#waiting -= 1;
      over = true;
    };
    const cancel = this.#clock.after(LATE, () => {
      leave();
      run();
    });
    return () => {
      cancel();
      leave();
    };
  }

  #forgetOldest(): void {
    for (const source of this.#buckets.keys()) {
      this.#buckets.delete(source);
      return;
    }
  }
}

/** Who asks, as far as one household can be told from another: an IPv4 address, or an IPv6 network of 64 bits. */
export function sourceOf(address: string | undefined): string {
  if (!address) return "";
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // also ::ffff:192.0.2.1
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter((group) => group !== "");
  const behind = tail?.split(":").filter((group) => group !== "") ?? [];
  if (tail !== undefined) while (groups.length + behind.length < 8) groups.push("0");
  return [...groups, ...behind].slice(0, 4).join(":");
}
