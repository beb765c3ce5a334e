/** Ids of resources that clients remember: not given twice, not even after their resource is gone. */
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

/** For families whose ids come back after a start: the lowest that is free, and that nobody has had since. */
export function lowestId(desk: Draft, family: string): string {
  const taken = new Set([...desk.list(`/${family}`).map(({ address }) => idOf(address)), ...retired(desk, family)]);
  let id = 1;
  while (taken.has(String(id))) id += 1;
  return String(id);
}

/** Goes with its resource. */
export function retireId(desk: Draft, family: string, id: string): void {
  desk.patch(IDS, "attr", { [retiredOf(family)]: [...retired(desk, family), id] });
}

export const retiredOf = (family: string): string => `${family}retired`;

function retired(desk: Draft, family: string): readonly string[] {
  return (desk.get(IDS)?.attr[retiredOf(family)] ?? []) as readonly string[];
}

interface Reading {
  get(address: Address): Resource | undefined;
  most(collection: Address, least: number): number;
}

function nextId(desk: Reading, family: string): number {
  const { attr, state } = desk.get(IDS) ?? { attr: {}, state: {} };
  const given = Math.max(...[attr, state].map((counts: Values) => Number(counts[family] ?? 0)));
  return desk.most(`/${family}`, given) + 1;
}
