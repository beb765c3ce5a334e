/** Hands changes to all listeners: in order, and after the reply to the command that made them. A listener that throws is logged; the others still hear. */
import { familyOf } from "../model/addresses.ts";
import type { Log } from "../model/ports.ts";
import type { Change, Section, Stop } from "../model/resource.ts";

const MOST_IN_A_TURN = 100; // changes

type Listener = (change: Change) => void;

/** The changes that a listener is told of; an absent member filters nothing. */
interface ChangeFilter {
  readonly families?: readonly string[]; // "sensors"; scenes are of the family "groups"
  readonly events?: readonly Change["event"][];
  readonly section?: Section;
}

interface Subscription {
  readonly listener: Listener;
  readonly filter: ChangeFilter;
}

export class Bus {
  readonly #log: Log;
  readonly #listeners = new Set<Subscription>();
  #queue: Change[] = [];
  #next = 0; // of the queue
  #awake = false;

  constructor(log: Log) {
    this.#log = log;
  }

  on(listener: Listener, filter: ChangeFilter = {}): Stop {
    const own = { listener, filter }; // the same function may listen twice
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  get isTelling(): boolean {
    return this.#awake;
  }

  post(changes: readonly Change[]): void {
    for (const change of changes) this.#queue.push(change);
    if (this.#awake || this.#queue.length === 0) return;
    this.#awake = true;
    setImmediate(() => this.#handOut()); // after the reply, which takes promise turns
  }

  #handOut(): void {
    for (let told = 0; told < MOST_IN_A_TURN && this.#next < this.#queue.length; told += 1) {
      const change = this.#queue[this.#next++] as Change;
      const family = familyOf(change.resource.address);
      for (const { listener, filter } of this.#listeners)
        if (passes(change, family, filter)) this.#tell(listener, change);
    }
    if (this.#next * 2 >= this.#queue.length) {
      this.#queue = this.#queue.slice(this.#next); // not at each turn: the queue may be long
      this.#next = 0;
    }
    this.#awake = this.#queue.length > this.#next;
    if (this.#awake) setImmediate(() => this.#handOut()); // lets other work run in between
  }

  #tell(listener: Listener, change: Change): void {
    try {
      listener(change);
    } catch (error) {
      this.#log.error(`${change.resource.address}: a listener failed: ${error instanceof Error ? error.stack : error}`);
    }
  }
}

function passes({ event, section }: Change, family: string, filter: ChangeFilter): boolean {
  if (filter.families && !filter.families.includes(family)) return false;
  if (filter.events && !filter.events.includes(event)) return false;
  return filter.section === undefined || filter.section === section;
}
