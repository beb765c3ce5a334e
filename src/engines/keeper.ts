/** Brings to the disk, a little later and many at once, what nobody waits for. */
import type { Ledger } from "../core/ledger.ts";
import type { Stop } from "../model/resource.ts";
import type { EngineParts } from "./engine.ts";

const LATER = 5_000; // milliseconds
const AGAIN = 60_000; // after a failure

export interface Keeper {
  readonly stop: Stop;
  /** Writes all that is left; what the disk refuses waits for the next time. */
  flush(): Promise<void>;
}

export function startKeeper({ store, bus, clock }: EngineParts, ledger: Ledger): Keeper {
  let timer: Stop | undefined;
  const plan = (milliseconds: number) => {
    timer ??= clock.after(milliseconds, () => {
      timer = undefined;
      write(false, (isKept) => isKept || plan(AGAIN));
    });
  };
  const write = (all: boolean, then: (isKept: boolean) => void) => {
    const addresses = store.takeDirty(all);
    if (addresses.length === 0) return then(true);
    ledger.keep(addresses, false, (error) => {
      if (error !== undefined) store.giveBackDirty(addresses);
      then(error === undefined);
    });
  };
  const heard = bus.on(() => {
    if (store.isDirty) plan(LATER);
  });
  return {
    stop: () => {
      heard();
      timer?.();
      timer = undefined;
    },
    flush: () => new Promise((resolve) => write(true, () => resolve())),
  };
}
