/** Carries facts to whoever listens: in order, after the wish that made them has its reply, each listener alone with its faults. */
import type { Log } from "../model/ports.ts";
import type { Change, Stop } from "../model/resource.ts";

export type Listener = (change: Change) => void;

export class Bus {
  readonly #log: Log;
  readonly #listeners = new Set<Listener>();
  #queue: Change[] = [];
  #awake = false;

  constructor(log: Log) {
    this.#log = log;
  }

  on(listener: Listener): Stop {
    const own: Listener = (change) => listener(change); // the same function may listen twice
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  post(changes: readonly Change[]): void {
    for (const change of changes) this.#queue.push(change);
    if (this.#awake || this.#queue.length === 0) return;
    this.#awake = true;
    setImmediate(() => this.#handOut()); // behind the reply, which travels by promises
  }

  #handOut(): void {
    while (this.#queue.length > 0) {
      const changes = this.#queue;
      this.#queue = [];
      for (const change of changes) for (const listener of this.#listeners) this.#tell(listener, change);
    }
    this.#awake = false;
  }

  #tell(listener: Listener, change: Change): void {
    try {
      listener(change);
    } catch (error) {
      this.#log.error(`${change.resource.address}: a listener failed: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
