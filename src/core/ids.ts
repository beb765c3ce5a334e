/** Ids of new resources. Families whose ids clients remember for long never give one twice; the others take the lowest that is free. */
import { idOf } from "../model/addresses.ts";
import type { Address, Cause, Resource, Values } from "../model/resource.ts";
import type { Draft } from "./draft.ts";
import type { Store } from "./store.ts";

export const IDS: Address = "/ids";
/** The ids up to these are kept for devices of the virtual house, which have the same ones in every house. */
export const RESERVED_IDS = { lights: 20, sensors: 50 } as const;

/** For a command: the id is taken when its draft is kept. */
export function newId(draft: Draft, family: string): string {
  const id = nextId(draft, family);
  draft.patch(IDS, "attr", { [family]: id });
  return String(id);
}

/** For a resource that the radio reports. Counted apart from `newId`: a draft that is committed later would set the count back. */
export function newIdOfFact(store: Store, family: string, cause: Cause): string {
  const id = nextId(store.expected, family);
  store.patch(IDS, "state", { [family]: id }, cause);
  return String(id);
}

/** The id that is reserved for a resource of a device; undefined: none is, or it is taken. */
export function reservedId(store: Store, family: string, wanted: number | undefined): string | undefined {
  if (wanted === undefined || wanted > reservedIn(store.get(IDS)?.attr ?? {}, family)) return undefined;
  return store.expected.get(`/${family}/${wanted}`) === undefined ? String(wanted) : undefined;
}

/** The lowest id that is free, also one that another resource had before. */
export function lowestId(draft: Draft, collection: Address, above = 0, taken: readonly string[] = []): string {
  const used = new Set([...draft.list(collection).map(({ address }) => idOf(address)), ...taken]);
  let id = above + 1;
  while (used.has(String(id))) id += 1;
  return String(id);
}

/** Families that may give an id again after a restart remember the used ones until then. */
interface IdHistory {
  readonly given: number; // ids up to this one are, or were, in use
  readonly gone: readonly string[]; // higher ids that were deleted since the start
}

/** The lowest id that is free, and that no resource has had since the start. */
export function lowestUnusedId(draft: Draft, family: string): string {
  const { given, gone } = pastOf(draft, family);
  const id = lowestId(draft, `/${family}`, given, gone);
  keepPast(draft, family, { given: Number(id), gone });
  return id;
}

/** The resource with this id is deleted. */
export function retireId(draft: Draft, family: string, id: string): void {
  const { given, gone } = pastOf(draft, family);
  keepPast(draft, family, { given, gone: [...gone, id] });
}

export const idHistoryName = (family: string): string => `${family}past`;

function pastOf(draft: Draft, family: string): IdHistory {
  return (draft.get(IDS)?.attr[idHistoryName(family)] ?? { given: 0, gone: [] }) as IdHistory;
}

function keepPast(draft: Draft, family: string, { given, gone }: IdHistory): void {
  const past: IdHistory = { given, gone: gone.filter((id) => Number(id) > given) };
  draft.patch(IDS, "attr", { [idHistoryName(family)]: past });
}

interface IdCounts {
  get(address: Address): Resource | undefined;
  most(collection: Address, least: number): number;
}

function nextId(draft: IdCounts, family: string): number {
  const { attr, state } = draft.get(IDS) ?? { attr: {}, state: {} };
  const given = Math.max(
    reservedIn(attr, family),
    ...[attr, state].map((counts: Values) => Number(counts[family] ?? 0)),
  );
  return draft.most(`/${family}`, given) + 1;
}

function reservedIn({ reserved }: Values, family: string): number {
  return Number((reserved as Values | undefined)?.[family] ?? 0);
}
