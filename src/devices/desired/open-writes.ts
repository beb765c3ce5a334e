/**
 * Writes that may still be undone, by place: each stands on what was in its place before it. When the newest is undone, what is below it
 * shows again; when an older one is undone, those above it stand on what was below it. Desired values, what waits in the outbox, group
 * memberships and the options of converters are undone by this.
 */
export interface OpenWrite<Value> {
  /** It stays: others stand on it from now on. */
  keep(): void;
  /** It goes. Answers what shows now where it was the newest; undefined: nothing changes for those who look. */
  undo(): { readonly below: Value } | undefined;
}

interface OpenPlace<Value> {
  below: Value;
  writes: readonly { readonly value: Value }[]; // the newest last
}

export class OpenWrites<Value> {
  readonly #places = new Map<string, OpenPlace<Value>>();

  /** `below`: what is in the place now; it counts where no other write is open there. */
  open(key: string, value: Value, below: Value): OpenWrite<Value> {
    const write = { value };
    const place = this.#places.get(key) ?? { below, writes: [] };
    place.writes = [...place.writes, write];
    this.#places.set(key, place);
    const index = () => (this.#places.get(key) === place ? place.writes.indexOf(write) : -1);
    return {
      keep: () => {
        const at = index();
        if (at < 0) return;
        place.below = value;
        this.#leave(key, place, place.writes.slice(at + 1));
      },
      undo: () => {
        const at = index();
        if (at < 0) return undefined;
        const isNewest = at === place.writes.length - 1;
        const below = at > 0 ? (place.writes[at - 1] as { readonly value: Value }).value : place.below;
        this.#leave(key, place, place.writes.toSpliced(at, 1));
        return isNewest ? { below } : undefined;
      },
    };
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** What is in the place is true now, whoever wrote it. */
  close(key: string): void {
    if (this.#places.size > 0) this.#places.delete(key);
  }

  /** The writes of a place stand on something else now. */
  rebase(key: string, change: (below: Value) => Value): void {
    const place = this.#places.get(key);
    if (place) place.below = change(place.below);
  }

  #leave(key: string, place: OpenPlace<Value>, writes: OpenPlace<Value>["writes"]): void {
    place.writes = writes;
    if (writes.length === 0) this.#places.delete(key);
  }
}
