/** All resources. Only the store makes changes: of commands when the disk has them, of reports and time at once. */
import { byId, collectionOf, idOf, mostOf } from "../model/addresses.ts";
import { type Definition, type Definitions, field, viewOf } from "../model/definitions.ts";
import type { Field } from "../model/fields.ts";
import type { Clock, Kept } from "../model/ports.ts";
import type { ResourceWriter } from "../model/references.ts";
import type { Address, Cause, Change, Resource, Section, Values } from "../model/resource.ts";
import type { Bus } from "./bus.ts";
import { addressOf, Draft, patched, Staging, type WriteStep } from "./draft.ts";
import { Page } from "./pages.ts";
import { changesSince, frozen, thawedWhole, withChanges } from "./records.ts";
import {
  isListed,
  joined,
  mostIn,
  newCollection,
  nextPiece,
  noteDefinition,
  type StoredCollection,
  type StoredResource,
} from "./stored-collection.ts";

interface StoreParts {
  readonly definitions: Definitions;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly salt: string; // makes etags of this run differ from those of the last
}

export class Store {
  readonly definitions: Definitions;
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #salt: string;
  readonly #collections = new Map<Address, StoredCollection>();
  readonly #staging = new Staging(this);
  readonly #dirty = new Set<Address>(); // differs from the disk
  readonly #withNext = new Set<Address>(); // differs from the disk, but can wait for the next write
  #revision = 1;

  constructor({ definitions, clock, bus, salt }: StoreParts) {
    this.definitions = definitions;
    this.#clock = clock;
    this.#bus = bus;
    this.#salt = salt;
  }

  // ---- reading what is true

  get(address: Address): Resource | undefined {
    return this.#entry(address)?.resource;
  }

