/** The last value of each property of each device, in the device's own words. After a restart they are those that the converters remember. */
import type { DeviceValues } from "../../model/devices.ts";
import type { Clock } from "../../model/ports.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Stop, Values } from "../../model/resource.ts";

const MOST = 300; // values of one device; the longest known list has half of that

interface ValueWatch {
  /** Kept when the device has told the value, or after so many milliseconds in any case. */
  arrived(milliseconds: number): Promise<void>;
  cancel(): void;
}

export class LastValues implements DeviceValues {
  readonly #clock: Clock;
  readonly #devices = new Map<Ieee, Map<string, unknown>>(); // maps: a device may give its properties any name
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #listeners = new Set<(ieee: Ieee, values: Values) => void>();

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
    for (const listener of this.#listeners) listener(ieee, values);
  }

  /** Values from before this process began; values that were heard since go before them. */
  remember(ieee: Ieee, values: Values = {}): void {
    const heard = this.#devices.get(ieee) ?? new Map<string, unknown>();
    this.#devices.set(ieee, new Map([...Object.entries(values).slice(0, MOST), ...heard]));
  }

  of(ieee: Ieee): Values {
    return Object.fromEntries(this.#devices.get(ieee) ?? []);
  }

  on(listener: (ieee: Ieee, values: Values) => void): Stop {
    const own: typeof listener = (ieee, values) => listener(ieee, values); // the same function may listen twice
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  get(ieee: Ieee, property: string): unknown {
    return this.#devices.get(ieee)?.get(property);
  }

  /** Notices the value from now on, before a caller awaits it. */
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
