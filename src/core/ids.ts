/** Ids of resources that clients remember: never given twice, not even after their resource is gone. */
import { idOf } from "../model/addresses.ts";
import type { Address, Cause, Resource, Values } from "../model/resource.ts";
import type { Draft } from "./draft.ts";
import type { Store } from "./store.ts";

export const IDS: Address = "/ids";

/** For a wish: kept with it, or given back with it. */
export function newId(desk: Draft, family: string): string {
  const id = nextId(desk, family);
  desk.patch(IDS, "attr", { [family]: id });
  return String(id);
}

/** For a fact. It counts in a section of its own: a wish that still waits for the disk would set the count back when it comes true. */
export function newIdOfFact(store: Store, family: string, cause: Cause): string {
  const id = nextId(store.expected, family);
  store.patch(IDS, "state", { [family]: id }, cause);
  return String(id);
}

interface Reading {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
}

function nextId(desk: Reading, family: string): number {
  const { attr, state } = desk.get(IDS) ?? { attr: {}, state: {} };
  const given = Math.max(...[attr, state].map((counts: Values) => Number(counts[family] ?? 0)));
  return desk.list(`/${family}`).reduce((most, { address }) => Math.max(most, Number(idOf(address)) || 0), given) + 1;
}
