/** Keeps a radio process running for as long as it is wanted: after each one that ends another follows, ever more patiently. */
import { wordsOf } from "../model/errors.ts";
import type { Clock } from "../model/ports.ts";
import { RadioError } from "../model/radio/orders.ts";
import type { RadioEvent } from "../model/radio/radio-port.ts";
import type { Stop } from "../model/resource.ts";
import type { ProcessLink } from "./process-link.ts";
import type { ProcessRequest } from "./protocol.ts";

/** The members of a link that the supervisor needs. */
export type SupervisedLink = Pick<ProcessLink, "request" | "notify" | "end" | "lost" | "gone">;

interface SupervisorParts {
  readonly clock: Clock;
  /** A new process; `hear` is told of everything that happens with it. */
  readonly open: (hear: (event: RadioEvent) => void) => SupervisedLink;
  readonly startRequest: () => ProcessRequest;
  readonly hear: (event: RadioEvent) => void; // "down" once for each loss, and again when the reason is another one
}

/** Seconds; the last one for ever. A stick that is away for less than a minute, or starts anew, is found again soon after it is back. */
const DELAYS = [1, 1, 2, 2, 3, 3, 5, 5, 5, 10, 10, 10, 30];
const MOST_FAILURES_ONCE_UP = 5; // a stick that could be started is there, however often it is lost
const STABLE_AFTER = 60_000; // milliseconds up: a loss after that starts with the shortest delay
const MAY_START = 180_000; // milliseconds; several adapters at several speeds may have to be tried
const SILENT = `the radio did not start within ${MAY_START / 60_000} minutes: unplug it and plug it in again`;
/** Why it went down when that was asked for. */
export const STOPPED = "the radio was stopped";

export class Supervisor {
  readonly #parts: SupervisorParts;
  #turn: Promise<void> = Promise.resolve();
  #stops = 0; // counted: a start that waits its turn is void when a stop was asked for after it
  #isWanted = false;
  #current: SupervisedLink | undefined;
  #currentGone: Promise<void> | undefined;
  #isUp = false;
  #failures = 0;
  #lastReason: string | undefined;
  #retryTimer: Stop | undefined;
  #stableTimer: Stop | undefined;
  #endFirstAttempt = () => {};
  #exchange: Promise<void> | undefined; // under way
  #prepared: SupervisedLink | undefined; // a process that has loaded all it needs

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** The process that is up. */
  get link(): SupervisedLink | undefined {
    return this.#isUp ? this.#current : undefined;
  }

  /** Also one that is only starting. */
  get process(): SupervisedLink | undefined {
    return this.#current;
  }

  /** Kept when the first attempt is over, well or not: the supervisor goes on trying, and tells its course as radio events. */
  start(): Promise<void> {
    const stops = this.#stops;
    this.#turn = this.#turn.then(() => (stops === this.#stops ? this.#firstAttempt() : undefined));
    return this.#turn;
  }

  stop(): Promise<void> {
    this.#stops += 1;
    this.#endFirstAttempt();
    this.#turn = this.#turn.then(async () => {
      this.#isWanted = false;
      this.#retryTimer?.();
      this.#current?.end(STOPPED);
      const dismissed = this.#dismissPrepared();
      await this.#currentGone;
      await dismissed;
      await this.#exchange?.catch(() => {});
    });
    return this.#turn;
  }

  /** The present process ends, then something is done that needs its stick, and then the next process starts at once. */
  exchange(reason: string, between: () => Promise<void>): Promise<void> {
    this.#exchange ??= this.#betweenProcesses(reason, between).finally(() => {
      this.#exchange = undefined;
      if (this.#isWanted) this.#launch(this.#prepared);
    });
    return this.#exchange;
  }

  /** Loads another process for an exchange that may follow, while the present one is still there. */
  prepare(): void {
    if (this.#prepared || !this.#isWanted) return;
    const link = this.#open();
    this.#prepared = link;
    link.notify({ type: "prepare" });
    void link.gone.then(() => {
      if (this.#prepared === link) this.#prepared = undefined;
    });
  }

  /** The obstacle to the start of the stick may be over: the next attempt does not wait for its time. */
  retry(): void {
    if (!this.#isWanted || this.#current || this.#exchange !== undefined) return;
    this.#retryTimer?.();
    this.#failures = 0;
    this.#launch();
  }

  async #betweenProcesses(reason: string, between: () => Promise<void>): Promise<void> {
    this.#retryTimer?.();
    this.#failures = 0;
    this.#current?.end(reason);
    await this.#currentGone;
    await between();
  }

  #firstAttempt(): Promise<void> | undefined {
    if (this.#isWanted) return undefined;
    this.#isWanted = true;
    this.#failures = 0;
    this.#lastReason = undefined;
    return new Promise((resolve) => {
      this.#endFirstAttempt = resolve;
      this.#launch();
    });
  }

  #open(): SupervisedLink {
    const link = this.#parts.open((event) => {
      if (link !== this.#current) return;
      if (event.kind === "up") this.#wentUp();
      this.#parts.hear(event);
    });
    return link;
  }

  #launch(link = this.#open()): void {
    if (link === this.#prepared) this.#prepared = undefined;
    this.#current = link;
    this.#currentGone = this.#follow(link);
    link
      .request(this.#parts.startRequest(), MAY_START)
      .catch((error) => link.end(error instanceof RadioError && error.code === "timeout" ? SILENT : wordsOf(error)));
  }

  #wentUp(): void {
    if (!this.#isUp) this.#stableTimer = this.#parts.clock.after(STABLE_AFTER, () => (this.#failures = 0));
    this.#failures = Math.min(this.#failures, MOST_FAILURES_ONCE_UP);
    this.#isUp = true;
    void this.#dismissPrepared();
    this.#endFirstAttempt();
  }

  async #dismissPrepared(): Promise<void> {
    const link = this.#prepared;
    this.#prepared = undefined;
    link?.end("it is not needed");
    await link?.gone;
  }

  async #follow(link: SupervisedLink): Promise<void> {
    this.#wentDown(await link.lost);
    await link.gone;
    this.#current = undefined;
    if (!this.#isWanted || this.#exchange !== undefined) return;
    const delay = DELAYS[Math.min(this.#failures, DELAYS.length - 1)] as number;
    this.#failures += 1;
    this.#retryTimer = this.#parts.clock.after(delay * 1000, () => this.#launch());
  }

  #wentDown(reason: string): void {
    const wasUp = this.#isUp;
    this.#isUp = false;
    this.#stableTimer?.();
    if (wasUp || (this.#isWanted && reason !== this.#lastReason)) this.#parts.hear({ kind: "down", reason });
    this.#lastReason = reason;
    this.#endFirstAttempt();
  }
}
