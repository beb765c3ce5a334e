/** What a device still has to be told, and was not because it slept or was away. It is kept with the device, over restarts. */
import { isDeepStrictEqual } from "node:util";
import type { Address } from "../../model/resource.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";
import type { DevicesParts } from "../parts.ts";

/** A member of a resource's config. */
export interface Write {
  readonly address: Address;
  readonly member: string;
  readonly value: unknown;
  readonly base: unknown; // what the device has; the store goes back to it when the write is given up
  readonly since: number; // milliseconds, UTC
  readonly by: string; //    whose wish it was
}

/** A value of the device in its own words. */
export interface PropertyWrite {
  readonly property: string;
  readonly value: unknown;
  readonly since: number;
  readonly isBrief?: true; // it does something, and nobody wants that later
}

export interface Membership {
  readonly light: Address;
  readonly endpoint: number;
  readonly group: number;
  readonly joins: boolean; // else it leaves
}

export interface Waiting {
  readonly writes: readonly Write[];
  readonly properties: readonly PropertyWrite[];
  readonly memberships: readonly Membership[];
}

const NOTHING: Waiting = { writes: [], properties: [], memberships: [] };

export interface WaitingRoom {
  of(device: Address): Waiting;
  change(device: Address, part: Partial<Waiting>): void;
  /** Devices for which something waits. */
  all(): readonly Address[];
  /** As the store has it from the last run. */
  load(): void;
}

/** What stood in a place before somebody wrote there who may yet be taken back. */
export interface Former<Each> {
  readonly before: readonly Each[];
  /** It is clear what becomes of whoever took the place. */
  end(): void;
}

export interface Formers<Each> {
  note(before: readonly Each[]): Former<Each>;
  /** Nobody is to find these any more, but what stood there before them. */
  gone(these: readonly Each[], before?: readonly Each[]): void;
}

export function openFormers<Each>(
  isSame: (one: Each, other: Each) => boolean,
  isAt: (one: Each, other: Each) => boolean,
): Formers<Each> {
  const formers = new Set<{ before: readonly Each[] }>();
  return {
    note: (before) => {
      const own = { before };
      formers.add(own);
      return {
        get before() {
          return own.before;
        },
        end: () => formers.delete(own),
      };
    },
    gone: (these, before = []) => {
      const isGone = (each: Each) => these.some((other) => isSame(each, other));
      for (const former of formers)
        former.before = former.before.flatMap((each) =>
          isGone(each) ? before.filter((older) => isAt(older, each)) : each,
        );
    },
  };
}

export function openWaitingRoom({ store, keep }: Pick<DevicesParts, "store" | "keep">): WaitingRoom {
  const rooms = new Map<Address, Waiting>(); // looked at with each frame
  return {
    of: (device) => rooms.get(device) ?? NOTHING,
    change: (device, part) => {
      const waiting = { ...(rooms.get(device) ?? NOTHING), ...part };
      const isEmpty = isDeepStrictEqual(waiting, NOTHING);
      if (isEmpty) rooms.delete(device);
      else rooms.set(device, waiting);
      store.patch(device, "attr", { waiting: isEmpty ? undefined : waiting }, BY_RADIO);
      keep(device).catch(() => {}); // somebody was promised it; what the disk refuses now, it takes later
    },
    all: () => [...rooms.keys()],
    load: () => {
      for (const { address, attr } of store.list("/devices"))
        if (attr.waiting) rooms.set(address, { ...NOTHING, ...(attr.waiting as Partial<Waiting>) });
    },
  };
}
