/** Where the store keeps the resources of one collection. */
import { mostOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Resource } from "../model/resource.ts";
import type { Page } from "./pages.ts";

export interface StoredResource {
  readonly definition: Definition;
  resource: Resource;
  written: Resource | undefined; // as the disk has it whole, as far as that is known
  revision: number;
  json: string | undefined; // kept from the first time that it is asked for until it changes
  page: Page | undefined; //   the same, once it was asked for alone
  piece: number; //            of the page of its collection
}

export interface StoredCollection {
  readonly entries: Map<string, StoredResource>; // by id, in the order of ids
  readonly unique: Map<unknown, StoredResource>; // by uniqueid
  highest: number; // among the ids, as far as they are numbers; no lower than it is
  readonly definitions: Set<Definition>; // of all that was ever here
  mentionsKeys: boolean;
  readonly refersTo: Set<Address>; // collections that resources here refer to
  revision: number;
  page: Page | undefined;
  pieces: (Buffer | undefined)[]; // of the last page, as far as they have not changed since
  placed: number; //       entries that were ever given a piece
}

const PIECE = 100; //    entries: of a large collection only the changed pieces are put together anew
const MOST_EMPTY = 10; // pieces

export function newCollection(revision: number): StoredCollection {
  return {
    entries: new Map(),
    unique: new Map(),
    highest: 0,
    definitions: new Set(),
    mentionsKeys: false,
    refersTo: new Set(),
    revision,
    page: undefined,
    pieces: [],
    placed: 0,
  };
}

/** Of many that came most are gone. */
function placeAnew(stored: StoredCollection): void {
  stored.pieces = [];
  stored.placed = 0;
  for (const entry of stored.entries.values()) entry.piece = nextPiece(stored);
}

/** The piece of the next entry. */
export function nextPiece(stored: StoredCollection): number {
  stored.placed += 1;
  return Math.floor((stored.placed - 1) / PIECE);
}

/** All listed resources, by id, as JSON. Pieces without a change are copied from the last time. */
export function joined(stored: StoredCollection, print: (entry: StoredResource) => string): Buffer {
  if (stored.pieces.length > MOST_EMPTY + (2 * stored.entries.size) / PIECE) placeAnew(stored);
  const changed = new Map<number, string[]>();
  for (const [id, entry] of stored.entries) {
    if (!isListed(entry) || stored.pieces[entry.piece]) continue;
    const members = changed.get(entry.piece) ?? [];
    changed.set(entry.piece, members);
    members.push(`${JSON.stringify(id)}:${print(entry)}`);
  }
  for (const [piece, members] of changed) stored.pieces[piece] = Buffer.from(members.join(","));
  const parts: Uint8Array[] = [];
  for (const piece of stored.pieces) if (piece) parts.push(parts.length === 0 ? OPEN : COMMA, piece);
  const page = Buffer.concat([...(parts.length === 0 ? [OPEN] : parts), CLOSE]);
  let at = 0;
  stored.pieces = Array.from(stored.pieces, (piece) => {
    if (!piece) return undefined;
    at += 1; // the sign before it
    at += piece.length;
    return page.subarray(at - piece.length, at);
  });
  return page;
}

const [OPEN, COMMA, CLOSE] = [Buffer.from("{"), Buffer.from(","), Buffer.from("}")];

/** The highest number among the ids, but not less than `least`. */
export function mostIn(stored: StoredCollection, least: number): number {
  if (stored.highest <= least) return least;
  stored.highest = mostOf(stored.entries.keys(), 0); // the highest may be gone
  return Math.max(stored.highest, least);
}

export function isListed({ definition }: StoredResource): boolean {
  return !definition.unlisted;
}

/** The common facts of a type are noted with its first resource. */
export function noteDefinition(stored: StoredCollection, definition: Definition): void {
  if (stored.definitions.has(definition)) return;
  stored.definitions.add(definition);
  stored.mentionsKeys ||= Object.values(definition.attr).some(({ mentionsKey }) => mentionsKey);
  for (const [, { to }] of referencesOf(definition)) stored.refersTo.add(to);
}
