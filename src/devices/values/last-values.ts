/** The last value of each property of each device, in the device's own words, for clients that ask for a property. They are lost with a restart. */
import type { Clock } from "../../model/ports.ts";
import type { Ieee } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";

const MOST = 300; // values of one device; the longest known list has half of that

interface ValueWatch {
  /** Kept when the device has told the value, or after so many milliseconds in any case. */
  arrived(milliseconds: number): Promise<void>;
  cancel(): void;
}

export class LastValues {
  readonly #clock: Clock;
  readonly #devices = new Map<Ieee, Map<string, unknown>>(); // maps: a device may call its properties what it likes
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(ieee: Ieee, values: Values): void {
    const own = this.#devices.get(ieee) ?? new Map<string, unknown>();
    this.#devices.set(ieee, own);
    for (const [property, value] of Object.entries(values)) {
      if (own.size < MOST || own.has(property)) own.set(property, value);
      if (this.#watchers.size > 0) for (const notify of this.#watchers.get(keyOf(ieee, property)) ?? []) notify();
    }
  }

  get(ieee: Ieee, property: string): unknown {
    return this.#devices.get(ieee)?.get(property);
  }

  /** Notices the value from now on, before anybody awaits it. */
  watch(ieee: Ieee, property: string): ValueWatch {
    const key = keyOf(ieee, property);
    const all = this.#watchers.get(key) ?? new Set();
    let hasArrived = false;
    let notify = () => {};
    const watcher = () => {
      hasArrived = true;
      notify();
    };
    this.#watchers.set(key, all.add(watcher));
    const cancel = () => {
      all.delete(watcher);
      if (all.size === 0) this.#watchers.delete(key);
    };
    const arrived = async (milliseconds: number) => {
      await new Promise<void>((resolve) => {
        if (hasArrived) return resolve();
        const stop = this.#clock.after(milliseconds, resolve);
        notify = () => {
          stop();
          resolve();
        };
      });
      cancel();
    };
    return { arrived, cancel };
  }

  forget(ieee: Ieee): void {
    this.#devices.delete(ieee);
  }
}

function keyOf(ieee: Ieee, property: string): string {
  return `${ieee} ${property}`;
}
