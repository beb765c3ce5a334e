/** What each device last told in its own words, for those who ask for a property. It is not kept over restarts. */
import type { Clock } from "../../model/ports.ts";
import type { Ieee } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";

const MOST = 300; // values of one device; the longest known list has half of that

interface ValueWatch {
  /** Kept when it was told, or so many milliseconds from now in any case. */
  arrived(milliseconds: number): Promise<void>;
  cancel(): void;
}

export interface LastValues {
  record(ieee: Ieee, values: Values): void;
  get(ieee: Ieee, property: string): unknown;
  /** From now on it is noticed when the device tells it. */
  watch(ieee: Ieee, property: string): ValueWatch;
  forget(ieee: Ieee): void;
}

export function openLastValues(clock: Clock): LastValues {
  const devices = new Map<Ieee, Map<string, unknown>>(); // a device may name its values as it likes
  const waiting = new Map<string, Set<() => void>>();
  const keyOf = (ieee: Ieee, property: string) => `${ieee} ${property}`;
  return {
    record: (ieee, values) => {
      let own = devices.get(ieee);
      if (!own) {
        own = new Map();
        devices.set(ieee, own);
      }
      for (const [name, value] of Object.entries(values)) {
        if (own.size < MOST || own.has(name)) own.set(name, value);
        if (waiting.size > 0) for (const done of waiting.get(keyOf(ieee, name)) ?? []) done();
      }
    },
    get: (ieee, property) => devices.get(ieee)?.get(property),
    watch: (ieee, property) => {
      const key = keyOf(ieee, property);
      const all = waiting.get(key) ?? new Set();
      let isTold = false;
      let tell = () => {};
      const notice = () => {
        isTold = true;
        tell();
      };
      waiting.set(key, all.add(notice));
      const cancel = () => {
        all.delete(notice);
        if (all.size === 0) waiting.delete(key);
      };
      return {
        arrived: async (milliseconds) => {
          await new Promise<void>((resolve) => {
            if (isTold) return resolve();
            const stop = clock.after(milliseconds, resolve);
            tell = () => {
              stop();
              resolve();
            };
          });
          cancel();
        },
        cancel,
      };
    },
    forget: (ieee) => devices.delete(ieee),
  };
}
