/** Writes reported values to the disk a little later and many at once: no client waits for them. */
import type { DiskQueue } from "../core/disk-queue.ts";
import type { Stop } from "../model/resource.ts";
import type { EngineParts } from "./engine.ts";

const DELAY = 20_000; // milliseconds: as a block of a card is written each time, not more often than it has to be
const RETRY = 60_000; // after a failure

export class WriteBehind {
  readonly #parts: EngineParts;
  readonly #diskQueue: DiskQueue;
  readonly #stopHearing: Stop;
  #timer: Stop | undefined;

  constructor(parts: EngineParts, diskQueue: DiskQueue) {
    this.#parts = parts;
    this.#diskQueue = diskQueue;
    this.#stopHearing = parts.bus.on(() => {
      if (parts.store.isDirty) this.#plan(DELAY);
    });
  }

  stop(): void {
    this.#stopHearing();
    this.#timer?.();
    this.#timer = undefined;
  }

  /** Writes all that is left; facts that the disk refuses wait for the next time. */
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
    this.#diskQueue.keepFacts(addresses, (error) => {
      if (error !== undefined) store.giveBackDirty(addresses);
      then(error === undefined);
    });
  }
}
