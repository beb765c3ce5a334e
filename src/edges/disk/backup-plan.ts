/** When a backup is due, and what the newest one has: of that, a deletion leaves a trace. */
import { join } from "node:path";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Stop } from "../../model/resource.ts";
import {
  BACKUPS,
  backupsIn,
  type Prints,
  printOf,
  printsOfNewest,
  type Source,
  takeBackup,
  untilBackup,
} from "./backups.ts";
import { plainError } from "./files.ts";
import { openTraces, type Traces } from "./traces.ts";

export interface BackupPlanOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The data as they are in a moment between two writes; undefined when they are closed. */
  readonly source: () => Promise<Source | undefined>;
}

export class BackupPlan {
  readonly #options: BackupPlanOptions;
  readonly #traces: Traces;
  #prints: Prints | undefined;
  #timer: Stop | undefined;
  #isBusy = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: BackupPlanOptions) {
    this.#options = options;
    this.#traces = openTraces(join(options.folder, BACKUPS));
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

  /** A repair must not bring these back. */
  async deleted(addresses: readonly Address[]): Promise<void> {
    const { folder } = this.#options;
    this.#prints ??= await printsOfNewest(folder);
    const prints = this.#prints;
    const noted = this.#isBusy ? addresses : addresses.filter((address) => prints.includes(printOf(address)));
    if (noted.length === 0) return;
    const [newest] = await backupsIn(folder);
    await this.#traces.add(noted, (newest?.number ?? 0) + (this.#isBusy ? 1 : 0)); // also in the one that is being made
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
    if (!source) return;
    const { folder } = this.#options;
    this.#prints = await takeBackup(folder, source);
    await this.#traces.prune((await backupsIn(folder)).at(-1)?.number ?? 0);
  }
}
