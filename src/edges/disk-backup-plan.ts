/** When a backup is due, and what the newest one has: a deletion must leave a trace for it. */
import type { Clock, Log } from "../model/ports.ts";
import type { Stop } from "../model/resource.ts";
import {
  backupsIn,
  type Prints,
  printOf,
  printsOfNewest,
  type Source,
  takeBackup,
  untilBackup,
} from "./disk-backups.ts";
import { plainError } from "./disk-files.ts";

export interface BackupPlanOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The data as they are in a moment between two writes; undefined when they are closed. */
  readonly source: () => Promise<Source | undefined>;
}

export class BackupPlan {
  readonly #options: BackupPlanOptions;
  #prints: Prints | undefined;
  #timer: Stop | undefined;
  #isBusy = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: BackupPlanOptions) {
    this.#options = options;
  }

  /** Something has changed. */
  plan(): void {
    if (this.#timer || this.#isBusy) return;
    const { folder, clock } = this.#options;
    this.#start(async () => {
      const [newest] = await backupsIn(folder);
      this.#timer = clock.after(untilBackup(newest, clock.now()), () => {
        this.#timer = undefined;
        this.#start(() => this.#copy());
      });
    });
  }

  /** Before a deletion: has `isBackedUp` know. */
  async look(): Promise<void> {
    this.#prints ??= await printsOfNewest(this.#options.folder);
  }

  /** Whether the newest backup may have it; also the one that is being made. */
  isBackedUp(address: string): boolean {
    return this.#isBusy || (this.#prints?.includes(printOf(address)) ?? false);
  }

  async close(): Promise<void> {
    await this.#work;
    this.#timer?.();
    this.#timer = undefined;
    this.#prints = undefined;
  }

  #start(work: () => Promise<void>): void {
    const { folder, log } = this.#options;
    this.#isBusy = true;
    this.#work = work()
      .catch((error) => log.warn(`no backup: ${plainError(folder, error).message}`))
      .finally(() => {
        this.#isBusy = false;
      });
  }

  /** Beside the writes: they only append. */
  async #copy(): Promise<void> {
    const source = await this.#options.source();
    if (source) this.#prints = await takeBackup(this.#options.folder, source);
  }
}
