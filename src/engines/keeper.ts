/** Brings to the disk, a little later and many at once, what nobody waits for. */
import type { Ledger } from "../core/ledger.ts";
import type { Stop } from "../model/resource.ts";
import type { EngineParts } from "./engine.ts";

const LATER = 5_000; // milliseconds
const AGAIN = 60_000; // after a failure

export interface Keeper {
  readonly stop: Stop;
  /** Writes all that is left, at the end. */
  flush(): Promise<void>;
}

export function startKeeper({ store, bus, clock, log }: EngineParts, ledger: Ledger): Keeper {
  let timer: Stop | undefined;
  const plan = (milliseconds: number) => {
    timer ??= clock.after(milliseconds, () => {
      timer = undefined;
      write(false).catch(() => plan(AGAIN));
    });
  };
  const write = async (all: boolean) => {
    const addresses = store.takeDirty(all);
    if (addresses.length === 0) return;
    try {
      await ledger.keep(addresses, false);
    } catch (error) {
      store.giveBackDirty(addresses);
      log.warn(
        `${addresses[0]}: ${addresses.length} changed resources wait for the disk: ${error instanceof Error ? error.message : error}`,
      );
      throw error;
    }
  };
  const heard = bus.on(() => {
    if (store.isDirty) plan(LATER);
  });
  if (store.isDirty) plan(LATER);
  return {
    stop: () => {
      heard();
      timer?.();
      timer = undefined;
    },
    flush: () => write(true),
  };
}
