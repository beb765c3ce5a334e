/** Where the store keeps the resources of one collection. */
import { mostOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import type { Address, Resource } from "../model/resource.ts";
import type { Page } from "./pages.ts";

export interface Entry {
  readonly definition: Definition;
  resource: Resource;
  revision: number;
  json: string | undefined; // kept from the first time that it is asked for until it changes
  page: Page | undefined; //   the same, once it was asked for alone
  piece: number; //            of its shelf's page
}

export interface Shelf {
  readonly entries: Map<string, Entry>; // by id, in the order of ids
  readonly unique: Map<unknown, Entry>; // by uniqueid
  highest: number; // among the ids, as far as they are numbers; no lower than it is
  mentionsKeys: boolean;
  readonly refersTo: Set<Address>; // collections that resources here refer to
  revision: number;
  page: Page | undefined;
  pieces: (Buffer | undefined)[]; // of the last page, as far as they have not changed since
  placed: number; //       entries that were ever given a piece
}

const PIECE = 100; //    entries: of a large collection only what changed is put together anew
const MOST_EMPTY = 10; // pieces

export function newShelf(revision: number): Shelf {
  return {
    entries: new Map(),
    unique: new Map(),
    highest: 0,
    mentionsKeys: false,
    refersTo: new Set(),
    revision,
    page: undefined,
    pieces: [],
    placed: 0,
  };
}

/** Of many that came most are gone. */
function placeAnew(shelf: Shelf): void {
  shelf.pieces = [];
  shelf.placed = 0;
  for (const entry of shelf.entries.values()) entry.piece = nextPiece(shelf);
}

/** The piece of the next entry. */
export function nextPiece(shelf: Shelf): number {
  shelf.placed += 1;
  return Math.floor((shelf.placed - 1) / PIECE);
}

/** All that is listed, by id, as JSON. What did not change since the last time is copied from there. */
export function joined(shelf: Shelf, print: (entry: Entry) => string): Buffer {
  if (shelf.pieces.length > MOST_EMPTY + (2 * shelf.entries.size) / PIECE) placeAnew(shelf);
  const changed = new Map<number, string[]>();
  for (const [id, entry] of shelf.entries) {
    if (!isListed(entry) || shelf.pieces[entry.piece]) continue;
    const members = changed.get(entry.piece) ?? [];
    changed.set(entry.piece, members);
    members.push(`${JSON.stringify(id)}:${print(entry)}`);
  }
  for (const [piece, members] of changed) shelf.pieces[piece] = Buffer.from(members.join(","));
  const parts: Uint8Array[] = [];
  for (const piece of shelf.pieces) if (piece) parts.push(parts.length === 0 ? OPEN : COMMA, piece);
  const page = Buffer.concat([...(parts.length === 0 ? [OPEN] : parts), CLOSE]);
  let at = 0;
  shelf.pieces = Array.from(shelf.pieces, (piece) => {
    if (!piece) return undefined;
    at += 1; // the sign before it
    at += piece.length;
    return page.subarray(at - piece.length, at);
  });
  return page;
}

const [OPEN, COMMA, CLOSE] = [Buffer.from("{"), Buffer.from(","), Buffer.from("}")];

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
  return Object.values(attr).some(({ mentionsKey }) => mentionsKey);
}