  list(collection: Address): readonly Resource[] {
    return [...(this.#collections.get(collection)?.entries.values() ?? [])].map((entry) => entry.resource);
  }

  /** Of those that a client sees there. */
  count(collection: Address): number {
    return [...(this.#collections.get(collection)?.entries.values() ?? [])].filter(isListed).length;
  }

  /** The highest number among the ids there, but not less than `least`. */
  most(collection: Address, least: number): number {
    const stored = this.#collections.get(collection);
    return stored ? mostIn(stored, least) : least;
  }

  /** All that may refer to resources of this collection, or of any. */
  referrers(collection?: Address): readonly Resource[] {
    return [...this.#collections.values()].flatMap(({ refersTo, entries }) => {
      const refers = collection === undefined ? refersTo.size > 0 : refersTo.has(collection);
      return refers ? [...entries.values()].map(({ resource }) => resource) : [];
    });
  }

  /** By id or by uniqueid, as clients may name it. */
  find(collection: Address, name: string): Resource | undefined {
    const stored = this.#collections.get(collection);
    return (stored?.entries.get(name) ?? stored?.unique.get(name))?.resource;
  }

  definition(resource: Resource): Definition {
    const definition = this.definitions[resource.type];
    if (!definition) throw new Error(`${resource.address}: no definition of ${resource.type}`);
    return definition;
  }

  page(address: Address): Page | undefined {
    return this.pageOf(collectionOf(address), idOf(address));
  }

  /** By id or by uniqueid, as clients may name it. */
  pageOf(collection: Address, name: string): Page | undefined {
    const stored = this.#collections.get(collection);
    const entry = stored?.entries.get(name) ?? stored?.unique.get(name);
    if (!stored || !entry) return undefined;
    entry.page ??= new Page(this.#etag(entry.revision), this.#print(entry), stored.mentionsKeys);
    return entry.page;
  }

  collection(collection: Address): Page {
    const stored = this.#collectionAt(collection);
    stored.page ??= new Page(
      this.#etag(stored.revision),
      joined(stored, (entry) => this.#print(entry)),
      stored.mentionsKeys,
    );
    return stored.page;
  }

  view(resource: Resource): Values {
    return viewOf(this.definition(resource), resource, this.#etag(this.#entry(resource.address)?.revision ?? 0));
  }

  etagOf(address: Address): string | undefined {
    const entry = this.#entry(address);
    return entry && this.#etag(entry.revision);
  }

  /** Of everything: the config's and the full state's. */
  get etag(): string {
    return this.#etag(this.#revision);
  }

  // ---- facts that are true already: from the radio, the clock, the engines

  patch(address: Address, section: Section, values: Values, cause: Cause): void {
    const resource = this.get(address);
    if (!resource) return;
    const adjust = section === "state" ? this.definition(resource).onWrite?.adjust : undefined;
    this.#apply(
      [{ kind: "patch", address, section, values: adjust?.(values, resource) ?? values, now: this.#clock.now() }],
      cause,
      true,
    );
  }

  put(resource: Resource, cause: Cause): void {
    this.#apply([{ kind: "put", resource }], cause, true);
  }

  remove(address: Address, cause: Cause): void {
    this.#apply([{ kind: "remove", address }], cause, true);
  }

  /** For code that writes drafts and facts alike. */
  writer(cause: Cause): ResourceWriter {
    return {
      get: (address) => this.get(address),
      list: (collection) => this.list(collection),
      definition: (resource) => this.definition(resource),
      patch: (address, section, values) => this.patch(address, section, values, cause),
      remove: (address) => this.remove(address, cause),
    };
  }

  // ---- commands: staged until the disk has them

  /** The state when the disk has all waiting writes: for reports that must not collide with commands. */
  get expected(): Pick<Draft, "get" | "list" | "most" | "find"> {
    return this.#staging;
  }

  draft(cause: Cause): Draft {
    return new Draft(this.#staging, cause, this.#clock);
  }

  commit(draft: Draft): void {
    this.#apply(draft.ops, draft.cause, false);
    this.#staging.fulfil(draft);
  }

  /** A failed batch may have written some of it: it is overwritten by the next write. */
  drop(draft: Draft): void {
    for (const op of draft.ops) this.#dirty.add(addressOf(op));
    this.#staging.drop(draft);
    draft.drop();
  }

  // ---- the disk

  /** Fills an empty store, without changes on the bus. Answers the records that could not be understood. */
  load(records: readonly Kept[]): readonly Address[] {
    const strange: Address[] = [];
    const resources = records.flatMap((record) => {
      const written = thawedWhole(record, this.definitions);
      if (!written) strange.push(record.address);
      return written ? { written, later: record.later } : [];
    });
    resources.sort(({ written: one }, { written: other }) => byId(idOf(one.address), idOf(other.address)));
    for (const { written, later } of resources)
      this.#insert(later === undefined ? written : withChanges(written, later)).written = written;
    return strange;
  }

  /** The record as it is to be written, staged steps included. */
  record(address: Address): Kept {
    const resource = this.#staging.get(address);
    return resource ? { address, json: frozen(resource, this.definition(resource)) } : { address };
  }

  /** The record for the disk, which is about to have it. */
  takeRecord(address: Address): Kept {
    const entry = this.#entry(address);
    if (entry) entry.written = this.#staging.get(address);
    return this.record(address);
  }

  /** The same for facts: the changes since the disk has the whole record. */
  takeChanges(address: Address): Kept {
    const entry = this.#entry(address);
    const resource = this.#staging.get(address);
    const later = entry?.written && resource && changesSince(entry.written, resource, entry.definition);
    return later === undefined ? this.takeRecord(address) : { address, later };
  }

  /** The disk may have lost records: each record is written whole the next time. */
  forgetWritten(): void {
    for (const { entries } of this.#collections.values())
      for (const entry of entries.values()) entry.written = undefined;
  }

  /** Everything, as the disk has it or is about to. */
  records(): readonly Kept[] {
    const entries = [...this.#collections.values()].flatMap((stored) => [...stored.entries.values()]);
    return entries.map(({ resource }) => this.record(resource.address));
  }

  takeDirty(all: boolean): Address[] {
    const addresses = [...this.#dirty, ...(all ? this.#withNext : [])];
    this.#dirty.clear();
    if (all) this.#withNext.clear();
    return [...new Set(addresses)];
  }

  giveBackDirty(addresses: readonly Address[]): void {
    for (const address of addresses) this.#dirty.add(address);
  }

  get isDirty(): boolean {
    return this.#dirty.size > 0;
  }

  // ---- inside

  #apply(ops: readonly WriteStep[], cause: Cause, isFact: boolean): void {
    const changes: Change[] = [];
    for (const op of ops) {
      if (op.kind === "patch") changes.push(...this.#patch(op, cause, isFact));
      if (op.kind === "put") changes.push(this.#put(op.resource, cause, isFact));
      if (op.kind === "remove") changes.push(...this.#remove(op.address, cause, isFact));
    }
    if (isFact) for (const op of ops) this.#staging.moved(addressOf(op));
    this.#bus.post(changes);
  }

  #patch(op: WriteStep & { kind: "patch" }, cause: Cause, isFact: boolean): Change[] {
    const entry = this.#entry(op.address);
    if (!entry) return [];
    const { resource: base, definition } = entry;
    const steps = this.#staging.madeOf(op, base) ?? patched(base, definition, op.section, op.values, op.now);
    return steps.map(({ resource, section, values, before }) => {
      entry.resource = resource;
      const fields = Object.keys(values).map((name) => field(entry.definition, section, name));
      entry.json = entry.page = undefined;
      this.#touch(
        entry,
        fields.some((each) => !each?.quiet),
      );
      if (fields.some((each) => isSavedLater(each, isFact))) this.#dirty.add(op.address);
      if (fields.some((each) => each?.saved === "with-next")) this.#withNext.add(op.address);
      return { event: "changed", resource, section, values, before, cause };
    });
  }

  #put(resource: Resource, cause: Cause, isFact: boolean): Change {
    this.#insert(resource);
    if (isFact) this.#dirty.add(resource.address);
    return { event: "added", resource, values: {}, before: {}, cause };
  }

  #remove(address: Address, cause: Cause, isFact: boolean): Change[] {
    const entry = this.#entry(address);
    const stored = this.#collections.get(collectionOf(address));
    if (!entry || !stored) return [];
    stored.entries.delete(idOf(address));
    stored.unique.delete(entry.resource.attr.uniqueid);
    this.#touch(entry, true);
    if (isFact) this.#dirty.add(address);
    return [{ event: "deleted", resource: entry.resource, values: {}, before: {}, cause }];
  }

  #insert(resource: Resource): StoredResource {
    const definition = this.definition(resource);
    const stored = this.#collectionAt(collectionOf(resource.address));
    const old = stored.entries.get(idOf(resource.address));
    if (old) stored.unique.delete(old.resource.attr.uniqueid);
    const piece = old?.piece ?? nextPiece(stored);
    const entry: StoredResource = {
      ...{ definition, resource, written: undefined, revision: 0, json: undefined, page: undefined, piece },
    };
    stored.entries.set(idOf(resource.address), entry);
    stored.highest = mostOf([idOf(resource.address)], stored.highest);
    noteDefinition(stored, definition);
    if (resource.attr.uniqueid !== undefined) stored.unique.set(resource.attr.uniqueid, entry);
    this.#touch(entry, true);
    return entry;
  }

  /** Cached pages that show this entry are dropped; a quiet change keeps their etags. */
  #touch(entry: StoredResource, loud: boolean): void {
    const stored = this.#collectionAt(collectionOf(entry.resource.address));
    if (isListed(entry)) stored.page = stored.pieces[entry.piece] = undefined;
    if (!loud) return;
    this.#revision += 1;
    entry.revision = this.#revision;
    if (isListed(entry)) stored.revision = this.#revision;
  }

  #entry(address: Address): StoredResource | undefined {
    return this.#collections.get(collectionOf(address))?.entries.get(idOf(address));
  }

  #collectionAt(collection: Address): StoredCollection {
    let stored = this.#collections.get(collection);
    if (!stored) {
      stored = newCollection(this.#revision);
      this.#collections.set(collection, stored);
    }
    return stored;
  }

  #etag(revision: number): string {
    return this.#salt.slice(0, 20) + revision.toString(16).padStart(12, "0");
  }

  #print(entry: StoredResource): string {
    entry.json ??= JSON.stringify(viewOf(entry.definition, entry.resource, this.#etag(entry.revision)));
    return entry.json;
  }
}

/** Reports do not wait for the disk; of a command, members that are saved at once are on the disk already. */
function isSavedLater(field: Field | undefined, isFact: boolean): boolean {
  const saved = field?.saved ?? "now";
  return saved === "later" || (isFact && saved === "now");
}
