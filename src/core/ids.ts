/** Ids: of what clients remember for long they are never given twice; other families take the lowest that is free. */
import { idOf } from "../model/addresses.ts";
import type { Address, Cause, Resource, Values } from "../model/resource.ts";
import type { Draft } from "./draft.ts";
import type { Store } from "./store.ts";

export const IDS: Address = "/ids";
/** The ids up to these are kept for devices of the virtual house: they have the same ones in every house, whatever else is made before them. */
export const RESERVED_IDS = { lights: 20, sensors: 50 } as const;

/** For a command: the id is kept with it, or given back with it. */
export function newId(draft: Draft, family: string): string {
  const id = nextId(draft, family);
  draft.patch(IDS, "attr", { [family]: id });
  return String(id);
}

/** For a fact. It counts in a section of its own: a command that still waits for the disk would set the count back when it is committed. */
export function newIdOfFact(store: Store, family: string, cause: Cause): string {
  const id = nextId(store.expected, family);
  store.patch(IDS, "state", { [family]: id }, cause);
  return String(id);
}

/** An id that is kept for a resource of a certain device: where it is, and nobody has it. */
export function reservedId(store: Store, family: string, wanted: number | undefined): string | undefined {
  if (wanted === undefined || wanted > reservedIn(store.get(IDS)?.attr ?? {}, family)) return undefined;
  return store.expected.get(`/${family}/${wanted}`) === undefined ? String(wanted) : undefined;
}

/** The lowest that is free, whoever had it before. */
export function lowestId(draft: Draft, collection: Address, above = 0, taken: readonly string[] = []): string {
  const used = new Set([...draft.list(collection).map(({ address }) => idOf(address)), ...taken]);
  let id = above + 1;
  while (used.has(String(id))) id += 1;
  return String(id);
}

/** What a family whose ids come back after a start remembers until then. */
interface IdHistory {
  readonly given: number; // up to here each id is in use, or was
  readonly gone: readonly string[]; // above that, of resources that the start found: few, and no more of them
}

/** The lowest that is free, and that nobody has had since the start. */
export function lowestUnusedId(draft: Draft, family: string): string {
  const { given, gone } = pastOf(draft, family);
  const id = lowestId(draft, `/${family}`, given, gone);
  keepPast(draft, family, { given: Number(id), gone });
  return id;
}

/** Goes with its resource. */
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

/** Up to here ids are kept for the devices of a house that comes furnished. */
function reservedIn({ reserved }: Values, family: string): number {
  return Number((reserved as Values | undefined)?.[family] ?? 0);
}
