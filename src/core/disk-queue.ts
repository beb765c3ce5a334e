/** Writes resources to the disk: all that wait go out as one batch, with one sync. */
import { wordsOf } from "../model/errors.ts";
import type { Clock, Disk, Kept, Log } from "../model/ports.ts";
import type { Address } from "../model/resource.ts";
import { inPieces, nextTurn } from "./turns.ts";

const MOST_IN_A_TURN = 100; // callers that are answered before other work runs
const RECORDS_IN_A_TURN = 250; // a busy house has thousands of facts at once
const MINUTE = 60_000; // milliseconds

/** Called with the error of a failed write, in the same turn of the event loop: nobody can read in between what was refused. */
export type Settled = (error?: unknown) => void;

interface Batch {
  readonly addresses: Set<Address>;
  readonly settled: Settled[];
  sync: boolean;
}

export class DiskQueue {
  readonly #disk: Disk;
  readonly #record: (address: Address) => Kept;
  readonly #log: Log;
  #next: Batch | undefined;
  #writing: Promise<void> | undefined;
  readonly #clock: Pick<Clock, "uptime">;
  #refusal = "";
  #isTold = false; // that it refuses
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(disk: Disk, record: (address: Address) => Kept, log: Log, clock: Pick<Clock, "uptime">) {
    this.#disk = disk;
    this.#record = record;
    this.#log = log;
    this.#clock = clock;
  }

  /** Settled when the disk has these resources as they then are. A write that waits behind a failed one may be based on it, and fails too. */
  keep(addresses: readonly Address[], sync: boolean, settled: Settled): void {
    this.#next ??= { addresses: new Set(), settled: [], sync: false };
    for (const address of addresses) this.#next.addresses.add(address);
    this.#next.sync ||= sync;
    this.#next.settled.push(settled);
    this.#writing ??= this.#write();
  }

  async idle(): Promise<void> {
    await this.#writing;
  }

  /** What the disk said when it refused the last write; "" when it took it. */
  get refusal(): string {
    return this.#refusal;
  }

  async #write(): Promise<void> {
    await nextTurn(); // whoever asks in the same turn of the loop is in the same batch
    for (let batch = this.#take(); batch; batch = this.#take()) {
      try {
        const records = await this.#recordsOf(batch);
        if (records.length > 0) await this.#disk.write(records, batch.sync);
      } catch (error) {
        this.#tellBad(batch, error);
        const behind = this.#take()?.settled ?? [];
        for (const settled of [...batch.settled, ...behind]) this.#settle(settled, error);
        continue;
      }
      this.#tellGood(batch);
      for (const [n, settled] of batch.settled.entries()) {
        if (n > 0 && n % MOST_IN_A_TURN === 0) await nextTurn();
        this.#settle(settled);
      }
    }
    this.#writing = undefined;
  }

  /** In pieces: others run in between. What they ask for comes along, or a record made late would have half of a change. */
  async #recordsOf(batch: Batch): Promise<Kept[]> {
    const records = new Map<Address, Kept>();
    const record = (address: Address) => records.set(address, this.#record(address));
    await inPieces(batch.addresses, { most: RECORDS_IN_A_TURN }, record);
    const late = this.#take();
    if (late) {
      for (const address of late.addresses) record(address);
      batch.settled.push(...late.settled);
      batch.sync ||= late.sync;
    }
    return [...records.values()];
  }

  /** One that throws keeps none of the others from hearing. */
  #settle(settled: Settled, refusal?: unknown): void {
    try {
      settled(refusal);
    } catch (bug) {
      this.#log.error(`/: what followed a write failed: ${bug instanceof Error ? bug.stack : bug}`);
    }
  }

  #take(): Batch | undefined {
    const batch = this.#next;
    this.#next = undefined;
    return batch;
  }

  /** Logs once when the disk begins to refuse and once when it ends, and not more often than once a minute. */
  #tellBad({ addresses }: Batch, error: unknown): void {
    const [address = "/"] = addresses;
    this.#refusal = wordsOf(error) || "refused";
    const now = this.#clock.uptime();
    if (this.#isTold || now - this.#toldAt < MINUTE) return;
    this.#isTold = true;
    this.#toldAt = now;
    this.#log.error(
      `${address}: the disk refused it; nothing can be changed until it takes writes again: ${this.#refusal}`,
    );
  }

  #tellGood({ addresses }: Batch): void {
    const [address] = addresses;
    if (this.#refusal === "" || address === undefined) return;
    this.#refusal = "";
    if (this.#isTold) this.#log.info(`${address}: the disk takes writes again`);
    this.#isTold = false;
  }
}
