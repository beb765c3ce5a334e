/**
 * Reported and desired state: a value that a device reports is true, and a value that a command desires is shown until the device confirms
 * it, refuses it or reports another one. Then the store shows the last reported value again, member by member. Writes that only wait for
 * the disk are another matter: those are the drafts of `core/draft`.
 */
import { isDeepStrictEqual } from "node:util";
import type { Store } from "../../core/store.ts";
import type { DeviceCommand } from "../../model/devices.ts";
import type { Address, Section, Values } from "../../model/resource.ts";
import type { TimedEnds } from "./timed-ends.ts";

/** A desired state that a device is about to be told. */
export interface DesiredClaim {
  /** The device has it. */
  keep(): void;
  /** The device does not have it: some members, or all. Members that it has reported meanwhile stay, and so do those of a newer claim. */
  undo(names?: readonly string[]): void;
  /** The device has reported something else. */
  readonly isContradicted: boolean;
  /** Only of a device that sleeps: it is told when it wakes. */
  readonly wait?: () => void;
}

type DesiredValues = Pick<DeviceCommand, "resource" | "section" | "optimistic" | "cause">;

export class DesiredState {
  readonly #store: Store;
  readonly #timedEnds: Pick<TimedEnds, "causeOf">;
  readonly #onReport: (address: Address, section: Section, values: Values) => void;
  readonly #claimed = new OpenWrites<unknown>();

  constructor(
    store: Store,
    timedEnds: Pick<TimedEnds, "causeOf">,
    onReport: (address: Address, section: Section, values: Values) => void,
  ) {
    this.#store = store;
    this.#timedEnds = timedEnds;
    this.#onReport = onReport;
  }

  /** The store shows the optimistic values already; `resource` is as it was before. */
  claim({ resource, section, optimistic, cause }: DesiredValues): DesiredClaim {
    const { address } = resource;
    const shown = (name: string) => own(this.#store.get(address)?.[section] ?? {}, name);
    const writes = new Map<string, OpenWrite<unknown>>();
    for (const [name, value] of Object.entries(optimistic))
      writes.set(name, this.#claimed.open(keyOf(address, section, name), value, own(resource[section], name)));
    const isOpen = (name: string) => this.#claimed.has(keyOf(address, section, name));
    const isOther = (name: string) => !isDeepStrictEqual(shown(name), optimistic[name]);
    return {
      keep: () => {
        for (const write of writes.values()) write.keep();
      },
      undo: (names = [...writes.keys()]) => {
        const reported: Record<string, unknown> = {};
        for (const name of names) {
          const undone = writes.get(name)?.undo();
          if (undone && !isOther(name)) reported[name] = undone.below;
        }
        if (Object.keys(reported).length > 0) this.#store.patch(address, section, reported, { ...cause, undo: true });
      },
      get isContradicted() {
        return [...writes.keys()].some((name) => !isOpen(name) && isOther(name));
      },
    };
  }

  /** The device has not confirmed all of these yet. */
  isOpen(address: Address, section: Section, names: readonly string[]): boolean {
    return names.some((name) => this.#claimed.has(keyOf(address, section, name)));
  }

  /** The device itself reports these: they are true, even if a command desired others. */
  report(address: Address, section: Section, values: Values): void {
    for (const name of Object.keys(values)) this.#claimed.close(keyOf(address, section, name));
    this.#store.patch(address, section, values, this.#timedEnds.causeOf(address, section, values));
    this.#onReport(address, section, values);
  }
}

interface OpenWrite<Value> {
  /** The write is confirmed: older writes of its place no longer matter. */
  keep(): void;
  /** The write is undone. Answers the value that is shown instead; undefined: a newer write is shown, and nothing changes. */
  undo(): { readonly below: Value } | undefined;
}

interface OpenPlace<Value> {
  below: Value;
  writes: readonly { readonly value: Value }[]; // the newest last
}

/**
 * Writes that may still be undone, by place: each stands on the value that was in its place before it. When the newest write is undone, the
 * value below it shows again; when an older one is undone, the writes above it stand on the value below it. Desired values, waiting
 * settings of the outbox, group memberships and the options of converters are undone by this.
 */
export class OpenWrites<Value> {
  readonly #places = new Map<string, OpenPlace<Value>>();

  /** `below`: the value in the place now; it counts where no other write is open there. */
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

  /** The value in the place is true now, and no write can be undone any more. */
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

function keyOf(address: Address, section: Section, name: string): string {
  return `${address} ${section} ${name}`;
}

function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
