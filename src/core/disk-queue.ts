/** Writes resources to the disk: all that wait go out as one batch, with one sync. */
import { wordsOf } from "../model/errors.ts";
import type { Clock, Disk, Kept, Log } from "../model/ports.ts";
import type { Address } from "../model/resource.ts";
import { inPieces, nextTurn } from "./turns.ts";

const MOST_IN_A_TURN = 100; // callers that are answered before other work runs
const RECORDS_IN_A_TURN = 250; // a busy house has thousands of facts at once
const MINUTE = 60_000; // milliseconds

/** Called with the error of a failed write, in the same turn of the event loop: no command can read the refused values in between. */
export type Settled = (error?: unknown) => void;

/** The source of the records: the store. */
interface RecordSource {
  takeRecord(address: Address): Kept;
  /** Only the changes since the disk has the whole record, where it has one. */
  takeChanges(address: Address): Kept;
  /** The disk may have lost the records that it was given. */
  forgetWritten(): void;
}

interface Batch {
  readonly addresses: Set<Address>;
  readonly facts: Set<Address>; // of which changes alone are enough
  readonly settled: Settled[];
  sync: boolean;
}

export class DiskQueue {
  readonly #disk: Disk;
  readonly #records: RecordSource;
  readonly #log: Log;
  #next: Batch | undefined;
  #writing: Promise<void> | undefined;
  readonly #clock: Pick<Clock, "uptime">;
  #refusal = "";
  #isTold = false; // that it refuses
  #toldAt = Number.NEGATIVE_INFINITY;
  #generation: number;

  constructor(disk: Disk, records: RecordSource, log: Log, clock: Pick<Clock, "uptime">) {
    this.#disk = disk;
    this.#records = records;
    this.#log = log;
    this.#clock = clock;
    this.#generation = disk.generation;
  }

  /** Settled when the disk has these resources as they then are. A write that waits behind a failed one may be based on it, and fails too. */
  keep(addresses: readonly Address[], sync: boolean, settled: Settled): void {
    const batch = this.#join(settled);
    for (const address of addresses) batch.addresses.add(address);
    batch.sync ||= sync;
  }

  /** The same for facts, which no command waits for: of a record that the disk has, the changes are enough. */
  keepFacts(addresses: readonly Address[], settled: Settled): void {
    const batch = this.#join(settled);
    for (const address of addresses) batch.facts.add(address);
  }

  async idle(): Promise<void> {
    await this.#writing;
  }

  /** The error of the disk when it refused the last write; "" when it took the write. */
  get refusal(): string {
    return this.#refusal;
  }

  async #write(): Promise<void> {
    await nextTurn(); // all requests of the same turn of the loop share a batch
    for (let batch = this.#take(); batch; batch = this.#take()) {
      try {
        const records = await this.#recordsOf(batch);
        if (records.length > 0) await this.#disk.write(records, batch.sync);
        if (this.#forgetLost()) this.keep([...batch.facts], false, () => {}); // the whole records behind these changes may be lost
      } catch (error) {
        this.#records.forgetWritten();
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

  /** In pieces: other tasks run in between. Their writes come along, or a record made late would have half of a change. */
  async #recordsOf(batch: Batch): Promise<Kept[]> {
    this.#forgetLost();
    const records = new Map<Address, Kept>();
    const take = (address: Address) => {
      const isWhole = batch.addresses.has(address) || records.get(address)?.json !== undefined;
      records.set(address, isWhole ? this.#records.takeRecord(address) : this.#records.takeChanges(address));
    };
    await inPieces(addressesIn(batch), { most: RECORDS_IN_A_TURN }, take);
    const late = this.#take();
    if (late) {
      for (const address of late.addresses) batch.addresses.add(address);
      for (const address of late.facts) batch.facts.add(address);
      addressesIn(late).forEach(take);
      batch.settled.push(...late.settled);
      batch.sync ||= late.sync;
    }
    return [...records.values()];
  }

  #forgetLost(): boolean {
    if (this.#disk.generation === this.#generation) return false;
    this.#generation = this.#disk.generation;
    this.#records.forgetWritten();
    return true;
  }

  /** The next batch, which begins in the next turn. */
  #join(settled: Settled): Batch {
    this.#next ??= { addresses: new Set(), facts: new Set(), settled: [], sync: false };
    this.#next.settled.push(settled);
    this.#writing ??= this.#write();
    return this.#next;
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
  #tellBad(batch: Batch, error: unknown): void {
    const [address = "/"] = addressesIn(batch);
    this.#refusal = wordsOf(error) || "refused";
    const now = this.#clock.uptime();
    if (this.#isTold || now - this.#toldAt < MINUTE) return;
    this.#isTold = true;
    this.#toldAt = now;
    this.#log.error(
      `${address}: the disk refused it; nothing can be changed until it takes writes again: ${this.#refusal}`,
    );
  }

  #tellGood(batch: Batch): void {
    if (this.#refusal === "") return;
    const [address] = addressesIn(batch);
    if (address === undefined) return;
    this.#refusal = "";
    if (this.#isTold) this.#log.info(`${address}: the disk takes writes again`);
    this.#isTold = false;
  }
}

function addressesIn({ addresses, facts }: Batch): readonly Address[] {
  return [...new Set([...addresses, ...facts])];
}
