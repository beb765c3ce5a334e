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
import { StickAbsence } from "./stick-absence.ts";
import { keepTurn, nextTurn, type StickTurn, turnIn } from "./stick-turn.ts";

/** Where a stick is, and the known settings of its line; the radio finds out the others. */
export type StickChoice = Pick<RadioSettings, "path" | "adapter" | "baudRate" | "rtscts">;

/** The settings of a stick that the radio finds out where they are not set. */
type StickKind = Pick<StickChoice, "adapter" | "baudRate">;

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
  /** Takes it off the air if it hears that, whether it answers or not. */
  readonly silence: (stick: StickChoice) => Promise<void>;
  /** Asks it of which kind it is; undefined when it does not say so. */
  readonly identify: (stick: StickChoice) => Promise<StickKind | undefined>;
  /** The stick is back: the supervisor need not wait any longer before it starts it again. */
  readonly retry: () => void;
  /** A process gets ready for the exchange that may follow. */
  readonly prepare: () => void;
  /** The radio process ends, then this is done, then the next one starts. */
  readonly exchange: (between: () => Promise<void>) => Promise<void>;
}

const AGAIN = 5000; // milliseconds between two looks
const AGAIN_SOON = 1000; // the same, while the stick is gone, or a former one may come back and be on the air by itself
const PREPARES = 6000; // milliseconds before the patience is over
const IN_VAIN = 2; // times that a former stick was asked for its network, and did not answer: it hangs
const ASKED_AGAIN = 60_000; // milliseconds until one that hangs is asked once more
const IDENTIFIED_AGAIN = 300_000; // milliseconds until one that did not say its kind is asked once more
const AT_LEAST = 600_000; // milliseconds between two takeovers that no user asked for
const LOCAL = /^(\/|COM\d)/;
const NOT_THERE = "the other stick is not there: plug it in";

export class SpareStick {
  readonly #parts: SpareStickParts;
  #turn: StickTurn;
  readonly #absence: StickAbsence;
  #wasUp = false; // in this term
  #isBusy = false;
  #asks = false;
  #isReady = false;
  readonly #kinds = new Map<string, StickKind>(); // by path
  #attending: Promise<void> | undefined; // to the other stick: it is emptied, or asked for its kind
  #inVain = 0;
  #askedAgainAt = 0; // by the time that has really passed
  #identifiedAgainAt = 0;
  #stopLooking: Stop | undefined;

  constructor(parts: SpareStickParts) {
    this.#parts = parts;
    this.#absence = new StickAbsence(parts.clock);
    const paths = parts.sticks.map(({ path }) => path);
    this.#turn = turnIn(parts.folder, paths, parts.clock.now());
    this.#wasUp = this.#turn.why !== "chosen";
  }

