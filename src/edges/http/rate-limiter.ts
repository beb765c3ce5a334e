/** Rate limit by source address (a token bucket each): a burst is free, then tries come back slowly; tries beyond that are answered late. */
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";

interface RequestRate {
  readonly burst: number; //     tries in a row
  readonly perSecond: number; // how fast they come back
}

interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

const MOST_SOURCES = 1_000; // the source that was silent for longest is forgotten first
const MOST_DELAYED = 100;
const DELAY = 1_000; // milliseconds

export class RateLimiter {
  readonly #clock: Clock;
  readonly #rate: RequestRate;
  readonly #buckets = new Map<string, TokenBucket>();
  #waiting = 0;

  constructor(clock: Clock, rate: RequestRate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  get sources(): number {
    return this.#buckets.size;
  }

  /** True while the source has a token left; the try is counted either way. */
  allows(source: string): boolean {
    const now = this.#clock.now();
    const { burst, perSecond } = this.#rate;
    const { tokens, at } = this.#buckets.get(source) ?? { tokens: burst, at: now };
    const refilled = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
    this.#buckets.delete(source); // a map keeps the order of insertion: the newest stands last
    this.#buckets.set(source, { tokens: refilled >= 1 ? refilled - 1 : refilled, at: now });
    if (this.#buckets.size > MOST_SOURCES) this.#forgetOldest();
    return refilled >= 1;
  }

  /** Runs a try late; undefined if too many wait already. */
  delay(run: () => void): Stop | undefined {
    if (this.#waiting >= MOST_DELAYED) return undefined;
    this.#waiting += 1;
    let isOver = false;
    const leave = () => {
      if (!isOver) this.#waiting -= 1;
      isOver = true;
    };
    const cancel = this.#clock.after(DELAY, () => {
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

/** The source address as far as it tells one household from another: an IPv4 address, or an IPv6 network of 64 bits. */
export function sourceOf(address: string | undefined): string {
  if (!address) return "";
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // also ::ffff:192.0.2.1
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter((group) => group !== "");
  const behind = tail?.split(":").filter((group) => group !== "") ?? [];
  if (tail !== undefined) while (groups.length + behind.length < 8) groups.push("0");
  return [...groups, ...behind].slice(0, 4).join(":");
}
