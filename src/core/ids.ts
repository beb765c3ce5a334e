/** Ids: of what clients remember for long they are never given twice; other families take the lowest that is free. */
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

/** The lowest that is free, whoever had it before. */
export function lowestId(desk: Draft, collection: Address, above = 0, taken: readonly string[] = []): string {
  const used = new Set([...desk.list(collection).map(({ address }) => idOf(address)), ...taken]);
  let id = above + 1;
  while (used.has(String(id))) id += 1;
  return String(id);
}

/** What a family whose ids come back after a start remembers until then. */
interface Past {
  readonly given: number; // up to here each id is in use, or was
  readonly gone: readonly string[]; // above that, of resources that the start found: few, and no more of them
}

/** The lowest that is free, and that nobody has had since the start. */
export function lowestUnusedId(desk: Draft, family: string): string {
  const { given, gone } = pastOf(desk, family);
  const id = lowestId(desk, `/${family}`, given, gone);
  keepPast(desk, family, { given: Number(id), gone });
  return id;
}

/** Goes with its resource. */
export function retireId(desk: Draft, family: string, id: string): void {
  const { given, gone } = pastOf(desk, family);
  keepPast(desk, family, { given, gone: [...gone, id] });
}

export const pastName = (family: string): string => `${family}past`;

function pastOf(desk: Draft, family: string): Past {
  return (desk.get(IDS)?.attr[pastName(family)] ?? { given: 0, gone: [] }) as Past;
}

function keepPast(desk: Draft, family: string, { given, gone }: Past): void {
  const past: Past = { given, gone: gone.filter((id) => Number(id) > given) };
  desk.patch(IDS, "attr", { [pastName(family)]: past });
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