  /** The stick and the term with which the next process starts. */
  get start(): StickChoice & { readonly term: number } {
    return { ...this.#stickAt(this.#turn.active), term: this.#turn.term };
  }

  get state(): SpareState {
    const { active, since, why, stale, term } = this.#turn;
    const other = this.#other.path;
    return { active, other, since, why, term, stale, isReady: this.#isReady, asks: this.#asks, hangs: this.#hangs };
  }

  /** From the start of the radio to its stop. */
  watch(): void {
    keepTurn(this.#parts.folder, this.#turn);
    this.#absence.begin();
    this.#lookSoon();
  }

  stop(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** `adapter`: of the stick that is up. */
  up(adapter: StickKind["adapter"]): void {
    const path = this.#turn.active;
    if (adapter) this.#kinds.set(path, { ...this.#kinds.get(path), adapter });
    this.#absence.up();
    this.#wasUp = true;
    this.#asks = false;
  }

  down(): void {
    if (!this.#wasUp) this.#kinds.delete(this.#turn.active); // it may be another one by now
    this.#absence.down();
    if (this.#stopLooking) this.#lookSoon();
  }

  /** A person wants it: for a rehearsal, or because a stick that cannot be reached has no power. Rejects with one plain sentence, and nothing has changed. */
  async takeOver(): Promise<void> {
    if (this.#isBusy) throw new RadioError("busy", "the sticks are being exchanged already");
    this.#isBusy = true;
    try {
      await this.#attended();
      if (!this.#stopLooking) throw new RadioError("radio-down", "the radio is not running");
      if (!(await this.#parts.isThere(this.#other))) throw new RadioError("unreachable", NOT_THERE);
      await this.#exchange("asked");
    } finally {
      this.#isBusy = false;
    }
  }

  /** A port can be open once: no process starts at the other stick's while that is emptied, or asked for its kind. */
  async #attended(): Promise<void> {
    await succeeds(this.#attending ?? Promise.resolve());
  }

  /** Whether the former stick has power, and still did not answer when it was asked for its network. */
  get #hangs(): boolean {
    return this.#inVain >= IN_VAIN;
  }

  get #other(): StickChoice {
    const [first, spare] = this.#parts.sticks;
    return this.#stickAt(first.path === this.#turn.active ? spare.path : first.path);
  }

  #stickAt(path: string): StickChoice {
    const [first, spare] = this.#parts.sticks;
    const stick = spare.path === path ? spare : first;
    return stick.adapter ? stick : { ...this.#kinds.get(path), ...stick };
  }

  #lookSoon(): void {
    this.#stopLooking?.();
    this.#stopLooking = this.#parts.clock.after(this.#nextLook(), () => void this.#look());
  }

  /** To the millisecond when the patience is over. */
  #nextLook(): number {
    const { isUp, isLong } = this.#absence;
    const isSoon = isUp ? this.#turn.stale.length > 0 : !isLong && !this.#asks;
    const usual = isSoon ? AGAIN_SOON : AGAIN;
    const left = this.#left ?? 0;
    return left > 0 ? Math.min(left, usual) : usual;
  }

  async #look(): Promise<void> {
    try {
      const { isThere, retry, prepare } = this.#parts;
      this.#isReady = await isThere(this.#other);
      const isBack = await this.#isBack();
      if (this.#isBusy) return;
      if (isBack) retry();
      const left = this.#left ?? Number.POSITIVE_INFINITY;
      if (left <= 0) await this.#replace();
      else if (left <= PREPARES && this.#mayGoOn) prepare();
      else if (this.#absence.isUp && !this.#attending) await this.#attend();
    } catch (error) {
      this.#parts.log.warn(`radio: the spare stick: ${wordsOf(error)}`);
    } finally {
      if (this.#stopLooking) this.#lookSoon();
    }
  }

  /** Only at a port of this machine: an adapter in the network may serve only the client that connects last. */
  async #isBack(): Promise<boolean> {
    const stick = this.#stickAt(this.#turn.active);
    if (this.#absence.isUp || !LOCAL.test(stick.path)) return false;
    return this.#absence.looked(await this.#parts.isThere(stick));
  }

  /** Milliseconds until it is the other stick's turn; undefined: nothing leads to that. */
  get #left(): number | undefined {
    const { left } = this.#absence;
    if (left === undefined || !this.#isReady) return undefined;
    const { since, why } = this.#turn;
    const passed = this.#parts.clock.now() - since;
    const isTooSoon = why !== "chosen" && this.#wasUp && passed >= 0;
    return isTooSoon ? Math.max(left, AT_LEAST - passed) : left;
  }

  /** Whether the other stick takes over without asking a person: one in the network that cannot be reached may still be on the air. */
  get #mayGoOn(): boolean {
    return this.#parts.isForced || LOCAL.test(this.#turn.active);
  }

  /** From the beginning no user may ask for an exchange: it would be the other way round. */
  async #replace(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#replaceLost();
    } finally {
      this.#isBusy = false;
    }
  }

  async #replaceLost(): Promise<void> {
    const lost = this.#stickAt(this.#turn.active);
    const mayBeOnAir = !this.#mayGoOn && !(await this.#parts.isThere(lost));
    if (mayBeOnAir && !this.#asks)
      this.#parts.log.warn(`radio: ${lost.path} cannot be reached, and may have power: the spare stick waits for you`);
    this.#asks = mayBeOnAir;
    if (mayBeOnAir) return;
    await this.#attended();
    if (this.#stopLooking) await this.#exchange("gone");
  }

  /** The former stick is silenced first, where it can be reached at all; only then, and on the disk, it is the other one's turn. */
  async #exchange(why: "gone" | "asked"): Promise<void> {
    const { clock, folder, log, prepare, exchange } = this.#parts;
    const [from, to] = [this.#stickAt(this.#turn.active), this.#other];
    this.#isBusy = true;
    prepare();
    try {
      await exchange(async () => {
        const isEmpty = await this.#clears(from, why);
        const turn = nextTurn(this.#turn, to.path, why, clock.now());
        this.#turn = isEmpty ? { ...turn, stale: turn.stale.filter((path) => path !== from.path) } : turn;
        keepTurn(folder, this.#turn);
        this.#wasUp = false;
        this.#absence.begin();
        this.#asks = false;
        this.#inVain = 0;
        this.#identifiedAgainAt = 0;
        log.warn(`radio: the stick at ${to.path} takes the network over from ${from.path}`);
      });
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Answers whether the stick is empty now. A rehearsal has the time to empty it. A house that cannot switch its lights has not: there the lost
   * stick is told to be silent, which takes no answer, and is emptied when the other one is up.
   */
  async #clears(stick: StickChoice, why: "gone" | "asked"): Promise<boolean> {
    const { isThere, empty, silence } = this.#parts;
    if (!(await isThere(stick))) return false;
    if (why === "asked") return await succeeds(empty(stick));
    await succeeds(silence(stick));
    return false;
  }

  /** While no exchange is urgent: the other stick is emptied, and asked for its kind, which takes the longer the less its name tells. */
  #attend(): Promise<void> {
    this.#attending = this.#attendNow().finally(() => {
      this.#attending = undefined;
    });
    return this.#attending;
  }

  async #attendNow(): Promise<void> {
    for (const path of this.#turn.stale) {
      const isSet = this.#parts.sticks.some((one) => one.path === path);
      if (!isSet || (await this.#isEmptied(this.#stickAt(path)))) this.#forgetStale(path);
    }
    const isWaitedFor = this.#isBusy;
    if (this.#isReady && this.#turn.stale.length === 0 && !isWaitedFor) await this.#identify(this.#other);
  }

  async #identify(stick: StickChoice): Promise<void> {
    const { clock, identify } = this.#parts;
    if (stick.adapter || clock.uptime() < this.#identifiedAgainAt) return;
    this.#identifiedAgainAt = clock.uptime() + IDENTIFIED_AGAIN;
    const kind = await identify(stick);
    if (kind) this.#kinds.set(stick.path, kind);
  }

  async #isEmptied(stick: StickChoice): Promise<boolean> {
    const { clock, isThere, empty } = this.#parts;
    if (!(await isThere(stick))) {
      this.#inVain = 0;
      return false;
    }
    if (this.#hangs && clock.uptime() < this.#askedAgainAt) return false;
    const isEmpty = await succeeds(empty(stick));
    if (!isEmpty) this.#noteSilence(stick.path);
    return isEmpty;
  }

  #forgetStale(path: string): void {
    const { folder, log } = this.#parts;
    this.#inVain = 0;
    this.#turn = { ...this.#turn, stale: this.#turn.stale.filter((one) => one !== path) };
    keepTurn(folder, this.#turn);
    log.info(`radio: the stick at ${path} is back, and is the spare now`);
  }

  /** The former stick has power, and does not answer: perhaps it goes on sending as the coordinator that it was. */
  #noteSilence(path: string): void {
    const { clock, log } = this.#parts;
    this.#inVain += 1;
    this.#askedAgainAt = clock.uptime() + ASKED_AGAIN;
    if (this.#inVain !== IN_VAIN) return;
    log.warn(
      `radio: ${path} has power, does not answer, and may still be in the network: unplug it, and plug it in again`,
    );
  }
}
