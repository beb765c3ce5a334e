/**
 * What commands have written and the disk does not have yet: a layer over the store, made of the open drafts. Not to be confused with what devices
 * do not have yet (`src/devices/desired`).
 */
import { collectionOf, idOf, mostOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import type { Address, Resource, Section, Values } from "../model/resource.ts";
import { type Patched, patched } from "./patch.ts";

/** One step of a write, as data: a draft collects such steps, and the store applies them. */
export type WriteStep =
  | { readonly kind: "put"; readonly resource: Resource }
  | { readonly kind: "remove"; readonly address: Address }
  | {
      readonly kind: "patch";
      readonly address: Address;
      readonly section: Section;
      readonly values: Values;
      readonly now: number;
    };

export function addressOf(op: WriteStep): Address {
  return op.kind === "put" ? op.resource.address : op.address;
}

/** The store. */
interface CommittedState {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  most(collection: Address, least: number): number;
  find(collection: Address, name: string): Resource | undefined;
  definition(resource: Resource): Definition;
}

interface WrittenDraft {
  readonly ops: readonly WriteStep[];
}

/** The result of a patch, and the resource that it was applied to. */
interface AppliedPatch {
  readonly base: Resource;
  readonly steps: readonly Patched[];
}

export class Staging {
  readonly #committed: CommittedState;
  readonly #layer = new Map<Address, Resource | undefined>();
  readonly #highest = new Map<Address, number>(); // id that drafts have put, by collection; may be too high
  readonly #steps = new Map<Address, Set<WriteStep>>(); // of open drafts, in the order in which they were written
  readonly #stale = new Set<Address>(); // addresses whose layer is computed anew at the next read
  readonly #made = new Map<WriteStep, AppliedPatch>();

  constructor(committed: CommittedState) {
    this.#committed = committed;
  }

  /** The draft was committed. Later drafts at the same addresses were built on it: their staged values stay valid. */
  fulfil(draft: WrittenDraft): void {
    for (const op of draft.ops) this.#take(op);
  }

  /** The draft failed: drafts that were built on it are computed anew without it. */
  drop(draft: WrittenDraft): void {
    for (const op of draft.ops) if (this.#take(op)) this.#stale.add(addressOf(op));
  }

  /** The store has changed here, and not by one of the drafts. */
  moved(address: Address): void {
    if (this.#steps.has(address)) this.#stale.add(address);
  }

  /** The result of this step for exactly this resource, if it was computed already. */
  madeOf(op: WriteStep, base: Resource): readonly Patched[] | undefined {
    const made = this.#made.get(op);
    return made?.base === base ? made.steps : undefined;
  }

  /** A command has written here and still waits for the disk. */
  holds(address: Address): boolean {
    this.#refresh(address);
    return this.#layer.has(address);
  }

  /** As it will be when all that waits has been kept. */
  get(address: Address): Resource | undefined {
    return this.holds(address) ? this.#layer.get(address) : this.#committed.get(address);
  }

  list(collection: Address): readonly Resource[] {
    const written = this.#written(collection);
    if (written.length === 0) return this.#committed.list(collection);
    const others = this.#committed.list(collection).filter(({ address }) => !this.#layer.has(address));
    return [...others, ...written.flatMap(([, resource]) => resource ?? [])];
  }

  /** The highest number among the ids there, but not less than `least`. Callers mostly know the highest already: then nothing is looked through. */
  most(collection: Address, least: number): number {
    const isAbove = (this.#highest.get(collection) ?? 0) > least || this.#committed.most(collection, least) > least;
    return isAbove
      ? mostOf(
          this.list(collection).map(({ address }) => idOf(address)),
          least,
        )
      : least;
  }

  definition(resource: Resource): Definition {
    return this.#committed.definition(resource);
  }

  /** By id or by uniqueid. */
  find(collection: Address, name: string): Resource | undefined {
    if (this.#steps.size === 0) return this.#committed.find(collection, name);
    const address: Address = `${collection}/${name}`;
    if (this.holds(address)) return this.#layer.get(address);
    const known = this.#committed.find(collection, name);
    if (known && !this.holds(known.address)) return known;
    return this.#written(collection).find(([, resource]) => resource?.attr.uniqueid === name)?.[1];
  }

  stage(op: WriteStep): void {
    const address = addressOf(op);
    this.#refresh(address);
    let steps = this.#steps.get(address);
    if (!steps) {
      steps = new Set();
      this.#steps.set(address, steps);
    }
    steps.add(op);
    this.#lay(address, op);
  }

  // ---- inside

  /** Answers whether other steps are left at its address. */
  #take(op: WriteStep): boolean {
    const address = addressOf(op);
    const steps = this.#steps.get(address);
    this.#made.delete(op);
    steps?.delete(op);
    if (steps && steps.size > 0) return true;
    this.#steps.delete(address);
    this.#stale.delete(address);
    this.#layer.delete(address);
    if (this.#steps.size === 0) this.#highest.clear();
    return false;
  }

  /** The staged resources of this collection; undefined: deleted. */
  #written(collection: Address): readonly (readonly [Address, Resource | undefined])[] {
    for (const address of this.#stale) this.#refresh(address);
    return [...this.#layer].filter(([address]) => collectionOf(address) === collection);
  }

  #refresh(address: Address): void {
    if (!this.#stale.delete(address)) return;
    this.#layer.delete(address);
    for (const op of this.#steps.get(address) ?? []) this.#lay(address, op);
  }

  #lay(address: Address, op: WriteStep): void {
    if (op.kind === "put") {
      const collection = collectionOf(address);
      this.#layer.set(address, op.resource);
      this.#highest.set(collection, mostOf([idOf(address)], this.#highest.get(collection) ?? 0));
    }
    if (op.kind === "remove") this.#layer.set(address, undefined);
    if (op.kind !== "patch") return;
    const base = this.get(address);
    if (!base) return;
    const steps = patched(base, this.#committed.definition(base), op.section, op.values, op.now);
    this.#made.set(op, { base, steps });
    const last = steps.at(-1);
    if (last) this.#layer.set(address, last.resource);
  }
}
