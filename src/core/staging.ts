/** What wishes have written and the disk does not have yet: a thin layer over the truth, made of the drafts that are open. */
import { collectionOf, idOf, mostOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import type { Address, Resource } from "../model/resource.ts";
import { addressOf, type Op } from "./ops.ts";
import { type Patched, patched } from "./patch.ts";

/** What is true: the store. */
interface Truth {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  most(collection: Address, least: number): number;
  find(collection: Address, name: string): Resource | undefined;
  definition(resource: Resource): Definition;
}

/** What a wish has written so far. */
interface Written {
  readonly ops: readonly Op[];
}

/** What a patch made of the resource that it found. */
interface Made {
  readonly base: Resource;
  readonly steps: readonly Patched[];
}

export class Staging {
  readonly #truth: Truth;
  readonly #drafts = new Set<Written>();
  readonly #layer = new Map<Address, Resource | undefined>();
  readonly #highest = new Map<Address, number>(); // by collection, of what was put there; no lower than it is
  readonly #open = new Map<Address, number>(); // how many steps of open drafts stand at an address
  readonly #made = new Map<Op, Made>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  open(draft: Written): void {
    this.#drafts.add(draft);
  }

  /** It has come true. Who wrote behind it waited for it, so what they wrote stands as it did. */
  fulfil(draft: Written): void {
    this.#drafts.delete(draft);
    for (const op of draft.ops) {
      const address = addressOf(op);
      const left = (this.#open.get(address) ?? 1) - 1;
      this.#made.delete(op);
      if (left > 0) this.#open.set(address, left);
      else {
        this.#open.delete(address);
        this.#layer.delete(address);
      }
    }
    if (this.#layer.size === 0) this.#highest.clear();
  }

  /** It will not come true. */
  drop(draft: Written): void {
    this.#drafts.delete(draft);
    this.#renew();
  }

  /** The truth has moved at this address, and not by one of the drafts. */
  moved(address: Address): void {
    if (this.#open.has(address)) this.#renew();
  }

  /** What the step was found to make of exactly this resource: no need to find out again. */
  madeOf(op: Op, base: Resource): readonly Patched[] | undefined {
    const made = this.#made.get(op);
    return made?.base === base ? made.steps : undefined;
  }

  /** Some wish has written here and still waits for the disk. */
  holds(address: Address): boolean {
    return this.#layer.has(address);
  }

  /** As it will be when all that waits has been kept. */
  get(address: Address): Resource | undefined {
    return this.#layer.has(address) ? this.#layer.get(address) : this.#truth.get(address);
  }

  list(collection: Address): readonly Resource[] {
    const here = [...this.#layer].filter(([address]) => collectionOf(address) === collection);
    if (here.length === 0) return this.#truth.list(collection);
    const others = this.#truth.list(collection).filter(({ address }) => !this.#layer.has(address));
    return [...others, ...here.flatMap(([, resource]) => resource ?? [])];
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
    const address: Address = `${collection}/${name}`;
    if (this.#layer.has(address)) return this.#layer.get(address);
    const known = this.#truth.find(collection, name);
    if (known && !this.#layer.has(known.address)) return known;
    return [...this.#layer.values()].find(
      (resource) => resource?.attr.uniqueid === name && collectionOf(resource.address) === collection,
    );
  }

  stage(op: Op): void {
    const address = addressOf(op);
    this.#open.set(address, (this.#open.get(address) ?? 0) + 1);
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

  /** The layer is small and short-lived: it is made anew from the drafts that are open. */
  #renew(): void {
    this.#layer.clear();
    this.#highest.clear();
    this.#open.clear();
    this.#made.clear();
    for (const draft of this.#drafts) for (const op of draft.ops) this.stage(op);
  }
}
