/**
 * Time in the virtual house: it can be made to pass faster, and nothing is left waiting when the house is closed. Events happen in the
 * order in which they are due, also where this machine was busy meanwhile: the time of the house waits for an event that is due.
 */
import { Agenda } from "../../model/time/agenda.ts";

export interface SimulatedTime {
  /** Runs later; the answer takes that back. */
  later(milliseconds: number, run: () => void): () => void;
  /** Runs again and again, until the answer stops it; nothing is kept alive by it. */
  every(milliseconds: number, run: () => void): () => void;
  /** Milliseconds of the house, since some time. */
  now(): number;
  stop(): void;
}

const LONGEST_TIMER = 2 ** 31 - 1; // milliseconds: beyond that a timer would fire at once

/** `timeScale` 0.01: a hundred times as fast. */
export function createSimulatedTime(timeScale = 1): SimulatedTime {
  return new OrderedTime(timeScale);
}

type Happening = { readonly run: () => void };

class OrderedTime implements SimulatedTime {
  readonly #timeScale: number;
  readonly #agenda = new Agenda<Happening>();
  readonly #stops = new Set<() => void>(); // of repeated tasks
  #isStopped = false;
  #happensAt: number | undefined; // the instant of the present event, and of those that follow from it
  #wakesAt = Number.POSITIVE_INFINITY;
  #cancelWaking = () => {};

  constructor(timeScale: number) {
    this.#timeScale = timeScale;
  }

  now(): number {
    return this.#happensAt ?? Math.min(this.#passed(), this.#agenda.next ?? Number.POSITIVE_INFINITY);
  }

  later(milliseconds: number, run: () => void): () => void {
    if (this.#isStopped) return () => {};
    const happening = { run };
    this.#agenda.set(happening, this.now() + milliseconds);
    this.#wake();
    return () => {
      this.#agenda.delete(happening);
      this.#wake();
    };
  }

  every(milliseconds: number, run: () => void): () => void {
    if (this.#isStopped) return () => {};
    const timer = setInterval(run, milliseconds * this.#timeScale).unref();
    const stop = () => {
      clearInterval(timer);
      this.#stops.delete(stop);
    };
    this.#stops.add(stop);
    return stop;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelWaking();
    for (const stop of this.#stops) stop();
  }

  #passed(): number {
    return performance.now() / this.#timeScale;
  }

  /** Sets the timer for the next event, which may be another one now. */
  #wake(): void {
    const next = this.#agenda.next ?? Number.POSITIVE_INFINITY;
    if (this.#happensAt !== undefined || next === this.#wakesAt || this.#isStopped) return;
    this.#cancelWaking();
    this.#wakesAt = next;
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = (next - this.#passed()) * this.#timeScale;
    this.#cancelWaking = wait > 0 ? timeout(Math.min(wait, LONGEST_TIMER), this.#happen) : immediate(this.#happen);
  }

  /** One event at a time: the promises that follow from it are settled before the next one. */
  #happen = () => {
    this.#happensAt = undefined;
    this.#wakesAt = Number.NaN; // nothing is set
    const { next } = this.#agenda;
    if (next === undefined || next > this.#passed()) {
      this.#wake();
      return;
    }
    this.#happensAt = next;
    this.#cancelWaking = immediate(this.#happen); // even if this one throws
    this.#agenda.take()?.run();
  };
}

function timeout(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.ceil(milliseconds));
  return () => clearTimeout(timer);
}

function immediate(run: () => void): () => void {
  const timer = setImmediate(run);
  return () => clearImmediate(timer);
}
