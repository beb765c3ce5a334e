/**
 * How long a stick has been gone, by the time that has really passed: a clock that a user sets, or that is wrong until the network is
 * there, must lead to no takeover. One that comes and goes was gone for as long as it was in all, until it has been well for a while.
 */
import type { Clock } from "../model/ports.ts";

const PATIENCE = 20_000; // milliseconds without the stick
const WELL = 20_000; // milliseconds up: earlier absences do not count any more
const MAY_START = 60_000; // milliseconds for one that has just been given the network, on a slow or busy machine, unless it fails before
const MAY_RESUME = 10_000; // milliseconds for one that is plugged in again

export class StickAbsence {
  readonly #clock: Pick<Clock, "uptime">;
  #goneAt: number | undefined;
  #goneBefore = 0; // milliseconds, in the absences before this one
  #upAt = 0;
  #hasFailed = false;
  #isPulled = false;
  #backAt: number | undefined;

  constructor(clock: Pick<Clock, "uptime">) {
    this.#clock = clock;
  }

  get isUp(): boolean {
    return this.#goneAt === undefined;
  }

  /** For so long that a look each second is of no use. */
  get isLong(): boolean {
    return this.#goneAt !== undefined && this.#clock.uptime() - this.#goneAt > MAY_START;
  }

  /** Milliseconds until the patience is over; undefined while it is up. */
  get left(): number | undefined {
    if (this.#goneAt === undefined) return undefined;
    const now = this.#clock.uptime();
    const patience = this.#hasFailed ? PATIENCE : MAY_START;
    const left = patience - this.#goneBefore - (now - this.#goneAt);
    if (this.#backAt === undefined) return left;
    return Math.max(left, Math.min(this.#backAt - now, left) + MAY_RESUME);
  }

  /** It is to start now. */
  begin(): void {
    this.#goneAt = this.#clock.uptime();
    this.#goneBefore = 0;
    this.#hasFailed = false;
    this.#isPulled = false;
    this.#backAt = undefined;
  }

  up(): void {
    const now = this.#clock.uptime();
    if (this.#goneAt !== undefined && this.#hasFailed) this.#goneBefore += now - this.#goneAt;
    this.#goneAt = undefined;
    this.#upAt = now;
    this.#isPulled = false;
    this.#backAt = undefined;
  }

  down(): void {
    const now = this.#clock.uptime();
    if (this.#goneAt === undefined && now - this.#upAt >= WELL) this.#goneBefore = 0;
    this.#goneAt ??= now;
    this.#hasFailed = true;
  }

  /** The result of a look for the stick; the answer: it has just come back. */
  looked(isThere: boolean): boolean {
    const isBack = isThere && this.#isPulled;
    if (isBack) this.#backAt = this.#clock.uptime();
    this.#isPulled = !isThere;
    return isBack;
  }
}
