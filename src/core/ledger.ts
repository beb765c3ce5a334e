/** Brings what was decided to the disk: whatever waits goes out as one batch, and one sync serves all who wait. */
import type { Disk, Kept } from "../model/ports.ts";
import type { Address } from "../model/resource.ts";

interface Batch {
  readonly addresses: Set<Address>;
  sync: boolean;
  readonly kept: Promise<void>;
  readonly settle: (error?: unknown) => void;
}

export class Ledger {
  readonly #disk: Disk;
  readonly #record: (address: Address) => Kept;
  #next: Batch | undefined;
  #writing: Promise<void> | undefined;

  constructor(disk: Disk, record: (address: Address) => Kept) {
    this.#disk = disk;
    this.#record = record;
  }

  /** Kept when the disk has these resources as they then are. What waits behind a failure stands on it, and fails with it. */
  keep(addresses: readonly Address[], sync: boolean): Promise<void> {
    this.#next ??= newBatch();
    const batch = this.#next;
    for (const address of addresses) batch.addresses.add(address);
    batch.sync ||= sync;
    this.#writing ??= this.#write();
    return batch.kept;
  }

  async idle(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    await undefined; // whoever asks in the same breath is in the same batch
    while (this.#next) {
      const batch = this.#next;
      this.#next = undefined;
      try {
        await this.#disk.write([...batch.addresses].map(this.#record), batch.sync);
        batch.settle();
      } catch (error) {
        batch.settle(error);
        this.#failBehind(error);
      }
    }
    this.#writing = undefined;
  }

  #failBehind(error: unknown): void {
    const behind = this.#next;
    this.#next = undefined;
    behind?.settle(error);
  }
}

function newBatch(): Batch {
  let settle: Batch["settle"] = () => {};
  const kept = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  kept.catch(() => {}); // each who waits hears of it; this is for a batch that nobody waits for
  return { addresses: new Set(), sync: false, kept, settle };
}
