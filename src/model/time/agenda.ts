/** A timer queue: keys by the instant at which they are due. Thousands may wait, and looking at the next one costs nothing. */

interface AgendaEntry<K> {
  readonly key: K;
  readonly due: number;
  readonly turn: number; // of two with the same instant, the one that was set first goes first
}

/** A binary heap. An entry that is replaced or deleted stays in it, stale, until it comes to the top or most entries are stale. */
export class Agenda<K> {
  #heap: AgendaEntry<K>[] = [];
  readonly #entries = new Map<K, AgendaEntry<K>>();
  #turn = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** When the next one is due. */
  get next(): number | undefined {
    this.#dropStale();
    return this.#heap[0]?.due;
  }

  due(key: K): number | undefined {
    return this.#entries.get(key)?.due;
  }

  /** A key stands in it once: setting it again moves it. */
  set(key: K, due: number): void {
    if (Number.isNaN(due)) throw new RangeError("an agenda needs an instant");
    const entry = { key, due, turn: this.#turn++ };
    this.#entries.set(key, entry);
    if (this.#heap.length > 2 * this.#entries.size + 16) this.#rebuild();
    else this.#push(entry);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** The earliest one, no longer in it. */
  take(): K | undefined {
    if (this.next === undefined) return undefined;
    const { key } = this.#pop();
    this.#entries.delete(key);
    return key;
  }

  /** All that is due now, no longer in it: the earliest first. */
  takeDue(now: number): K[] {
    const taken: K[] = [];
    while (this.next !== undefined && this.next <= now) taken.push(this.take() as K);
    return taken;
  }

  /** Drops stale entries from the top. */
  #dropStale(): void {
    for (let top = this.#heap[0]; top && this.#entries.get(top.key) !== top; top = this.#heap[0]) this.#pop();
  }

  #rebuild(): void {
    this.#heap = [...this.#entries.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1)); // a sorted list is a heap
  }

  #push(entry: AgendaEntry<K>): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, this.#at(above))) break;
      heap[at] = this.#at(above);
      at = above;
    }
    heap[at] = entry;
  }

  /** Takes the top away; the last one finds its place from there. */
  #pop(): AgendaEntry<K> {
    const heap = this.#heap;
    const top = this.#at(0);
    const last = heap.pop() as AgendaEntry<K>;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(this.#at(below + 1), this.#at(below))) below += 1;
      if (!isBefore(this.#at(below), last)) break;
      heap[at] = this.#at(below);
      at = below;
    }
    heap[at] = last;
    return top;
  }

  #at(index: number): AgendaEntry<K> {
    return this.#heap[index] as AgendaEntry<K>;
  }
}

function isBefore(one: AgendaEntry<unknown>, other: AgendaEntry<unknown>): boolean {
  return one.due < other.due || (one.due === other.due && one.turn < other.turn);
}
