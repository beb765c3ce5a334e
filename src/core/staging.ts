/**
 * What commands have written and the disk does not have yet: a thin layer over the store, made of the drafts that are open. What devices do not
 * have yet is another matter: `src/devices/desired`.
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

/** What is true: the store. */
interface Truth {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  most(collection: Address, least: number): number;
  find(collection: Address, name: string): Resource | undefined;
  definition(resource: Resource): Definition;
}

/** What a command has written so far. */
interface Written {
  readonly ops: readonly WriteStep[];
}

/** What a patch made of the resource that it found. */
interface Made {
  readonly base: Resource;
  readonly steps: readonly Patched[];
}

export class Staging {
  readonly #truth: Truth;
  readonly #layer = new Map<Address, Resource | undefined>();
  readonly #highest = new Map<Address, number>(); // by collection, of what was put there; no lower than it is
  readonly #steps = new Map<Address, Set<WriteStep>>(); // of open drafts, in the order in which they were written
  readonly #stale = new Set<Address>(); // the layer is made anew here when somebody looks: of many steps that go at once, once
  readonly #made = new Map<WriteStep, Made>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  /** The draft was committed. Later drafts at the same addresses were built on it: their staged values stay valid. */
  fulfil(draft: Written): void {
    for (const op of draft.ops) this.#take(op);
  }

  /** It will not come true: what others wrote behind it stands on what is left. */
  drop(draft: Written): void {
    for (const op of draft.ops) if (this.#take(op)) this.#stale.add(addressOf(op));
  }

  /** The truth has moved at this address, and not by one of the drafts. */
  moved(address: Address): void {
    if (this.#steps.has(address)) this.#stale.add(address);
  }

  /** What the step was found to make of exactly this resource: no need to find out again. */
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
    return this.holds(address) ? this.#layer.get(address) : this.#truth.get(address);
  }

  list(collection: Address): readonly Resource[] {
    const written = this.#written(collection);
    if (written.length === 0) return this.#truth.list(collection);
    const others = this.#truth.list(collection).filter(({ address }) => !this.#layer.has(address));
    return [...others, ...written.flatMap(([, resource]) => resource ?? [])];
  }

  /** The highest number among the ids there, but not less than `least`. Whoever counts is seldom behind, so nothing has to be looked through. */
  most(collection: Address, least: number): number {
    const isAbove = (this.#highest.get(collection) ?? 0) > least || this.#truth.most(collection, least) > least;
    return isAbove
      ? mostOf(
          this.list(collection).map(({ address }) => idOf(address)),
          least,
        )
      : least;
  }

  definition(resource: Resource): Definition {
    return this.#truth.definition(resource);
  }

  /** By id or by uniqueid. */
  find(collection: Address, name: string): Resource | undefined {
    if (this.#steps.size === 0) return this.#truth.find(collection, name);
    const address: Address = `${collection}/${name}`;
    if (this.holds(address)) return this.#layer.get(address);
    const known = this.#truth.find(collection, name);
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

  /** Answers whether other steps stand at its address. */
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

  /** What waits of this collection; what is gone is undefined. */
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
    const steps = patched(base, this.#truth.definition(base), op.section, op.values, op.now);
    this.#made.set(op, { base, steps });
    const last = steps.at(-1);
    if (last) this.#layer.set(address, last.resource);
  }
}
