/** Writes facts to the disk a little later and many at once: nobody waits for them. */
import type { Ledger } from "../core/ledger.ts";
import type { Stop } from "../model/resource.ts";
import type { EngineParts } from "./engine.ts";

const DELAY = 5_000; // milliseconds
const RETRY = 60_000; // after a failure

export class WriteBehind {
  readonly #parts: EngineParts;
  readonly #ledger: Ledger;
  readonly #stopHearing: Stop;
  #timer: Stop | undefined;

  constructor(parts: EngineParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#stopHearing = parts.bus.on(() => {
      if (parts.store.isDirty) this.#plan(DELAY);
    });
  }

  stop(): void {
    this.#stopHearing();
    this.#timer?.();
    this.#timer = undefined;
  }

  /** Writes all that is left; what the disk refuses waits for the next time. */
  flush(): Promise<void> {
    return new Promise((resolve) => this.#write(true, () => resolve()));
  }

  #plan(milliseconds: number): void {
    this.#timer ??= this.#parts.clock.after(milliseconds, () => {
      this.#timer = undefined;
      this.#write(false, (isKept) => isKept || this.#plan(RETRY));
    });
  }

  #write(all: boolean, then: (isKept: boolean) => void): void {
    const { store } = this.#parts;
    const addresses = store.takeDirty(all);
    if (addresses.length === 0) return void then(true);
    this.#ledger.keep(addresses, false, (error) => {
      if (error !== undefined) store.giveBackDirty(addresses);
      then(error === undefined);
    });
  }
}
