/**
 * A second stick that takes the network over when the first is gone for longer than the patience. Two coordinators of one network are worse
 * than none: each takeover begins a new term on the disk before the other stick is touched, and a stick of an earlier one is emptied when it
 * comes back. Nothing but a stick that is gone leads to a takeover: not a busy one, and not devices that do not answer.
 */
import { succeeds, wordsOf } from "../model/errors.ts";
import type { Clock, Log } from "../model/ports.ts";
import { RadioError } from "../model/radio/orders.ts";
import type { SpareState } from "../model/radio/radio-port.ts";
import type { Stop } from "../model/resource.ts";
import type { RadioSettings } from "./protocol.ts";
import { keepTurn, nextTurn, type StickTurn, turnIn } from "./stick-turn.ts";

/** Where a stick is, and what is known of its line; the rest is found out. */
export type StickChoice = Pick<RadioSettings, "path" | "adapter" | "baudRate" | "rtscts">;

interface SpareStickParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
  readonly sticks: readonly [StickChoice, StickChoice]; // the dialog's, and its spare
  readonly isForced: boolean; // also where a stick in the network cannot be reached, and may still be on the air
  /** Whether something is plugged in there, or can be reached. */
  readonly isThere: (stick: StickChoice) => Promise<boolean>;
  /** Takes the network from a stick; rejects when it does not answer. */
  readonly empty: (stick: StickChoice) => Promise<void>;
  /** The radio process ends, then this is done, then the next one starts. */
  readonly exchange: (between: () => Promise<void>) => Promise<void>;
}

const PATIENCE = 20_000; // milliseconds without the stick
const MAY_START = 60_000; // milliseconds for one that has just been given the network, on a slow or busy machine, unless it fails before
const AGAIN = 5000; // milliseconds between two looks
const AGAIN_SOON = 1000; // the same, while a former stick may come back, and be on the air by itself
const AT_LEAST = 600_000; // milliseconds between two takeovers that nobody asked for
const LOCAL = /^(\/|COM\d)/;
const NOT_THERE = "the other stick is not there: plug it in";

export class SpareStick {
  readonly #parts: SpareStickParts;
  #turn: StickTurn;
  #isUp = false;
  #wasUp = false; // in this term
  #hasFailed = false; // since then
  #isBusy = false;
  #downSince: number | undefined;
  #asks = false;
  #isReady = false;
  #stopLooking: Stop | undefined;

  constructor(parts: SpareStickParts) {
    this.#parts = parts;
    const paths = parts.sticks.map(({ path }) => path);
    this.#turn = turnIn(parts.folder, paths, parts.clock.now());
    this.#wasUp = this.#turn.why !== "chosen";
  }

  /** What the next process is started with. */
  get start(): StickChoice & { readonly term: number } {
    return { ...this.#stickAt(this.#turn.active), term: this.#turn.term };
  }

  get state(): SpareState {
    const { active, since, why, stale, term } = this.#turn;
    const other = this.#other.path;
    return { active, other, since, why, term, stale, isReady: this.#isReady, asks: this.#asks };
  }

  /** From the start of the radio to its stop. */
  watch(): void {
    const { clock, folder } = this.#parts;
    keepTurn(folder, this.#turn);
    this.#downSince = clock.now();
    this.#lookSoon();
  }

  stop(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  up(): void {
    this.#isUp = true;
    this.#wasUp = true;
    this.#hasFailed = false;
    this.#asks = false;
    this.#downSince = undefined;
  }

  down(): void {
    this.#isUp = false;
    this.#hasFailed = true;
    const now = this.#parts.clock.now();
    this.#downSince ??= now;
    const left = this.#downSince + PATIENCE - now;
    if (this.#stopLooking && left > 0) this.#lookSoon(left); // to the second
  }

  /** A person wants it: for a rehearsal, or because a stick that cannot be reached has no power. Rejects with one plain sentence, and nothing has changed. */
  async takeOver(): Promise<void> {
    if (this.#isBusy) throw new RadioError("busy", "the sticks are being exchanged already");
    if (!(await this.#parts.isThere(this.#other))) throw new RadioError("unreachable", NOT_THERE);
    await this.#exchange("asked");
  }

  get #other(): StickChoice {
    const [first, spare] = this.#parts.sticks;
    return first.path === this.#turn.active ? spare : first;
  }

  #stickAt(path: string): StickChoice {
    const [first, spare] = this.#parts.sticks;
    return spare.path === path ? spare : first;
  }

  #lookSoon(after = this.#turn.stale.length > 0 ? AGAIN_SOON : AGAIN): void {
    this.#stopLooking?.();
    this.#stopLooking = this.#parts.clock.after(after, () => void this.#look());
  }

  async #look(): Promise<void> {
    try {
      this.#isReady = await this.#parts.isThere(this.#other);
      if (this.#isBusy) return;
      if (this.#isDue()) await this.#replace();
      else await this.#emptyStale();
    } catch (error) {
      this.#parts.log.warn(`radio: the spare stick: ${wordsOf(error)}`);
    } finally {
      if (this.#stopLooking) this.#lookSoon();
    }
  }

  #isDue(): boolean {
    const now = this.#parts.clock.now();
    const patience = this.#hasFailed ? PATIENCE : MAY_START;
    if (this.#isUp || this.#downSince === undefined || now - this.#downSince < patience || !this.#isReady) return false;
    return this.#turn.why === "chosen" || !this.#wasUp || now - this.#turn.since >= AT_LEAST;
  }

  async #replace(): Promise<void> {
    const lost = this.#stickAt(this.#turn.active);
    const mayBeOnAir = !LOCAL.test(lost.path) && !this.#parts.isForced && !(await this.#parts.isThere(lost));
    if (mayBeOnAir && !this.#asks)
      this.#parts.log.warn(`radio: ${lost.path} cannot be reached, and may have power: the spare stick waits for you`);
    this.#asks = mayBeOnAir;
    if (!mayBeOnAir) await this.#exchange("gone");
  }

  /** What had the network is silenced first, where it can be reached at all; only then, and on the disk, it is the other one's turn. */
  async #exchange(why: "gone" | "asked"): Promise<void> {
    const { clock, folder, log, isThere, empty, exchange } = this.#parts;
    const [from, to] = [this.#stickAt(this.#turn.active), this.#other];
    this.#isBusy = true;
    try {
      await exchange(async () => {
        const isEmpty = (await isThere(from)) && (await succeeds(empty(from)));
        const turn = nextTurn(this.#turn, to.path, why, clock.now());
        this.#turn = isEmpty ? { ...turn, stale: turn.stale.filter((path) => path !== from.path) } : turn;
        keepTurn(folder, this.#turn);
        this.#wasUp = false;
        this.#hasFailed = false;
        this.#downSince = clock.now();
        this.#asks = false;
        log.warn(`radio: the stick at ${to.path} takes the network over from ${from.path}`);
      });
    } finally {
      this.#isBusy = false;
    }
  }

  async #emptyStale(): Promise<void> {
    const { folder, log, isThere, empty } = this.#parts;
    for (const path of this.#turn.stale) {
      const stick = this.#parts.sticks.find((one) => one.path === path);
      if (stick && !(await isThere(stick))) continue;
      if (stick) await empty(stick);
      this.#turn = { ...this.#turn, stale: this.#turn.stale.filter((one) => one !== path) };
      keepTurn(folder, this.#turn);
      log.info(`radio: the stick at ${path} is back, and is the spare now`);
    }
  }
}
