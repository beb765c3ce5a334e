/** What wishes have written and the disk does not have yet: a thin layer over the truth, made of the drafts that are open. */
import { collectionOf } from "../model/addresses.ts";
import type { Definition } from "../model/definitions.ts";
import type { Address, Resource } from "../model/resource.ts";
import type { Op } from "./ops.ts";
import { patched } from "./patch.ts";

/** What is true: the store. */
interface Truth {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  find(collection: Address, name: string): Resource | undefined;
  definition(resource: Resource): Definition;
}

/** What a wish has written so far. */
interface Written {
  readonly ops: readonly Op[];
}

export class Staging {
  readonly #truth: Truth;
  readonly #drafts = new Set<Written>();
  readonly #layer = new Map<Address, Resource | undefined>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  open(draft: Written): void {
    this.#drafts.add(draft);
  }

  close(draft: Written): void {
    this.#drafts.delete(draft);
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
    if (op.kind === "put") this.#layer.set(op.resource.address, op.resource);
    if (op.kind === "remove") this.#layer.set(op.address, undefined);
    if (op.kind !== "patch") return;
    const resource = this.get(op.address);
    const last = resource && patched(resource, this.#truth.definition(resource), op.section, op.values, op.now).at(-1);
    if (last) this.#layer.set(op.address, last.resource);
  }

  /** The truth has moved below: the layer is small and short-lived, and made anew. */
  renew(): void {
    if (this.#layer.size === 0) return;
    this.#layer.clear();
    for (const draft of this.#drafts) for (const op of draft.ops) this.stage(op);
  }
}
