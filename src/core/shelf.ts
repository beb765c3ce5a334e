/** Where the store keeps the resources of one collection. */
import { mostOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import type { Resource } from "../model/resource.ts";
import type { Page } from "./pages.ts";

export interface Entry {
  readonly definition: Definition;
  resource: Resource;
  revision: number;
  json: string | undefined; // kept from the first time that it is asked for until it changes
  page: Page | undefined; //   the same, once it was asked for alone
}

export interface Shelf {
  readonly entries: Map<string, Entry>; // by id, in the order of ids
  readonly unique: Map<unknown, Entry>; // by uniqueid
  highest: number; // among the ids, as far as they are numbers; no lower than it is
  mentionsKeys: boolean;
  revision: number;
  page: Page | undefined;
}

export function newShelf(revision: number): Shelf {
  return { entries: new Map(), unique: new Map(), highest: 0, mentionsKeys: false, revision, page: undefined };
}

/** The highest number among the ids, but not less than `least`. */
export function mostIn(shelf: Shelf, least: number): number {
  if (shelf.highest <= least) return least;
  shelf.highest = mostOf(shelf.entries.keys(), 0); // the highest may be gone
  return Math.max(shelf.highest, least);
}

export function isListed({ definition }: Entry): boolean {
  return !definition.unlisted;
}

export function mentionsKeys({ attr }: Definition): boolean {
  return Object.values(attr).some(({ keyed }) => keyed);
}
