/** The history on the disk: a folder beside the data, with the files of each tier. Prints tell which series an entry belongs to. */
import { hash } from "node:crypto";
import { join } from "node:path";
import { inPieces, nextTurn } from "../../../core/turns.ts";
import type { HistoryDisk } from "../../../model/history/ports.ts";
import { type Rollup, type SeriesRollups, TIERS, type Tier } from "../../../model/history/rollups.ts";
import type { Clock, Log } from "../../../model/ports.ts";
import { clearUnfinished, FILE_SYSTEM, type FileSystem, makeFolder, plainError, withoutRepeats } from "../files.ts";
import type { Entry, Print } from "./entries.ts";
import { encode } from "./rollup-codec.ts";
import { TierFiles, type TierLimits } from "./tier-files.ts";

export interface HistoryDiskOptions {
  readonly folder: string;
  readonly clock: Pick<Clock, "uptime">;
  readonly log: Log;
  readonly files?: FileSystem;
  readonly limits?: Readonly<Record<Tier, TierLimits>>;
}

export const HISTORY_FOLDER = "history";

const MB = 1_000_000;
/** A day of minutes (an append each ten of them), a month of hours, five years of days; the sum of their bytes is what a house of 300 devices may need. */
const LIMITS: Readonly<Record<Tier, TierLimits>> = {
  minute: { appends: 18, files: 9, bytes: 14 * MB },
  hour: { appends: 48, files: 16, bytes: 12 * MB },
  day: { appends: 61, files: 31, bytes: 34 * MB },
};
const PRINT_BYTES = 6;
const IN_TURNS = { most: 200 }; // series
const READS_IN_A_TURN = 25; // most are answered from memory: a start asks for each series

export function openHistoryDisk(options: HistoryDiskOptions): HistoryDisk {
  return new HistoryFiles(options);
}

class HistoryFiles implements HistoryDisk {
  readonly #folder: string;
  readonly #files: FileSystem;
  readonly #log: Log;
  readonly #limits: Readonly<Record<Tier, TierLimits>>;
  #tiers: Readonly<Record<Tier, TierFiles>> | undefined;
  #lastJob: Promise<unknown> = Promise.resolve();
  #reads = 0;

  constructor({ folder, clock, log, files = FILE_SYSTEM, limits = LIMITS }: HistoryDiskOptions) {
    this.#folder = folder;
    this.#files = files;
    this.#log = withoutRepeats(log, clock);
    this.#limits = limits;
  }

  open(): Promise<void> {
    return this.#queued(async () => {
      if (this.#tiers) return;
      const within = join(this.#folder, HISTORY_FOLDER);
      try {
        await makeFolder(within, this.#files);
        await clearUnfinished(within);
        const parts = { folder: this.#folder, within, files: this.#files, log: this.#log };
        const tierOf = (tier: Tier) => new TierFiles({ ...parts, name: `${tier}s`, limits: this.#limits[tier] });
        const tiers = { minute: tierOf("minute"), hour: tierOf("hour"), day: tierOf("day") };
        for (const tier of TIERS) await tiers[tier].load();
        this.#tiers = tiers;
      } catch (error) {
        throw plainError(within, error);
      }
    });
  }

  append(tier: Tier, batch: readonly SeriesRollups[]): Promise<void> {
    return this.#queued(async () => {
      const entries: Entry[] = [];
      await inPieces(batch, IN_TURNS, ({ series, rollups }) => {
        entries.push({ print: printOf(series), bytes: encode(rollups) });
      });
      await this.#opened[tier].append(entries);
    });
  }

  read(tier: Tier, series: string, from: number, to: number): Promise<readonly Rollup[]> {
    return this.#queued(async () => {
      this.#reads += 1;
      if (this.#reads % READS_IN_A_TURN === 0) await nextTurn();
      return await this.#opened[tier].read(printOf(series), from, to);
    });
  }

  lastBefore(tier: Tier, series: string, at: number): Promise<Rollup | undefined> {
    return this.#queued(() => this.#opened[tier].lastBefore(printOf(series), at));
  }

  has(series: string): boolean {
    const print = printOf(series);
    return TIERS.some((tier) => this.#opened[tier].has(print));
  }

  since(tier: Tier): number {
    return this.#opened[tier].since;
  }

  remove(series: string): void {
    for (const tier of TIERS) this.#opened[tier].remove(printOf(series));
  }

  retain(series: Iterable<string>): void {
    const kept = new Set([...series].map(printOf));
    for (const tier of TIERS) this.#opened[tier].retain(kept);
  }

  async close(): Promise<void> {
    await this.#queued(async () => {
      this.#tiers = undefined;
    });
  }

  get #opened(): Readonly<Record<Tier, TierFiles>> {
    if (!this.#tiers) throw plainError(this.#folder, new Error("the history is closed"));
    return this.#tiers;
  }

  /** Runs jobs one after the other. */
  #queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastJob.then(work);
    this.#lastJob = done.catch(() => {}); // the caller hears of it
    return done;
  }
}

function printOf(series: string): Print {
  return hash("sha1", series, "buffer").readUIntLE(0, PRINT_BYTES);
}
